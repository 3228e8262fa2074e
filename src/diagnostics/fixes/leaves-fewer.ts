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
  return new Set(diagnostics.map(({ code, range }) => `${moved(range.start, fix)} ${code}`));
}

/** Where an offset is once a fix is applied. */
export function moved(offset: number, { edits }: Fix): number {
  return edits
    .filter(({ range }) => range.end <= offset)
    .reduce((at, { range, text }) => at + text.length - (range.end - range.start), offset);
}
