/** Dates as people and programs write them, with the fields of a Java pattern; a time may follow each of them. */
const dates: readonly (readonly [RegExp, string])[] = [
  [/^\d{4}-\d\d-\d\d/, 'yyyy-MM-dd'],
  [/^\d{4}\/\d\d\/\d\d/, 'yyyy/MM/dd'],
  [/^\d\d\.\d\d\.\d{4}/, 'dd.MM.yyyy'],
  // Where the first number is a month, it is the American order.
  [/^(?:1[3-9]|2\d|3[01])\/\d\d\/\d{4}/, 'dd/MM/yyyy'],
  [/^\d\d\/\d\d\/\d{4}/, 'MM/dd/yyyy'],
  [/^\d\d-\d\d-\d{4}/, 'dd-MM-yyyy'],
  [/^weekday \d\d month \d{4}/, 'EEE, dd MMM yyyy'],
  [/^\d\d month \d{4}/, 'dd MMM yyyy'],
  [/^\d month \d{4}/, 'd MMM yyyy'],
  [/^month \d\d, \d{4}/, 'MMM dd, yyyy'],
  [/^month \d, \d{4}/, 'MMM d, yyyy'],
  [/^/, ''],
];

const times: readonly (readonly [RegExp, string])[] = [
  [/^\d\d:\d\d:\d\d [AP]M/, 'hh:mm:ss a'],
  [/^\d\d:\d\d [AP]M/, 'hh:mm a'],
  [/^\d:\d\d [AP]M/, 'h:mm a'],
  [/^\d\d:\d\d:\d\d/, 'HH:mm:ss'],
  [/^\d\d:\d\d/, 'HH:mm'],
];

const zones: readonly (readonly [RegExp, string])[] = [
  [/^(?:Z|[+-]\d\d:\d\d)$/, 'XXX'],
  [/^[+-]\d{4}$/, 'Z'],
  [/^ [+-]\d{4}$/, ' Z'],
  [/^ (?:GMT|UTC|[A-Z]{3,4})$/, ' z'],
  [/^$/, ''],
];

const words = /\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b)/g;

/**
 * A Java pattern that writes dates as this text writes one; undefined if it does not look like a date or a time.
 * `undefined` too for fractions of a second that `SimpleDateFormat` cannot write, which has milliseconds alone.
 */
export function patternLike(text: string): string | undefined {
  if (text.length > maxDateLength) return undefined;
  const shape = text.replace(words, word => (word.endsWith(',') ? 'weekday' : 'month'));
  for (const [date, datePattern] of dates) {
    const [written] = date.exec(shape) ?? [];
    if (written === undefined) continue;
    const rest = shape.slice(written.length);
    const time = datePattern === '' ? timeLike(rest) : rest === '' ? '' : timeAfterDate(rest);
    if (time !== undefined && datePattern + time !== '') return datePattern + time;
  }
  return undefined;
}

const maxDateLength = 40;

/** `T`, a blank or a comma between date and time, and the time. */
function timeAfterDate(rest: string): string | undefined {
  const [separator = ''] = /^(?:T|, | at | )/.exec(rest) ?? [];
  const time = separator === '' ? undefined : timeLike(rest.slice(separator.length));
  return time === undefined || time === '' ? undefined : separator.replace(/[a-z]+/i, "'$&'") + time;
}

function timeLike(text: string): string | undefined {
  for (const [time, pattern] of times) {
    const [written] = time.exec(text) ?? [];
    if (written === undefined) continue;
    const [fraction] = /^\.\d+/.exec(text.slice(written.length)) ?? [''];
    const digits = fraction.length - 1;
    if (digits > 0 && (digits < 3 || !pattern.endsWith('ss'))) return undefined;
    const rest = text.slice(written.length + fraction.length);
    const zone = zones.find(([zone]) => zone.test(rest));
    if (!zone) continue;
    // What follows the milliseconds is written as zeros.
    const zeros = digits > 3 ? `'${'0'.repeat(digits - 3)}'` : '';
    return pattern + (digits > 0 ? `.SSS${zeros}` : '') + zone[1];
  }
  return undefined;
}
