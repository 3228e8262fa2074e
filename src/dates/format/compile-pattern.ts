import type { Locale } from 'date-fns';
import { enUS } from 'date-fns/locale/en-US';
import type { PatternField, PatternItem } from '../pattern/item.ts';
import { type JavaPattern, parseJavaPattern } from '../pattern/java-pattern.ts';
import { lastInstantMs, resolveTimeZone, type TimeZone } from '../zone/time-zone.ts';
import { civilDate } from './civil-date.ts';
import { compileField, type FieldWriter, type LocalTime } from './field-writer.ts';

/** Prints an instant: milliseconds since 1970-01-01T00:00Z, a number that a `Date` can hold. */
export type DateFormatter = (epochMs: number) => string;

export interface DatePatternOptions {
  /** A name that `isTimeZone` accepts. Default: `UTC`. */
  readonly timeZone?: string;
  /** Words and week rules. Default: date-fns' `enUS`. */
  readonly locale?: Locale;
}

const dayMs = 86_400_000;

/**
 * Compiles a Java `SimpleDateFormat` pattern. Typographic quotes act as `'`. Intended differences from Java: the
 * calendar is Gregorian also before 1582, the names that `z` prints and the history of zones are the platform's, and
 * words are those of date-fns' locale. Throws a `RangeError` for a pattern with errors or an unknown zone: validate
 * first, with `validateDatePattern` and `isTimeZone`. The formatter throws a `RangeError` for an instant that no
 * `Date` can hold.
 */
export function compileDatePattern(source: string, options: DatePatternOptions = {}): DateFormatter {
  const { timeZone = 'UTC', locale = enUS } = options;
  const zone = resolveTimeZone(timeZone);
  if (zone === undefined) throw new RangeError(`\`${timeZone}\` is not a known time zone`);
  const { ofDay, ofTime } = compileItems(parseJavaPattern(source), zone, locale);
  // Dates that are printed one after another mostly lie in one day.
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

interface Writers {
  /** Of what stands before the first field that can change within a day. */
  readonly ofDay: readonly FieldWriter[];
  readonly ofTime: readonly FieldWriter[];
}

function compileItems({ source, items }: JavaPattern, zone: TimeZone, locale: Locale): Writers {
  const alone = items.filter(({ kind }) => kind === 'field').length === 1;
  const writers = items.map((item): FieldWriter => {
    if (item.kind === 'text') return () => item.text;
    if (isLegal(item)) return compileField(item, { zone, locale, alone });
    const part = source.slice(item.range.start, item.range.end);
    throw new RangeError(`\`${part}\` cannot stand in a date pattern`);
  });
  const timeAt = items.findIndex(item => item.kind === 'field' && !dayLetters.includes(item.letter));
  const dayCount = timeAt === -1 ? items.length : timeAt;
  return { ofDay: writers.slice(0, dayCount), ofTime: writers.slice(dayCount) };
}

/** The letters whose fields change from day to day alone. */
const dayLetters = 'GyYMLwWDdFEu';

function join(writers: readonly FieldWriter[], time: LocalTime): string {
  let text = '';
  for (const write of writers) text += write(time);
  return text;
}

function isLegal(item: PatternItem): item is PatternField {
  return item.kind === 'field' && !(item.letter === 'X' && item.count > 3);
}
