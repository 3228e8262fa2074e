import type { Locale } from 'date-fns';
import type { FieldLetter, PatternField } from '../pattern/item.ts';
import { zoneNameAt } from '../zone/name-at.ts';
import type { TimeZone } from '../zone/time-zone.ts';
import type { CivilDate, WeekRules } from './civil-date.ts';
import { weekOfMonth, weekOfYear, weekYear } from './civil-date.ts';

/** An instant as clocks in its zone show it. */
export interface LocalTime {
  readonly epochMs: number;
  /** What was added to UTC. */
  readonly offsetMs: number;
  readonly date: CivilDate;
  /** Milliseconds since local midnight. */
  readonly dayMs: number;
}

/** Writes one field of a pattern. */
export type FieldWriter = (time: LocalTime) => string;

/** What the fields of a pattern are written with. */
export interface WriterContext {
  readonly zone: TimeZone;
  readonly locale: Locale;
  /** Whether the pattern has no other field: a month then takes the form of a word used alone. */
  readonly alone: boolean;
}

const hourMs = 3_600_000;
const minuteMs = 60_000;
const secondMs = 1000;

/** The writer of a field, as `SimpleDateFormat.subFormat` does it. */
export function compileField(field: PatternField, context: WriterContext): FieldWriter {
  const { letter, count } = field;
  const rules = weekRules(context.locale);
  const numberAt = numbers[letter]?.(rules);
  if (numberAt !== undefined) return time => pad(numberAt(time), count);
  switch (letter) {
    case 'y':
      return ({ date }) => formatYear(date.year > 0 ? date.year : 1 - date.year, count);
    case 'Y':
      return ({ date }) => formatYear(weekYear(date, rules), count);
    case 'Z':
      return ({ offsetMs }) => formatOffset(offsetMs, '', 2);
    case 'X':
      return ({ offsetMs }) =>
        offsetMs === 0 ? 'Z' : formatOffset(offsetMs, count === 3 ? ':' : '', count === 1 ? 1 : 2);
    case 'z': {
      const nameAt = zoneNameAt(context.zone, context.locale, count >= 4 ? 'long' : 'short');
      return ({ epochMs }) => nameAt(epochMs);
    }
    default:
      return compileWord(field, context);
  }
}

/** The first week of a period is the one that holds the day `firstWeekContainsDate`: so many of its days it has. */
function weekRules(locale: Locale): WeekRules {
  const { weekStartsOn = 0, firstWeekContainsDate = 1 } = locale.options ?? {};
  return { firstWeekday: weekStartsOn, minimalDays: firstWeekContainsDate };
}

/** The value of each field that is a plain number at any width. */
const numbers: { readonly [L in FieldLetter]?: (rules: WeekRules) => (time: LocalTime) => number } = {
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

/** `+HHMM`, cut to whole minutes; `parts` 1 leaves the minutes out. */
function formatOffset(offsetMs: number, separator: string, parts: 1 | 2): string {
  const minutes = Math.trunc(Math.abs(offsetMs) / minuteMs);
  const sign = offsetMs <= -minuteMs ? '-' : '+';
  const hours = sign + pad(Math.floor(minutes / 60), 2);
  return parts === 1 ? hours : hours + separator + pad(minutes % 60, 2);
}

/** A field that is a word of the locale; months are numbers up to two letters. */
function compileWord({ letter, count }: PatternField, { locale, alone }: WriterContext): FieldWriter {
  const width = count >= 4 ? 'wide' : 'abbreviated';
  const context = letter === 'L' || (letter === 'M' && alone) ? 'standalone' : 'formatting';
  const { localize } = locale;
  switch (letter) {
    case 'M':
    case 'L':
      if (count < 3) return ({ date }) => pad(date.month + 1, count);
      return ({ date }) => localize.month(date.month, { width, context });
    case 'E':
      return ({ date }) => localize.day(date.weekday, { width, context });
    case 'a':
      return time => localize.dayPeriod(hourOf(time) < 12 ? 'am' : 'pm', { width: 'abbreviated', context });
    default:
      // Java prints the short era at every width.
      return ({ date }) => localize.era(date.year > 0 ? 1 : 0, { width: 'abbreviated' });
  }
}
