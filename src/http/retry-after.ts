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
 * The delay that a receiver asks for, in milliseconds from `now`, never negative (RFC 9110, 10.2.3). Undefined unless
 * it asks for a time in the future: for garbage, an empty, negative or fractional value, a date in the past, or several
 * values that contradict each other. Too many digits give `Infinity`.
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

/** A two-digit year more than 50 years ahead belongs to the past century (RFC 9110, 5.6.7). */
function fullYear(twoDigits: number, now: number): number {
  const thisYear = new Date(now).getUTCFullYear();
  const year = thisYear - (thisYear % 100) + twoDigits;
  return year > thisYear + 50 ? year - 100 : year;
}

function instantOf(groups: readonly (string | undefined)[]): number | undefined {
  const [day, name = '', year, hour, minute, second] = groups;
  const [days, hours, minutes, seconds] = [Number(day), Number(hour), Number(minute), Number(second)];
  // A leap second is allowed; `Date.UTC` counts it as the next second.
  if (hours > 23 || minutes > 59 || seconds > 60) return undefined;
  const midnight = new Date(0);
  midnight.setUTCFullYear(Number(year), months.indexOf(name), days);
  if (midnight.getUTCDate() !== days) return undefined;
  const instant = midnight.getTime() + ((hours * 60 + minutes) * 60 + seconds) * 1000;
  return Number.isNaN(instant) ? undefined : instant;
}
