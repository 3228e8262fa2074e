import { hash } from 'node:crypto';
import type { Row } from './row.ts';

/** Runs statements: a client of `pg`, a PGlite, or a transaction of either; for other libraries see docs/transactions.md. */
export interface SqlExecutor {
  /** The caller knows the columns that the statement returns. */
  readonly query: (text: string, values?: unknown[]) => Promise<{ rows: Row[] }>;
}

/** The schema of the tables, unless the options of a database name another one. */
export const usualSchema = 'hookplate';

/** The beginning of all names of prepared statements. */
export const preparedPrefix = 'hookplate_';

/** The longest time for which a plan is kept, in milliseconds: meanwhile, its tables may have grown from nothing. */
export const planMs = 1000;

const preparing = new Set<string>();

/**
 * Marks a statement that runs again and again: each of our own connections parses it once, and plans it once a second.
 * That plan serves all values, so it should not depend on them: the planner takes a `limit` for a tenth of the rows.
 */
export function prepared(text: string): string {
  preparing.add(text);
  return text;
}

/** A statement as a database gets it. */
export interface Statement {
  readonly text: string;
  /**
   * The name under which it is prepared, if it is. Made of its text, it never stands for another one, in whichever version
   * and process.
   */
  readonly name: string | undefined;
}

/** Puts the name of a schema into statements, which are written for the usual one: before tables, in channels and in texts. */
export function statementsIn(schema: string): (text: string) => Statement {
  const made = new Map<string, Statement>();
  const inPlace = (text: string): string =>
    schema === usualSchema
      ? text
      : text.replaceAll(/(?<![\w"])hookplate\.|(?<!\w)hookplate(?=["'_])/g, found =>
          found.endsWith('.') ? `"${schema}".` : schema,
        );
  return text => {
    if (!preparing.has(text)) return { text: inPlace(text), name: undefined };
    const before = made.get(text);
    if (before) return before;
    const placed = inPlace(text);
    const name = `${preparedPrefix}${hash('sha256', placed, 'hex').slice(0, 32)}`;
    const statement = { text: placed, name };
    made.set(text, statement);
    return statement;
  };
}

/** Executors that put the schema's name into statements by themselves. */
const placing = new WeakSet<SqlExecutor>();
/** Their executors of statements as they are. */
const bare = new WeakMap<SqlExecutor, SqlExecutor>();

/** The same connection for statements of callers, which name their schemas by themselves. */
export function bareOf(executor: SqlExecutor): SqlExecutor {
  return bare.get(executor) ?? executor;
}

/** Makes an executor of statements that have yet to be placed in a schema. */
export function executorIn(
  statementOf: (text: string) => Statement,
  run: (statement: Statement, values: unknown[] | undefined) => Promise<{ rows: Row[] }>,
): SqlExecutor {
  const executor = placingBy(async (text, values) => run(statementOf(text), values));
  bare.set(executor, { query: async (text, values) => run({ text, name: undefined }, values) });
  return executor;
}

/** An executor over one that places statements. */
export function placingBy(query: SqlExecutor['query']): SqlExecutor {
  const executor = { query };
  placing.add(executor);
  return executor;
}

/** Runs our statements in a transaction: the caller's, whose `query` has to be called as a method, or one of our own. */
export function executorWithin(
  statementOf: (text: string) => Statement,
  transaction: SqlExecutor,
): SqlExecutor {
  if (placing.has(transaction)) return transaction;
  return executorIn(statementOf, ({ text }, values) => transaction.query(text, values));
}
