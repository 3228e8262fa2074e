import { encodeFormPart } from '../../output/percent-encoding.ts';
import { xmlCharacterLength } from '../../output/xml/characters.ts';

/** The effects of `format` on text, in the order in which several of them apply. */
const stages = [
  { trim: (text: string) => text.trim() },
  /** Whitespace with a line break in it becomes one space. */
  { 'one-line': (text: string) => text.replace(/\s+/g, joinLines) },
  {
    upper: (text: string) => text.toUpperCase(),
    lower: (text: string) => text.toLowerCase(),
    /** Writes the first character in upper case. */
    cap: (text: string) => text.replace(/^./su, first => first.toUpperCase()),
  },
  {
    /** Encodes like an HTML form: spaces become `+`. */
    'url-encode': encodeFormPart,
    /**
     * Writes `&`, `<`, `>`, quotes and everything outside printable ASCII as references, and characters forbidden in
     * XML 1.0 as U+FFFD.
     */
    'xml-encode': (text: string) => text.replace(/[&<>"']|[^\t\n\r -~]/gu, reference),
    /** Escapes for the inside of a JSON string (RFC 8259, section 7). */
    'json-encode': (text: string) => JSON.stringify(text).slice(1, -1),
    /** Writes a backslash before each ASCII punctuation mark (CommonMark, section 2.4). */
    'markdown-escape': (text: string) => text.replace(/[!-/:-@[-`{-~]/g, '\\$&'),
  },
] as const satisfies readonly Readonly<Record<string, (text: string) => string>>[];

const formats = new Map(stages.flatMap(stage => Object.entries<(text: string) => string>(stage)));
const encoders: ReadonlySet<string> = new Set(Object.keys(stages[3]));

export const textFormatNames: readonly string[] = [...formats.keys()];

/** The names in a text `format`, which are separated by spaces. */
export function formatNamesIn(format: string): readonly string[] {
  return format.split(/\s+/).filter(name => name !== '');
}

/** Whether a format encodes text for the syntax around it. */
export function isEncoder(name: string): boolean {
  return encoders.has(name);
}

/** Combines text formats and `max`; `undefined` if they change nothing. */
export function compileTextFormat(
  format: string | undefined,
  max: number | undefined,
): ((text: string) => string) | undefined {
  if (format === undefined && max === undefined) return undefined;
  const names = formatNamesIn(format ?? '');
  // Formats of the same stage apply in the order in which they are written.
  const acting = stages.flatMap(stage => names.filter(name => Object.hasOwn(stage, name)));
  const steps = [
    ...acting.filter(name => !isEncoder(name)).map(name => formats.get(name)),
    max === undefined ? undefined : (text: string) => cutText(text, max),
    ...acting.filter(isEncoder).map(name => formats.get(name)),
  ].filter(step => step !== undefined);
  if (steps.length === 0) return undefined;
  return text => steps.reduce((formatted, step) => step(formatted), text);
}

function joinLines(blanks: string): string {
  return /[\n\v\f\r\u2028\u2029]/.test(blanks) ? ' ' : blanks;
}

/** Created for the first text that is cut: most templates never cut one, and creating it is slow. */
let graphemes: Intl.Segmenter | undefined;

/** A text of at most `max` UTF-16 code units, with an ellipsis where it was cut; characters are never split. */
function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  const end = graphemes.segment(text).containing(max - 1)?.index ?? 0;
  return `${text.slice(0, end)}…`;
}

const named = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);

function reference(character: string): string {
  const known = named.get(character);
  if (known) return known;
  return `&#${xmlCharacterLength(character, 0) > 0 ? character.codePointAt(0) : 0xfffd};`;
}
