import { setTimeout as sleep } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import { type Connection, queueSchemaName } from '../database/database.ts';
import { queueName } from '../database/queue-settings.ts';
import { isTrue } from '../database/row.ts';
import { insertJobs } from '../work/take-messages.ts';

/** As many as one transaction gives a job. */
const mostSwept = 1000;
/** Between two transactions, in milliseconds. */
const pauseMs = 50;
/** Any number, the same in every instance: one sweeps at a time. */
const advisoryLock = 7_402_119;

export interface SweepOptions {
  readonly overdueMs: number;
  readonly signal?: AbortSignal;
}

const sweeping = `
update hookplate.message set job = gen_random_uuid()
where id in (
  select m.id from hookplate.message m
  where m.finished_at is null and m.next_attempt_at < now() - $1 * interval '1 millisecond'
    and not exists (
      select from ${queueSchemaName}.job j where j.name = '${queueName}' and j.id = m.job and j.state < 'completed')
  limit ${mostSwept} for update skip locked)
returning id, job, endpoint, next_attempt_at`;

/**
 * Gives every message that is overdue and has no live job a new one; how many there were. It pauses after each thousand, so
 * that others get their turn, and ends early when it is aborted.
 */
export async function sweep(
  connection: Pick<Connection, 'transaction'>,
  queue: PgBoss,
  { overdueMs, signal }: SweepOptions,
): Promise<number> {
  for (let swept = 0; ; ) {
    const count = await sweepSome(connection, queue, overdueMs);
    swept += count;
    if (count < mostSwept || signal?.aborted) return swept;
    await sleep(pauseMs, undefined, { ...(signal && { signal }) }).catch(() => {});
  }
}

async function sweepSome(
  { transaction }: Pick<Connection, 'transaction'>,
  queue: PgBoss,
  overdueMs: number,
): Promise<number> {
  return transaction(async tx => {
    const { rows: lock } = await tx.executeSql('select pg_try_advisory_xact_lock($1) as is_ours', [
      advisoryLock,
    ]);
    if (!lock[0] || !isTrue(lock[0], 'is_ours')) return 0;
    const { rows } = await tx.executeSql(sweeping, [overdueMs]);
    await insertJobs(rows, queue, tx);
    return rows.length;
  });
}
