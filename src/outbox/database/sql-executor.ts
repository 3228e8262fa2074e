import type { Row } from './row.ts';

/*
 * Apart from the database: rooms that hand an executor on need none of the packages whose types a database names.
 */

/** Runs a statement: what pg-boss calls `IDatabase`, and its adapters make of a transaction of any library. */
export interface SqlExecutor {
  // pg-boss types the rows so; whoever asks knows what their statement returns.
  readonly executeSql: (text: string, values?: unknown[]) => Promise<{ rows: Row[] }>;
}
