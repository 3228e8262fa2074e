import { columnArrays } from '../database/column-arrays.ts';
import { optionalTextOf, type Row, textOf } from '../database/row.ts';
import type { SqlExecutor } from '../database/sql-executor.ts';
import { hashedUuid, isUuid } from '../database/uuid.ts';

/*
 * Ids that callers gave. History is kept by the day, and no partition knows the ids of another: those that somebody could
 * give again stand in a narrow table of their own, as long as history is kept. Ids that we make need none.
 *
 * A message is stored under a UUID, its *key*: the one that we made, else the given one, or one made of what was given. Version 8
 * is for the latter alone, so that two different ids never share a key, whatever somebody gives.
 */

const versionAt = 14;

/** The key of the message with this id, whether there is one or not. */
export function keyOf(id: string): string {
  return isUuid(id) && id[versionAt] !== '8' ? id : hashedUuid('message', id);
}

/** The id that the caller gave, where the key is not it. */
export function givenIdOf(id: string): string | null {
  return keyOf(id) === id ? null : id;
}

/** The id of a row with a key as its `id`. */
export function messageIdOf(row: Row): string {
  return optionalTextOf(row, 'given_id') ?? textOf(row, 'id');
}

/** Worded so that all rows are looked up by an index, however many ids there are. */
const findingOurs = `
select m.id from hookplate.message m
where m.id = any(array(select id from unnest((select $1::text::uuid[])) as possible(id)))
  and (select g.id from hookplate.given_id g where g.id = m.id limit 1) is null`;

/** Those of these keys of given ids that messages have whose ids we made. */
export async function keysOfOurs(
  keys: readonly string[],
  { query }: SqlExecutor,
): Promise<ReadonlySet<string>> {
  // Those of other versions need no look.
  const possible = keys.filter(key => key[versionAt] === '7').map(id => ({ id }));
  if (possible.length === 0) return new Set();
  const { rows } = await query(findingOurs, columnArrays({ id: 'uuid' }, possible));
  return new Set(rows.map(row => textOf(row, 'id')));
}

/** At most so many ids are looked at by one statement. */
const maxPruned = 5000;

/** Removes ids of days that history has forgotten, but for those of messages that are still there: they are kept as long again. */
const pruning = `
with old as materialized (
  select g.id, g.names is null and exists (select from hookplate.message m where m.id = g.id) as is_used
  from hookplate.given_id g
  where g.kept_from < ((now() at time zone 'UTC')::date - $1::int)::timestamp at time zone 'UTC'
  order by g.kept_from limit ${maxPruned} for update of g skip locked
), kept as (
  update hookplate.given_id g set kept_from = now() from old o where o.is_used and g.id = o.id
), gone as (
  delete from hookplate.given_id g using old o where not o.is_used and g.id = o.id
)
select 1 from old`;

/** Removes the ids of what history has forgotten. */
export async function pruneGivenIds({ query }: SqlExecutor, retentionDays: number): Promise<void> {
  for (let found = maxPruned; found === maxPruned; ) {
    found = (await query(pruning, [retentionDays])).rows.length;
  }
}
