import type { Locale, Localize } from 'date-fns';
import type { FieldLetter, PatternField } from '../pattern/item.ts';
import type { CivilDate, WeekRules } from './civil-time.ts';
import { weekOfMonth, weekOfYear, weekYear } from './civil-time.ts';

/** An instant as clocks in its zone show it. */
export interface LocalTime {
  readonly date: CivilDate;
  /** Milliseconds since local midnight. */
  readonly dayMs: number;
  /** What was added to UTC. */
  readonly offsetMs: number;
  /** The zone's name as `z` prints it; empty for patterns without it. */
  readonly shortName: string;
  /** The zone's name as `zzzz` prints it; empty for patterns without it. */
  readonly longName: string;
}

/** Writes one field of a pattern. */
export type FieldWriter = (time: LocalTime) => string;

const hourMs = 3_600_000;
const minuteMs = 60_000;
const secondMs = 1000;

const twoDigits: readonly string[] = Array.from({ length: 100 }, (_, value) =>
  String(value).padStart(2, '0'),
);

/** Two digits by their number, behind the few texts that patterns have there; forgotten when there are many. */
const behindText = new Map([['', twoDigits]]);
const mostTexts = 64;

function twoDigitsBehind(before: string): readonly string[] {
  const known = behindText.get(before);
  if (known) return known;
  if (behindText.size === mostTexts) behindText.clear();
  const texts = twoDigits.map(digits => before + digits);
  behindText.set(before, texts);
  return texts;
}

/** How the fields of a pattern are written. */
export interface WriterContext {
  readonly locale: Locale;
  readonly weekRules: WeekRules;
  /** Whether the pattern has no other field: a month then takes the form of a word that stands alone. */
  readonly alone: boolean;
  /** How text that is no number is written where the date stands. */
  readonly writeText: (text: string) => string;
}

/** The writer of a field and the text before it, as `SimpleDateFormat.subFormat` does it. */
export function compileField(field: PatternField, before: string, context: WriterContext): FieldWriter {
  const number = numbers[field.letter];
  if (number !== undefined) return padded(number(context.weekRules), field.count, before);
  const write = compileOther(field, context);
  return before === '' ? write : time => before + write(time);
}

function compileOther(field: PatternField, context: WriterContext): FieldWriter {
  const { letter, count } = field;
  switch (letter) {
    case 'y':
      return year(({ date }) => (date.year > 0 ? date.year : 1 - date.year), count);
    case 'Y':
      return year(({ date }) => weekYear(date, context.weekRules), count);
    case 'Z':
      return rewritten(({ offsetMs }) => offsetText(offsetMs, '', 2), context);
    case 'X':
      return rewritten(
        ({ offsetMs }) =>
          offsetMs === 0 ? 'Z' : offsetText(offsetMs, count === 3 ? ':' : '', count === 1 ? 1 : 2),
        context,
      );
    case 'z':
      return rewritten(count >= 4 ? ({ longName }) => longName : ({ shortName }) => shortName, context);
    default:
      return word(field, context);
  }
}

/** The value of each field that is a plain number at any width. */
const numbers: { readonly [L in FieldLetter]?: (rules: WeekRules) => (time: LocalTime) => number } = {
  w: rules => time => weekOfYear(time.date, rules),
  W: rules => time => weekOfMonth(time.date, rules),
  D: () => time => time.date.dayOfYear,
  d: () => time => time.date.day,
  F: () => time => Math.floor((time.date.day - 1) / 7) + 1,
  u: () => time => time.date.weekday || 7,
  H: () => hour,
  k: () => time => hour(time) || 24,
  K: () => time => hour(time) % 12,
  h: () => time => hour(time) % 12 || 12,
  m: () => time => quotient(time.dayMs % hourMs, minuteMs),
  s: () => time => quotient(time.dayMs % minuteMs, secondMs),
  S: () => time => time.dayMs % secondMs,
};

function hour(time: LocalTime): number {
  return quotient(time.dayMs, hourMs);
}

/** The whole part of a quotient of integers below 2 ** 31, for which engines need no floating point. */
function quotient(dividend: number, divisor: number): number {
  return (dividend / divisor) | 0;
}

function padded(value: (time: LocalTime) => number, count: number, before = ''): FieldWriter {
  if (count === 2) {
    // Two digits hold every field but the day of the year and milliseconds.
    const texts = twoDigitsBehind(before);
    return time => texts[value(time)] ?? before + value(time);
  }
  return time => before + String(value(time)).padStart(count, '0');
}

/** Two letters print the last two digits; other widths pad. A week year before year 1 is negative, as in Java. */
function year(value: (time: LocalTime) => number, count: number): FieldWriter {
  return time => {
    const number = value(time);
    const sign = number < 0 ? '-' : '';
    const size = Math.abs(number);
    return sign + (count === 2 ? (twoDigits[size % 100] ?? '') : String(size).padStart(count, '0'));
  };
}

/** `+HHMM`, cut to whole minutes; `parts` 1 leaves the minutes out. */
function offsetText(offsetMs: number, separator: string, parts: 1 | 2): string {
  const minutes = Math.trunc(Math.abs(offsetMs) / minuteMs);
  const sign = offsetMs <= -minuteMs ? '-' : '+';
  const hours = twoDigits[Math.floor(minutes / 60)] ?? '';
  return sign + hours + (parts === 1 ? '' : separator + (twoDigits[minutes % 60] ?? ''));
}

/** A field that is a word of the locale; months are numbers up to two letters. */
function word({ letter, count }: PatternField, { locale, alone, writeText }: WriterContext): FieldWriter {
  const long = count >= 4;
  const width = long ? 'wide' : 'abbreviated';
  const context = letter === 'L' || (letter === 'M' && alone) ? 'standalone' : 'formatting';
  const { localize } = locale;
  switch (letter) {
    case 'M':
    case 'L':
      if (count < 3) return padded(({ date }) => date.month + 1, count);
      return remembered(
        ({ date }) => date.month,
        month => writeText(localize.month(month as Month, { width, context })),
      );
    case 'E':
      return remembered(
        ({ date }) => date.weekday,
        day => writeText(localize.day(day as Weekday, { width, context })),
      );
    case 'a':
      return remembered(
        time => (hour(time) < 12 ? 0 : 1),
        half => writeText(localize.dayPeriod(half === 0 ? 'am' : 'pm', { width: 'abbreviated', context })),
      );
    default:
      // Java prints the short era at every width.
      return remembered(
        ({ date }) => (date.year > 0 ? 1 : 0),
        era => writeText(localize.era(era as 0 | 1, { width: 'abbreviated' })),
      );
  }
}

type Month = Parameters<Localize['month']>[0];
type Weekday = Parameters<Localize['day']>[0];

/** A word by its small index; the locale is asked once for each. */
function remembered(index: (time: LocalTime) => number, wordOf: (index: number) => string): FieldWriter {
  const words: string[] = [];
  return time => {
    const at = index(time);
    let found = words[at];
    if (found === undefined) {
      found = wordOf(at);
      words[at] = found;
    }
    return found;
  };
}

/** A name or offset of a zone, of which there are few. */
function rewritten(write: FieldWriter, { writeText }: WriterContext): FieldWriter {
  const known = new Map<string, string>();
  return time => {
    const name = write(time);
    const text = known.get(name) ?? writeText(name);
    known.set(name, text);
    return text;
  };
}
