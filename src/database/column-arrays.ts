type Value = string | number | boolean | null | undefined;

/** Columns in order, each with its SQL type. */
type Columns = Readonly<Record<string, string>>;

/**
 * Rows as parameters of a statement: one array per column, as text, which any driver can pass on. PostgreSQL reads them
 * several times faster than JSON. Nulls at the end of a column are left out, because `unnest` fills up the shorter arrays
 * with them; some column has a value in each row.
 */
export function columnArrays<C extends Columns>(
  columns: C,
  rows: readonly { readonly [K in keyof C]?: Value }[],
): string[] {
  return Object.keys(columns).map(column => {
    let elements = '';
    let nulls = '';
    for (const row of rows) {
      const value = row[column] ?? null;
      if (value === null) {
        nulls += 'NULL,';
      } else {
        elements += `${nulls}${elementOf(value)},`;
        nulls = '';
      }
    }
    return `{${elements.slice(0, -1)}}`;
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

/** Without the only character that PostgreSQL's texts cannot hold. */
export function withoutNul(text: string): string {
  return text.replaceAll('\0', '\ufffd');
}

/** https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO */
function elementOf(value: NonNullable<Value>): string {
  if (typeof value !== 'string') return String(value);
  // Most texts hold neither, and to look costs less than to replace.
  const isPlain = !value.includes('"') && !value.includes('\\');
  return isPlain ? `"${value}"` : `"${value.replaceAll(/[\\"]/g, '\\$&')}"`;
}
