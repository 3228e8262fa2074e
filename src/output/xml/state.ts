import { InternedStack, type Opened } from '../interned-stack.ts';
import { AttributeNames } from './attribute-names.ts';

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
