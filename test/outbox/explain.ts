import type { Connection } from '../../src/database/database.ts';
import { numberOf, type Row, textOf } from '../../src/database/row.ts';
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
  /** Set for what a statement read in all, also in functions and triggers: its own plan stands beside it. */
  readonly isInside?: true;
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
  /** Tables that may be read as a whole, and what was read of them sorted and counted. */
  readonly readWhole?: ReadonlySet<string>;
}

/** The steps of a plan that read one of those tables from end to end, or `maxRows` rows or more; for people. */
export function longSteps(
  { statement, steps }: Plan,
  { grown, maxRows, readWhole = new Set() }: Limits,
): readonly string[] {
  const mayBeLong = (table: string | undefined): boolean =>
    readWhole.size > 0 && (table === undefined || readWhole.has(table));
  return steps
    .filter(({ kind, table, rows }) => {
      const isLong = rows >= maxRows || (kind === 'Seq Scan' && table !== undefined && grown.has(table));
      return isLong && !mayBeLong(table);
    })
    .map(({ kind, table = 'rows', rows }) => `${kind} of ${table}, ${rows} rows: ${statement}`);
}

type Execute = Connection['executor']['query'];

/** What this transaction has read of each table so far: also in functions and triggers, of which plans say nothing. */
const reading = `select relname, seq_tup_read, seq_tup_read + coalesce(idx_tup_fetch, 0) as rows from pg_stat_xact_user_tables
  where schemaname = 'hookplate' and (seq_tup_read > 0 or idx_tup_fetch > 0)`;

/** As steps, which read from end to end where no index led. */
async function stepsRead(query: Execute, work: () => Promise<unknown>): Promise<readonly PlanStep[]> {
  const { rows: before } = await query(reading);
  await work();
  const { rows: after } = await query(reading);
  return after.flatMap(row => {
    const table = textOf(row, 'relname');
    const known = before.find(({ relname }) => relname === table);
    const since = (column: string): number => numberOf(row, column) - (known ? numberOf(known, column) : 0);
    if (since('rows') === 0) return [];
    return [{ kind: since('seq_tup_read') > 0 ? 'Seq Scan' : 'Function', table, rows: since('rows') }];
  });
}

/** Statements that call a function of ours. */
const calling = /hookplate\.(?:make|drop)_partitions\(/;

/**
 * A database that plans and runs each statement in a savepoint, which it rolls back, before it runs the statement itself.
 * The plan of a statement that is prepared must serve all values: that one is made as well.
 */
export function explaining(database: Connection, onPlan: (plan: Plan) => void): Connection {
  const inTransaction = (query: Execute): Execute => {
    return async (text, values) => {
      if (/^[\s(]*(?:with|select|insert|update|delete)\b/i.test(text)) {
        await query('savepoint explained');
        const plans: (readonly Row[])[] = [];
        const read = await stepsRead(query, async () => {
          plans.push((await query(`explain (analyze, format json) ${text}`, values)).rows);
        });
        await query('rollback to savepoint explained');
        if (statementsIn('hookplate')(text).name !== undefined)
          plans.push((await query(`explain (generic_plan, format json) ${text}`)).rows);
        for (const plan of plans) onPlan({ statement: text, steps: stepsIn(plan) });
        const inside = read.filter(({ kind }) => kind === 'Seq Scan' || calling.test(text));
        onPlan({ isInside: true, statement: `inside ${text}`, steps: inside });
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

/** Every object of the JSON that describes a step, inside one of a table or of none. */
function stepsIn(value: unknown, around?: string): readonly PlanStep[] {
  if (Array.isArray(value)) return value.flatMap(item => stepsIn(item, around));
  if (typeof value !== 'object' || value === null) return [];
  const facts: Readonly<Record<string, unknown>> = { ...value };
  const { 'Node Type': kind, 'Relation Name': named } = facts;
  // A scan of an index into a bitmap names no table: it is that of the step around it.
  const isOfBitmap = typeof kind === 'string' && /^Bitmap/.test(kind);
  const table = typeof named === 'string' ? named : isOfBitmap ? around : undefined;
  const inner = Object.values(facts).flatMap(fact =>
    stepsIn(fact, typeof kind === 'string' ? table : around),
  );
  if (typeof kind !== 'string') return inner;
  const counted = Object.entries(facts).filter(([name]) => /^(?:Actual Rows|Rows Removed by )/.test(name));
  const perLoop = counted.reduce((sum, [, count]) => sum + Number(count), 0);
  const rows = perLoop * Number(facts['Actual Loops'] ?? 1);
  return [{ kind, table, rows }, ...inner];
}
