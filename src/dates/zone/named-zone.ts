import { tzOffset } from '@date-fns/tz/tzOffset';
import { lastInstantMs, type TimeZone } from './fixed-zone.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** The zone with an IANA name in the platform's spelling. */
export function namedZone(id: string): TimeZone {
  return { id, fixedOffsetMs: undefined, offsetAtMs: rememberDays(epochMs => measureOffsetMs(id, epochMs)) };
}

/** The number of cached days; the cache is cleared when it is full. */
const maxDays = 2048;

/**
 * Caches the offset of each UTC day that begins and ends with the same one. In the IANA database no two changes of a
 * zone are closer than 3.98 days, so the offset holds for the whole day.
 */
function rememberDays(offsetAtMs: TimeZone['offsetAtMs']): TimeZone['offsetAtMs'] {
  const offsets = new Map<number, number>();
  return epochMs => {
    const day = Math.floor(epochMs / dayMs);
    const known = offsets.get(day);
    if (known !== undefined) return known;
    const startMs = day * dayMs;
    const offsetMs = offsetAtMs(startMs);
    if (offsetMs !== offsetAtMs(Math.min(startMs + dayMs, lastInstantMs))) return offsetAtMs(epochMs);
    if (offsets.size >= maxDays) offsets.clear();
    offsets.set(day, offsetMs);
    return offsetMs;
  };
}

/**
 * `tzOffset` loses the sign of offsets below one hour west of Greenwich (Monrovia's -00:44:30 until 1972, Dublin's
 * -00:25:21 until 1916), so for those the sign is read from the platform's text.
 */
function measureOffsetMs(id: string, epochMs: number): number {
  const date = new Date(epochMs);
  const offsetMs = Math.round(tzOffset(id, date) * minuteMs);
  if (offsetMs === 0 || Math.abs(offsetMs) >= 60 * minuteMs) return offsetMs;
  const text = new Intl.DateTimeFormat('en-US', { timeZone: id, timeZoneName: 'longOffset' }).format(date);
  return text.includes('GMT-') ? -Math.abs(offsetMs) : Math.abs(offsetMs);
}
