import type { Locale } from 'date-fns';
import type { FieldLetter, PatternField } from '../pattern/java-pattern.ts';
import type { WeekRules } from './civil-date.ts';

/** A field of a pattern, with the facts from the locale: plain data, so that a module can be written from it. */
export interface DateField {
  readonly letter: FieldLetter;
  readonly count: number;
  /** The text for each value: months from January, weekdays from Sunday, am and pm, BC and AD. */
  readonly words?: readonly string[];
  /** The rules for weeks; only for fields about weeks. */
  readonly weeks?: WeekRules;
  /** Preferred languages for the name of a zone, best first; only for that field. */
  readonly languages?: readonly string[];
}

/** @param alone Whether the pattern has no other field: a month then takes its standalone form. */
export function describeField({ letter, count }: PatternField, locale: Locale, alone: boolean): DateField {
  if (letter === 'z') return { letter, count, languages: languagesOf(locale) };
  if ('YwW'.includes(letter)) return { letter, count, weeks: weekRules(locale) };
  const words = wordsOf(letter, count, locale, alone);
  return words ? { letter, count, words } : { letter, count };
}

/** The first week of a period contains the day `firstWeekContainsDate`, so it has at least that many days. */
function weekRules(locale: Locale): WeekRules {
  const { weekStartsOn = 0, firstWeekContainsDate = 1 } = locale.options ?? {};
  return { firstWeekday: weekStartsOn, minimalDays: firstWeekContainsDate };
}

/** Some codes of date-fns are not language tags. */
function languagesOf(locale: Locale): readonly string[] {
  try {
    return Intl.getCanonicalLocales(locale.code);
  } catch {
    return [];
  }
}

const months = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] as const;
const weekdays = [0, 1, 2, 3, 4, 5, 6] as const;

/** The words of the locale; undefined for a numeric field, such as a month of up to two letters. */
function wordsOf(
  letter: FieldLetter,
  count: number,
  { localize }: Locale,
  alone: boolean,
): readonly string[] | undefined {
  const width = count >= 4 ? 'wide' : 'abbreviated';
  const context = letter === 'L' || (letter === 'M' && alone) ? 'standalone' : 'formatting';
  switch (letter) {
    case 'M':
    case 'L':
      return count < 3 ? undefined : months.map(month => localize.month(month, { width, context }));
    case 'E':
      return weekdays.map(day => localize.day(day, { width, context }));
    case 'a':
      return (['am', 'pm'] as const).map(half => localize.dayPeriod(half, { width: 'abbreviated', context }));
    case 'G':
      // Java prints the short era at every width.
      return ([0, 1] as const).map(era => localize.era(era, { width: 'abbreviated' }));
    default:
      return undefined;
  }
}
