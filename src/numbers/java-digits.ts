/** A non-negative number: 0.`digits` times ten to the power of `point`; zero has no digits. */
export interface DecimalDigits {
  /** Does not end in a zero. */
  readonly digits: string;
  readonly point: number;
}

/**
 * The digits of a finite double according to JDK 17: for a whole number below 2^62 all that its precision carries, for
 * any other as many as distinguish it from its neighbours. They are not always the shortest, which later JDKs and
 * JavaScript print.
 */
export function javaDigits(value: number): DecimalDigits {
  if (value === 0) return zero;
  return Number.isInteger(value) && value < 2 ** 62 ? wholeDigits(value) : generatedDigits(value);
}

export const zero: DecimalDigits = { digits: '', point: 0 };

export function withoutTrailingZeros(digits: string, point: number): DecimalDigits {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end--;
  return end === 0 ? zero : { digits: digits.slice(0, end), point };
}

const significantBits = 53;

function wholeDigits(value: number): DecimalDigits {
  const whole = BigInt(value);
  const spareBits = whole.toString(2).length - significantBits - 2;
  const spare = Math.max(0, Math.floor(spareBits * Math.log10(2)));
  const unit = 10n ** BigInt(spare);
  const rounded = String((whole + unit / 2n) / unit);
  return withoutTrailingZeros(rounded, rounded.length + spare);
}

/** Steele and White's digits: they end when the rest is less than half the distance to the next double. */
function generatedDigits(value: number): DecimalDigits {
  const { fraction, exponent } = partsOf(value);
  const isPowerOfTwo = (fraction & (fraction - 1n)) === 0n;
  let decimal = estimatedExponent(fraction, exponent);
  // In units of a quarter of the last bit: the distance to the double below a power of two is half that of others.
  const shift = exponent - 2;
  const one = power(2n, -shift) * power(10n, decimal);
  const scale = power(2n, shift) * power(10n, -decimal);
  let rest = fraction * 4n * scale;
  let half = (isPowerOfTwo ? 1n : 2n) * scale;
  let digits = '';
  let isLow = false;
  let isHigh = false;
  const take = () => {
    digits += rest / one;
    rest %= one;
    isLow = rest < half;
    isHigh = rest + half > one;
    rest *= 10n;
    half *= 10n;
  };
  take();
  if (digits === '0' && !isHigh) {
    digits = '';
    decimal--;
  }
  // Java writes such numbers with an exponent, and at least one digit after the point.
  const hasExponent = decimal < -3 || decimal >= 8;
  if (hasExponent) isLow = isHigh = false;
  while (!isLow && !isHigh) take();
  const isMoreThanHalf = 2n * rest > 10n * one;
  const isOddHalf = 2n * rest === 10n * one && Number(digits.at(-1)) % 2 === 1;
  const isUp = isHigh && (!isLow || isMoreThanHalf || isOddHalf);
  const written = isUp ? String(BigInt(digits) + 1n).padStart(digits.length, '0') : digits;
  return withoutTrailingZeros(written, decimal + 1 + written.length - digits.length);
}

/** The value is `fraction` times two to the power of `exponent`. */
function partsOf(value: number): { readonly fraction: bigint; readonly exponent: number } {
  const bits = new BigUint64Array(Float64Array.of(value).buffer)[0] ?? 0n;
  const biased = Number(bits >> 52n);
  const stored = bits & ((1n << 52n) - 1n);
  if (biased === 0) return { fraction: stored, exponent: -1074 };
  return { fraction: stored | (1n << 52n), exponent: biased - 1075 };
}

/** The power of ten of the first digit, or one more: uses the tangent of the logarithm at 1.5, like the JDK. */
function estimatedExponent(fraction: bigint, exponent: number): number {
  const width = fraction.toString(2).length;
  const mantissa = Number(fraction) / 2 ** (width - 1);
  return Math.floor(
    (mantissa - 1.5) * 0.289529654 + 0.176091259 + (exponent + width - 1) * 0.301029995663981,
  );
}

/** 1 for a negative exponent. */
function power(base: bigint, exponent: number): bigint {
  return exponent > 0 ? base ** BigInt(exponent) : 1n;
}
