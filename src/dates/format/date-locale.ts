/**
 * The words and week rules of dates in a language. It is what is read of a locale of date-fns: each of `date-fns/locale` is one, and so
 * is an object of your own.
 */
export interface DateLocale {
  /** The language tag that names of time zones follow; they are the platform's. */
  readonly code: string;
  readonly localize: {
    /** 0 is January. */
    month(month: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11, options: Wording): string;
    /** 0 is Sunday. */
    day(day: 0 | 1 | 2 | 3 | 4 | 5 | 6, options: Wording): string;
    dayPeriod(half: 'am' | 'pm', options: Wording): string;
    /** 0 is before Christ. */
    era(era: 0 | 1, options: Wording): string;
  };
  readonly options?: {
    /** 0 is Sunday. Default: 0. */
    readonly weekStartsOn?: 0 | 1 | 2 | 3 | 4 | 5 | 6;
    /** The day of January that the first week of a year contains. Default: 1. */
    readonly firstWeekContainsDate?: 1 | 4;
  };
}

interface Wording {
  readonly width: 'abbreviated' | 'wide';
  /** `standalone` is a word that is the whole text. */
  readonly context: 'formatting' | 'standalone';
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);
const days = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** Abbreviated, English months and days are their first three letters. */
function inEnglish(words: readonly string[]): (value: number, options: Wording) => string {
  return (value, { width }) => (words[value] ?? '').slice(0, width === 'wide' ? undefined : 3);
}

/** The English of the United States: weeks begin on Sunday, and the first one of a year contains 1 January. */
export const english: DateLocale = {
  code: 'en-US',
  localize: {
    month: inEnglish(months),
    day: inEnglish(days),
    dayPeriod: half => half.toUpperCase(),
    era: era => (era === 0 ? 'BC' : 'AD'),
  },
};
