import { type Diagnostic, diagnose } from '../../diagnostics/diagnostic.ts';
import { replaceWith } from '../../diagnostics/fixes/fix.ts';
import { isoPattern, type JavaPattern } from './java-pattern.ts';

/** Java letters for the conversions of `strftime`. */
const conversions: ReadonlyMap<string, string> = new Map([
  ['Y', 'yyyy'],
  ['y', 'yy'],
  ['G', 'YYYY'],
  ['m', 'MM'],
  ['B', 'MMMM'],
  ['b', 'MMM'],
  ['h', 'MMM'],
  ['d', 'dd'],
  ['e', 'd'],
  ['j', 'DDD'],
  ['A', 'EEEE'],
  ['a', 'EEE'],
  ['u', 'u'],
  ['V', 'ww'],
  ['H', 'HH'],
  ['I', 'hh'],
  ['M', 'mm'],
  ['S', 'ss'],
  ['L', 'SSS'],
  ['f', 'SSS'],
  ['p', 'a'],
  ['z', 'Z'],
  ['Z', 'z'],
  ['F', 'yyyy-MM-dd'],
  ['T', 'HH:mm:ss'],
  ['R', 'HH:mm'],
  ['D', 'MM/dd/yy'],
]);

/** Names of whole formats in libraries of other languages. */
const names: ReadonlyMap<string, string> = new Map([
  ['lt', 'h:mm a'],
  ['lts', 'h:mm:ss a'],
  ['iso', isoPattern],
  ['iso8601', isoPattern],
  ['iso_8601', isoPattern],
  ['iso-8601', isoPattern],
  ['rfc3339', isoPattern],
  ['unix', 'epoch-seconds'],
  ['%s', 'epoch-seconds'],
  ['timestamp', 'epoch-seconds'],
]);

/** The single mistake of a pattern that does not use Java's letters at all; undefined for all others. */
export function findForeignPattern({ source, items }: JavaPattern): Diagnostic | undefined {
  const name = source.trim();
  // A quote left over at the end is part of the same mistake.
  const [first, ...others] = items.filter(
    ({ kind, range }) => kind !== 'unclosed' || range.end - range.start > 1,
  );
  const isWord = others.length === 0 && first?.kind === 'illegal' && first.range.end - first.range.start > 1;
  const isConverted = isStrftime(source);
  const java = names.get(name) ?? (isConverted ? fromStrftime(source) : names.get(name.toLowerCase()));
  if (!isWord && !isConverted && java === undefined) return undefined;
  const range = { start: 0, end: source.length };
  const isReadable = items.every(({ kind }) => kind === 'field' || kind === 'text');
  const code = isReadable ? 'foreign-date-pattern' : 'foreign-date-letters';
  const fixes = java === undefined ? [] : [replaceWith(range, java)];
  return diagnose(code, range, { pattern: source, java }, { fixes });
}

/** Whether each letter has a percent sign before it: `%Y-%m-%d`. */
function isStrftime(source: string): boolean {
  return /%[-_0^#]?[A-Za-z](?![A-Za-z])/.test(source) && !/(?:^|[^%])([yYMdDHhmsSE])\1/.test(source);
}

/** The equivalent Java pattern, if it has all the fields. */
function fromStrftime(source: string): string | undefined {
  let java = '';
  for (const [part, flag, letter, other] of source.matchAll(
    /%([-_0^#]?)([A-Za-z%])|([A-Za-z']+)|[^%A-Za-z']+|%/g,
  )) {
    if (other !== undefined) java += other === "'" ? "''" : `'${other.replaceAll("'", "''")}'`;
    else if (letter === undefined) java += part;
    else if (letter === '%') java += '%';
    else {
      const field = conversions.get(letter);
      if (field === undefined) return undefined;
      // Without padding, as in `%-d`.
      java += flag === '-' ? field.replace(/^(?:MM|dd|HH|hh|mm|ss)$/, each => each.charAt(0)) : field;
    }
  }
  return java;
}
