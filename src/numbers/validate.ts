import { type Diagnostic, diagnose, type SourceRange } from '../diagnostics/diagnostic.ts';
import { proposeMeant, replaceWith } from '../diagnostics/fixes/fix.ts';
import { type DecimalPattern, isProblem, parseDecimalPattern } from './decimal-pattern.ts';
import { javaNumberPattern } from './foreign-pattern.ts';
import { mendPattern } from './mend-pattern.ts';

/**
 * What is wrong with a Java number pattern that stands at `range` of its source: an error for what `DecimalFormat`
 * refuses, a warning for what was probably not meant. Never throws.
 */
export function validateDecimalPattern(source: string, range: SourceRange): readonly Diagnostic[] {
  const java = javaNumberPattern(source);
  if (java !== undefined) {
    const fixes = [replaceWith(range, java)];
    return [diagnose('foreign-number-pattern', range, { pattern: source, java }, { fixes })];
  }
  const pattern = parseDecimalPattern(source);
  if (isProblem(pattern)) {
    const meant = mendPattern(source, pattern);
    const fixes = isRight(meant) ? proposeMeant(range, meant) : [];
    return [
      diagnose('invalid-number-pattern', range, { pattern: source, problem: pattern.problem }, { fixes }),
    ];
  }
  if (!pattern.hasDigits) return [diagnose('no-number-field', range, { pattern: source })];
  return hasDecimalComma(pattern) ? [decimalComma(source, range)] : [];
}

function isRight(source: string): boolean {
  const pattern = parseDecimalPattern(source);
  return !isProblem(pattern) && pattern.hasDigits && !hasDecimalComma(pattern);
}

/** Digits in groups of one or two, without a point: `0,00`. */
function hasDecimalComma({ groupSize, maxFraction, isPointKept }: DecimalPattern): boolean {
  return (groupSize === 1 || groupSize === 2) && maxFraction === 0 && !isPointKept;
}

function decimalComma(source: string, range: SourceRange): Diagnostic {
  const comma = source.lastIndexOf(',');
  const meant = `${source.slice(0, comma)}.${source.slice(comma + 1)}`;
  const fixes = isRight(meant) ? [replaceWith(range, meant)] : [];
  return diagnose('comma-as-point', range, { pattern: source }, { fixes });
}
