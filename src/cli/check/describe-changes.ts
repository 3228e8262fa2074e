import { diff } from 'node:util';
import { visibleText } from '../../diagnostics/frame/visible-cells.ts';
import type { FixedFile } from './check-file.ts';

/** The lines that fixes change, as people read a patch; nothing in them steers the terminal. */
export function describeChanges(path: string, { shownBefore }: FixedFile, shownAfter: string): string {
  let [before, after] = [1, 1];
  const name = visibleText(path);
  let text = '';
  for (const [operation, written] of diff(linesOf(shownBefore), linesOf(shownAfter))) {
    if (operation === 1) text += `${name}:${before}: - ${visibleText(written)}\n`;
    if (operation === -1) text += `${name}:${after}: + ${visibleText(written)}\n`;
    if (operation !== -1) before++;
    if (operation !== 1) after++;
  }
  return text;
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/);
}
