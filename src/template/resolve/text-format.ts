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
    /**
     * Writes the five characters that mean something in the text and the quoted attributes of HTML as references, and
     * leaves all others alone (WHATWG HTML, section 13.1.4).
     */
    'html-escape': (text: string) => text.replace(/[&<>"']/g, htmlReference),
    /** Writes `&`, `<` and `>`, the control characters of Slack's mrkdwn, as references ("Formatting message text"). */
    'slack-escape': (text: string) => text.replace(/[&<>]/g, htmlReference),
    /** Writes a backslash before each ASCII punctuation mark (CommonMark, section 2.4). */
    'markdown-escape': (text: string) => text.replace(/[!-/:-@[-`{-~]/g, '\\$&'),
    /** Writes a backslash before each character that MarkdownV2 reserves (Telegram Bot API, "MarkdownV2 style"). */
    'telegram-markdown': (text: string) => text.replace(/[_*[\]()~`>#+\-=|{}.!\\]/g, '\\$&'),
    'influx-tag': influxTag,
    'influx-text': influxText,
  },
] as const satisfies readonly Readonly<Record<string, (text: string) => string>>[];

type Encoder = keyof (typeof stages)[3];

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
  if (!format && max === undefined) return undefined;
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

/** How many characters encoders may write for one. */
export interface MostWritten {
  /** For one UTF-16 unit, in which `max` counts. */
  readonly perUnit: number;
  /** For one code point, in which JSON Schema counts. */
  readonly perCodePoint: number;
}

/**
 * The most characters that the encoders in a text `format` write for one character. It is the least such bound, for
 * several encoders too, and the same whether the written characters are counted as UTF-16 units or as code points.
 *
 * `max` cuts a text after `trim`, `one-line` and the formats of case, and before the encoders, so what is written has at
 * most `max` times `perUnit` characters. Only the escaping of the place follows, which a reader of the output undoes.
 * The texts of `null` and `default` are neither cut nor encoded.
 */
export function maxWritten(format: string): MostWritten {
  const encode = compileTextFormat(formatNamesIn(format).filter(isEncoder).join(' '), undefined);
  if (encode === undefined) return { perUnit: 1, perCodePoint: 1 };
  // Encoders tell apart all of ASCII, and beyond it the number of bytes in UTF-8 and of decimal digits, and lone surrogates.
  const beyond = [0x80, 1000, 0x800, 10_000, 0xd800, 0xffff, 0x1_0000, 100_000, 1_000_000];
  const samples = [...Array(0x80).keys(), ...beyond].map(code => String.fromCodePoint(code));
  const lengths = samples.map(character => encode(character).length);
  return {
    perUnit: Math.max(...lengths.map((length, index) => length / (samples[index]?.length ?? 1))),
    perCodePoint: Math.max(...lengths),
  };
}

/** The formats by the syntax that they escape for. */
const escaping = {
  'slack-mrkdwn': ['slack-escape'],
  html: ['html-escape', 'xml-encode'],
  'telegram-html': ['html-escape', 'xml-encode'],
  markdown: ['markdown-escape'],
  'telegram-markdown': ['telegram-markdown'],
  'influx-tag': ['influx-tag'],
  'influx-text': ['influx-text'],
} as const satisfies Readonly<Record<string, readonly Encoder[]>>;

/**
 * The formats that escape for a syntax inside a text, as `x-syntax` of a receiver's schema names it: the one to propose first;
 * none if the syntax is unknown.
 */
export function formatsFor(syntax: string): readonly string[] {
  return Object.entries(escaping).find(([name]) => name === syntax)?.[1] ?? [];
}

/** The syntaxes that `formatsFor` knows. */
export const textSyntaxes: readonly string[] = Object.keys(escaping);

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

function htmlReference(character: string): string {
  return named.get(character) ?? `&#${character.charCodeAt(0)};`;
}

/**
 * For a measurement, a key or a tag of InfluxDB's line protocol ("Special characters"). It has no escapes for line breaks,
 * other control characters, and a backslash before another one, before an escape or at the end, which versions read in
 * different ways: they become spaces and U+FFFD.
 */
function influxTag(text: string): string {
  return text
    .replace(/\p{Cc}/gu, ' ')
    .replace(/\\(?=[\\,= ]|$)/g, '\ufffd')
    .replace(/[,= ]/g, '\\$&');
}

/** For between the quotes of a string field of InfluxDB's line protocol, which has no line breaks: they become spaces. */
function influxText(text: string): string {
  return text.replace(/\r\n?|\n/g, ' ').replace(/["\\]/g, '\\$&');
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
