/** What all names of one walk share. */
interface Walk {
  ids: number;
  /** By a name: those whose latest name it is. */
  readonly added: Map<string, AttributeNames[]>;
}

/**
 * The attribute names of one tag, in their order, as immutable data: adding the same name to the same names gives
 * the same object. Asking for a name costs no more the more there are, and names that branch off cost no copy.
 */
export class AttributeNames {
  readonly id: number;
  /** No names at all; where everything that grew from it is held. */
  readonly none: AttributeNames;
  /** The latest of them; empty where there is none. */
  readonly latest: string;
  /** Of the names with a prefix, in their order, what `addPrefixed` keeps. */
  readonly prefixed: readonly string[];
  readonly #size: number;
  readonly #before: AttributeNames;
  /** Names much further before, so that any are reached in few steps (E. W. Myers, 1983). */
  readonly #farBefore: AttributeNames;
  readonly #walk: Walk;
  readonly #next = new Map<string, AttributeNames>();

  private constructor(latest: string, walk: Walk, before?: AttributeNames) {
    this.id = walk.ids++;
    this.none = before?.none ?? this;
    this.latest = latest;
    this.prefixed = before ? addPrefixed(before.prefixed, latest) : [];
    this.#size = before ? before.#size + 1 : 0;
    this.#before = before ?? this;
    this.#farBefore = before ? before.#farFromNext() : this;
    this.#walk = walk;
  }

  static none(): AttributeNames {
    return new AttributeNames('', { ids: 0, added: new Map() });
  }

  has(name: string): boolean {
    return this.#walk.added.get(name)?.some(names => this.#grewFrom(names)) ?? false;
  }

  add(name: string): AttributeNames {
    const known = this.#next.get(name);
    if (known) return known;
    const next = new AttributeNames(name, this.#walk, this);
    this.#next.set(name, next);
    const added = this.#walk.added.get(name);
    if (added) added.push(next);
    else this.#walk.added.set(name, [next]);
    return next;
  }

  #grewFrom(others: AttributeNames): boolean {
    let names: AttributeNames = this;
    while (names.#size > others.#size) {
      const isTooFar = names.#farBefore.#size < others.#size;
      names = isTooFar ? names.#before : names.#farBefore;
    }
    return names === others;
  }

  /** The distances double, so that there is a far one from everywhere. */
  #farFromNext(): AttributeNames {
    const far = this.#farBefore;
    const isAsFar = this.#size - far.#size === far.#size - far.#farBefore.#size;
    return isAsFar ? far.#farBefore : this;
  }
}

/** More than there can be of either kind in a tag that is right, with at most 64 prefixes. */
const mostPrefixed = 160;

/** Keeps each declaration of a prefix, and the first name with each other prefix. */
function addPrefixed(names: readonly string[], name: string): readonly string[] {
  const prefix = name.slice(0, name.indexOf(':') + 1);
  if (prefix === '' || names.length === mostPrefixed) return names;
  return prefix !== 'xmlns:' && names.some(each => each.startsWith(prefix)) ? names : [...names, name];
}
