/**
 * The formats of a date that print it as a whole number since 1970-01-01T00:00Z, rounded down: before 1970 too, a second
 * lasts from its number to the next. Nanoseconds are more than a double can count.
 */
export const epochFormats = {
  'epoch-seconds': (epochMs: number) => Math.floor(epochMs / 1000),
  'epoch-milliseconds': (epochMs: number) => Math.floor(epochMs),
  'epoch-nanoseconds': (epochMs: number) => BigInt(Math.floor(epochMs)) * 1_000_000n,
} as const satisfies Record<string, (epochMs: number) => number | bigint>;

export const epochFormatNames: readonly string[] = Object.keys(epochFormats);

/** The format of a name; undefined where there is none. */
export function epochFormat(name: string): ((epochMs: number) => number | bigint) | undefined {
  return Object.hasOwn(epochFormats, name) ? epochFormats[name as keyof typeof epochFormats] : undefined;
}
