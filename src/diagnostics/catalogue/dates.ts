import { error, warning } from './entry.ts';
import { excerpt, quote } from './excerpt.ts';

/** Mistakes in a date pattern or a time zone. */
export const dateCodes = {
  'foreign-date-letters': error<Foreign>(isForeign),
  'illegal-date-letter': error<{ readonly letters: string; readonly meant?: string | undefined }>(
    ({ letters, meant }) =>
      `A date pattern cannot contain ${quote(letters)}: ${
        meant === undefined ? '' : `write ${quote(meant)}, or `
      }put text in single quotes, as in \`'${excerpt(letters)}'\`.`,
  ),
  'unclosed-date-quote': error(
    () =>
      "The text after this single quote is never closed: add a `'` where it ends, or write `''` for the quote itself.",
  ),
  'apostrophe-in-date-text': error(
    () => "This apostrophe ends the text in single quotes too early: write it twice, as in `'o''clock'`.",
  ),
  'date-offset-too-long': error<{ readonly letters: string }>(
    ({ letters }) =>
      `${quote(letters)} is too long: write a UTC offset as \`X\` (+02), \`XX\` (+0200) or \`XXX\` (+02:00).`,
  ),
  'unknown-time-zone': error<{ readonly name: string; readonly suggestion?: string | undefined }>(
    ({ name, suggestion }) =>
      `${quote(name)} is not a known time zone: ${
        suggestion === undefined
          ? 'write a name such as `Europe/Zurich` or `UTC`, or an offset such as `+02:00`.'
          : `did you mean ${quote(suggestion)}?`
      }`,
  ),
  'typographic-date-quote': warning<{ readonly quote: string }>(
    ({ quote: typed }) =>
      `${quote(typed)} is a typographic quote: it works here, but a plain \`'\` is safer.`,
  ),
  'foreign-date-pattern': warning<Foreign>(isForeign),
  'no-date-field': warning<{ readonly pattern: string }>(
    ({ pattern }) =>
      `${
        pattern === '' ? 'The date pattern is empty' : `The pattern ${quote(pattern)} has no part of a date`
      }, so no date is printed: write one such as \`yyyy-MM-dd\`, or remove the option.`,
  ),
  'hour-without-am-pm': warning<{ readonly letters: string; readonly replacement: string }>(
    ({ letters, replacement }) =>
      `${quote(letters)} is an hour of the 12-hour clock without AM or PM: write ${quote(replacement)} for the 24-hour clock, or add \`a\`.`,
  ),
  'week-year-with-date': warning<{ readonly letters: string; readonly replacement: string }>(
    ({ letters, replacement }) =>
      `${quote(letters)} is the year that the week belongs to, which can be the wrong year around New Year: write ${quote(replacement)} for the calendar year.`,
  ),
  'minutes-among-date-fields': warning<{ readonly letters: string; readonly replacement: string }>(
    ({ letters, replacement }) =>
      `${quote(letters)} prints minutes in the middle of a date: write ${quote(replacement)} for the month.`,
  ),
  'month-among-time-fields': warning<{ readonly letters: string; readonly replacement: string }>(
    ({ letters, replacement }) =>
      `${quote(letters)} prints the month in the middle of a time: write ${quote(replacement)} for minutes.`,
  ),
  'day-of-year-with-month': warning<{ readonly letters: string; readonly replacement: string }>(
    ({ letters, replacement }) =>
      `${quote(letters)} prints the day of the year, although the pattern has a month: write ${quote(replacement)} for the day of the month.`,
  ),
  'calendar-year-with-week': warning<{ readonly letters: string; readonly replacement: string }>(
    ({ letters, replacement }) =>
      `${quote(letters)} is the calendar year, but a week can belong to the year before or after it: write ${quote(replacement)} for the year of the week.`,
  ),
  'day-wider-than-two': warning<{ readonly letters: string; readonly replacement: string }>(
    ({ letters, replacement }) =>
      `${quote(letters)} prints the day of the month with zeros before it: write ${quote(replacement)} for the ${
        replacement.startsWith('E') ? 'name of the weekday' : 'day'
      }.`,
  ),
  'milliseconds-as-seconds': warning<{ readonly letters: string; readonly replacement: string }>(
    ({ letters, replacement }) =>
      `${quote(letters)} prints milliseconds after the minutes: write ${quote(replacement)} for seconds.`,
  ),
  'milliseconds-not-three': warning<{ readonly letters: string; readonly replacement: string }>(
    ({ letters, replacement }) =>
      `${quote(letters)} prints the milliseconds as a number, not as that many digits of a second: write ${quote(replacement)}.`,
  ),
  'repeated-date-field': warning<{ readonly letters: string }>(
    ({ letters }) =>
      `${quote(letters)} prints a part of the date that is already printed before: check which one was meant.`,
  ),
  'literal-z-outside-utc': warning<{ readonly timeZone: string }>(
    ({ timeZone }) =>
      `A \`Z\` after a time means UTC, but the time is printed in ${quote(timeZone)}: write \`XXX\` for the actual offset.`,
  ),
};

export interface Foreign {
  readonly pattern: string;
  readonly java: string | undefined;
}

function isForeign({ pattern, java }: Foreign): string {
  const instead = java === undefined ? 'one such as `yyyy-MM-dd HH:mm:ss`' : quote(java);
  return `${quote(pattern)} is a date pattern of another language: write ${instead}.`;
}
