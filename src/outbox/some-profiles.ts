import { columnArrays } from '../database/column-arrays.ts';
import { storable } from '../database/storable-text.ts';
import { aListOf, aText, type Check } from '../options/define-options.ts';

/** The name of a profile, or of several; empty for what has none. A list that is empty stands for none at all. */
export type SomeProfiles = string | readonly string[];

export const someProfiles: Check<SomeProfiles> = (value, name) =>
  typeof value === 'string' ? value : aListOf(aText)(value, name);

/** SQL: whether a column has one of these profiles. `parameterOf` keeps a value, and gives the SQL for it. */
export function hasProfile(
  column: string,
  profiles: SomeProfiles,
  parameterOf: (value: unknown) => string,
): string {
  const names = [profiles].flat();
  // Rows of no profile have null where they are many, and an empty text elsewhere.
  const hasNone = names.includes('') ? [`coalesce(${column}, '') = ''`] : [];
  const named = names.filter(name => name !== '').map(storable);
  const [only] = named;
  if (named.length === 1) return either([`${column} = ${parameterOf(only)}::text`, ...hasNone]);
  if (named.length === 0 && hasNone.length > 0) return either(hasNone);
  const rows = named.map(name => ({ name }));
  const list = parameterOf(columnArrays({ name: 'text' }, rows).join(''));
  return either([`${column} = any(${list}::text::text[])`, ...hasNone]);
}

function either(conditions: readonly string[]): string {
  return conditions.length === 1 ? conditions.join('') : `(${conditions.join(' or ')})`;
}
