import type { Locale } from 'date-fns';
import type { TimeZone } from './time-zone.ts';

/**
 * The zone's name at an instant, as `Intl` has it in the language of the locale. A fixed offset is its own name, as
 * in Java.
 */
export function zoneNameAt(
  zone: TimeZone,
  locale: Locale,
  width: 'short' | 'long',
): (epochMs: number) => string {
  if (zone.fixedOffsetMs !== undefined && zone.id !== 'UTC') return () => zone.id;
  const format = new Intl.DateTimeFormat([...languagesOf(locale), 'en-US'], {
    timeZone: zone.id,
    timeZoneName: width,
  });
  return epochMs =>
    format.formatToParts(epochMs).find(part => part.type === 'timeZoneName')?.value ?? zone.id;
}

/** Some codes of date-fns are not language tags. */
function languagesOf(locale: Locale): readonly string[] {
  try {
    return Intl.getCanonicalLocales(locale.code);
  } catch {
    return [];
  }
}
