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

export function timeOf(row: Row, column: string): Date | undefined {
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
