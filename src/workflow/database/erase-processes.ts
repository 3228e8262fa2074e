import type { Connection } from '../../database/database.ts';
import { defineOptions } from '../../options/define-options.ts';
import {
  inChunks,
  type ProgressOptions,
  progressChecks,
  timeOfDatabase,
} from '../../outbox/change-messages.ts';
import { chunk } from '../../outbox/erase.ts';
import { aName } from '../../outbox/message.ts';

/**
 * Goes once through those that have ended, in that order, whatever their profile is: an index by profile would cost each process, and
 * profiles are seldom erased.
 */
const erasing = `
with gone as (
  delete from hookplate.process where pid = any(array(
    select pid from hookplate.process
    where profile = $1::text and ended_at <= $2::timestamptz and (ended_at, pid) > ($3::timestamptz, $4::text)
    order by ended_at, pid limit ${chunk} for update skip locked))
  returning ended_at as at, pid as id
)
select at, id from gone order by at, id`;

const readOptions = defineOptions<Required<ProgressOptions>>(progressChecks);

/** Erases the processes of a profile that have ended, in chunks, each in a transaction of its own; resolves to their number. */
export async function eraseProcesses(
  { executor }: Pick<Connection, 'executor'>,
  profile: string,
  options: ProgressOptions | undefined,
): Promise<number> {
  const given = readOptions(options);
  const started = await timeOfDatabase(executor);
  const values = [aName(profile, 'profile'), started.toISOString()];
  return inChunks(last => executor.query(erasing, [...values, ...last]), given);
}
