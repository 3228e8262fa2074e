import { InternedStack, type Opened } from '../interned-stack.ts';

/**
 * What an XML document is in the middle of (XML 1.0, fifth edition).
 *
 *     begin ──▶ prolog ──`<`▶ open ──▶ tag-name ──▶ tag ──`>`▶ text ──`</`▶ close-name ──`>`▶ text or epilog
 *     open ──`!`▶ bang ──▶ comment, cdata       open ──`?`▶ target ──▶ instruction, declaration
 *     tag ──▶ attribute-name ──▶ attribute-equals ──`=`▶ attribute-quote ──▶ attribute ──▶ attribute-end ──▶ tag
 *     text, attribute ──`&`▶ reference
 */
export type XmlMode = ContentMode | MarkupMode | TagMode;

/** Outside all markup; `begin` is before the first character. */
type ContentMode = 'begin' | 'prolog' | 'text' | 'epilog';

type MarkupMode =
  | 'open'
  | 'bang'
  | 'comment'
  | 'cdata'
  | 'target'
  | 'instruction'
  | 'instruction-end'
  | 'declaration'
  | 'reference';

type TagMode =
  | 'tag-name'
  | 'tag'
  | 'attribute-name'
  | 'attribute-equals'
  | 'attribute-quote'
  | 'attribute'
  | 'attribute-end'
  | 'empty-end'
  | 'close-name'
  | 'close-end';

/** A tag that is open, with the prefixes that are bound in it: its element and those around it say which. */
interface OpenedTag extends Opened {
  readonly outer: OpenedTag | undefined;
  readonly prefixes: ReadonlySet<string>;
}

export interface XmlState {
  readonly mode: XmlMode;
  /** What has been read of a name, a reference, a declaration, or what follows `<!`. */
  readonly name: string;
  /**
   * How many characters of `]]>`, `-->` or `?>`, or of a byte order mark at the beginning, have been read; 1 in the name
   * of a namespace that is not blank.
   */
  readonly count: number;
  /** The quote that the attribute ends with. */
  readonly quote: '' | '"' | "'";
  /** Whether the markup began with the document, the only place for an XML declaration. */
  readonly isFirst: boolean;
  /** Whether the root element has begun. */
  readonly isRooted: boolean;
  readonly elements: InternedStack;
  readonly attributes: AttributeNames;
  /** A high surrogate at the end of the text so far. */
  readonly held: string;
  /** Where the markup began in the source; not part of the key. */
  readonly since: number;
  /** The tags that are open; not part of the key. */
  readonly opened: OpenedTag | undefined;
}

/** A state while text runs over it. */
export type XmlRun = { -readonly [Field in keyof XmlState]: XmlState[Field] };

/** One character of a text that begins at `offset` of the source. */
export interface Spot {
  readonly text: string;
  readonly offset: number;
  index: number;
  code: number;
}

export function xmlStart(): XmlState {
  return {
    mode: 'begin',
    name: '',
    count: 0,
    quote: '',
    isFirst: false,
    isRooted: false,
    elements: InternedStack.root(),
    attributes: AttributeNames.none(),
    held: '',
    since: 0,
    opened: undefined,
  };
}

export function xmlKey(state: XmlState): string {
  const { mode, count, quote, isFirst, isRooted, elements, attributes, held, name } = state;
  const flags = `${count}${quote}${isFirst ? 'f' : ''}${isRooted ? 'r' : ''}${held}`;
  return `${mode} ${flags} ${elements.id} ${attributes.id} ${name}`;
}

/** The name of the element that is open; its label has the prefixes that it declares after it. */
export function elementName({ elements }: XmlState): string {
  const end = elements.label.indexOf(' ');
  return end === -1 ? elements.label : elements.label.slice(0, end);
}

/** Where the document goes on after markup. */
function contentMode({ elements, isRooted }: XmlState): ContentMode {
  if (elements.below !== undefined) return 'text';
  return isRooted ? 'epilog' : 'prolog';
}

/** Leaves the markup. */
export function endMarkup(run: XmlRun): void {
  run.name = '';
  run.count = 0;
  run.isFirst = false;
  run.mode = contentMode(run);
}

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
class AttributeNames {
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
