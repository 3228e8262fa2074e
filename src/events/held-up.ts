import type { Connection } from '../database/database.ts';
import { prepared } from '../database/sql-executor.ts';

/*
 * Behind an event that could not be told, those of its order wait until it is. They are marked by a time without end, so that
 * nobody looks at them again; whoever is told, or forgotten, lets the next of its order go. However many there are, a
 * statement changes a thousand of them.
 */

const maxChanged = 1000;

/** An arbitrary number, the same in every instance; the second key is the profile's in the schema. */
const advisoryClass = 7_402_123;
/** SQL: the keys of the lock of a profile, which whoever tells its events, or marks some, holds until its transaction ends. */
export const keysOfProfile = (profile: string): string =>
  `${advisoryClass}, hashtext('hookplate' || ${profile})`;

const locking = prepared(`
select count(pg_advisory_xact_lock(${keysOfProfile('profile')})) as locked from hookplate.event where id = $1::uuid`);
const holding = prepared(`
with behind as materialized (
  select f.id from hookplate.event head cross join lateral (
    select e.id from hookplate.event e
    where e.profile = head.profile and e.ordered = head.ordered and e.ordered is not null and e.position > head.position
      and e.retry_at is null
    order by e.position limit ${maxChanged}) f
  where head.id = $1::uuid and head.retry_at is not null
)
update hookplate.event set retry_at = 'infinity' where id = any(array(select id from behind)) returning 1`);

/** Marks those behind an event that was put off. What it leaves, because it was stopped or killed, waits all the same. */
export async function holdUpBehind(
  { transaction }: Pick<Connection, 'transaction'>,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  for (let found = maxChanged; found === maxChanged && !signal.aborted; ) {
    found = await transaction(async tx => {
      await tx.query(locking, [id]);
      return (await tx.query(holding, [id])).rows.length;
    });
  }
}

/** SQL: lets the next in the order of each event `gone` go. */
export const lettingGo = `
update hookplate.event set retry_at = null where id = any(array(
  select f.id from (select distinct profile, ordered from gone where ordered is not null) g cross join lateral (
    select e.id from hookplate.event e
    where e.profile = g.profile and e.ordered = g.ordered and e.ordered is not null and e.retry_at = 'infinity'
    order by e.position limit ${maxChanged}) f))`;
