import type { Locale } from 'date-fns';
import { enUS } from 'date-fns/locale/en-US';
import { civilDate, type WeekRules } from './civil-time.ts';
import { compileField, type FieldWriter, type LocalTime } from './field-writer.ts';
import { type JavaPattern, parseJavaPattern } from './java-pattern.ts';
import type { PatternField, PatternItem } from './pattern-item.ts';
import { resolveTimeZone, type TimeZone } from './time-zone.ts';
import { zoneNameAt } from './zone-name.ts';

/** Prints an instant: milliseconds since 1970-01-01T00:00Z, a number that a `Date` can hold. */
export type DateFormatter = (epochMs: number) => string;

export interface DatePatternOptions {
  /** A name that `isTimeZone` accepts. Default: `UTC`. */
  readonly timeZone?: string;
  /** Words and week rules. Default: date-fns' `enUS`. */
  readonly locale?: Locale;
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
  const write = joinWriters(compileItems(pattern, fields, locale));
  return rememberLast(write, resolutionMs(fields), {
    zone,
    shortNameAt: names(fields, field => field.count < 4) ? zoneNameAt(zone, locale, 'short') : noName,
    longNameAt: names(fields, field => field.count >= 4) ? zoneNameAt(zone, locale, 'long') : noName,
  });
}

function compileItems(
  pattern: JavaPattern,
  fields: readonly PatternField[],
  locale: Locale,
): readonly Part[] {
  const context = { locale, weekRules: weekRules(locale), alone: fields.length === 1 };
  const parts: Part[] = [];
  let run: Part[] = [];
  const endRun = (): void => {
    if (run.length > 0) parts.push(oncePerDay(joinWriters(run)));
    run = [];
  };
  for (const item of pattern.items) {
    if (item.kind === 'text') {
      (run.length > 0 ? run : parts).push(item.text);
      continue;
    }
    if (!isLegal(item)) {
      const part = pattern.source.slice(item.range.start, item.range.end);
      throw new RangeError(`\`${part}\` cannot stand in a date pattern`);
    }
    const changesDaily = dayLetters.has(item.letter);
    if (!changesDaily) endRun();
    (changesDaily ? run : parts).push(compileField(item, context));
  }
  endRun();
  return parts;
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

type Part = string | FieldWriter;

/** One writer for all parts; each field carries the text before it. */
function joinWriters(parts: readonly Part[]): FieldWriter {
  const fields: { before: string; write: FieldWriter }[] = [];
  let text = '';
  for (const part of parts) {
    if (typeof part === 'string') text += part;
    else {
      fields.push({ before: text, write: part });
      text = '';
    }
  }
  const after = text;
  return time => {
    let result = '';
    for (const field of fields) result += field.before + field.write(time);
    return result + after;
  };
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

function noName(): string {
  return '';
}

/** What the zone contributes at an instant; names only where the pattern prints them. */
interface ZoneFacts {
  readonly zone: TimeZone;
  readonly shortNameAt: (epochMs: number) => string;
  readonly longNameAt: (epochMs: number) => string;
}

/**
 * Formats only when local time at the pattern's resolution, the offset or the zone's name differs from the last
 * instant's: notifications of one moment are rendered many times.
 */
function rememberLast(write: FieldWriter, stepMs: number, { zone, ...names }: ZoneFacts): DateFormatter {
  let lastStep = Number.NaN;
  let lastText = '';
  let last: LocalTime = { date: civilDate(0), dayMs: 0, offsetMs: 0, shortName: '', longName: '' };
  return epochMs => {
    if (!(Math.abs(epochMs) <= lastInstantMs)) throw new RangeError(`${epochMs} is not an instant`);
    const offsetMs = zone.fixedOffsetMs ?? zone.offsetAtMs(epochMs);
    const localMs = Math.floor(epochMs) + offsetMs;
    const step = Math.floor(localMs / stepMs);
    const shortName = names.shortNameAt(epochMs);
    const longName = names.longNameAt(epochMs);
    const sameZone = offsetMs === last.offsetMs && shortName === last.shortName && longName === last.longName;
    if (step === lastStep && sameZone) return lastText;
    const epochDay = Math.floor(localMs / dayMs);
    const date = epochDay === last.date.epochDay ? last.date : civilDate(epochDay);
    last = { date, dayMs: localMs - epochDay * dayMs, offsetMs, shortName, longName };
    lastText = write(last);
    lastStep = step;
    return lastText;
  };
}
