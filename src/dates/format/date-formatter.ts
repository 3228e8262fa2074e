import type { Locale } from 'date-fns';
import { enUS } from 'date-fns/locale/en-US';
import type { PatternField, PatternItem } from '../pattern/item.ts';
import { type JavaPattern, parseJavaPattern } from '../pattern/java-pattern.ts';
import { resolveTimeZone, type TimeZone } from '../zone/time-zone.ts';
import { zoneNameAt } from '../zone/zone-name.ts';
import { civilDate, type WeekRules } from './civil-time.ts';
import { compileField, type FieldWriter, type LocalTime } from './field-writer.ts';

/** Prints an instant: milliseconds since 1970-01-01T00:00Z, a number that a `Date` can hold. */
export type DateFormatter = (epochMs: number) => string;

export interface DatePatternOptions {
  /** A name that `isTimeZone` accepts. Default: `UTC`. */
  readonly timeZone?: string;
  /** Words and week rules. Default: date-fns' `enUS`. */
  readonly locale?: Locale;
  /**
   * How text is written where the date stands, given in pieces: text of the pattern, words, names and offsets of zones.
   * Digits and `-` are never given, and stand for themselves. Default: as it is.
   */
  readonly writeText?: (text: string) => string;
}

const dayMs = 86_400_000;

/** The last instant that a `Date` can hold; the first is its negative. */
const lastInstantMs = 8.64e15;

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
  const pattern = parseJavaPattern(source);
  const fields = pattern.items.filter(item => item.kind === 'field');
  const write = joinWriters(compileItems(pattern, fields, options));
  return rememberLast(write, resolutionMs(fields), {
    zone,
    shortNameAt: names(fields, field => field.count < 4) ? zoneNameAt(zone, locale, 'short') : undefined,
    longNameAt: names(fields, field => field.count >= 4) ? zoneNameAt(zone, locale, 'long') : undefined,
  });
}

/** Fields of a day and fields of a time in turn, each joined by itself: short texts are cheaper to join than long ones. */
function compileItems(
  pattern: JavaPattern,
  fields: readonly PatternField[],
  { locale = enUS, writeText = text => text }: DatePatternOptions,
): readonly FieldWriter[] {
  const context = { locale, weekRules: weekRules(locale), alone: fields.length === 1, writeText };
  let run: Run = { writers: [], after: '' };
  const runs = [run];
  for (const item of pattern.items) {
    if (item.kind === 'text') {
      run.after += writeText(item.text);
      continue;
    }
    if (!isLegal(item)) {
      const part = pattern.source.slice(item.range.start, item.range.end);
      throw new RangeError(`\`${part}\` cannot stand in a date pattern`);
    }
    const isDaily = dayLetters.has(item.letter);
    if (run.isDaily !== undefined && run.isDaily !== isDaily) {
      run = { writers: [], after: '' };
      runs.push(run);
    }
    run.isDaily = isDaily;
    run.writers.push(compileField(item, run.after, context));
    run.after = '';
  }
  return runs.map(({ isDaily, writers, after }) => {
    const write = joinWriters(writers, after);
    return isDaily ? oncePerDay(write) : write;
  });
}

/** Neighbouring fields of one kind, and the text behind them. */
interface Run {
  /** Whether they change from day to day alone; unknown before the first. */
  isDaily?: boolean;
  readonly writers: FieldWriter[];
  after: string;
}

/** The letters whose fields change from day to day alone. */
const dayLetters: ReadonlySet<string> = new Set('GyYMLwWDdFEu');

/** Writes what a day has in common once for each day: many instants in a row lie in one. */
function oncePerDay(write: FieldWriter): FieldWriter {
  let day: LocalTime['date'] | undefined;
  let text = '';
  return time => {
    if (time.date !== day) {
      text = write(time);
      day = time.date;
    }
    return text;
  };
}

function isLegal(item: PatternItem): item is PatternField {
  return item.kind === 'field' && !(item.letter === 'X' && item.count > 3);
}

/** The first week of a period is the one that holds the day `firstWeekContainsDate`: so many of its days it has. */
function weekRules(locale: Locale): WeekRules {
  const { weekStartsOn = 0, firstWeekContainsDate = 1 } = locale.options ?? {};
  return { firstWeekday: weekStartsOn, minimalDays: firstWeekContainsDate };
}

function joinWriters(writers: readonly FieldWriter[], after = ''): FieldWriter {
  const [first, second, third, ...others] = writers;
  if (!first) return () => after;
  if (!second) return after === '' ? first : time => first(time) + after;
  if (!third) return time => first(time) + second(time) + after;
  if (others.length === 0) return time => first(time) + second(time) + third(time) + after;
  return joinWriters([joinWriters([first, second, third]), ...others], after);
}

/** The length of local time during which nothing that the fields print changes. */
function resolutionMs(fields: readonly PatternField[]): number {
  const letters = new Set(fields.map(field => field.letter));
  if (letters.has('S')) return 1;
  if (letters.has('s')) return 1000;
  if (letters.has('m')) return 60_000;
  return ['H', 'k', 'K', 'h', 'a'].some(letter => letters.has(letter as PatternField['letter']))
    ? 3_600_000
    : dayMs;
}

function names(fields: readonly PatternField[], matches: (field: PatternField) => boolean): boolean {
  return fields.some(field => field.letter === 'z' && matches(field));
}

/** What the zone contributes at an instant; names only where the pattern prints them. */
interface ZoneFacts {
  readonly zone: TimeZone;
  readonly shortNameAt: ((epochMs: number) => string) | undefined;
  readonly longNameAt: ((epochMs: number) => string) | undefined;
}

/**
 * Formats only when local time at the pattern's resolution, the offset or the zone's name differs from the last
 * instant's: notifications of one moment are rendered many times.
 */
function rememberLast(
  write: FieldWriter,
  stepMs: number,
  { zone, shortNameAt, longNameAt }: ZoneFacts,
): DateFormatter {
  const { fixedOffsetMs, offsetAtMs } = zone;
  let lastStep = Number.NaN;
  let lastText = '';
  let last: LocalTime = { date: civilDate(0), dayMs: 0, offsetMs: 0, shortName: '', longName: '' };
  return epochMs => {
    if (!(Math.abs(epochMs) <= lastInstantMs)) throw new RangeError(`${epochMs} is not an instant`);
    const offsetMs = fixedOffsetMs ?? offsetAtMs(epochMs);
    const localMs = Math.floor(epochMs) + offsetMs;
    const step = Math.floor(localMs / stepMs);
    const shortName = shortNameAt ? shortNameAt(epochMs) : '';
    const longName = longNameAt ? longNameAt(epochMs) : '';
    const sameZone = offsetMs === last.offsetMs && shortName === last.shortName && longName === last.longName;
    if (step === lastStep && sameZone) return lastText;
    const epochDay = Math.floor(localMs / dayMs);
    const date = epochDay === last.date.epochDay ? last.date : civilDate(epochDay);
    last = {
      date, // An integer for certain.
      dayMs: (localMs - epochDay * dayMs) | 0,
      offsetMs,
      shortName,
      longName,
    };
    lastText = write(last);
    lastStep = step;
    return lastText;
  };
}
