import type { PgBoss } from 'pg-boss';
import type { WebhookRequest } from '../../webhook/webhook-request.ts';
import type { Connection } from '../database/database.ts';
import { queueName } from '../database/queue-settings.ts';
import { bytesOf, isTrue, numberOf, optionalTextOf, type Row, textOf } from '../database/row.ts';
import type { Sealer } from '../encryption/sealer.ts';
import { endpointOf } from '../endpoints/endpoint-id.ts';
import { insertEndpoints } from '../endpoints/insert-endpoints.ts';
import { openRequest } from '../messages/new-message.ts';
import { OutboxError } from '../outbox-error.ts';

/** A job as it was fetched: `retryCount` tells whether it is still ours when it is completed. */
export interface FetchedJob {
  readonly id: string;
  readonly retryCount: number;
  readonly data: { readonly message: string };
  readonly groupId?: string | null;
}

/** A message that this process is to send. */
export interface TakenMessage {
  readonly id: string;
  readonly job: FetchedJob;
  readonly endpoint: string;
  readonly host: string;
  readonly line: string | undefined;
  readonly webhook: string | undefined;
  readonly round: number;
  /** Which attempt this will be, from 1. */
  readonly number: number;
  /** How long ago it was enqueued, by the clock of the database. */
  readonly ageMs: number;
  readonly request: WebhookRequest | OutboxError;
}

/** A later message of a line waits no longer than this for those before it, once they were tried. In milliseconds. */
const longestWaitInLineMs = 5 * 60_000;

/** Whether the message `m` waits for one before it in its line. */
export const isBlocked = `m.line is not null and exists (
  select from hookplate.message p
  where p.line = m.line and p.position < m.position and p.finished_at is null
    and ((p.attempts = 0 and p.round = 0 and p.reason is null) or p.created_at > now() - interval '${longestWaitInLineMs} milliseconds'))`;

/** By its state, not by `finished_at`: else the planner might read all that is unfinished to find a few ids. */
const isUnfinished = "m.state in ('pending', 'sending')";

const isDisabled = `exists (
  select from hookplate.endpoint e where e.id = m.endpoint and e.disabled_at is not null)`;

const taking = `
update hookplate.message m set state = 'sending'
from unnest($1::text[], $2::uuid[]) as j(id, job)
where m.id = j.id and m.job = j.job and ${isUnfinished} and not (${isBlocked})
  and not (${isDisabled})
returning m.id, m.job, m.endpoint, m.host, m.line, m.webhook, m.round, m.attempts, m.request,
  extract(epoch from now() - m.created_at) * 1000 as age_ms,
  exists (select from hookplate.endpoint e where e.id = m.endpoint) as has_endpoint`;

const failing = `
update hookplate.message m
set state = 'failed', reason = 'endpoint-disabled', job = null, next_attempt_at = null, finished_at = now()
from unnest($1::text[], $2::uuid[]) as j(id, job)
where m.id = j.id and m.job = j.job and ${isUnfinished} and ${isDisabled}`;

/** In one order, as whoever wakes them does, or the two would wait for each other. */
const waiting = `
with locked as materialized (
  select m.id from hookplate.message m join unnest($1::text[], $2::uuid[]) as j(id, job) on m.id = j.id and m.job = j.job
  where ${isUnfinished} order by m.id for no key update of m
)
update hookplate.message m set job = gen_random_uuid(), next_attempt_at = now() + interval '30 seconds'
from locked where m.id = locked.id
returning m.id, m.job, m.endpoint, m.next_attempt_at`;

/**
 * Marks the messages of fetched jobs as being sent. A job that is not the one its message counts on is stale, and
 * completed; a message that has to wait for another one of its line gets a later job, and one whose endpoint was disabled
 * meanwhile fails.
 */
export async function takeMessages(
  jobs: readonly FetchedJob[],
  { executor, transaction }: Connection,
  queue: PgBoss,
  sealer: Sealer,
): Promise<readonly TakenMessage[]> {
  if (jobs.length === 0) return [];
  const byJob = new Map(jobs.map(job => [job.id, job]));
  const { rows } = await executor.executeSql(taking, [
    jobs.map(({ data }) => data.message),
    jobs.map(({ id }) => id),
  ]);
  const taken = rows.flatMap((row): readonly TakenMessage[] => {
    const job = byJob.get(textOf(row, 'job'));
    return job ? [takenMessage(row, job, sealer)] : [];
  });
  const withEndpoint = new Set(rows.filter(row => isTrue(row, 'has_endpoint')).map(row => textOf(row, 'id')));
  await addEndpoints(
    taken.filter(({ id }) => !withEndpoint.has(id)),
    executor,
  );
  const ours = new Set(taken.map(({ job }) => job.id));
  const others = jobs.filter(({ id }) => !ours.has(id));
  if (others.length > 0) await putAside(others, transaction, queue);
  return taken;
}

/** Of messages that were enqueued within transactions of callers. */
async function addEndpoints(taken: readonly TakenMessage[], executor: Connection['executor']): Promise<void> {
  const endpoints = taken.flatMap(({ request, webhook }) =>
    request instanceof OutboxError ? [] : [{ ...endpointOf(request.url, webhook), webhook }],
  );
  await insertEndpoints(endpoints, executor);
}

async function putAside(
  jobs: readonly FetchedJob[],
  transaction: Connection['transaction'],
  queue: PgBoss,
): Promise<void> {
  const values = [jobs.map(({ data }) => data.message), jobs.map(({ id }) => id)];
  await transaction(async tx => {
    await tx.executeSql(failing, values);
    const later = await tx.executeSql(waiting, values);
    await queue.complete(queueName, jobs.map(asAttempt), null, { db: tx });
    await insertJobs(later.rows, queue, tx);
  });
}

/** Rows of messages with a new job each: `id`, `job`, `endpoint` and `next_attempt_at`. */
export async function insertJobs(
  rows: readonly Row[],
  queue: PgBoss,
  db: Connection['executor'],
): Promise<void> {
  if (rows.length === 0) return;
  const jobs = rows.map(({ id, job, endpoint, next_attempt_at: at }) => ({
    id: String(job),
    data: { message: String(id) },
    group: { id: String(endpoint) },
    ...(at instanceof Date && { startAfter: at }),
  }));
  await queue.insert(queueName, jobs, { db });
}

export function asAttempt({ id, retryCount }: FetchedJob): {
  readonly id: string;
  readonly retryCount: number;
} {
  return { id, retryCount };
}

function takenMessage(row: Row, job: FetchedJob, sealer: Sealer): TakenMessage {
  const id = textOf(row, 'id');
  return {
    id,
    job,
    endpoint: textOf(row, 'endpoint'),
    host: textOf(row, 'host'),
    line: optionalTextOf(row, 'line'),
    webhook: optionalTextOf(row, 'webhook'),
    round: numberOf(row, 'round'),
    number: numberOf(row, 'attempts') + 1,
    ageMs: numberOf(row, 'age_ms'),
    request: requestOf(bytesOf(row, 'request'), id, sealer),
  };
}

function requestOf(stored: Uint8Array | undefined, id: string, sealer: Sealer): WebhookRequest | OutboxError {
  if (!stored) return new OutboxError('unknown-message', 'The request has been pruned.');
  try {
    return openRequest(stored, id, sealer);
  } catch (error) {
    if (error instanceof OutboxError) return error;
    throw error;
  }
}
