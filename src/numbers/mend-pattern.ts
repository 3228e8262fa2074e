import type { PatternProblem } from './decimal-pattern.ts';

/** What a pattern that Java refuses was probably meant to be, which may be wrong in other ways. */
export function mendPattern(source: string, { problem, at }: PatternProblem): string {
  if (isDecimalComma(source)) return swapSeparators(source);
  const without = source.slice(0, at) + source.slice(at + 1);
  switch (problem) {
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

/** `#` stands furthest from the point, on either side. */
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

/** `#.##0,00`, as much of Europe writes it. */
function isDecimalComma(source: string): boolean {
  return /^[^.,]*(?:\.[#0]{3})+,[#0]*[^.,#0]*$/.test(source);
}

function swapSeparators(source: string): string {
  return source.replace(/[.,]/g, separator => (separator === '.' ? ',' : '.'));
}
