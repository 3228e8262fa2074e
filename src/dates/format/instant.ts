import { lastInstantMs } from '../zone/fixed-zone.ts';

const isoWithOffset =
  /^(\d{4}|[+-]\d{6})-?(\d\d)-?(\d\d)T(\d\d)(?::?(\d\d)(?::?(\d\d(?:[.,]\d+)?))?)?(?:Z|([+-])(\d\d)(?::?(\d\d))?)$/;
/** No valid text is longer. */
const maxTextLength = 64;

const minuteMs = 60_000;

/**
 * The epoch milliseconds of a `Date`, or of ISO 8601 text with an offset; undefined for everything else, and `NaN` for
 * an instant that no `Date` can hold, or that does not exist on any calendar or clock.
 */
export function readInstant(value: unknown): number | undefined {
  if (typeof value === 'number') return Math.abs(value) <= lastInstantMs ? value : Number.NaN;
  const parts = typeof value === 'string' && value.length <= maxTextLength ? isoWithOffset.exec(value) : null;
  return parts ? epochOf(parts) : undefined;
}

function epochOf(parts: RegExpExecArray): number {
  const [year, month, day, hour, minute, second, , offsetHour, offsetMinute] = parts
    .slice(1)
    .map(part => Number(part?.replace(',', '.') ?? 0)) as Nine;
  const midnight = new Date(0);
  midnight.setUTCFullYear(year, month - 1, day);
  // A day that the month does not have would become one of the next month.
  const isDay = midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === day;
  // ISO 8601 writes the end of a day as 24:00.
  const isTime = hour < 24 || (hour === 24 && minute === 0 && second === 0);
  if (!isDay || !isTime || minute > 59 || second >= 60 || offsetMinute > 59) return Number.NaN;
  const timeMs = (hour * 60 + minute) * minuteMs + second * 1000;
  const offsetMs = (offsetHour * 60 + offsetMinute) * minuteMs;
  const isWest = parts[7] === '-';
  return new Date(midnight.getTime() + timeMs + (isWest ? offsetMs : -offsetMs)).getTime();
}

/** The groups of the pattern. */
type Nine = [number, number, number, number, number, number, number, number, number];
