import type { FieldLetter, PatternField } from './item.ts';
import type { JavaPattern } from './java-pattern.ts';

/** Whether an `m` or `M` is in the place of minutes or of a month; undefined if its neighbours do not tell. */
export type Meaning = 'minutes' | 'month' | undefined;

const hourLetters: readonly FieldLetter[] = ['H', 'h', 'k', 'K'];
const dateLetters: readonly FieldLetter[] = ['y', 'Y', 'L', 'd', 'D', 'E', 'u', 'F', 'w', 'W', 'G'];
const neutralLetters: readonly FieldLetter[] = ['a', 'z', 'Z', 'X'];

/** What separates the parts of a date, but not date from time. */
const tightSeparators: readonly string[] = ['', '-', '/', '.'];

/**
 * Tells for every `m` and `M` what its place is for, whichever of the two is written there. Hours before it or
 * seconds after it speak for minutes, a field of a date on either side for a month; where both speak, the
 * separators decide. The letters themselves never count, so that repairing one does not change the others.
 */
export function readMonthsAndMinutes(pattern: JavaPattern): ReadonlyMap<PatternField, Meaning> {
  const meanings = new Map<PatternField, Meaning>();
  const fields = pattern.items.filter(item => item.kind === 'field').filter(field => !isNeutral(field));
  for (const [index, field] of fields.entries()) {
    if (isAmbiguous(field))
      meanings.set(field, meaningOf(pattern, field, fields[index - 1], fields[index + 1]));
  }
  return meanings;
}

function isNeutral(field: PatternField): boolean {
  return neutralLetters.includes(field.letter);
}

/** Fields whose letter is taken for the other one. */
function isAmbiguous(field: PatternField): boolean {
  return field.letter === 'm' || field.letter === 'M';
}

function meaningOf(
  pattern: JavaPattern,
  field: PatternField,
  before?: PatternField,
  after?: PatternField,
): Meaning {
  const hours = is(before, hourLetters);
  const time = hours || is(after, ['s', 'S']);
  const dateBefore = is(before, dateLetters);
  if (!dateBefore && !is(after, dateLetters)) return time ? 'minutes' : undefined;
  if (!time) return 'month';
  const gapBefore = pattern.source.slice(before?.range.end, field.range.start);
  const gapAfter = pattern.source.slice(field.range.end, after?.range.start);
  const [timeGap, dateGap] = dateBefore ? [gapAfter, gapBefore] : [gapBefore, gapAfter];
  if (timeGap.includes(':')) return 'minutes';
  return tightSeparators.includes(dateGap) && !tightSeparators.includes(timeGap) ? 'month' : undefined;
}

function is(field: PatternField | undefined, letters: readonly FieldLetter[]): boolean {
  return field !== undefined && letters.includes(field.letter);
}
