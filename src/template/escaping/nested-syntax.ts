import { type Diagnostic, diagnose, type Fix, type SourceRange } from '../../diagnostics/diagnostic.ts';
import { editAll, insertAt } from '../../diagnostics/fixes/fix.ts';
import type { PlaceName } from '../../output/output.ts';
import { placeDescriptions } from '../../output/places.ts';
import type { Proof } from '../proof/prove.ts';
import { branchesOf, type LiteralStep, type Program, type ValueStep } from '../resolve/program.ts';
import { formatNamesIn, isEncoder } from '../resolve/text-format.ts';

/** A syntax inside the one that a value is escaped for, such as JSON in the field of a form. */
interface Nesting {
  readonly inner: 'JSON' | 'GraphQL' | 'XML' | 'URL';
  readonly outer: string;
}

/** The strings of GraphQL have the escapes of JSON. */
const formats = {
  JSON: 'json-encode',
  GraphQL: 'json-encode',
  XML: 'xml-encode',
  URL: 'url-encode',
} as const;

/**
 * Warns about values in a nested syntax, for which only the outer syntax is escaped: one warning per kind. A value in HTML of which a
 * schema said so is left out.
 */
export function findNestedSyntax(
  program: Program,
  { places, diagnostics }: Pick<Proof, 'places' | 'diagnostics'>,
): readonly Diagnostic[] {
  const told = new Set(
    diagnostics.filter(({ code }) => code === 'schema-syntax').map(({ range }) => range.start),
  );
  const closed = closedElements(literalTextOf(program));
  const groups = new Map<
    string,
    { readonly nesting: Nesting; readonly values: FreeValue[]; isInString: boolean }
  >();
  const first = firstInAddress(program);
  let inCode: FreeValue | undefined;
  for (const value of freeValues(program, name => name === 'url-encode')) {
    const place = places.get(value.step);
    if (!place) continue;
    const around = textAround(place.name, value.before);
    const inner = innerSyntax(around, place.name, closed);
    if (!inner || (inner === 'XML' && told.has(value.step.range.start))) continue;
    const code = inner === 'XML' ? lastHtmlCode(around) : undefined;
    const isCode = code !== undefined && (!code.isAddress || first.has(value.step));
    if (isCode) inCode ??= value;
    if (isCode || !isFree(value.step)) continue;
    const key = `${inner} ${place.name}`;
    const group = groups.get(key) ?? {
      nesting: { inner, outer: placeDescriptions[place.name] },
      values: [],
      isInString: true,
    };
    group.values.push(value);
    group.isInString &&= formats[inner] !== 'json-encode' || isInString(around);
    groups.set(key, group);
  }
  const nested = [...groups.values()].flatMap(({ nesting, values, isInString }) => {
    const [first] = values;
    const format = formats[nesting.inner];
    const fixes = isInString ? addFormat(values, format) : [];
    return first ? [diagnose('nested-syntax', first.step.range, { ...nesting, format }, { fixes })] : [];
  });
  return inCode ? [...nested, diagnose('html-code', inCode.step.range, {})] : nested;
}

/**
 * The text before a value in the string, field, parameter or section that is escaped as a unit, as its reader sees it; for a long
 * one, its last part. Empty where a second syntax is not looked for.
 */
