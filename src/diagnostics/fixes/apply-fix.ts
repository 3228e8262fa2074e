import type { Edit, Fix } from '../diagnostic.ts';

/** The source with one fix applied. */
export function applyFix(source: string, fix: Fix): string {
  return applyEdits(source, fix.edits);
}

/** Applies edits that do not overlap; ranges refer to the unchanged source, in any order. */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  let result = '';
  let end = 0;
  for (const edit of edits.toSorted((a, b) => a.range.start - b.range.start || a.range.end - b.range.end)) {
    result += source.slice(end, edit.range.start) + edit.text;
    end = edit.range.end;
  }
  return result + source.slice(end);
}
