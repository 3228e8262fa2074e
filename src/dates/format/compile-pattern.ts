import type { Locale } from 'date-fns';
import { enUS } from 'date-fns/locale/en-US';
import { isPrintable, parseJavaPattern } from '../pattern/java-pattern.ts';
import { resolveTimeZone } from '../zone/time-zone.ts';
import { describeField } from './date-field.ts';
import { createDateFormatter, type DateFormatter, type DatePart } from './date-formatter.ts';

export interface DatePatternOptions {
  /** A name accepted by `isTimeZone`. Default: `UTC`. */
  readonly timeZone?: string;
  /** Words and week rules. Default: date-fns' `enUS`. */
  readonly locale?: Locale;
}

/**
 * Compiles a Java `SimpleDateFormat` pattern. Typographic quotes act as `'`. Intended differences from Java: the
 * calendar is Gregorian even before 1582, the names printed by `z` and the history of zones are the platform's, and
 * words are those of date-fns' locale. Throws a `RangeError` for a pattern with errors or an unknown zone: validate
 * first, with `validateDatePattern` and `isTimeZone`. The formatter throws a `RangeError` for an instant that no `Date`
 * can hold.
 */
export function compileDatePattern(source: string, options: DatePatternOptions = {}): DateFormatter {
  const { timeZone = 'UTC', locale = enUS } = options;
  const zone = resolveTimeZone(timeZone);
  if (zone === undefined) throw new RangeError(`\`${timeZone}\` is not a known time zone`);
  return createDateFormatter(datePartsOf(source, locale), zone);
}

/** The parts of a pattern, with the words of a locale. Throws a `RangeError` for a pattern with errors. */
export function datePartsOf(pattern: string, locale: Locale): readonly DatePart[] {
  const { source, items } = parseJavaPattern(pattern);
  const alone = items.filter(({ kind }) => kind === 'field').length === 1;
  return items.map(item => {
    if (item.kind === 'text') return item.text;
    if (isPrintable(item)) return describeField(item, locale, alone);
    const part = source.slice(item.range.start, item.range.end);
    throw new RangeError(`\`${part}\` cannot stand in a date pattern`);
  });
}