function textAround(place: PlaceName, before: string): string {
  switch (place) {
    case 'json-string':
      return unescapeJson(before.slice(startOfJsonString(before)));
    case 'form-value':
      return decodeParameter(before.slice(before.lastIndexOf('&') + 1));
    case 'url-query':
      return decodeParameter(before.split(/[?&]/).at(-1) ?? '');
    case 'url-path':
      return decodePercent(before.slice(before.lastIndexOf('/') + 1));
    case 'header-value':
      return before;
    case 'xml-attribute':
      return before.split(/=\s*["']/).at(-1) ?? '';
    case 'xml-text':
      return before.slice(before.lastIndexOf('>') + 1).replaceAll('&quot;', '"');
    case 'xml-cdata':
      return before.split('<![CDATA[').at(-1) ?? '';
    default:
      return '';
  }
}

/** The offset behind the quote that opens the string; 0 if that is too far away to be seen. */
function startOfJsonString(before: string): number {
  for (let at = before.length - 1; at >= 0; at--) {
    if (before[at] !== '"') continue;
    const quote = at;
    while (before[at - 1] === '\\') at--;
    if ((quote - at) % 2 === 0) return quote + 1;
  }
  return 0;
}

function unescapeJson(text: string): string {
  return text.replace(/\\(.)/g, (_, letter: string) => blanks[letter] ?? letter);
}

const blanks: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

function decodeParameter(text: string): string {
  return decodePercent(text.replace(/^[^=]*=/, '').replaceAll('+', ' '));
}

function decodePercent(text: string): string {
  return text.replace(/%(0A|0D|20|22|23|24|28|2C|2F|3A|3C|3E|40|5B|7B)/gi, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
}

/** Places that encode like `url-encode`, so that a URL inside them cannot ask for it. */
const encodedPlaces: readonly PlaceName[] = ['form-value', 'url-query', 'url-path'];
const markupPlaces: readonly PlaceName[] = [...encodedPlaces, 'json-string', 'header-value', 'xml-cdata'];

function innerSyntax(
  around: string,
  place: PlaceName,
  closed: ReadonlySet<string>,
): Nesting['inner'] | undefined {
  if (/^\s*[{[][\s{[]*"/.test(around)) return 'JSON';
  if (graphQlPlaces.includes(place) && graphQl.test(around) && isInBrackets(around)) return 'GraphQL';
  const word = around.split(/[\s"<>]/).at(-1) ?? '';
  if (!encodedPlaces.includes(place) && /^[^?]*https?:[^?]*\?/.test(word)) return 'URL';
  return markupPlaces.includes(place) && hasElement(around, closed) ? 'XML' : undefined;
}

const graphQlPlaces: readonly PlaceName[] = ['json-string', 'form-value', 'url-query'];

/**
 * Matches the first definition after comments: `mutation Create($name: String!) {`, `{ user(id: ` or `fragment Name on User {`. Plain
 * sentences begin with the same words, so that a definition has to have its colon or its brace.
 */
const graphQl = new RegExp(
  String.raw`^\s*(?:#[^\n]*\n\s*)*(?:${[
    String.raw`(?:query|mutation|subscription)\b\s*\w*\s*(?:\(\s*\$\w+\s*:|(?:\(?\s*@\w[^{]*)?\{\s*[A-Za-z_.#])`,
    String.raw`\{\s*[A-Za-z_]\w*\s*(?:\(\s*\w+\s*:|\{\s*\w)`,
    String.raw`fragment\s+\w+\s+on\s+\w+\s*(?:@\w[^{]*)?\{`,
  ].join('|')})`,
);

/** Whether the text ends in brackets of GraphQL: behind those, a sentence goes on. */
function isInBrackets(around: string): boolean {
  const code = around.replace(/"[^"]*(?:"|$)/g, '');
  const count = (bracket: RegExp) => code.match(bracket)?.length ?? 0;
  return count(/[{(]/g) > count(/[})]/g);
}

/** Whether the text ends between the quotes of JSON or GraphQL, where the output of `json-encode` belongs. */
function isInString(around: string): boolean {
  return (around.match(/"/g) ?? []).length % 2 === 1;
}

/** An unclosed `<b>` or `<b ` may be anything; with a `</b>` somewhere it is markup. */
function hasElement(around: string, closed: ReadonlySet<string>): boolean {
  return Array.from(around.matchAll(/<([A-Za-z][\w-]*)(?:>|\s[^<>]*(?:>|$))/g)).some(([, name = '']) =>
    closed.has(name.toLowerCase()),
  );
}

function closedElements(text: string): ReadonlySet<string> {
  const ends = text.matchAll(/(?:<|%3C)(?:\/|\\\/|%2F)([A-Za-z][\w-]*)/gi);
  return new Set(Array.from(ends, ([, name = '']) => name.toLowerCase()));
}

/** A value that may be any text, with the template's text before it. */
interface FreeValue {
  readonly step: ValueStep;
  readonly before: string;
}

/** Stands for a value in the text of a template. */
export const hole = '\ufffc';
/** Enough text to see what a value stands in, and short enough for thousands of values. */
const maxBefore = 300;

/**
 * The values that only their place escapes, but none of these formats. Numbers, dates and closed sets are left out:
 * they cannot break another syntax.
 */
export function freeValues(program: Program, escapes = escapesSyntax): readonly FreeValue[] {
  const found: FreeValue[] = [];
  let before = '';
  for (const step of stepsOf(program)) {
    if (step.kind === 'value' && isFree(step, escapes)) found.push({ step, before });
    before = (before + textOfStep(step).slice(-maxBefore)).slice(-maxBefore);
  }
  return found;
}

/** The literal text of a template, with its branches one after another and without its values. */
export function literalTextOf(program: Program): string {
  return Array.from(stepsOf(program), textOfStep).join('');
}

/** Values in the code of an HTML program, whatever their types. */
export function valuesInHtmlCode(program: Program): ReadonlySet<ValueStep> {
  const found = new Set<ValueStep>();
  const first = firstInAddress(program);
  const code = htmlCode(literalTextOf(program))[Symbol.iterator]();
  let range = code.next();
  let at = 0;
  for (const step of stepsOf(program)) {
    while (!range.done && range.value.end <= at) range = code.next();
    const isInside = !range.done && range.value.start <= at;
    if (step.kind === 'value' && isInside && (!range.value.isAddress || first.has(step))) found.add(step);
    at += textOfStep(step).length;
  }
  return found;
}

export function textOfStep(step: LiteralStep | ValueStep): string {
  return step.kind === 'value' ? hole : step.text;
}

export function* stepsOf(program: Program): Iterable<LiteralStep | ValueStep> {
  for (const step of program) {
    if (step.kind === 'literal' || step.kind === 'value') yield step;
    else for (const steps of branchesOf(step)) yield* stepsOf(steps);
  }
}

/** Whether a value may be any text, without a format that escapes it. */
export function isFree({ variable: { type }, options }: ValueStep, escapes = escapesSyntax): boolean {
  return (type === 'string' || type === 'json') && !formatNamesIn(options.format ?? '').some(escapes);
}

function escapesSyntax(name: string): boolean {
  return syntaxFormats.has(name);
}

/** The escapes of chat messages and of InfluxDB stop neither a quote nor a tag: `\<b>` is still one in HTML. */
const syntaxFormats: ReadonlySet<string> = new Set([
  'json-encode',
  'xml-encode',
  'html-escape',
  'url-encode',
]);

/** A fix that adds a format to each of these values; none if one of them already has another encoder. */
export function addFormat(values: readonly Pick<FreeValue, 'step'>[], format: string): readonly Fix[] {
  if (values.some(({ step }) => formatNamesIn(step.options.format ?? '').some(isEncoder))) return [];
  const edits = values.flatMap(({ step: { node } }) => {
    const last = node.options.at(-1);
    const given = node.options.find(({ name }) => name === 'format');
    if (given) return insertAt(given.valueRange.end, ` ${format}`).edits;
    return last
      ? insertAt(last.range.end, `, format="${format}"`).edits
      : insertAt(node.path.range.end, `; format="${format}"`).edits;
  });
  return [editAll(`Add \`format="${format}"\``, edits)];
}

/** A range of HTML where a value needs more than `xml-encode`. */
interface HtmlRange extends SourceRange {
  /** True for an address, which becomes code if a value begins it: `javascript:`. All other ranges are code. */
  readonly isAddress: boolean;
}

/** The range of code or address that a piece of HTML ends in. */
function lastHtmlCode(text: string): HtmlRange | undefined {
  const last = [...htmlCode(text)].at(-1);
  return last?.end === endless ? last : undefined;
}

/** The end of an unclosed range. */
const endless = Number.POSITIVE_INFINITY;

/**
 * The ranges of HTML, in order, that are code (scripts, styles, and anything in a tag outside the quotes of an
 * attribute) or addresses. A reference such as `&quot;` does not help there.
 */
function* htmlCode(text: string): Iterable<HtmlRange> {
  const openings = /<!--|<(\/?[a-z\ufffc][^\s/>]*)/gi;
  for (let opening = openings.exec(text); opening; opening = openings.exec(text)) {
    const name = opening[1]?.toLowerCase();
    let end = opening.index;
    if (name === undefined) end = endOf(/-->/g, text, end);
    else end = yield* tagCode(text, end, name);
    if (name === 'script' || name === 'style') {
      const start = end;
      end = endOf(new RegExp(`(?=</${name})`, 'gi'), text, start);
      if (start < end) yield { start, end, isAddress: false };
    }
    if (end === endless) return;
    openings.lastIndex = end;
  }
}

/** Yields the parts of a tag other than quoted attribute values; returns the offset where the tag ends. */
function* tagCode(text: string, from: number, name: string): Generator<HtmlRange, number> {
  const stops = />|=\s*(["'])/g;
  stops.lastIndex = from;
  let start = from;
  for (let stop = stops.exec(text); stop; stop = stops.exec(text)) {
    const [, quote] = stop;
    if (quote === undefined) {
      yield { start, end: stops.lastIndex, isAddress: false };
      return stops.lastIndex;
    }
    const end = stops.lastIndex;
    const closed = text.indexOf(quote, end);
    const attribute = text.slice(Math.max(start, stop.index - maxName), stop.index);
    const value = text.slice(end, end + maxName);
    const isAddress = takesAddress.test(attribute) || leads(name, attribute, value);
    if (!takesCode.test(attribute) && !(isAddress && codeAddress.test(value))) {
      yield { start, end, isAddress: false };
      if (isAddress) yield { start: end, end: closed === -1 ? endless : closed, isAddress };
      if (closed === -1) return endless;
      start = closed;
    }
    if (closed === -1) break;
    stops.lastIndex = closed + 1;
  }
  yield { start, end: endless, isAddress: false };
  return endless;
}

const maxName = 40;

/** Event handlers, styles and embedded pages, whose quotes hold code. */
const takesCode = /(?:^|[\s"'/])(?:on[a-z]+|style|srcdoc)\s*$/i;
/** Attributes with an address that a browser opens, loads or sends a form to. */
const takesAddress = /(?:^|[\s"'/:])(?:href|src|action|formaction)\s*$/i;
const codeAddress = /^\s*(?:javascript|vbscript):/i;
const refresh = /^[\s\d.\ufffc]*[;,]\s*url\s*=/i;

/** Whether an attribute is an address in this tag only: the data of an object, and the target of a `meta` refresh. */
function leads(tag: string, attribute: string, value: string): boolean {
  if (tag === 'object') return /[\s"'/]data\s*$/i.test(attribute);
  return tag === 'meta' && /[\s"'/]content\s*$/i.test(attribute) && refresh.test(value);
}

function endOf(end: RegExp, text: string, from: number): number {
  end.lastIndex = from;
  return end.test(text) ? end.lastIndex : endless;
}

/** Matches the end of a literal that opens an address in HTML, even inside a JSON string or a form. */
const opening = /(?:href|src|action|data|[\s;,]url)\s*=\s*(?:\\?["']|%22)?\s*$/i;
/** Enough of a literal to match that. */
const maxOpening = 100;
/** After this, an address may still become code, or already is code. */
const undecided = /^\s*(?:(?:javascript|vbscript):[^"']*)?$/i;

/**
 * The values that begin an address of HTML on some path through the branches, even if they do not stand in HTML: only
 * blanks and other values come between them and the beginning of the address.
 */
function firstInAddress(program: Program): ReadonlySet<ValueStep> {
  const found = new Set<ValueStep>();
  const walk = (steps: Program, isFirstAtStart: boolean): boolean => {
    let isFirst = isFirstAtStart;
    for (const step of steps) {
      switch (step.kind) {
        case 'value':
          if (isFirst) found.add(step);
          break;
        case 'literal':
          isFirst = opening.test(step.text.slice(-maxOpening)) || (isFirst && undecided.test(step.text));
          break;
        default: {
          const before = isFirst;
          isFirst = branchesOf(step)
            .map(branch => walk(branch, before))
            .includes(true);
        }
      }
    }
    return isFirst;
  };
  walk(program, false);
  return found;
}
