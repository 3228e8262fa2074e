import type { IncomingHttpHeaders } from 'node:http';

/** The headers of an answer that explain what happened; the rest may be large, or set cookies. */
const keptNames = [
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'location',
  'retry-after',
  'server',
  'x-request-id',
];
const longestValue = 512;

/** The few headers of an answer that a record keeps, a repeated one as often as it came (up to four times). */
export function keptHeaders(
  headers: IncomingHttpHeaders,
): readonly (readonly [name: string, value: string])[] {
  const kept: (readonly [string, string])[] = [];
  for (const name of keptNames) {
    const value = headers[name];
    if (value === undefined) continue;
    for (const one of Array.isArray(value) ? value.slice(0, 4) : [value]) {
      kept.push([name, (name === 'location' ? withoutQuery(one) : one).slice(0, longestValue)]);
    }
  }
  return kept;
}

/** Query, fragment and credentials of a redirect's target are as secret as those of the URL that led there. */
function withoutQuery(location: string): string {
  return location.replace(/[?#].*$/s, '').replace(/^([a-z][a-z0-9+.-]*:)?([/\\]{2,})[^/\\]*@/i, '$1$2');
}
