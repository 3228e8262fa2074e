import type { Connection } from '../database/database.ts';
import type { ProgressOptions } from '../outbox/change-messages.ts';
import { chunk, type Erasing, eraseProfile } from '../outbox/erase.ts';
import { letAllFirstGo } from './held-up.ts';

const ofProfile = 'e.profile = $1::text and e.stored_at <= $2::timestamptz';
const isAfter = '(e.stored_at, e.id) > ($3::timestamptz, $4::uuid)';
/** SQL, as a part of a `with`: the ids that the callers gave the events `found`. */
const erasingIds = `ids as (
  delete from hookplate.given_id g where g.id = any(array(select given from found where given is not null))
)`;

const erasing: Erasing = {
  waiting: `
with found as materialized (
  select e.id, e.stored_at, e.given from hookplate.event e where ${ofProfile} and ${isAfter}
  order by e.stored_at, e.id limit ${chunk} for update skip locked
), ${erasingIds}, gone as (
  delete from hookplate.event e where e.id = any(array(select id from found))
)
select stored_at as at, id from found order by stored_at, id`,
  isWaiting: `select 1 from hookplate.event e where ${ofProfile} limit 1`,
  past: `
with found as materialized (
  select e.id, e.stored_at, e.given from hookplate.past_event e where ${ofProfile} and ${isAfter}
  order by e.stored_at, e.id limit ${chunk} for update skip locked
), ${erasingIds}, gone as (
  delete from hookplate.past_event e where e.id = any(array(select id from found))
)
select stored_at as at, id from found order by stored_at, id`,
};

/**
 * Erases the events of a profile, whether they were told or not; resolves to their number. Those that were held up by one of them,
 * and stored meanwhile, go on.
 */
export async function eraseEvents(
  { executor }: Pick<Connection, 'executor'>,
  profile: string,
  options: ProgressOptions | undefined,
): Promise<number> {
  const erased = await eraseProfile(erasing, executor, { profile, options });
  await letAllFirstGo(executor);
  return erased;
}
