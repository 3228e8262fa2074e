import { InternedStack, type Opened } from '../interned-stack.ts';

/**
 * The part of an XML document that the text is in (XML 1.0, fifth edition).
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

/** An open tag, with the prefixes bound in it: those declared by its element and the elements around it. */
interface OpenedTag extends Opened {
  readonly outer: OpenedTag | undefined;
  readonly prefixes: ReadonlySet<string>;
}

export interface XmlState {
  readonly mode: XmlMode;
  /** The part that has been read of a name, a reference, a declaration, or the text after `<!`. */
  readonly name: string;
  /**
   * The number of characters read of `]]>`, `-->` or `?>`, or of a byte order mark at the beginning; in the name of a
   * namespace, 1 if it is not blank.
   */
  readonly count: number;
  /** The quote that ends the attribute. */
  readonly quote: '' | '"' | "'";
  /** Whether the markup is at the beginning of the document, the only place for an XML declaration. */
  readonly isFirst: boolean;
  /** Whether the root element has begun. */
  readonly isRooted: boolean;
  readonly elements: InternedStack;
  readonly attributes: AttributeNames;
  /** A high surrogate at the end of the text so far. */
  readonly held: string;
  /** The start of the markup in the source; not part of the key. */
  readonly since: number;
  /** The open tags; not part of the key. */
  readonly opened: OpenedTag | undefined;
}

/** A state while text is read. */
export type XmlRun = { -readonly [Field in keyof XmlState]: XmlState[Field] };

/** One character of a text that begins at `offset` of the source. */
export interface TextCursor {
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

/** The name of the open element; its label contains the prefixes that it declares after the name. */
export function elementName({ elements }: XmlState): string {
  const end = elements.label.indexOf(' ');
  return end === -1 ? elements.label : elements.label.slice(0, end);
}

/** The mode after markup. */
function contentMode({ elements, isRooted }: XmlState): ContentMode {
  if (elements.below !== undefined) return 'text';
  return isRooted ? 'epilog' : 'prolog';
}

/** Ends the markup. */
export function endMarkup(run: XmlRun): void {
  run.name = '';
  run.count = 0;
  run.isFirst = false;
  run.mode = contentMode(run);
}

/** Shared by all names of one walk. */
interface Walk {
  ids: number;
  /** By name: the sets in which it is the latest. */
  readonly added: Map<string, AttributeNames[]>;
}

/**
 * The attribute names of one tag, in order, as immutable data: adding the same name to the same names gives the same
 * object. Searching does not become slower with more names, and branching needs no copy.
 */
class AttributeNames {
  readonly id: number;
  /** The empty set of names, which holds everything that grew from it. */
  readonly none: AttributeNames;
  /** The latest name; empty for the empty set. */
  readonly latest: string;
  /** The prefixed names that `addPrefixed` keeps, in order. */
  readonly prefixed: readonly string[];
  readonly #size: number;
  readonly #before: AttributeNames;
  /** Names much further back, so that any can be reached in few steps (E. W. Myers, 1983). */
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

  /** The distances double, so that every set has a far one. */
  #farFromNext(): AttributeNames {
    const far = this.#farBefore;
    const isAsFar = this.#size - far.#size === far.#size - far.#farBefore.#size;
    return isAsFar ? far.#farBefore : this;
  }
}

/** More than a correct tag can have of either kind, with at most 64 prefixes. */
const maxPrefixed = 160;

/** Keeps each declaration of a prefix, and the first name with each other prefix. */
function addPrefixed(names: readonly string[], name: string): readonly string[] {
  const prefix = name.slice(0, name.indexOf(':') + 1);
  if (prefix === '' || names.length === maxPrefixed) return names;
  return prefix !== 'xmlns:' && names.some(each => each.startsWith(prefix)) ? names : [...names, name];
}
