/** A day of the proleptic Gregorian calendar. */
export interface CivilDate {
  /** Days since 1970-01-01. */
  readonly epochDay: number;
  /** In astronomical numbering: 0 is 1 BC. */
  readonly year: number;
  /** 0 is January. */
  readonly month: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11;
  /** Day of the month, from 1. */
  readonly day: number;
  /** From 1. */
  readonly dayOfYear: number;
  /** 0 is Sunday. */
  readonly weekday: 0 | 1 | 2 | 3 | 4 | 5 | 6;
}

/** A locale's rules for counting weeks. */
export interface WeekRules {
  /** The first day of a week; 0 is Sunday. */
  readonly firstWeekday: number;
  /** The minimum number of days that the first week of a period has in that period. */
  readonly minimalDays: number;
}

/**
 * The date of a day. Uses plain integer arithmetic, because the functions of a calendar library read the fields of a
 * `Date` in the zone of the machine. The calendar is always Gregorian, even before 1582.
 */
export function civilDate(epochDay: number): CivilDate {
  // Eras of 400 years that begin on 1 March, so that the leap day comes last.
  const days = epochDay + 719_468;
  const era = Math.floor(days / 146_097);
  const dayOfEra = days - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayFromMarch = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayFromMarch + 2) / 153);
  const month = modulo(monthFromMarch + 2, 12) as CivilDate['month'];
  const year = yearOfEra + era * 400 + (month < 2 ? 1 : 0);
  return {
    epochDay,
    year,
    month,
    day: dayFromMarch - Math.floor((153 * monthFromMarch + 2) / 5) + 1,
    dayOfYear: epochDay - firstDayOfYear(year) + 1,
    // 1970-01-01 was a Thursday.
    weekday: modulo(epochDay + 4, 7) as CivilDate['weekday'],
  };
}

/** The epoch day of 1 January. */
function firstDayOfYear(year: number): number {
  const before = year - 1;
  return (
    before * 365 + Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400) - 719_162
  );
}

/** The epoch day of the beginning of week 1 in the period (a year, a month) that begins with `firstDay`. */
function firstWeekStart(firstDay: number, rules: WeekRules): number {
  const lead = modulo(rules.firstWeekday - (firstDay + 4), 7);
  return firstDay + lead - (lead >= rules.minimalDays ? 7 : 0);
}

/** The year that the week of the date belongs to. */
export function weekYear(date: CivilDate, rules: WeekRules): number {
  if (date.epochDay >= firstWeekStart(firstDayOfYear(date.year + 1), rules)) return date.year + 1;
  return date.epochDay < firstWeekStart(firstDayOfYear(date.year), rules) ? date.year - 1 : date.year;
}

/** The number of the week within its week year, from 1. */
export function weekOfYear(date: CivilDate, rules: WeekRules): number {
  return weeksSince(firstWeekStart(firstDayOfYear(weekYear(date, rules)), rules), date);
}

/** The number of the week within the month; 0 before its first week. */
export function weekOfMonth(date: CivilDate, rules: WeekRules): number {
  return weeksSince(firstWeekStart(date.epochDay - date.day + 1, rules), date);
}

function weeksSince(start: number, date: CivilDate): number {
  return Math.floor((date.epochDay - start) / 7) + 1;
}

function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}
