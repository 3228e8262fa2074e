/** The settings of something being edited, by name. */
export type Fields = Readonly<Record<string, unknown>>;

/** The changed settings with their new values; without a value if a setting was removed. */
export type FieldChanges = readonly (readonly [field: string, value?: unknown])[];

/** All names that occur in any of them. */
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

/** A setting that is off equals an absent one, and the order of settings does not matter. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a) ?? null) === JSON.stringify(sorted(b) ?? null);
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).filter(([, of]) => of !== false);
  return entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
}
