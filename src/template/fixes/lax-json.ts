import type {
  ConditionalNode,
  ListNode,
  TemplateNode,
  TemplateTree,
  TextNode,
} from '../../../grammar/tree.ts';
import type { Edit } from '../../diagnostics/diagnostic.ts';
import { literalMeantBy } from '../../output/json/violation.ts';

/*
 * JSON as JavaScript, Python, Ruby and people write it: other quotes, keys without quotes, `True`, `=>`, `.5`, comments, a comma
 * before a bracket, backslashes that are meant as such, quotes with a backslash from the source of a program, line breaks and tabs of
 * a message that was pasted into a text, a value right after a text that it belongs to, and the quotes of a shell around it all. All of it is one habit, so one fix mends
 * it all.
 */

/** A limit, because checking a fix moves every mistake by each of its edits. */
const maxEdits = 200;

/** Quotes around a text: JSON's own, or one that stands for them. */
type Quotes = '"' | "'" | '“' | '\\"';

interface Reading {
  /** The quotes around the text that is open. */
  quotes: Quotes | undefined;
  /** The last character outside texts, blanks and comments. */
  last: string;
  /** The offset of that character, if it is a comma in this text node. */
  comma: number | undefined;
  /** The end of the latest text in plain quotes. */
  closed: number | undefined;
  /** Whether all of it is between single quotes, as in a shell, which are not part of it. */
  isWrapped: boolean;
  /** The end of a value that was put into such a text, which has to end there. */
  joined: number | undefined;
  /** The end of the source. */
  readonly end: number;
  readonly edits: Edit[];
}

/**
 * The edits that make strict JSON of it; none if it is that already, or too much else. Whether a text is open at the end
 * of a conditional is what its first branch says.
 */
export function strictJsonEdits({ nodes, range: { end } }: TemplateTree): readonly Edit[] {
  const reading: Reading = {
    quotes: undefined,
    last: '',
    comma: undefined,
    closed: undefined,
    isWrapped: false,
    joined: undefined,
    end,
    edits: [],
  };
  readNodes(nodes, reading);
  return reading.edits.length > maxEdits ? [] : reading.edits;
}

function readNodes(nodes: readonly TemplateNode[], reading: Reading): void {
  for (const node of nodes) {
    if (reading.edits.length > maxEdits) return;
    reading.comma = undefined;
    if (node.kind === 'text') {
      readText(node, reading);
      continue;
    }
    if (node.kind === 'value') {
      if (reading.quotes === undefined && node.range.start === reading.closed) {
        reading.edits.push({ range: { start: reading.closed - 1, end: reading.closed }, text: '' });
        reading.quotes = '"';
        reading.joined = node.range.end;
      } else if (reading.joined === node.range.start) reading.joined = node.range.end;
      reading.last = '$';
      continue;
    }
    endJoined(reading, '');
    if (node.kind !== 'conditional' && node.kind !== 'list') continue;
    const { quotes, last } = reading;
    const after = branchesIn(node).map(branch => {
      Object.assign(reading, { quotes, last });
      readNodes(branch, reading);
      return { quotes: reading.quotes, last: reading.last };
    });
    Object.assign(reading, after[0]);
  }
  endJoined(reading, '');
}

function branchesIn(node: ConditionalNode | ListNode): readonly (readonly TemplateNode[])[] {
  const first = node.kind === 'list' ? [node, node.separator] : node.branches;
  return [...first, node.otherwise].flatMap(branch => (branch ? [branch.nodes] : []));
}

/** Ends a text after the value that was put into it, unless a text goes on there. Returns how much of that was read. */
function endJoined(reading: Reading, next: string): number {
  const { joined: at } = reading;
  if (at === undefined) return 0;
  reading.joined = undefined;
  if (next.startsWith('"')) {
    reading.edits.push({ range: { start: at, end: at + 1 }, text: '' });
    return 1;
  }
  reading.quotes = undefined;
  reading.last = '"';
  reading.edits.push({ range: { start: at, end: at }, text: '"' });
  return 0;
}

