const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const clock = '(\\d{2}):(\\d{2}):(\\d{2})';
const month = `(${months.join('|')})`;

/** The three forms of an HTTP date (RFC 9110, 5.6.7), each with the groups day, month, year, hour, minute, second. */
const imfFixdate = new RegExp(`^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (\\d{2}) ${month} (\\d{4}) ${clock} GMT$`);
const rfc850Date = new RegExp(
  `^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (\\d{2})-${month}-(\\d{2}) ${clock} GMT$`,
);
const asctimeDate = new RegExp(`^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ${month} ([ \\d]\\d) ${clock} (\\d{4})$`);

/**
 * How long a receiver asks to wait, in milliseconds from `now`, never negative (RFC 9110, 10.2.3). Nothing for what
 * asks for no time to come: garbage, an empty, negative or fractional value, a date of the past, several values that
 * contradict each other. Digits without end give `Infinity`.
 */
export function parseRetryAfter(values: readonly string[], now: number): number | undefined {
  const [value, ...others] = new Set(values.map(value => value.trim()));
  if (value === undefined || others.length > 0) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = parseHttpDate(value, now);
  return date !== undefined && date > now ? date - now : undefined;
}

function parseHttpDate(text: string, now: number): number | undefined {
  const fixdate = imfFixdate.exec(text);
  if (fixdate) return instantOf(fixdate.slice(1));
  const dated = rfc850Date.exec(text);
  if (dated) {
    const [day, name, year, ...time] = dated.slice(1);
    return instantOf([day, name, String(fullYear(Number(year), now)), ...time]);
  }
  const asctime = asctimeDate.exec(text);
  if (!asctime) return undefined;
  const [name, day, hour, minute, second, year] = asctime.slice(1);
  return instantOf([day, name, year, hour, minute, second]);
}

/** Two digits that seem more than 50 years ahead are of the past century (RFC 9110, 5.6.7). */
function fullYear(twoDigits: number, now: number): number {
  const thisYear = new Date(now).getUTCFullYear();
  const year = thisYear - (thisYear % 100) + twoDigits;
  return year > thisYear + 50 ? year - 100 : year;
}

function instantOf(groups: readonly (string | undefined)[]): number | undefined {
  const [day, name = '', year, hour, minute, second] = groups;
  const [days, hours, minutes, seconds] = [Number(day), Number(hour), Number(minute), Number(second)];
  // A leap second may be written; `Date.UTC` counts it as the next one.
  if (hours > 23 || minutes > 59 || seconds > 60) return undefined;
  const midnight = new Date(0);
  midnight.setUTCFullYear(Number(year), months.indexOf(name), days);
  if (midnight.getUTCDate() !== days) return undefined;
  const instant = midnight.getTime() + ((hours * 60 + minutes) * 60 + seconds) * 1000;
  return Number.isNaN(instant) ? undefined : instant;
}
