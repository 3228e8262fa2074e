/** A row as returned by a statement; the caller knows its columns and their types. */
export type Row = Readonly<Record<string, unknown>>;

export function textOf(row: Row, column: string): string {
  return String(row[column]);
}

export function optionalTextOf(row: Row, column: string): string | undefined {
  const value = row[column];
  return typeof value === 'string' ? value : undefined;
}

/** Counts may arrive as text: they could exceed the range of numbers. */
export function numberOf(row: Row, column: string): number {
  return Number(row[column]);
}

export function optionalNumberOf(row: Row, column: string): number | undefined {
  return isNull(row, column) ? undefined : numberOf(row, column);
}

export function timeOf(row: Row, column: string): Date {
  return optionalTimeOf(row, column) ?? new Date(0);
}

export function optionalTimeOf(row: Row, column: string): Date | undefined {
  const value = row[column];
  return value instanceof Date ? value : undefined;
}

export function bytesOf(row: Row, column: string): Uint8Array | undefined {
  const value = row[column];
  return value instanceof Uint8Array ? value : undefined;
}

export function isTrue(row: Row, column: string): boolean {
  return row[column] === true;
}

export function isNull(row: Row, column: string): boolean {
  return (row[column] ?? null) === null;
}

/** Reads a JSON column. */
export function jsonOf(row: Row, column: string): unknown {
  return row[column];
}

/** Reads a JSON column that holds a list of texts. */
export function textsOf(row: Row, column: string): readonly string[] {
  return optionalTextsOf(row, column) ?? [];
}

export function optionalTextsOf(row: Row, column: string): readonly string[] | undefined {
  const value = row[column];
  return Array.isArray(value) ? value.map(String) : undefined;
}

/** Reads a column of a row, or what is made of several. */
type Reader<T> = (row: Row, column: string) => T;

/** What is read of a row. */
type Read<Readers extends Readonly<Record<string, Reader<unknown>>>> = {
  readonly [Name in keyof Readers]: ReturnType<Readers[Name]>;
};

/**
 * Reads rows by what is said of each column, once: the reader of `createdAt` is called with `created_at`.
 *
 * @example
 * const tokenOf = rowReader({ id: textOf, createdAt: timeOf, lastUsedAt: optionalTimeOf });
 */
export function rowReader<Readers extends Readonly<Record<string, Reader<unknown>>>>(
  readers: Readers,
): (row: Row) => Read<Readers> {
  const columns = Object.entries(readers).map(([name, read]) => {
    const column = name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
    return { name, column, read };
  });
  return row => {
    const found: Record<string, unknown> = {};
    for (const { name, column, read } of columns) found[name] = read(row, column);
    // It has a value for each of these names.
    return found as Read<Readers>;
  };
}

/** Reads a column that holds nothing but these texts. */
export function oneOfTexts<Text extends string>(): Reader<Text> {
  return (row, column) => textOf(row, column) as Text;
}
