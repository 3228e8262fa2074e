/**
 * What a client reads of a value: dates and numbers that are too large for JSON are texts, what is `undefined` is not there,
 * and lists are plain ones. That it is of the type that its route declares is not checked here; a test asks every route.
 */
export function asJson<T>(value: unknown): T {
  return JSON.parse(JSON.stringify(value, bigAsText));
}

function bigAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
