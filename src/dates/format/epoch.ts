/** Seconds with milliseconds as their fraction, always of three digits: a number, though no double prints it so. */
export const fractionFormat = 'epoch-seconds.SSS';

function withFraction(epochMs: number): string {
  const milliseconds = Math.floor(epochMs);
  const digits = String(Math.abs(milliseconds)).padStart(4, '0');
  return `${milliseconds < 0 ? '-' : ''}${digits.slice(0, -3)}.${digits.slice(-3)}`;
}

/**
 * The formats of a date that print it as a number since 1970-01-01T00:00Z. Whole ones are rounded down: before 1970 too, a
 * second lasts from its number to the next. Nanoseconds are more than a double can count.
 */
export const epochFormats = {
  'epoch-seconds': (epochMs: number) => Math.floor(epochMs / 1000),
  [fractionFormat]: withFraction,
  'epoch-milliseconds': (epochMs: number) => Math.floor(epochMs),
  'epoch-nanoseconds': (epochMs: number) => BigInt(Math.floor(epochMs)) * 1_000_000n,
} as const satisfies Record<string, (epochMs: number) => number | bigint | string>;

export const epochFormatNames: readonly string[] = Object.keys(epochFormats);

/** The format of a name; undefined where there is none. */
export function epochFormat(name: string): ((epochMs: number) => number | bigint | string) | undefined {
  return Object.hasOwn(epochFormats, name) ? epochFormats[name as keyof typeof epochFormats] : undefined;
}
