import type { IncomingHttpHeaders } from 'node:http';
import { redirectTarget } from '../../http/status.ts';
import type { WireRequest } from './request.ts';

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
export const maxValueLength = 512;

/** The few headers of an answer to a request that a record keeps; a repeated one is kept up to four times. */
export function keptHeaders(
  headers: IncomingHttpHeaders,
  request: Pick<WireRequest, 'origin' | 'path'>,
): readonly (readonly [name: string, value: string])[] {
  const kept: (readonly [string, string])[] = [];
  for (const name of keptNames) {
    const value = headers[name];
    if (value === undefined) continue;
    for (const one of Array.isArray(value) ? value.slice(0, 4) : [value]) {
      const shown = name === 'location' ? redirectTarget(one, `${request.origin}${request.path}`) : one;
      if (shown !== undefined) kept.push([name, shown.slice(0, maxValueLength)]);
    }
  }
  return Object.freeze(kept.map(pair => Object.freeze(pair)));
}
