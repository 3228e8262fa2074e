import type { Connection } from '../database/database.ts';
import { numberOf, textOf } from '../database/row.ts';
import { prepared, type SqlExecutor } from '../database/sql-executor.ts';

/*
 * Behind an event that could not be told, those of its order wait until it is. They are marked by a time without end, so that
 * nobody looks at them again. However many there are, a statement changes a thousand of them. Who lets them go?
 *
 *     telling an event   lets the next of its order go, in the same transaction
 *     each worker        once a second lets the first event of an order go that still waits: whatever was before it was
 *                        erased or removed, or was so while somebody marked those behind it
 */

const maxChanged = 1000;

/** An arbitrary number, the same in every instance; the second key is the profile's in the schema. */
const advisoryClass = 7_402_123;
/**
 * SQL: the keys of the lock of a profile, which whoever tells its events, or marks some, holds until its transaction ends. No name
 * of a schema has a space: without one, `a` with the profile `b` and `ab` without a profile would share a lock.
 */
export const keysOfProfile = (profile: string): string =>
  `${advisoryClass}, hashtext('hookplate' || ' ' || ${profile})`;

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

/**
 * SQL: lets the next in the order of each event `gone` go, but for those that are gone themselves. The condition on the time is
 * one that no index on times serves: that would lead through all events that are held up, whatever their order.
 */
export const lettingGo = `
update hookplate.event set retry_at = null where id = any(array(
  select f.id from (select distinct profile, ordered from gone where ordered is not null) g cross join lateral (
    select e.id from hookplate.event e
    where e.profile = g.profile and e.ordered = g.ordered and e.ordered is not null and e.retry_at is not null and not isfinite(e.retry_at)
      and e.id not in (select id from gone)
    order by e.position limit ${maxChanged}) f))`;

const maxOrders = 1000;

/**
 * Goes through the orders with events that are put off or held up, from one on. Nothing comes before the first event of an
 * order afterwards: whoever stores one has the lock of the order before it draws its position. What is before it, and not
 * put off, lets it go once it is told. That is looked up in the order of the index: `exists` might read the table.
 */
const lettingFirstGo = `
with recursive step as (
  (select id, profile, ordered, position, retry_at, 1 as number from hookplate.event
   where (profile, ordered) > ($1::text, $2::text) and ordered is not null and retry_at is not null
   order by profile, ordered, position limit 1)
  union all
  select n.*, s.number + 1 from step s cross join lateral (
    select e.id, e.profile, e.ordered, e.position, e.retry_at from hookplate.event e
    where (e.profile, e.ordered) > (s.profile, s.ordered) and e.ordered is not null and e.retry_at is not null
    order by e.profile, e.ordered, e.position limit 1) n
  where s.number < ${maxOrders}
), first as materialized (
  select s.id from step s where s.retry_at = 'infinity' and not coalesce((
    select e.position from hookplate.event e
    where e.profile = s.profile and e.ordered = s.ordered and e.ordered is not null and e.retry_at is null
    order by e.position limit 1) < s.position, false)
), free as materialized (
  select id from hookplate.event where id = any(array(select id from first)) and not isfinite(retry_at) for update skip locked
), let_go as (
  update hookplate.event set retry_at = null where id = any(array(select id from free))
)
select profile, ordered, number, (select count(*) from free)::int as count from step order by number desc limit 1`;

/** An order of a profile. */
export interface Order {
  readonly profile: string;
  readonly ordered: string;
}

/** Before all others: no order has an empty name. */
export const firstOrder: Order = { profile: '', ordered: '' };

/**
 * Lets the first event of each order go if it is held up, a thousand orders at a time. Resolves to the number of events, and
 * to the order to go on after, if there may be more.
 */
export async function letFirstGo(
  { query }: SqlExecutor,
  { profile, ordered }: Order,
): Promise<{ readonly count: number; readonly next: Order | undefined }> {
  const { rows } = await query(lettingFirstGo, [profile, ordered]);
  const [last] = rows;
  if (!last) return { count: 0, next: undefined };
  const next = { profile: textOf(last, 'profile'), ordered: textOf(last, 'ordered') };
  return {
    count: numberOf(last, 'count'),
    next: numberOf(last, 'number') >= maxOrders ? next : undefined,
  };
}

/** Lets the first event of all orders go that are held up by nothing. */
export async function letAllFirstGo(executor: SqlExecutor, signal?: AbortSignal): Promise<void> {
  for (let from: Order | undefined = firstOrder; from && !signal?.aborted; ) {
    from = (await letFirstGo(executor, from)).next;
  }
}
