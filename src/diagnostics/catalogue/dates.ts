import { error, warning } from './entry.ts';

/** What is wrong with a date pattern or a time zone. */
export const dateCodes = {
  'foreign-date-letters': error<Foreign>(isForeign),
  'illegal-date-letter': error<{ readonly letters: string; readonly meant?: string | undefined }>(
    ({ letters, meant }) =>
      `A date pattern cannot contain ${code(letters)}: ${
        meant === undefined ? '' : `write ${code(meant)}, or `
      }put text in single quotes, as in ${code(`'${letters}'`)}.`,
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
      `${code(letters)} is too long: write a UTC offset as \`X\` (+02), \`XX\` (+0200) or \`XXX\` (+02:00).`,
  ),
  'unknown-time-zone': error<{ readonly name: string; readonly suggestion?: string | undefined }>(
    ({ name, suggestion }) =>
      `${code(name)} is not a known time zone: ${
        suggestion === undefined
          ? 'write a name such as `Europe/Zurich` or `UTC`, or an offset such as `+02:00`.'
          : `did you mean ${code(suggestion)}?`
      }`,
  ),
  'typographic-date-quote': warning<{ readonly quote: string }>(
    ({ quote }) => `${code(quote)} is a typographic quote: it works here, but a plain \`'\` is safer.`,
  ),
  'foreign-date-pattern': warning<Foreign>(isForeign),
  'no-date-field': warning<{ readonly pattern: string }>(
    ({ pattern }) =>
      `${
        pattern === '' ? 'The date pattern is empty' : `The pattern ${code(pattern)} has no part of a date`
      }, so no date is printed: write one such as \`yyyy-MM-dd\`, or remove the option.`,
  ),
  'hour-without-am-pm': warning<{ readonly letters: string; readonly replacement: string }>(
    ({ letters, replacement }) =>
      `${code(letters)} is an hour of the 12-hour clock without AM or PM: write ${code(replacement)} for the 24-hour clock, or add \`a\`.`,
  ),
  'week-year-with-date': warning<{ readonly letters: string; readonly replacement: string }>(
    ({ letters, replacement }) =>
      `${code(letters)} is the year that the week belongs to, which can be the wrong year around New Year: write ${code(replacement)} for the calendar year.`,
  ),
  'minutes-among-date-fields': warning<{ readonly letters: string; readonly replacement: string }>(
    ({ letters, replacement }) =>
      `${code(letters)} prints minutes in the middle of a date: write ${code(replacement)} for the month.`,
  ),
  'month-among-time-fields': warning<{ readonly letters: string; readonly replacement: string }>(
    ({ letters, replacement }) =>
      `${code(letters)} prints the month in the middle of a time: write ${code(replacement)} for minutes.`,
  ),
  'day-of-year-with-month': warning<{ readonly letters: string; readonly replacement: string }>(
    ({ letters, replacement }) =>
      `${code(letters)} prints the day of the year, although the pattern has a month: write ${code(replacement)} for the day of the month.`,
  ),
  'calendar-year-with-week': warning<{ readonly letters: string; readonly replacement: string }>(
    ({ letters, replacement }) =>
      `${code(letters)} is the calendar year, but a week can belong to the year before or after it: write ${code(replacement)} for the year of the week.`,
  ),
  'day-wider-than-two': warning<{ readonly letters: string; readonly replacement: string }>(
    ({ letters, replacement }) =>
      `${code(letters)} prints the day of the month with zeros before it: write ${code(replacement)} for the ${
        replacement.startsWith('E') ? 'name of the weekday' : 'day'
      }.`,
  ),
  'milliseconds-as-seconds': warning<{ readonly letters: string; readonly replacement: string }>(
    ({ letters, replacement }) =>
      `${code(letters)} prints milliseconds after the minutes: write ${code(replacement)} for seconds.`,
  ),
  'milliseconds-not-three': warning<{ readonly letters: string; readonly replacement: string }>(
    ({ letters, replacement }) =>
      `${code(letters)} prints the milliseconds as a number, not as that many digits of a second: write ${code(replacement)}.`,
  ),
  'repeated-date-field': warning<{ readonly letters: string }>(
    ({ letters }) =>
      `${code(letters)} prints a part of the date that is already printed before: check which one was meant.`,
  ),
  'literal-z-outside-utc': warning<{ readonly timeZone: string }>(
    ({ timeZone }) =>
      `A \`Z\` after a time means UTC, but the time is printed in ${code(timeZone)}: write \`XXX\` for the actual offset.`,
  ),
};

export interface Foreign {
  readonly pattern: string;
  readonly java: string | undefined;
}

function isForeign({ pattern, java }: Foreign): string {
  const instead = java === undefined ? 'one such as `yyyy-MM-dd HH:mm:ss`' : code(java);
  return `${code(pattern)} is a date pattern of another language: write ${instead}.`;
}

/** Source text in a message, cut where it would drown the rest of the sentence. */
function code(text: string): string {
  return `\`${text.length > 60 ? `${text.slice(0, 60)}…` : text}\``;
}
