import { visibleText } from '../../diagnostics/frame/visible-cells.ts';
import { changedLines } from './changed-lines.ts';
import type { FixedFile } from './check-file.ts';

/** The lines that fixes change, as people read a patch; nothing in them steers the terminal. */
export function describeChanges(path: string, { shownBefore }: FixedFile, shownAfter: string): string {
  const name = visibleText(path);
  const [before, after] = [linesOf(shownBefore), linesOf(shownAfter)];
  const written: string[] = [];
  for (const change of changedLines(before, after)) {
    for (let at = change.before.start; at < change.before.end; at++)
      written.push(`${name}:${at + 1}: - ${visibleText(before[at] ?? '')}\n`);
    for (let at = change.after.start; at < change.after.end; at++)
      written.push(`${name}:${at + 1}: + ${visibleText(after[at] ?? '')}\n`);
  }
  return written.join('');
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/);
}