/** Matches the next piece outside texts. */
const piece = /\\"|=>|["'“”„″]|(?:\/\/|#)[^\r\n]*|\/\*[\s\S]*?\*\/|[A-Za-z_][\w-]*|\s+|[\s\S]/y;
/** Matches the next piece of a text in such quotes. */
const inText: Readonly<Record<Quotes, RegExp>> = {
  '"': /\\[\s\S]|"|[^"\\]+/y,
  "'": /\\[\s\S]|['"]|[^'"\\]+/y,
  '“': /\\[\s\S]|["“”„″]|[^"“”„″\\]+/y,
  // An escape in the text has a backslash more, and so has what it escapes, if that is a quote or a backslash.
  '\\"': /\\\\(?:\\["\\]|[^\\])|\\[\s\S]|[^\\]+/y,
};

function readText({ range, text: whole, written }: TextNode, reading: Reading): void {
  const text = whole.slice(written.start - range.start, written.end - range.start);
  dropInText(range.start, written.start, reading);
  let index = endJoined(reading, text);
  while (index < text.length && reading.edits.length <= maxEdits) {
    const pattern = reading.quotes === undefined ? piece : inText[reading.quotes];
    pattern.lastIndex = index;
    const found = pattern.exec(text)?.[0] ?? text.charAt(index);
    const end = index + found.length;
    const edit = (from: number, to: number, meant: string) => {
      reading.edits.push({ range: { start: written.start + from, end: written.start + to }, text: meant });
    };
    if (reading.quotes === undefined)
      readOutside(found, { text, offset: written.start, index, end, reading, edit });
    else readInside(reading.quotes, found, { text, offset: written.start, index, end, reading, edit });
    index = end;
  }
  dropInText(written.end, range.end, reading);
}

/**
 * Around a tag alone on its line is what nobody writes. In a text in which line breaks become escapes, the tag is alone no more, and
 * what is around it would be written.
 */
function dropInText(start: number, end: number, { quotes, edits }: Reading): void {
  if (quotes !== undefined && start < end) edits.push({ range: { start, end }, text: '' });
}

interface Spot {
  readonly text: string;
  /** Of the text in the source. */
  readonly offset: number;
  readonly index: number;
  readonly end: number;
  readonly reading: Reading;
  readonly edit: (from: number, to: number, meant: string) => void;
}

/** Signs of other languages, and what they are in JSON. */
const signs: ReadonlyMap<string, string> = new Map([
  ['=', ':'],
  ['=>', ':'],
  [';', ','],
]);

function readOutside(found: string, { text, offset, index, end, reading, edit }: Spot): void {
  if (found.trim() === '') return;
  const isBlock = found.startsWith('/*');
  // A comment ends with its line, and no tag is on it.
  const isLine = /^(?:\/\/|#)/.test(found) && (end < text.length || offset + end === reading.end);
  if (isBlock || isLine) {
    edit(index, index + (found.startsWith('#') ? 1 : 2), '$!');
    edit(isBlock ? end - 2 : end, end, isBlock ? '!$' : ' !$');
    return;
  }
  const meant = signs.get(found) ?? found;
  if (found === '\\"') {
    edit(index, index + 1, '');
    reading.quotes = found;
  } else if (found === '"') reading.quotes = found;
  else if (found === "'" && reading.last === '' && /^\s*[{[]/.test(text.slice(end))) {
    edit(index, end, '');
    reading.isWrapped = true;
    return;
  } else if (found === "'" && reading.isWrapped && /[}\]]/.test(reading.last)) {
    edit(index, end, '');
    return;
  } else if (/^["'“”„″]$/.test(found)) {
    edit(index, end, '"');
    reading.quotes = found === "'" ? found : '“';
  } else if (/^[A-Za-z_]/.test(found)) {
    const isKey = /^[{,]$/.test(reading.last) && /^\s*[:=]/.test(text.slice(end, end + 20));
    const literal = literalMeantBy(found);
    if (isKey) edit(index, end, `"${found}"`);
    else if (literal !== undefined && literal !== found) edit(index, end, literal);
  } else if (meant !== found) edit(index, end, meant);
  else if (found === '+' && /^[:[,]?$/.test(reading.last)) edit(index, end, '');
  else if (found === '.' && /^[:[,+-]?$/.test(reading.last)) edit(index, index, '0');
  else if (/^[\]}]$/.test(found) && reading.comma !== undefined) edit(reading.comma, reading.comma + 1, '');
  reading.last = meant;
  reading.comma = found === ',' ? index : undefined;
}

/** What JSON takes in a text as an escape alone. */
const control = /\r\n|[^ -\uffff]/g;

function readInside(quotes: Quotes, found: string, { text, offset, index, end, reading, edit }: Spot): void {
  if (quotes === '\\"') {
    if (found.startsWith('\\\\')) {
      edit(index, index + 1, '');
      if (found.length === 4) edit(index + 2, index + 3, '');
    } else if (found === '\\"') {
      edit(index, index + 1, '');
      reading.quotes = undefined;
    }
  } else if (quotes === "'" && found === "\\'") edit(index, index + 1, '');
  else if (quotes === "'" && found === '"') edit(index, end, '\\"');
  else if (quotes === '"' && found === "\\'") edit(index, index + 1, '');
  else if (quotes === '"' && isBackslash(text, index)) edit(index, end, `\\\\${escaped(found.slice(1))}`);
  else if (/^["'“”„″]$/.test(found)) {
    if (found !== '"') edit(index, end, '"');
    reading.quotes = undefined;
    if (quotes === '"') reading.closed = offset + end;
  }
  if (found.startsWith('\\')) return;
  for (const { 0: character, index: at } of found.matchAll(control))
    edit(index + at, index + at + character.length, escaped(character));
}

function escaped(text: string): string {
  return text.replace(control, character => JSON.stringify(character).slice(1, -1));
}

const validEscape = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
/** Matches the path of Windows that a text ends in, up to a letter that could be that of an escape. */
const endingPath = /(?:^|[\s"'(])((?:[A-Za-z]:|\\)\\[^\s"]*)$/;
/** Matches a path that was written with lone backslashes, as its drive or a backslash that begins no escape shows. */
const loneInPath = /^[A-Za-z]:\\(?!\\)|(?<!\\)(?:\\\\)*\\(?!["\\/bfnrt]|u[\da-fA-F]{4})/;
const maxPathLength = 260;

/** Whether a backslash begins no escape: it was meant as such, and so were the others of its path. */
function isBackslash(text: string, index: number): boolean {
  if (text[index] !== '\\') return false;
  validEscape.lastIndex = index;
  if (!validEscape.test(text)) return true;
  if (!/[a-z]/.test(text.charAt(index + 1))) return false;
  const [, begun] = endingPath.exec(text.slice(Math.max(0, index - maxPathLength), index + 1)) ?? [];
  const [rest] = text.slice(index + 1, index + maxPathLength).split(/[\s"]/, 1);
  return begun !== undefined && loneInPath.test(begun + rest);
}
