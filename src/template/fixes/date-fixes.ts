import type { Diagnostic, Fix } from '../../diagnostics/diagnostic.ts';
import { replaceWith } from '../../diagnostics/fixes/fix.ts';

/** What strftime calls the fields of a date. */
const strftime: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Y: 'yyyy',
    y: 'yy',
    m: 'MM',
    d: 'dd',
    e: 'd',
    H: 'HH',
    I: 'hh',
    M: 'mm',
    S: 'ss',
    p: 'a',
    b: 'MMM',
    B: 'MMMM',
    a: 'EEE',
    A: 'EEEE',
    j: 'DDD',
    z: 'XX',
    F: 'yyyy-MM-dd',
    T: 'HH:mm:ss',
    R: 'HH:mm',
    D: 'MM/dd/yy',
  }),
);
/** In characters: no pattern that a person writes is longer. */
const longestPattern = 100;

/** What else may mend a date pattern than what its letters propose. */
export function dateFixes({ code, range, fixes }: Diagnostic, source: string): readonly Fix[] {
  const start = source.lastIndexOf('"', range.start - 1) + 1;
  const end = source.indexOf('"', range.end);
  if (start === 0 || end < 0 || end - start > longestPattern) return fixes;
  const pattern = source.slice(start, end);
  const whole = { start, end };
  if (/%[A-Za-z]/.test(pattern)) return fromStrftime(pattern).map(meant => replaceWith(whole, meant));
  // The name of a format, such as `ISO`: in quotes, the name itself would be sent.
  if (code === 'illegal-date-letter' && /^[A-Za-z]+$/.test(pattern)) return [];
  const apostrophe = pattern.replace(/'([A-Za-z]+)'([A-Za-z]+)'/, "'$1''$2'");
  return apostrophe === pattern ? fixes : [replaceWith(whole, apostrophe), ...fixes];
}

function fromStrftime(pattern: string): readonly string[] {
  const meant = pattern.replace(/%([A-Za-z])/g, (field, letter: string) => strftime.get(letter) ?? field);
  return meant.includes('%') ? [] : [meant];
}
