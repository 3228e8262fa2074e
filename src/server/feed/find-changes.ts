import type { Connection } from '../../outbox/database/database.ts';
import { numberOf, optionalTextOf, type Row, textOf, timeOf } from '../../outbox/database/row.ts';

/** A change that pages are told of. */
export interface Change {
  readonly kind: 'process' | 'delivery';
  /** The same as long as nothing has changed. */
  readonly state: string;
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** More of a kind at once than this is a load that nobody watches line by line; the lists have it all. */
const most = 500;

/** Commits come later than the times that they write. */
const overlapSeconds = 10;

/** Whether a time is later than the one that is asked about. */
const isRecent = (time: string): string => `${time} > $1::timestamptz - interval '${overlapSeconds} seconds'`;

/** Each kind is bounded by itself, so that many of one hide none of another. */
const findingProcesses = `
with changed as (
  (select pid from hookplate.process where status = 'queued' order by created_at desc limit ${most})
  union (select pid from hookplate.process where status = 'running' order by created_at desc limit ${most})
  union (select pid from hookplate.process where ${isRecent('ended_at')} order by ended_at desc limit ${most})
)
select pid, project_id, task_id, status, records_processed, error_count, version
from changed join hookplate.process using (pid) order by created_at desc`;

/** New ones, those that are due (for another attempt, or because they were resent), tried ones and ended ones. */
const findingDeliveries = `
with changed as (
  (select id from hookplate.message where ${isRecent('created_at')} order by created_at desc limit ${most})
  union (select id from hookplate.message
    where finished_at is null and next_attempt_at <= now() and ${isRecent('next_attempt_at')}
    order by next_attempt_at desc limit ${most})
  union (select message from hookplate.attempt where ${isRecent('recorded_at')} order by recorded_at desc limit ${most})
  union (select id from hookplate.message where ${isRecent('finished_at')} order by finished_at desc limit ${most})
)
select id, webhook, event, profile, host, state, round, attempts
from changed join hookplate.message using (id) order by created_at desc`;

/** What may have changed since a time of the database, and that time for the next call. */
export async function findChanges(
  { executor }: Connection,
  since: Date | undefined,
): Promise<{ readonly changes: readonly Change[]; readonly now: Date }> {
  const { rows } = await executor.executeSql('select now() as now');
  const now = (rows[0] && timeOf(rows[0], 'now')) ?? new Date();
  const from = [(since ?? now).toISOString()];
  const processes = await executor.executeSql(findingProcesses, from);
  const deliveries = await executor.executeSql(findingDeliveries, from);
  return { now, changes: [...processes.rows.map(processChange), ...deliveries.rows.map(deliveryChange)] };
}

function processChange(row: Row): Change {
  const data = {
    pid: textOf(row, 'pid'),
    projectId: textOf(row, 'project_id'),
    taskId: textOf(row, 'task_id'),
    status: textOf(row, 'status'),
    recordsProcessed: numberOf(row, 'records_processed'),
    errorCount: numberOf(row, 'error_count'),
  };
  const state = `${numberOf(row, 'version')} ${data.status} ${data.recordsProcessed} ${data.errorCount}`;
  return { kind: 'process', id: data.pid, state, data };
}

function deliveryChange(row: Row): Change {
  const data = {
    id: textOf(row, 'id'),
    state: textOf(row, 'state'),
    webhook: optionalTextOf(row, 'webhook'),
    event: optionalTextOf(row, 'event'),
    profile: optionalTextOf(row, 'profile'),
    host: textOf(row, 'host'),
    attempts: numberOf(row, 'attempts'),
  };
  const state = `${data.state} ${numberOf(row, 'round')} ${data.attempts}`;
  return { kind: 'delivery', id: data.id, state, data };
}
