import { lastInstantMs, type TimeZone } from '../zone/fixed-zone.ts';
import { civilDate } from './civil-date.ts';
import type { DateField } from './date-field.ts';
import { createFieldWriter, type FieldWriter, type LocalTime } from './field-writer.ts';

/** Formats an instant: milliseconds since 1970-01-01T00:00Z, within the range of `Date`. */
export type DateFormatter = (epochMs: number) => string;

/** A field, or literal text. */
export type DatePart = DateField | string;

const dayMs = 86_400_000;

/**
 * Creates the formatter for the parts of a pattern. It throws a `RangeError` for an instant that no `Date` can hold.
 */
export function createDateFormatter(parts: readonly DatePart[], zone: TimeZone): DateFormatter {
  const writers = parts.map(
    (part): FieldWriter => (typeof part === 'string' ? () => part : createFieldWriter(part, zone)),
  );
  const timeAt = parts.findIndex(part => typeof part !== 'string' && !dayLetters.includes(part.letter));
  const dayCount = timeAt === -1 ? parts.length : timeAt;
  // The parts before the first field that can change within a day, and the rest.
  const [ofDay, ofTime] = [writers.slice(0, dayCount), writers.slice(dayCount)];
  // Consecutive dates are mostly on the same day.
  let date = civilDate(0);
  let dayText: string | undefined;
  return epochMs => {
    if (!(Math.abs(epochMs) <= lastInstantMs)) throw new RangeError(`${epochMs} is not an instant`);
    const offsetMs = zone.offsetAtMs(epochMs);
    const localMs = Math.floor(epochMs) + offsetMs;
    const epochDay = Math.floor(localMs / dayMs);
    if (epochDay !== date.epochDay) {
      date = civilDate(epochDay);
      dayText = undefined;
    }
    const time = { epochMs, offsetMs, date, dayMs: localMs - epochDay * dayMs };
    dayText ??= join(ofDay, time);
    return dayText + join(ofTime, time);
  };
}

/** The letters whose fields change only from day to day. */
const dayLetters = 'GyYMLwWDdFEu';

function join(writers: readonly FieldWriter[], time: LocalTime): string {
  let text = '';
  for (const write of writers) text += write(time);
  return text;
}
