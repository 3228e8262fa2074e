import { diff } from 'node:util';
import type { FixedFile } from './check-file.ts';

/** The lines that fixes change, as people read a patch. */
export function describeChanges(path: string, { shownBefore }: FixedFile, shownAfter: string): string {
  let [before, after] = [1, 1];
  let text = '';
  for (const [operation, written] of diff(shownBefore.split('\n'), shownAfter.split('\n'))) {
    if (operation === 1) text += `${path}:${before}: - ${written}\n`;
    if (operation === -1) text += `${path}:${after}: + ${written}\n`;
    if (operation !== -1) before++;
    if (operation !== 1) after++;
  }
  return text;
}
