import type { Edit } from '../../diagnostics/diagnostic.ts';
import { literalMeantBy } from '../../output/json/violation.ts';
import { branchesOf, type LiteralStep, type Program } from '../resolve/program.ts';

/*
 * JSON as JavaScript, Python, Ruby and people write it: other quotes, keys without quotes, `True`, `=>`, `.5`, comments, a comma
 * before a bracket, backslashes that are meant as such, and quotes with a backslash from the source of a program. All of it is one
 * habit, so one fix mends it all.
 */

/** A limit, because checking a fix moves every mistake by each of its edits. */
const mostEdits = 200;

/** Quotes around a text: JSON's own, or one that stands for them. */
type Quotes = '"' | "'" | '“' | '\\"';

interface Reading {
  /** The quotes around the text that is open. */
  quotes: Quotes | undefined;
  /** The last character outside texts, blanks and comments. */
  last: string;
  /** The offset of that character, if it is a comma in this literal. */
  comma: number | undefined;
  readonly edits: Edit[];
}

/**
 * The edits that make strict JSON of it; none if it is that already, or too much else. Whether a text is open at the end
 * of a conditional is what its first branch says.
 */
export function strictJsonEdits(program: Program): readonly Edit[] {
  const reading: Reading = { quotes: undefined, last: '', comma: undefined, edits: [] };
  readSteps(program, reading);
  return reading.edits.length > mostEdits ? [] : reading.edits;
}

function readSteps(program: Program, reading: Reading): void {
  for (const step of program) {
    if (reading.edits.length > mostEdits) return;
    reading.comma = undefined;
    if (step.kind === 'literal') readLiteral(step, reading);
    else if (step.kind === 'value') reading.last = '$';
    else {
      const { quotes, last } = reading;
      const after = branchesOf(step).map(steps => {
        Object.assign(reading, { quotes, last });
        readSteps(steps, reading);
        return { quotes: reading.quotes, last: reading.last };
      });
      Object.assign(reading, after[0]);
    }
  }
}

/** Matches the next piece outside texts. */
const piece = /\\"|=>|["'“”„″]|\/\/[^\r\n]*|#[^\r\n]*|\/\*[\s\S]*?\*\/|[A-Za-z_][\w-]*|\s+|[\s\S]/y;
/** Matches the next piece of a text in such quotes. */
const inText: Readonly<Record<Quotes, RegExp>> = {
  '"': /\\[\s\S]|"|[^"\\]+/y,
  "'": /\\[\s\S]|['"]|[^'"\\]+/y,
  '“': /\\[\s\S]|["“”„″]|[^"“”„″\\]+/y,
  // An escape in the text has a backslash more, and so has what it escapes, if that is a quote or a backslash.
  '\\"': /\\\\(?:\\["\\]|[^\\])|\\[\s\S]|[^\\]+/y,
};

function readLiteral({ text, range }: LiteralStep, reading: Reading): void {
  // An escaped dollar.
  if (text.length !== range.end - range.start) return;
  let index = 0;
  while (index < text.length && reading.edits.length <= mostEdits) {
    const pattern = reading.quotes === undefined ? piece : inText[reading.quotes];
    pattern.lastIndex = index;
    const found = pattern.exec(text)?.[0] ?? text.charAt(index);
    const end = index + found.length;
    const edit = (from: number, to: number, meant: string) => {
      reading.edits.push({ range: { start: range.start + from, end: range.start + to }, text: meant });
    };
    if (reading.quotes === undefined) readOutside(found, { text, index, end, reading, edit });
    else readInside(reading.quotes, found, { text, index, end, reading, edit });
    index = end;
  }
}

interface Spot {
  readonly text: string;
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

function readOutside(found: string, { text, index, end, reading, edit }: Spot): void {
  if (found.trim() === '') return;
  if (/^(?:\/[/*]|#)/.test(found)) {
    const isBlock = found.startsWith('/*');
    edit(index, index + (found.startsWith('#') ? 1 : 2), '$!');
    edit(isBlock ? end - 2 : end, end, isBlock ? '!$' : ' !$');
    return;
  }
  const meant = signs.get(found) ?? found;
  if (found === '\\"') {
    edit(index, index + 1, '');
    reading.quotes = found;
  } else if (found === '"') reading.quotes = found;
  else if (/^["'“”„″]$/.test(found)) {
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

function readInside(quotes: Quotes, found: string, { text, index, end, reading, edit }: Spot): void {
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
  else if (quotes === '"' && isBackslash(text, index)) edit(index, index, '\\');
  else if (/^["'“”„″]$/.test(found)) {
    if (found !== '"') edit(index, end, '"');
    reading.quotes = undefined;
  }
}

const validEscape = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
/** The beginning of a path of Windows, up to a letter that could be that of an escape. */
const drivePath = /(?:^|[\s"'(])[A-Za-z]:\\[^\s"]*$/;
const longestPath = 260;

/** Whether a backslash begins no escape: it was meant as such, and so were the others of its path. */
function isBackslash(text: string, index: number): boolean {
  if (text[index] !== '\\') return false;
  validEscape.lastIndex = index;
  if (!validEscape.test(text)) return true;
  const isLetter = /[a-z]/.test(text.charAt(index + 1));
  return isLetter && drivePath.test(text.slice(Math.max(0, index - longestPath), index + 1));
}
