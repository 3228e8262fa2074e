import { parseISO } from 'date-fns/parseISO';
import { lastInstantMs } from '../zone/fixed-zone.ts';

const isoWithOffset =
  /^(?:\d{4}|[+-]\d{6})-?\d\d-?\d\dT\d\d(?::?\d\d(?::?\d\d(?:[.,]\d+)?)?)?(?:Z|[+-]\d\d(?::?\d\d)?)$/;
/** Longer than any that is written. */
const longestText = 64;

/**
 * The epoch milliseconds of a date that is given as such, or as ISO 8601 text with an offset; undefined for everything
 * else, and `NaN` for an instant that no `Date` can hold.
 */
export function readInstant(value: unknown): number | undefined {
  if (typeof value === 'number') return Math.abs(value) <= lastInstantMs ? value : Number.NaN;
  if (typeof value !== 'string' || value.length > longestText || !isoWithOffset.test(value)) return undefined;
  return parseISO(value).getTime();
}
