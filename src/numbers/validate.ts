import { type Diagnostic, diagnose, type SourceRange } from '../diagnostics/diagnostic.ts';
import { proposeMeant, replaceWith } from '../diagnostics/fixes/fix.ts';
import type { PatternMistake } from './decimal-pattern.ts';
import { type DecimalPattern, isMistake, parseDecimalPattern } from './decimal-pattern.ts';

/**
 * The mistakes in a Java number pattern at `range` of its source: an error for a pattern that `DecimalFormat` refuses,
 * a warning for one that was probably not meant. Never throws.
 */
export function validateDecimalPattern(source: string, range: SourceRange): readonly Diagnostic[] {
  const java = javaNumberPattern(source);
  if (java !== undefined) {
    const fixes = [replaceWith(range, java)];
    return [diagnose('foreign-number-pattern', range, { pattern: source, java }, { fixes })];
  }
  const pattern = parseDecimalPattern(source);
  if (isMistake(pattern)) {
    const meant = mendPattern(source, pattern);
    const fixes = isRight(meant) ? proposeMeant(range, meant) : [];
    return [
      diagnose('invalid-number-pattern', range, { pattern: source, problem: pattern.mistake }, { fixes }),
    ];
  }
  if (!pattern.hasDigits) return [diagnose('no-number-field', range, { pattern: source })];
  return hasDecimalComma(pattern) ? [decimalComma(source, range)] : [];
}

function isRight(source: string): boolean {
  const pattern = parseDecimalPattern(source);
  return !isMistake(pattern) && pattern.hasDigits && !hasDecimalComma(pattern);
}

/** Groups of one or two digits without a point, as in `0,00`. */
function hasDecimalComma({ groupSize, maxFraction, isPointKept }: DecimalPattern): boolean {
  return (groupSize === 1 || groupSize === 2) && maxFraction === 0 && !isPointKept;
}

function decimalComma(source: string, range: SourceRange): Diagnostic {
  const comma = source.lastIndexOf(',');
  const meant = `${source.slice(0, comma)}.${source.slice(comma + 1)}`;
  const fixes = isRight(meant) ? [replaceWith(range, meant)] : [];
  return diagnose('comma-as-point', range, { pattern: source }, { fixes });
}

/** The Java pattern for a number format of `printf`, Python or .NET; undefined for everything else. */
function javaNumberPattern(source: string): string | undefined {
  const printf = /^%(?<comma>[,'])?(?:0(?<width>\d{1,2}))?(?:\.(?<digits>\d{1,2}))?[dfi]$/.exec(source);
  const python = /^\{?:?(?<comma>,)?\.(?<digits>\d{1,2})f\}?$/.exec(source);
  const { comma, width = '1', digits = '0' } = (printf ?? python)?.groups ?? {};
  if (printf || python) return withFraction(comma ? '#,##0' : '0'.repeat(Number(width) || 1), digits);
  const [, letter, precision = ''] = /^([NFCPD])(\d{0,2})$/i.exec(source) ?? [];
  const fraction = precision === '' ? '2' : precision;
  switch (letter?.toUpperCase()) {
    case 'N':
      return withFraction('#,##0', fraction);
    case 'F':
      return withFraction('0', fraction);
    case 'C':
      return withFraction('¤#,##0', fraction);
    case 'P':
      return `${withFraction('0', fraction)}%`;
    case 'D':
      return '0'.repeat(Number(precision) || 1);
    default:
      return undefined;
  }
}

function withFraction(integer: string, digits: string): string {
  return Number(digits) === 0 ? integer : `${integer}.${'0'.repeat(Number(digits))}`;
}

/** The likeliest meaning of a pattern that Java refuses; the result may still be wrong. */
function mendPattern(source: string, { mistake, at }: PatternMistake): string {
  if (isDecimalComma(source)) return swapSeparators(source);
  const without = source.slice(0, at) + source.slice(at + 1);
  switch (mistake) {
    case 'zero-after-hash':
    case 'hash-after-zero':
      return sortDigits(source);
    case 'comma-after-point':
    case 'second-point':
    case 'comma-at-end':
    case 'second-percent':
      return without;
    case 'exponent-without-digits':
      return `${source.slice(0, at + 1)}0${source.slice(at + 1)}`;
    case 'semicolon':
      return `${source.slice(0, at)}';'${source.slice(at + 1)}`;
    case 'unclosed-quote':
      return `${source}'`;
    default:
      return source;
  }
}

/** Moves each `#` away from the point, on either side. */
function sortDigits(source: string): string {
  const [integer = '', ...fraction] = source.split('.');
  const before = moveDigits(integer, '#', '0');
  return [before, ...fraction.map(digits => moveDigits(digits, '0', '#'))].join('.');
}

function moveDigits(text: string, first: string, last: string): string {
  const digits = text.replace(/[^#0]/g, '');
  const count = digits.replaceAll(last, '').length;
  let index = 0;
  return text.replace(/[#0]/g, () => (index++ < count ? first : last));
}

/** The decimal comma of `#.##0,00`, common in Europe. */
function isDecimalComma(source: string): boolean {
  return /^[^.,]*(?:\.[#0]{3})+,[#0]*[^.,#0]*$/.test(source);
}

function swapSeparators(source: string): string {
  return source.replace(/[.,]/g, separator => (separator === '.' ? ',' : '.'));
}
