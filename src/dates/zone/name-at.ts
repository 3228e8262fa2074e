import type { TimeZone } from './fixed-zone.ts';

/**
 * The zone's name at an instant, as `Intl` has it in the first of these languages that it knows, or else in English. A
 * fixed offset is its own name, as in Java.
 */
export function zoneNameAt(
  zone: TimeZone,
  languages: readonly string[],
  width: 'short' | 'long',
): (epochMs: number) => string {
  if (zone.fixedOffsetMs !== undefined && zone.id !== 'UTC') return () => zone.id;
  const format = new Intl.DateTimeFormat([...languages, 'en-US'], {
    timeZone: zone.id,
    timeZoneName: width,
  });
  return epochMs =>
    format.formatToParts(epochMs).find(part => part.type === 'timeZoneName')?.value ?? zone.id;
}
