import { didYouMean } from '../../spelling/did-you-mean.ts';
import { fixedZone, type TimeZone, utc } from './fixed-zone.ts';
import { namedZone } from './named-zone.ts';

const minuteMs = 60_000;

/** Named zones by lower-case name, because the platform is slow; cleared when there are many. */
const namedZones = new Map<string, TimeZone>();
const maxNames = 1000;

/**
 * The zone with a name: an IANA name in any case, anything else that `Intl` accepts, an offset (`+02:00`, `+0200`,
 * `+02`) or Java's form of one (`GMT+2`, `GMT+02:00`). Undefined for anything else.
 */
export function resolveTimeZone(name: string): TimeZone | undefined {
  const key = name.toLowerCase();
  const known = namedZones.get(key);
  if (known !== undefined) return known;
  const fixedOffsetMs = parseFixedOffset(name);
  if (fixedOffsetMs !== undefined) return fixedZone(`GMT${offsetText(fixedOffsetMs)}`, fixedOffsetMs);
  // Does not ask the platform about UTC, so that a template without zones never waits until their data is loaded.
  const id = name === 'UTC' ? name : platformName(name);
  if (id === undefined) return undefined;
  const zone = id === 'UTC' ? utc : namedZone(id);
  if (namedZones.size >= maxNames) namedZones.clear();
  namedZones.set(key, zone);
  return zone;
}

/** Whether dates can be formatted in a zone with this name; see {@link resolveTimeZone} for the accepted names. */
export function isTimeZone(name: string): boolean {
  return resolveTimeZone(name) !== undefined;
}

/** Whether local time in the zone always equals UTC. */
export function isUtc(zone: TimeZone): boolean {
  return zone.fixedOffsetMs === 0 || /^(?:Etc\/)?(?:UTC|UCT|GMT|Zulu|Universal|Greenwich)$/.test(zone.id);
}

/**
 * The zone that a misspelt name most likely meant: another spelling, a city without its continent, `UTC+2` for `GMT+2`.
 * Undefined if nothing is close.
 */
export function suggestTimeZone(name: string): string | undefined {
  const tidy = name.trim().replace(/\s+/g, '_');
  if (/^z$/i.test(tidy)) return 'UTC';
  const offset = tidy.replace(/^(?:UTC|GMT)?_?(?=[+-])/i, 'GMT');
  for (const candidate of [tidy, offset]) if (candidate !== name && isTimeZone(candidate)) return candidate;
  const names = knownNames();
  const city = names.find(
    known => known.slice(known.lastIndexOf('/') + 1).toLowerCase() === tidy.toLowerCase(),
  );
  return city ?? didYouMean(tidy, names);
}

/** `+HH:MM`, for use after `GMT`; empty for zero. */
function offsetText(offsetMs: number): string {
  if (offsetMs === 0) return '';
  const minutes = Math.abs(offsetMs) / minuteMs;
  const digits = [Math.floor(minutes / 60), minutes % 60].map(part => String(part).padStart(2, '0'));
  return (offsetMs < 0 ? '-' : '+') + digits.join(':');
}

function parseFixedOffset(name: string): number | undefined {
  const match = /^(?:GMT([+-])(\d{1,2})|([+-])(\d\d))(?::?(\d\d))?$/i.exec(name);
  if (match === null) return undefined;
  const hours = Number(match[2] ?? match[4]);
  const minutes = Number(match[5] ?? 0);
  if (hours > 23 || minutes > 59) return undefined;
  const sign = (match[1] ?? match[3]) === '-' ? -1 : 1;
  // Adding zero turns a negative zero into zero.
  return sign * (hours * 60 + minutes) * minuteMs + 0;
}

function platformName(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** Some platforms list only old names (Asia/Calcutta); these are the ones that people type. */
const newNames = ['UTC', 'Asia/Kolkata', 'Asia/Ho_Chi_Minh', 'Asia/Kathmandu', 'Asia/Yangon', 'Europe/Kyiv'];

function knownNames(): readonly string[] {
  return [...newNames, ...Intl.supportedValuesOf('timeZone')];
}
