/** What a text is compared as: a missing one is an empty one, and what is not a text matches none. */
export function comparedText(value: unknown): string | undefined {
  const text = value ?? '';
  return typeof text === 'string' ? text : undefined;
}

/** What a number is compared as: what is not a number is neither equal to one, nor less or more. */
export function comparedNumber(value: unknown): number | bigint {
  return typeof value === 'number' || typeof value === 'bigint' ? value : Number.NaN;
}
