/** Seconds with exactly three decimal places for milliseconds: a number, but not in the notation of doubles. */
export const fractionFormat = 'epoch-seconds.SSS';

function withFraction(epochMs: number): string {
  const milliseconds = Math.floor(epochMs);
  const digits = String(Math.abs(milliseconds)).padStart(4, '0');
  return `${milliseconds < 0 ? '-' : ''}${digits.slice(0, -3)}.${digits.slice(-3)}`;
}

/**
 * Formats that print a date as a number since 1970-01-01T00:00Z. Whole numbers are rounded down: even before 1970, a
 * second lasts from its number to the next. Nanoseconds exceed the precision of a double.
 */
export const epochFormats = {
  'epoch-seconds': (epochMs: number) => Math.floor(epochMs / 1000),
  [fractionFormat]: withFraction,
  'epoch-milliseconds': (epochMs: number) => Math.floor(epochMs),
  'epoch-nanoseconds': (epochMs: number) => BigInt(Math.floor(epochMs)) * 1_000_000n,
} as const satisfies Record<string, (epochMs: number) => number | bigint | string>;

/** The format with a name; undefined if there is none. */
export function epochFormat(name: string): ((epochMs: number) => number | bigint | string) | undefined {
  return Object.hasOwn(epochFormats, name) ? epochFormats[name as keyof typeof epochFormats] : undefined;
}
