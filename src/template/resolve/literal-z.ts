import type { TemplateNode } from '../../../grammar/tree.ts';
import { parseJavaPattern } from '../../dates/pattern/java-pattern.ts';
import { isUtc, resolveTimeZone } from '../../dates/zone/time-zone.ts';
import { diagnose } from '../../diagnostics/diagnostic.ts';
import { editAll } from '../../diagnostics/fixes/fix.ts';
import type { ValueStep } from './program.ts';
import type { Scope } from './scope.ts';

/** Reports the text `Z` right after a time that is printed in another zone than UTC. */
export function reportLiteralZ(step: ValueStep, next: TemplateNode, scope: Scope): void {
  const { variable, options, node } = step;
  if (variable.type !== 'date' || next.kind !== 'text') return;
  const { start } = next.written;
  if (start !== node.range.end || !/^Z(?!\w)/.test(scope.source.slice(start, start + 2))) return;
  const { format, timeZone = 'UTC' } = options;
  const zone = resolveTimeZone(timeZone);
  if (zone === undefined || isUtc(zone)) return;
  const last = format === undefined ? 'X' : lastLetter(format);
  if (!/^[HkKhmsSaXZz]$/.test(last)) return;
  const range = { start, end: start + 1 };
  const removal = { range, text: '' };
  const at = node.options.find(({ name }) => name === 'format')?.valueRange.end;
  const hasOffset = at === undefined || /[XZz]/.test(last);
  const fix = hasOffset
    ? editAll('Remove the `Z`', [removal])
    : editAll('Write `XXX`', [{ range: { start: at, end: at }, text: 'XXX' }, removal]);
  scope.report(diagnose('literal-z-outside-utc', range, { timeZone }, { fixes: [fix] }));
}

/** The letter of the field that a pattern ends with; empty where it ends with something else. */
function lastLetter(format: string): string {
  const last = parseJavaPattern(format).items.at(-1);
  return last?.kind === 'field' ? last.letter : '';
}
