import { type Connection, queueSchemaName, schemaName } from '../database/database.ts';
import { textOf } from '../database/row.ts';

/** Tables of which a fifth changed since they were last vacuumed, as PostgreSQL's own daemon finds them. */
const finding = `
select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
where schemaname in ('${schemaName}', '${queueSchemaName}')
  and n_dead_tup + n_ins_since_vacuum > 1000 + 0.2 * n_live_tup`;

/**
 * Makes the room of dead rows free again, and counts rows for the planner. PostgreSQL does so by itself; an embedded
 * database has no process for it. How many tables it was done for.
 */
export async function vacuum({ executor }: Pick<Connection, 'executor'>): Promise<number> {
  const { rows } = await executor.executeSql(finding);
  const tables = rows.map(row => textOf(row, 'name'));
  if (tables.length > 0) await executor.executeSql(`vacuum (analyze) ${tables.join(', ')}`);
  return tables.length;
}
