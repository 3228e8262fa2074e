import { type Diagnostic, diagnose } from '../../diagnostics/diagnostic.ts';
import { replaceWith } from '../../diagnostics/fixes/fix.ts';
import type { PatternField } from './item.ts';
import type { Reading } from './read-fields.ts';

/** Hours, their halves and zones stand a second time for good reasons, such as two clocks. */
const onceAtMost = 'GyYMLwWdFEumsS';

/** Fields that print what an earlier one prints in the same form. */
export function repeatedFields(reading: Reading): readonly Diagnostic[] {
  const hasWeek = reading.fields.some(({ letter }) => letter === 'w');
  const forms = reading.fields.map(field => formOf(field, reading, hasWeek));
  if (new Set(forms).size === forms.length) return [];
  const earlier = new Map<string, PatternField>();
  const hasTwoClocks = [/[hK]/, /[Hk]/].every(clock =>
    reading.fields.some(({ letter }) => clock.test(letter)),
  );
  const hasMilliseconds = reading.fields.some(({ letter }) => letter === 'S');
  return reading.fields.flatMap((field, index) => {
    const key = forms[index] ?? '';
    const first = earlier.get(key);
    if (first === undefined) earlier.set(key, field);
    if (first === undefined || !onceAtMost.includes(key.charAt(0)) || (hasTwoClocks && /[msS]/.test(key)))
      return [];
    const letters = reading.pattern.source.slice(field.range.start, field.range.end);
    const related = [{ range: first.range, message: 'The same is already printed here.' }];
    const isFraction = !hasMilliseconds && followsSeconds(field, index, reading);
    const fixes = isFraction ? [replaceWith(field.range, 'SSS')] : [];
    return [diagnose('repeated-date-field', field.range, { letters }, { related, fixes })];
  });
}

/** The letter that was meant, and whether it prints a word. */
function formOf(field: PatternField, { mistaken }: Reading, hasWeek: boolean): string {
  const meant = mistaken.get(field) ?? field.letter;
  // The year of the week is another one only where there is a week.
  const letter = meant === 'Y' && !hasWeek ? 'y' : meant === 'L' ? 'M' : meant;
  return letter === 'M' && field.count > 2 ? 'M word' : letter;
}

/** Whether these are the milliseconds of `ss.sss`. */
function followsSeconds(field: PatternField, index: number, { pattern, fields }: Reading): boolean {
  const before = fields[index - 1];
  const gap = pattern.source.slice(before?.range.end, field.range.start);
  return field.letter === 's' && before?.letter === 's' && /^[.,:]$/.test(gap);
}
