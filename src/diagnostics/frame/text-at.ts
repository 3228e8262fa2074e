/**
 * The text of a field: at the end of a path through objects and lists, such as `headers[2].value`. The last step may be
 * a key with dots in it, such as `notification.webhook.url` or that of `events.order.paid`. Empty if there is none.
 * Only own properties count, and errors of a getter or a proxy are dropped: they may contain secrets.
 */
export function textAt(texts: unknown, field: string): string {
  try {
    const text = valueAt(texts, field);
    return typeof text === 'string' ? text : '';
  } catch {
    return '';
  }
}

function valueAt(holder: unknown, way: string): unknown {
  const value = ownValue(holder, way);
  if (value !== undefined) return value;
  const [, step = '', rest = ''] = /^([^.[\]]+)[.[\]]+(.*)$/s.exec(way) ?? [];
  const next = ownValue(holder, step);
  return next === undefined ? undefined : valueAt(next, rest.replace(/\]$/, ''));
}

function ownValue(holder: unknown, key: string): unknown {
  if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, key)) return undefined;
  // Any key of an object may be read.
  return (holder as Readonly<Record<string, unknown>>)[key];
}
