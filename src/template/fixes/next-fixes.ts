import type { Diagnostic, Fix } from '../../diagnostics/diagnostic.ts';
import { applyFix } from '../../diagnostics/fixes/apply-fix.ts';
import { replaceWith } from '../../diagnostics/fixes/fix.ts';
import { movedBy } from '../../diagnostics/fixes/leaves-fewer.ts';
import type { Findings } from './trials.ts';

/**
 * A fix of a condition and what is to be mended next in its tag, as one: a condition is read only once it is written
 * right, so that `event = "started"` hides a constant that the variable never has.
 */
export function nextFixes(
  fix: Fix,
  { code, range }: Diagnostic,
  { diagnostics }: Findings,
  source: string,
): readonly Fix[] {
  if (code !== 'invalid-condition') return [];
  const [start, end] = [source.lastIndexOf('$', range.start) + 1, source.indexOf('$', range.end)];
  if (start === 0 || end === -1) return [];
  const fixed = applyFix(source, fix);
  const fixedEnd = movedBy(fix)(end);
  const next = diagnostics.find(other => start <= other.range.start && other.range.end <= fixedEnd);
  return (next?.fixes ?? []).slice(0, 1).map(second => {
    const whole = applyFix(fixed, second);
    return replaceWith({ start, end }, whole.slice(start, end + whole.length - source.length));
  });
}
