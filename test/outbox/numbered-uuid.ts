/** The UUIDs of rows that a test makes by SQL: by a number among those of a kind, which is up to eight hexadecimal digits. */
export function numberedUuid(kind: string, number: number): string {
  return `${beginning(kind)}${number.toString(16).padStart(12, '0')}`;
}

/** SQL: the same, of an expression that is the number. */
export function numberedInSql(kind: string, number: string): string {
  return `('${beginning(kind)}' || lpad(to_hex(${number}), 12, '0'))::uuid`;
}

function beginning(kind: string): string {
  return `${kind.padStart(8, '0')}-0000-7000-8000-`;
}
