type Value = string | number | boolean | null | undefined;

/** Columns in order, each with its SQL type. */
type Columns = Readonly<Record<string, string>>;

/**
 * Rows as parameters of a statement: one array per column, as text, which any driver can pass on. PostgreSQL reads them
 * several times faster than JSON.
 */
export function columnArrays<C extends Columns>(
  columns: C,
  rows: readonly { readonly [K in keyof C]?: Value }[],
): string[] {
  return Object.keys(columns).map(column => {
    let elements = '';
    for (const row of rows) elements += `${elements === '' ? '' : ','}${elementOf(row[column])}`;
    return `{${elements}}`;
  });
}

/**
 * Turns the parameters back into rows. Each array is a scalar subquery; otherwise the planner would read them all once
 * more.
 */
export function unnestColumns(columns: Columns): string {
  const arrays = Object.values(columns).map((type, index) => `(select $${index + 1}::text::${type}[])`);
  return `unnest(${arrays.join(', ')})`;
}

/** https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO */
function elementOf(value: Value): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value !== 'string') return String(value);
  // Most texts hold neither, and to look costs less than to replace.
  const isPlain = !value.includes('"') && !value.includes('\\');
  return isPlain ? `"${value}"` : `"${value.replaceAll(/[\\"]/g, '\\$&')}"`;
}
