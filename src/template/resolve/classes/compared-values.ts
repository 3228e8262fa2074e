/** What a text is compared as: a missing one is an empty one, and what is no text is none that it could be. */
export function comparedText(value: unknown): string | undefined {
  const text = value ?? '';
  return typeof text === 'string' ? text : undefined;
}

/** What a number is compared as: what is none is neither equal to a number, nor less or more. */
export function comparedNumber(value: unknown): number | bigint {
  return typeof value === 'number' || typeof value === 'bigint' ? value : Number.NaN;
}
