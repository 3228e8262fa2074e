import type { Diagnostic, Fix } from '../diagnostic.ts';

/** Whether a fix of a mistake leaves fewer diagnostics than there were, and none that is new. */
export function leavesFewer(
  fix: Fix,
  mistake: Diagnostic,
  before: readonly Diagnostic[],
  after: readonly Diagnostic[],
): boolean {
  if (after.length >= before.length) return false;
  const kept = placesAfter(
    fix,
    before.filter(other => other !== mistake),
  );
  return after.every(diagnostic => kept.has(placeOf(diagnostic)));
}

/** What tells diagnostics of one source apart. */
export function placeOf({ code, range }: Diagnostic): string {
  return `${range.start} ${code}`;
}

/** Where diagnostics stand once a fix is applied. */
export function placesAfter(fix: Fix, diagnostics: readonly Diagnostic[]): ReadonlySet<string> {
  const moved = movedBy(fix);
  return new Set(diagnostics.map(({ code, range }) => `${moved(range.start)} ${code}`));
}

/** Where an offset of the source is once a fix is applied. */
export function movedBy({ edits }: Fix): (offset: number) => number {
  const ends = edits.toSorted((a, b) => a.range.end - b.range.end);
  let shift = 0;
  const shifts = ends.map(({ range, text }) => {
    shift += text.length - (range.end - range.start);
    return shift;
  });
  return offset => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((ends[middle]?.range.end ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return offset + (shifts[low - 1] ?? 0);
  };
}
