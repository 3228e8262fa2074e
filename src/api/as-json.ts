/**
 * A value as a client reads it: dates and numbers too large for JSON become strings, `undefined` is dropped, and lists
 * become plain ones. Whether the value has the type that its route declares is not checked here; a test asks every
 * route.
 */
export function asJson<T>(value: unknown): T {
  return JSON.parse(JSON.stringify(value, bigAsText));
}

function bigAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
