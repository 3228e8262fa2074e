import type { Row } from './row.ts';

/*
 * Apart from the database: rooms that hand an executor on need none of the packages whose types a database names.
 */

/** Runs a statement: a client of `pg`, a PGlite, or a transaction of either; for other libraries see docs/outbox.md. */
export interface SqlExecutor {
  /** Whoever asks knows what their statement returns. */
  readonly query: (text: string, values?: unknown[]) => Promise<{ rows: Row[] }>;
}

/** The same, of whatever has to be called as a method. */
export function boundExecutor(transaction: SqlExecutor): SqlExecutor {
  return { query: (text, values) => transaction.query(text, values) };
}

const preparations = new Map<string, string>();

/**
 * Marks a statement that runs again and again: on connections of ours it is parsed and planned once for each. It must be one
 * whose plan does not depend on how large its tables are: that which was made when they were empty is kept.
 */
export function prepared(text: string): string {
  preparations.set(text, `hookplate_${preparations.size}`);
  return text;
}

/** What a statement is prepared as, if it is. */
export function nameOfPrepared(text: string): string | undefined {
  return preparations.get(text);
}
