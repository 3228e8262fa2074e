import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import { visibleText } from '../../diagnostics/frame/visible-cells.ts';
import type { FixedFile } from './check-file.ts';

/** The changed lines in the form of a patch; control characters are made visible. */
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

/** A range of lines that was replaced by another; lines count from 0. */
interface LineChange {
  readonly before: SourceRange;
  readonly after: SourceRange;
}

/** The search for the next unchanged line covers so many lines of both texts together. */
const furthest = 2000;

/**
 * The lines that differ after small changes to a text: after each change, the nearest equal lines are assumed to
 * correspond. The `diff` of Node.js needs memory for every pair of lines.
 */
export function changedLines(before: readonly string[], after: readonly string[]): readonly LineChange[] {
  const changes: LineChange[] = [];
  let [from, to] = [0, 0];
  while (from < before.length || to < after.length) {
    if (from < before.length && to < after.length && before[from] === after[to]) {
      from++;
      to++;
      continue;
    }
    const [removed, added] = nextMeeting(before, after, { from, to });
    changes.push({
      before: { start: from, end: from + removed },
      after: { start: to, end: to + added },
    });
    from += removed;
    to += added;
  }
  return changes;
}

/** The numbers of lines in each text before the next equal lines, or before the end. */
function nextMeeting(
  before: readonly string[],
  after: readonly string[],
  { from, to }: { readonly from: number; readonly to: number },
): readonly [number, number] {
  const [ofBefore, ofAfter] = [before.length - from, after.length - to];
  const end = ofBefore + ofAfter;
  for (let distance = 1; distance < Math.min(end, furthest); distance++) {
    for (
      let removed = Math.max(0, distance - ofAfter + 1);
      removed <= distance && removed < ofBefore;
      removed++
    ) {
      const added = distance - removed;
      if (before[from + removed] === after[to + added]) return [removed, added];
    }
  }
  return end <= furthest
    ? [ofBefore, ofAfter]
    : [Math.min(furthest / 2, ofBefore), Math.min(furthest / 2, ofAfter)];
}
