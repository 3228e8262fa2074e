import type { Connection } from '../database/database.ts';
import type { ProgressOptions } from '../outbox/change-messages.ts';
import { chunk, type Erasing, eraseRowsOfProfile, lockedIds } from '../outbox/erase.ts';
import { letAllFirstGo } from './held-up.ts';

const ofProfile = 'e.profile = $1::text and e.stored_at <= $2::timestamptz';

/** Erases events in one of their tables, with the ids that the callers gave them. */
const erasingEvents = (table: 'event' | 'past_event'): Erasing['waiting'] => ({
  locking: `
select e.stored_at as at, e.id from hookplate.${table} e
where ${ofProfile} and (e.stored_at, e.id) > ($3::timestamptz, $4::uuid)
order by e.stored_at, e.id limit ${chunk} for update skip locked`,
  erasing: `
with gone as (
  delete from hookplate.${table} e where e.id = ${lockedIds} returning e.given
)
delete from hookplate.given_id g where g.id = any(array(select given from gone where given is not null))`,
});

const erasing: Erasing = {
  waiting: erasingEvents('event'),
  past: erasingEvents('past_event'),
  left: `
(select 1 from hookplate.event e where ${ofProfile} limit 1) union all
(select 1 from hookplate.past_event e where ${ofProfile} limit 1)`,
};

/**
 * Erases the events of a profile, whether they were told or not; resolves to their number. Those that were held up by one of them,
 * and stored meanwhile, go on.
 */
export async function eraseEvents(
  database: Pick<Connection, 'executor' | 'transaction'>,
  profile: string,
  options: ProgressOptions | undefined,
): Promise<number> {
  const erased = await eraseRowsOfProfile(erasing, database, { profile, options });
  await letAllFirstGo(database.executor);
  return erased;
}
