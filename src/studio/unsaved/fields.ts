/** The settings of something that is edited, by their names. */
export type Fields = Readonly<Record<string, unknown>>;

/** The settings that were changed, with their new values; without a value if one was removed. */
export type FieldChanges = readonly (readonly [field: string, value?: unknown])[];

/** The names that any of them has. */
export function fieldNamesIn(...all: readonly Fields[]): readonly string[] {
  return [...new Set(all.flatMap(fields => Object.keys(fields)))];
}

export function changesBetween(base: Fields, mine: Fields): FieldChanges {
  return fieldNamesIn(base, mine)
    .filter(field => !isSame(base[field], mine[field]))
    .map(field => (mine[field] === undefined ? [field] : [field, mine[field]]));
}

export function withChanges(fields: Fields, changes: FieldChanges): Fields {
  const changed = new Map([
    ...Object.entries(fields),
    ...changes.map(([field, value]) => [field, value] as const),
  ]);
  return Object.fromEntries([...changed].filter(([, value]) => value !== undefined));
}

/** A setting that is off equals one that is absent, and the order of settings does not count. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a) ?? null) === JSON.stringify(sorted(b) ?? null);
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).filter(([, of]) => of !== false);
  return entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
}
