/** How the grammar writes numbers. */
const plain = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const grouped = /^\d{1,3}(?:([,_.'])\d{3})(?:\1\d{3})*$/;

/** A number as the grammar writes it, from how people do: `.5`, `1,000`, `+5`; undefined where that is unclear. */
export function plainNumber(written: string): string | undefined {
  if (plain.test(written)) return written;
  const sign = written.startsWith('-') ? '-' : '';
  const digits = written.replace(/^[+-]/, '');
  const [, whole = digits, decimals = ''] = /^([\d,_.']*)\.(\d*)$/.exec(digits) ?? [];
  const point = decimals === '' ? '' : `.${decimals}`;
  if (/^\d*$/.test(whole) && whole + decimals !== '') return `${sign}${whole || '0'}${point}`;
  if (grouped.test(digits)) return sign + digits.replace(/\D/g, '');
  if (grouped.test(whole)) return sign + whole.replace(/\D/g, '') + point;
  return /^\d+,\d+$/.test(digits) ? sign + digits.replace(',', '.') : undefined;
}
