import { error, warning } from './entry.ts';

/** What is wrong with a date pattern or a time zone. */
export const dateCodes = {
  'illegal-date-letter': error<{ readonly letters: string; readonly meant?: string | undefined }>(
    ({ letters, meant }) =>
      `${code(letters)} means nothing in a Java date pattern: ${
        meant === undefined ? '' : `write ${code(meant)}, or `
      }put text in single quotes, as in ${code(`'${letters}'`)}.`,
  ),
  'unclosed-date-quote': error(
    () =>
      "The text that this single quote opens is never closed: add a `'` where it ends, or write `''` for a quote.",
  ),
  'date-offset-too-long': error<{ readonly letters: string }>(
    ({ letters }) =>
      `${code(letters)} is too long: a UTC offset is \`X\` (+02), \`XX\` (+0200) or \`XXX\` (+02:00).`,
  ),
  'unknown-time-zone': error<{ readonly name: string; readonly suggestion?: string | undefined }>(
    ({ name, suggestion }) =>
      `${code(name)} is not a known time zone: ${
        suggestion === undefined
          ? 'expected a name such as `Europe/Zurich`, `UTC`, or an offset such as `+02:00`.'
          : `did you mean ${code(suggestion)}?`
      }`,
  ),
  'typographic-date-quote': warning<{ readonly quote: string }>(
    ({ quote }) =>
      `${code(quote)} is a typographic quote: it is read as \`'\`, which is what a date pattern expects.`,
  ),
  'hour-without-am-pm': warning<{ readonly letters: string; readonly replacement: string }>(
    ({ letters, replacement }) =>
      `${code(letters)} counts hours to twelve and nothing here tells morning from evening: write ${code(replacement)}, or add \`a\`.`,
  ),
  'week-year-with-date': warning<{ readonly letters: string; readonly replacement: string }>(
    ({ letters, replacement }) =>
      `${code(letters)} is the year that the week belongs to, which is wrong around New Year beside a month and a day: write ${code(replacement)}.`,
  ),
  'minutes-among-date-fields': warning<{ readonly letters: string; readonly replacement: string }>(
    ({ letters, replacement }) =>
      `${code(letters)} prints minutes, among fields of a date: write ${code(replacement)} for the month.`,
  ),
  'month-among-time-fields': warning<{ readonly letters: string; readonly replacement: string }>(
    ({ letters, replacement }) =>
      `${code(letters)} prints the month, among fields of a time: write ${code(replacement)} for minutes.`,
  ),
  'day-of-year-with-month': warning<{ readonly letters: string; readonly replacement: string }>(
    ({ letters, replacement }) =>
      `${code(letters)} is the day of the year, next to a month: write ${code(replacement)} for the day of the month.`,
  ),
  'literal-z-outside-utc': warning<{ readonly timeZone: string }>(
    ({ timeZone }) =>
      `A quoted \`Z\` claims UTC, but the time is printed in ${code(timeZone)}: write \`XXX\` for the true offset.`,
  ),
};

/** Source text in a message; what is longer than a field or a name would hide the rest of the sentence. */
function code(text: string): string {
  return `\`${text.length > 60 ? `${text.slice(0, 60)}…` : text}\``;
}
