import type { DatePart } from '../../dates/format/date-formatter.ts';
import type { Place } from '../../output/output.ts';
import { places } from '../../output/places.ts';

/** Where a character is written the same whatever stands around it, and digits and `-` as they are. */
const characterwise: ReadonlySet<Place> = new Set([
  places.asItIs,
  places.formKey,
  places.formValue,
  places.jsonString,
  places.urlFragment,
  places.urlPath,
  places.urlQuery,
]);

/** The letters of fields that print nothing but digits, and `-` before a year. */
const digitLetters = 'yYMLwWDdFuHkKhmsS';

/** Halves of a character may be in two parts. */
const surrogate = /[\ud800-\udfff]/;

/** The parts of a pattern escaped for a place, so that dates need not be; undefined where that could differ. */
export function escapeDateParts(parts: readonly DatePart[], place: Place): readonly DatePart[] | undefined {
  if (!characterwise.has(place)) return undefined;
  const isSafe = parts.every(part => (typeof part === 'string' ? !surrogate.test(part) : isDigits(part)));
  if (!isSafe) return undefined;
  return parts.map(part => (typeof part === 'string' ? place.text(part) : part));
}

function isDigits({ letter, words }: Exclude<DatePart, string>): boolean {
  return words === undefined && digitLetters.includes(letter);
}
