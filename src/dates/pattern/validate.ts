import type { Diagnostic, SourceRange } from '../../diagnostics/diagnostic.ts';
import { findApostrophe, findPatternErrors } from './find-errors.ts';
import { findPatternWarnings } from './find-warnings.ts';
import { findForeignPattern } from './foreign-pattern.ts';
import type { JavaPattern } from './java-pattern.ts';

/** Where a pattern is and in which zone its dates are printed. */
export interface DatePatternPlace {
  /** Where the pattern begins in its source, in UTF-16 code units; ranges are moved there. */
  readonly offset: number;
  /** The zone that dates are printed in. A name that is not known is not reported here. */
  readonly timeZone: string;
}

/** Nobody reads more about one pattern. Errors come first, and the rest is seen once they are mended. */
const mostProblems = 100;

/**
 * The mistakes in a Java date pattern, in the order of the source: errors for what `SimpleDateFormat` refuses,
 * warnings for what was probably not meant. Never throws.
 */
export function validateDatePattern(pattern: JavaPattern, place: DatePatternPlace): Diagnostic[] {
  return findAll(pattern, place.timeZone)
    .slice(0, mostProblems)
    .map(diagnostic => moved(diagnostic, place.offset))
    .sort((a, b) => a.range.start - b.range.start);
}

function findAll(pattern: JavaPattern, timeZone: string): readonly Diagnostic[] {
  // These misread the whole pattern, and what else is wrong is seen once they are mended.
  const only = findForeignPattern(pattern) ?? findApostrophe(pattern);
  if (only) return [only];
  return [...findPatternErrors(pattern), ...findPatternWarnings(pattern, timeZone)];
}

function moved(diagnostic: Diagnostic, by: number): Diagnostic {
  return {
    ...diagnostic,
    range: movedRange(diagnostic.range, by),
    related: diagnostic.related.map(related => ({ ...related, range: movedRange(related.range, by) })),
    fixes: diagnostic.fixes.map(fix => ({
      ...fix,
      edits: fix.edits.map(edit => ({ ...edit, range: movedRange(edit.range, by) })),
    })),
  };
}

function movedRange(range: SourceRange, by: number): SourceRange {
  return { start: range.start + by, end: range.end + by };
}
