/** The Java pattern for a number format of `printf`, Python or .NET; undefined for everything else. */
export function javaNumberPattern(source: string): string | undefined {
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
