import type { FieldLetter } from '../pattern/java-pattern.ts';
import type { TimeZone } from '../zone/fixed-zone.ts';
import { type CivilDate, type WeekRules, weekOfMonth, weekOfYear, weekYear } from './civil-date.ts';
import type { DateField } from './date-field.ts';

/** An instant in local time. */
export interface LocalTime {
  readonly epochMs: number;
  /** The offset that was added to UTC. */
  readonly offsetMs: number;
  readonly date: CivilDate;
  /** Milliseconds since local midnight. */
  readonly dayMs: number;
}

/** Writes one field of a pattern. */
export type FieldWriter = (time: LocalTime) => string;

const hourMs = 3_600_000;
const minuteMs = 60_000;
const secondMs = 1000;

/** The writer of a field, after the JDK's `SimpleDateFormat.subFormat`. */
export function createFieldWriter(field: DateField, zone: TimeZone): FieldWriter {
  const { letter, count, words, weeks = englishWeeks, languages = [] } = field;
  const indexAt = indexes[letter];
  if (words && indexAt) return time => words[indexAt(time)] ?? '';
  const numberAt = numbers[letter]?.(weeks);
  if (numberAt) return time => pad(numberAt(time), count);
  switch (letter) {
    case 'Y':
      return ({ date }) => formatYear(weekYear(date, weeks), count);
    case 'Z':
      return ({ offsetMs }) => formatOffset(offsetMs, '', 2);
    case 'X':
      return ({ offsetMs }) =>
        offsetMs === 0 ? 'Z' : formatOffset(offsetMs, count === 3 ? ':' : '', count === 1 ? 1 : 2);
    case 'z': {
      const nameAt = zoneNameAt(zone, languages, count >= 4 ? 'long' : 'short');
      return ({ epochMs }) => nameAt(epochMs);
    }
    default:
      return ({ date }) => formatYear(date.year > 0 ? date.year : 1 - date.year, count);
  }
}

const englishWeeks: WeekRules = { firstWeekday: 0, minimalDays: 1 };

/** The index of the word to print for a field. */
const indexes: { readonly [L in FieldLetter]?: (time: LocalTime) => number } = {
  M: time => time.date.month,
  L: time => time.date.month,
  E: time => time.date.weekday,
  a: time => (hourOf(time) < 12 ? 0 : 1),
  G: time => (time.date.year > 0 ? 1 : 0),
};

/** The values of fields that are plain numbers at any width. */
const numbers: { readonly [L in FieldLetter]?: (rules: WeekRules) => (time: LocalTime) => number } = {
  M: () => time => time.date.month + 1,
  L: () => time => time.date.month + 1,
  w: rules => time => weekOfYear(time.date, rules),
  W: rules => time => weekOfMonth(time.date, rules),
  D: () => time => time.date.dayOfYear,
  d: () => time => time.date.day,
  F: () => time => Math.floor((time.date.day - 1) / 7) + 1,
  u: () => time => time.date.weekday || 7,
  H: () => hourOf,
  k: () => time => hourOf(time) || 24,
  K: () => time => hourOf(time) % 12,
  h: () => time => hourOf(time) % 12 || 12,
  m: () => time => Math.floor((time.dayMs % hourMs) / minuteMs),
  s: () => time => Math.floor((time.dayMs % minuteMs) / secondMs),
  S: () => time => time.dayMs % secondMs,
};

function hourOf(time: LocalTime): number {
  return Math.floor(time.dayMs / hourMs);
}

const twoDigits: readonly string[] = Array.from({ length: 100 }, (_, value) =>
  String(value).padStart(2, '0'),
);

function pad(value: number, count: number): string {
  const digits = count === 2 ? twoDigits[value] : undefined;
  return digits ?? String(value).padStart(count, '0');
}

/** Two letters print the last two digits; other widths pad. A week year before year 1 is negative, as in Java. */
function formatYear(year: number, count: number): string {
  const size = Math.abs(year);
  return (year < 0 ? '-' : '') + pad(count === 2 ? size % 100 : size, count);
}

/** `+HHMM`, truncated to whole minutes; with `parts` 1, without minutes. */
function formatOffset(offsetMs: number, separator: string, parts: 1 | 2): string {
  const minutes = Math.trunc(Math.abs(offsetMs) / minuteMs);
  const sign = offsetMs <= -minuteMs ? '-' : '+';
  const hours = sign + pad(Math.floor(minutes / 60), 2);
  return parts === 1 ? hours : hours + separator + pad(minutes % 60, 2);
}

/**
 * The name of a zone at an instant, from `Intl` in the first of these languages that it supports, or else in English. A
 * fixed offset is its own name, as in Java.
 */
function zoneNameAt(
  zone: TimeZone,
  languages: readonly string[],
  width: 'short' | 'long',
): (epochMs: number) => string {
  if (zone.fixedOffsetMs !== undefined && zone.id !== 'UTC') return () => zone.id;
  const format = new Intl.DateTimeFormat([...languages, 'en-US'], {
    timeZone: zone.id,
    timeZoneName: width,
  });
  return epochMs =>
    format.formatToParts(epochMs).find(part => part.type === 'timeZoneName')?.value ?? zone.id;
}
