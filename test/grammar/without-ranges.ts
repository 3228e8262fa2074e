/** A tree as plain data without the ranges, which depend on how its source is spaced. */
export function withoutRanges(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, inner) => (rangeKeys.has(key) ? undefined : inner)));
}

const rangeKeys = new Set(['range', 'written', 'nameRange', 'valueRange', 'tag', 'endTag']);
