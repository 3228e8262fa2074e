import { type Diagnostic, diagnose } from '../../diagnostics/diagnostic.ts';
import type { CheckedTemplate } from '../../template/check.ts';
import { firstInAddress } from './first-in-address.ts';
import { addFormat, type FreeValue, freeValues, isFree, textOf } from './free-values.ts';
import { lastHtmlCode } from './html-code.ts';

/** A syntax inside the one that a value is escaped for, such as JSON in the field of a form. */
interface Nesting {
  readonly inner: 'JSON' | 'XML' | 'URL';
  readonly outer: string;
}

const formats = { JSON: 'json-encode', XML: 'xml-encode', URL: 'url-encode' } as const;

/** Values that stand in a syntax inside another one, which only the outer one escapes: one warning for each kind. */
export function findNestedSyntax({ program, places }: CheckedTemplate): readonly Diagnostic[] {
  const closed = closedElements(textOf(program));
  const groups = new Map<
    string,
    { readonly nesting: Nesting; readonly values: FreeValue[]; isInString: boolean }
  >();
  const first = firstInAddress(program);
  let inCode: FreeValue | undefined;
  for (const value of freeValues(program, name => name === 'url-encode')) {
    const place = places.get(value.step);
    const around = place && textAround(place.name, value.before);
    const inner = around === undefined ? undefined : innerSyntax(around, place?.name ?? '', closed);
    if (!inner || !place) continue;
    const code = inner === 'XML' ? lastHtmlCode(around ?? '') : undefined;
    const isCode = code !== undefined && (!code.isAddress || first.has(value.step));
    if (isCode) inCode ??= value;
    if (isCode || !isFree(value.step)) continue;
    const key = `${inner} ${place.name}`;
    const group = groups.get(key) ?? {
      nesting: { inner, outer: place.description },
      values: [],
      isInString: true,
    };
    group.values.push(value);
    group.isInString &&= inner !== 'JSON' || isInString(around ?? '');
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

/** What stands before a value in the text, field or parameter that is escaped as one; undefined where that is not seen. */
function textAround(place: string, before: string): string | undefined {
  switch (place) {
    case 'json-string':
      return jsonStringSoFar(before)?.replace(/\\(.)/g, '$1');
    case 'form-value':
      return decodePercent(before.slice(before.lastIndexOf('&') + 1).replace(/^[^=]*=/, ''));
    case 'url-query':
      return decodePercent((before.split(/[?&]/).at(-1) ?? '').replace(/^[^=]*=/, ''));
    case 'xml-attribute':
      return before.split(/=\s*["']/).at(-1);
    case 'xml-text':
      return before.slice(before.lastIndexOf('>') + 1).replaceAll('&quot;', '"');
    default:
      return undefined;
  }
}

function jsonStringSoFar(before: string): string | undefined {
  for (let at = before.length - 1; at >= 0; at--) {
    if (before[at] !== '"') continue;
    const quote = at;
    while (before[at - 1] === '\\') at--;
    if ((quote - at) % 2 === 0) return before.slice(quote + 1);
  }
  return undefined;
}

function decodePercent(text: string): string {
  return text.replace(/%(7B|5B|22|3C|3E|2F)/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

function innerSyntax(
  around: string,
  place: string,
  closed: ReadonlySet<string>,
): Nesting['inner'] | undefined {
  if (/^\s*[{[][\s{[]*"/.test(around)) return 'JSON';
  const word = around.split(/[\s"<>]/).at(-1) ?? '';
  const isParameter = place === 'form-value' || place === 'url-query';
  if (!isParameter && /^[^?]*https?:[^?]*\?/.test(word)) return 'URL';
  return (isParameter || place === 'json-string') && hasElement(around, closed) ? 'XML' : undefined;
}

/** Between the quotes of JSON, where what `json-encode` writes belongs. */
function isInString(around: string): boolean {
  return (around.match(/"/g) ?? []).length % 2 === 1;
}

/** `<b>` or a `<b ` that goes on may be anything; with a `</b>` somewhere it is markup. */
function hasElement(around: string, closed: ReadonlySet<string>): boolean {
  return Array.from(around.matchAll(/<([A-Za-z][\w-]*)(?:>|\s[^<>]*(?:>|$))/g)).some(([, name = '']) =>
    closed.has(name.toLowerCase()),
  );
}

function closedElements(text: string): ReadonlySet<string> {
  const ends = text.matchAll(/(?:<|%3C)(?:\/|\\\/|%2F)([A-Za-z][\w-]*)/gi);
  return new Set(Array.from(ends, ([, name = '']) => name.toLowerCase()));
}
