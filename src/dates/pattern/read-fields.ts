import type { FieldLetter, PatternField } from './item.ts';
import type { JavaPattern } from './java-pattern.ts';
import { readMonthsAndMinutes } from './months-and-minutes.ts';

/** The fields of a pattern, and what they seem to be meant for. */
export interface Reading {
  readonly pattern: JavaPattern;
  readonly fields: readonly PatternField[];
  /** Made when it is first asked for: patterns without suspicion do not need it. */
  readonly neighbours: () => Neighbours;
  /** Months, also those that are written as minutes; without what is written as a month but meant as minutes. */
  readonly months: ReadonlySet<PatternField>;
  /** Fields that are written with the letter of another field, and the letter that was meant. */
  readonly mistaken: ReadonlyMap<PatternField, FieldLetter>;
}

/** The letters of fields by where they end and start. */
interface Neighbours {
  readonly endingAt: ReadonlyMap<number, FieldLetter>;
  readonly startingAt: ReadonlyMap<number, FieldLetter>;
}

export function readFields(pattern: JavaPattern): Reading {
  const fields = pattern.items.filter(item => item.kind === 'field');
  let found: Neighbours | undefined;
  const neighbours = () => (found ??= findNeighbours(fields));
  const mistaken = new Map<PatternField, FieldLetter>();
  for (const [field, meaning] of readMonthsAndMinutes(pattern)) {
    const letter = meaning === 'month' ? 'M' : 'm';
    // A month that is a word is never meant as minutes.
    const word = field.letter === 'M' && field.count > 2;
    if (meaning === undefined || field.letter === letter || word) continue;
    if (!growsTogether(neighbours(), [field], [letter])) mistaken.set(field, letter);
  }
  const months = new Set(fields.filter(field => isMonth(mistaken.get(field) ?? field.letter)));
  const reading = { pattern, fields, neighbours, months, mistaken };
  const hasWeekday = fields.some(({ letter }) => letter === 'E');
  for (const field of fields.filter(isWide)) mistaken.set(field, hasWeekday ? 'd' : 'E');
  for (const field of mistakenDays(reading)) mistaken.set(field, 'd');
  for (const field of mistakenSeconds(reading)) mistaken.set(field, 's');
  return reading;
}

function isMonth(letter: FieldLetter): boolean {
  return letter === 'M' || letter === 'L';
}

function findNeighbours(fields: readonly PatternField[]): Neighbours {
  return {
    endingAt: new Map(fields.map(({ range, letter }) => [range.end, letter])),
    startingAt: new Map(fields.map(({ range, letter }) => [range.start, letter])),
  };
}

/**
 * Whether any of the fields touches a field of one of the letters: written with that letter it would become one with
 * its neighbour. Nobody writes such patterns; they are left alone.
 */
export function growsTogether(
  neighbours: Neighbours,
  fields: readonly PatternField[],
  letters: readonly FieldLetter[],
): boolean {
  return fields.some(({ range }) => {
    const touched = [neighbours.endingAt.get(range.start), neighbours.startingAt.get(range.end)];
    return touched.some(letter => letter !== undefined && letters.includes(letter));
  });
}

/** `dddd` is the weekday in other languages, and days have two digits. */
export function isWide({ letter, count }: PatternField): boolean {
  return letter === 'd' && count > 2;
}

/** Three letters are the usual width of a day of the year; next to a day of the month it may be meant. */
function mistakenDays({ fields, months }: Reading): readonly PatternField[] {
  if (fields.some(field => field.letter === 'd' && !isWide(field))) return [];
  return fields.filter((field, index) => {
    const nextToMonth = [fields[index - 1], fields[index + 1]].some(other => other && months.has(other));
    return field.letter === 'D' && field.count <= 2 && nextToMonth;
  });
}

/** `SS` right after minutes, where there are no seconds. */
function mistakenSeconds({ pattern, fields, mistaken }: Reading): readonly PatternField[] {
  if (fields.some(({ letter }) => letter === 's')) return [];
  const index = fields.findIndex(({ letter }) => letter === 'S');
  const [before, field] = [fields[index - 1], fields[index]];
  if (before === undefined || field === undefined || field.count > 2) return [];
  const areMinutes = (mistaken.get(before) ?? before.letter) === 'm';
  const gap = pattern.source.slice(before.range.end, field.range.start);
  return areMinutes && [':', '.', ''].includes(gap) ? [field] : [];
}
