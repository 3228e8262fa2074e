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
/** A value with this many characters was probably cut off. */
export const longestValue = 512;

/**
 * The few headers of an answer that a record keeps; a repeated one is kept up to four times. `origin` is that of the
 * request.
 */
export function keptHeaders(
  headers: IncomingHttpHeaders,
  origin: string,
): readonly (readonly [name: string, value: string])[] {
  const kept: (readonly [string, string])[] = [];
  for (const name of keptNames) {
    const value = headers[name];
    if (value === undefined) continue;
    for (const one of Array.isArray(value) ? value.slice(0, 4) : [value]) {
      const shown = name === 'location' ? originOf(one, origin) : one;
      if (shown !== undefined) kept.push([name, shown.slice(0, longestValue)]);
    }
  }
  return Object.freeze(kept.map(pair => Object.freeze(pair)));
}

/**
 * The rest of a redirect's target is as secret as the URL that led there: chat services put their tokens into paths.
 */
function originOf(location: string, base: string): string | undefined {
  const url = URL.parse(location, base);
  return url && /^https?:$/.test(url.protocol) ? url.origin : undefined;
}
