import type { Connection } from '../../src/database/database.ts';
import { textOf } from '../../src/database/row.ts';
import { statementsIn } from '../../src/database/sql-executor.ts';

/** One step of a plan. */
interface PlanStep {
  /** Such as `Index Scan`. */
  readonly kind: string;
  readonly table: string | undefined;
  /** The rows that it returned or left out, in all its loops; 0 for a plan that was not run. */
  readonly rows: number;
}

/** The plan of one statement. */
export interface Plan {
  readonly statement: string;
  readonly steps: readonly PlanStep[];
}

/** The tables that grow with what happens. Others grow with what people set up: sessions, tokens, sources, flows, webhooks and their versions. */
export const growingTables =
  'job|ended|request|attempt|given_id|figure|new_figure|endpoint|event|past_event|process';

/**
 * Those tables and their partitions, but for those of a few pages: these are read as fast as their indexes, and plans are made anew
 * each second, by the size that a table has then.
 */
export async function grownTables({ query }: Connection['executor']): Promise<ReadonlySet<string>> {
  const { rows } = await query(`select relname from pg_class where relnamespace = 'hookplate'::regnamespace
    and relname ~ '^(${growingTables})(_\\d{8}|_default)?$' and relkind = 'r' and pg_relation_size(oid) > 64 * 8192`);
  return new Set(rows.map(row => textOf(row, 'relname')));
}

interface Limits {
  readonly grown: ReadonlySet<string>;
  readonly maxRows: number;
}

/** The steps of a plan that read one of those tables from end to end, or `maxRows` rows or more; for people. */
export function longSteps({ statement, steps }: Plan, { grown, maxRows }: Limits): readonly string[] {
  return steps
    .filter(({ kind, table = '', rows }) => rows >= maxRows || (kind === 'Seq Scan' && grown.has(table)))
    .map(({ kind, table = 'rows', rows }) => `${kind} of ${table}, ${rows} rows: ${statement}`);
}

type Execute = Connection['executor']['query'];

/**
 * A database that plans and runs each statement in a savepoint, which it rolls back, before it runs the statement itself.
 * The plan of a statement that is prepared must serve all values: that one is made as well.
 */
export function explaining(database: Connection, onPlan: (plan: Plan) => void): Connection {
  const inTransaction = (query: Execute): Execute => {
    return async (text, values) => {
      if (/^[\s(]*(?:with|select|insert|update|delete)\b/i.test(text)) {
        await query('savepoint explained');
        const plans = [(await query(`explain (analyze, format json) ${text}`, values)).rows];
        await query('rollback to savepoint explained');
        if (statementsIn('hookplate')(text).name !== undefined)
          plans.push((await query(`explain (generic_plan, format json) ${text}`)).rows);
        for (const plan of plans) onPlan({ statement: text, steps: stepsIn(plan) });
      }
      return query(text, values);
    };
  };
  const wrapped = ({ executor, transaction }: Pick<Connection, 'executor' | 'transaction'>) => {
    const explained: Connection['transaction'] = work =>
      transaction(({ query }) => work({ query: inTransaction(query) }));
    const query: Execute = (text, values) =>
      text.startsWith('vacuum') ? executor.query(text, values) : explained(tx => tx.query(text, values));
    return { executor: { query }, transaction: explained };
  };
  return {
    ...database,
    ...wrapped(database),
    forUpkeep: signal => wrapped(database.forUpkeep(signal)),
  };
}

/** Every object of the JSON that describes a step. */
function stepsIn(value: unknown): readonly PlanStep[] {
  if (Array.isArray(value)) return value.flatMap(stepsIn);
  if (typeof value !== 'object' || value === null) return [];
  const facts: Readonly<Record<string, unknown>> = { ...value };
  const inner = Object.values(facts).flatMap(stepsIn);
  const kind = facts['Node Type'];
  if (typeof kind !== 'string') return inner;
  const table = facts['Relation Name'];
  const counted = Object.entries(facts).filter(([name]) => /^(?:Actual Rows|Rows Removed by )/.test(name));
  const perLoop = counted.reduce((sum, [, count]) => sum + Number(count), 0);
  const rows = perLoop * Number(facts['Actual Loops'] ?? 1);
  return [{ kind, table: typeof table === 'string' ? table : undefined, rows }, ...inner];
}
