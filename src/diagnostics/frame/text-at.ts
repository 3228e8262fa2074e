/**
 * The text of a field: that of the key itself, such as `notification.webhook.url`, or at the end of a way through
 * objects and lists, such as `headers[2].value`. Empty where there is none. Only own properties count, and what a getter
 * or a proxy throws is dropped: it may hold secrets.
 */
export function textAt(texts: unknown, field: string): string {
  try {
    const text = ownValue(texts, field) ?? (field.match(/[^.[\]]+/g) ?? []).reduce(ownValue, texts);
    return typeof text === 'string' ? text : '';
  } catch {
    return '';
  }
}

function ownValue(holder: unknown, key: string): unknown {
  if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, key)) return undefined;
  // Narrowed to an object, which any key may be asked of.
  return (holder as Readonly<Record<string, unknown>>)[key];
}
