import { hash } from 'node:crypto';
import type { Row } from './row.ts';

/** Runs statements: a client of `pg`, a PGlite, or a transaction of either; for other libraries see docs/transactions.md. */
export interface SqlExecutor {
  /** The caller knows the columns that the statement returns. */
  readonly query: (text: string, values?: unknown[]) => Promise<{ rows: Row[] }>;
}

/** Binds the executor to an object whose `query` has to be called as a method. */
export function boundExecutor(transaction: SqlExecutor): SqlExecutor {
  return { query: (text, values) => transaction.query(text, values) };
}

/** Made of its text, the name of a statement never stands for another one, in whichever version and process. */
const preparations = new Map<string, string>();
/** The beginning of all names of prepared statements. */
export const preparedPrefix = 'hookplate_';

/** The longest time for which a plan is kept, in milliseconds: meanwhile, its tables may have grown from nothing. */
export const planMs = 1000;

/**
 * Marks a statement that runs again and again: each of our own connections parses it once, and plans it once a second.
 * That plan serves all values, so it should not depend on them: the planner takes a `limit` for a tenth of the rows.
 */
export function prepared(text: string): string {
  preparations.set(text, `${preparedPrefix}${hash('sha256', text, 'hex').slice(0, 32)}`);
  return text;
}

/** The name under which a statement is prepared, if it is. */
export function nameOfPrepared(text: string): string | undefined {
  return preparations.get(text);
}
