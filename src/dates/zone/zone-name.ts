import type { Locale } from 'date-fns';
import { rememberSteps } from '../format/step-cache.ts';
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
  const nameAt = (epochMs: number) =>
    format.formatToParts(epochMs).find(part => part.type === 'timeZoneName')?.value ?? zone.id;
  return rememberSteps(nameAt);
}

/** Some codes of date-fns are no language tags. */
function languagesOf(locale: Locale): readonly string[] {
  try {
    return Intl.getCanonicalLocales(locale.code);
  } catch {
    return [];
  }
}
