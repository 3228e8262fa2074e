import type { SqlExecutor } from '../database/sql-executor.ts';

/*
 * Ids that callers gave. History is kept by the day, and no partition knows the ids of another: those that somebody could
 * give again stand in a narrow table of their own, as long as history is kept. Ids that we make need none.
 */

/** The scope of the ids of messages. */
export const scopeOfMessages = 'message';

/** At most so many ids are looked at by one statement. */
const mostPruned = 5000;

/** Removes ids of days that history has forgotten, but for those of messages that are still there: they are kept as long again. */
const pruning = `
with old as materialized (
  select g.scope, g.id, g.scope = '${scopeOfMessages}' and exists (select from hookplate.message m where m.id = g.id) as is_used
  from hookplate.given_id g
  where g.kept_from < ((now() at time zone 'UTC')::date - $1::int)::timestamp at time zone 'UTC'
  order by g.kept_from limit ${mostPruned} for update of g skip locked
), kept as (
  update hookplate.given_id g set kept_from = now() from old o where o.is_used and g.scope = o.scope and g.id = o.id
), gone as (
  delete from hookplate.given_id g using old o where not o.is_used and g.scope = o.scope and g.id = o.id
)
select 1 from old`;

/** Removes the ids of what history has forgotten. */
export async function pruneGivenIds({ query }: SqlExecutor, retentionDays: number): Promise<void> {
  for (let found = mostPruned; found === mostPruned; ) {
    found = (await query(pruning, [retentionDays])).rows.length;
  }
}
