import type { Diagnostic, SourceRange } from '../../diagnostics/diagnostic.ts';
import { findApostrophe, findPatternErrors } from './find-errors.ts';
import { findPatternWarnings } from './find-warnings.ts';
import { findForeignPattern } from './foreign-pattern.ts';
import type { JavaPattern } from './java-pattern.ts';

/** The position of a pattern, and the zone of its dates. */
export interface DatePatternPlace {
  /** The offset of the pattern in its source, in UTF-16 code units; it is added to ranges. */
  readonly offset: number;
  /** The zone for formatting. An unknown name is not reported here. */
  readonly timeZone: string;
}

/** Nobody reads more about one pattern. Errors come first; the rest appears once they are fixed. */
const mostDiagnostics = 100;

/**
 * The mistakes in a Java date pattern, in the order of the source: errors for patterns that `SimpleDateFormat` refuses,
 * warnings for those that were probably not meant. Never throws.
 */
export function validateDatePattern(pattern: JavaPattern, place: DatePatternPlace): Diagnostic[] {
  return findAll(pattern, place.timeZone)
    .slice(0, mostDiagnostics)
    .map(diagnostic => moved(diagnostic, place.offset))
    .sort((a, b) => a.range.start - b.range.start);
}

function findAll(pattern: JavaPattern, timeZone: string): readonly Diagnostic[] {
  // If the pattern is of another language, or an apostrophe was taken for a quote, the rest is misread as well: other
  // mistakes appear once that is fixed.
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
