import type { PgBoss } from 'pg-boss';
import { columnArrays, unnestColumns } from '../database/column-arrays.ts';
import type { Connection } from '../database/database.ts';
import { queueName } from '../database/queue-settings.ts';
import { textOf, timeOf } from '../database/row.ts';
import { type HealthChanges, type HealthLimits, recordHealth } from '../endpoints/record-health.ts';
import { type EndedMessage, endedMessage } from '../messages/message.ts';
import { wakeChannel } from '../messages/store-messages.ts';
import type { EndedAttempt } from './ended-attempt.ts';
import { asAttempt, insertJobs, isBlocked } from './take-messages.ts';

const columns = {
  id: 'text',
  job: 'uuid',
  round: 'int',
  number: 'int',
  state: 'text',
  reason: 'text',
  delay_ms: 'float8',
  started_at: 'timestamptz',
  duration_ms: 'int',
  address: 'text',
  status: 'int',
  headers: 'jsonb',
  body: 'text',
  truncated: 'boolean',
  error: 'text',
  explanation: 'text',
} as const;

const recording = `
with ended as materialized (
  select * from ${unnestColumns(columns)} as e(${Object.keys(columns).join(', ')})
), attempts as (
  insert into hookplate.attempt (message, round, number, started_at, duration_ms, address, status, headers, body,
    truncated, error, explanation)
  select e.id, e.round, e.number, e.started_at, e.duration_ms, e.address, e.status, e.headers, e.body, e.truncated,
    e.error, e.explanation
  from ended e join hookplate.message m on m.id = e.id where e.started_at is not null
  on conflict do nothing
)
update hookplate.message m
set state = e.state, reason = e.reason, attempts = e.number,
  job = case when e.state = 'pending' then gen_random_uuid() end,
  next_attempt_at = now() + e.delay_ms * interval '1 millisecond',
  finished_at = case when e.state <> 'pending' then now() end
from ended e
where m.id = e.id and m.job = e.job and m.round = e.round and m.state = 'sending'
returning m.id, m.job, m.endpoint, m.next_attempt_at, m.state, m.reason, m.webhook, m.event, m.profile, m.host,
  m.attempts, m.round, m.created_at`;

/**
 * Those that may have waited for one of these in their line; locked in one order, as whoever puts them aside does. One with a
 * reason waits for its key, and has a job for that.
 */
const following = `
with locked as materialized (
  select m.id from hookplate.message m
  where m.line = any($1::text[]) and m.state = 'pending' and m.attempts = 0 and m.round = 0 and m.reason is null
    and not (${isBlocked})
  order by m.id for no key update of m
)
update hookplate.message m set job = gen_random_uuid(), next_attempt_at = now()
from locked where m.id = locked.id
returning m.id, m.job, m.endpoint, m.next_attempt_at`;

/** What a transaction changed, to be told once it has committed. */
export interface Recorded {
  readonly ended: readonly {
    readonly message: EndedMessage;
    readonly createdAt: Date | undefined;
    /** What ended it. */
    readonly last: EndedAttempt | undefined;
  }[];
  readonly health: HealthChanges;
}

/** Records attempts, moves their messages on, and completes and makes jobs: all of it, or nothing. */
export async function recordAttempts(
  ended: readonly EndedAttempt[],
  { transaction }: Pick<Connection, 'transaction'>,
  queue: PgBoss,
  limits: HealthLimits,
): Promise<Recorded> {
  return transaction(async tx => {
    const { rows } = await tx.executeSql(recording, columnArrays(columns, ended.map(rowOf)));
    await queue.complete(
      queueName,
      ended.map(({ message }) => asAttempt(message.job)),
      null,
      { db: tx },
    );
    await insertJobs(
      rows.filter(({ state }) => state === 'pending'),
      queue,
      tx,
    );
    const health = await recordHealth(ended, tx, limits);
    await wakeFollowing(ended, tx, queue);
    const lasts = new Map(ended.map(last => [last.message.id, last]));
    const finished = rows.filter(({ state }) => state !== 'pending');
    return {
      ended: finished.map(row => ({
        message: endedMessage(row),
        createdAt: timeOf(row, 'created_at'),
        last: lasts.get(textOf(row, 'id')),
      })),
      health,
    };
  });
}

async function wakeFollowing(
  ended: readonly EndedAttempt[],
  tx: Connection['executor'],
  queue: PgBoss,
): Promise<void> {
  // What was only handed back is waited for as before.
  const lines = ended.flatMap(({ message, attempt, reason }) => ((attempt ?? reason) && message.line) ?? []);
  if (lines.length === 0) return;
  const { rows } = await tx.executeSql(following, [lines]);
  await insertJobs(rows, queue, tx);
  if (rows.length > 0) await tx.executeSql(`select pg_notify('${wakeChannel}', '')`);
}

function rowOf({ message, attempt, state, reason, delayMs }: EndedAttempt) {
  const { id, job, round, number } = message;
  const row = { id, job: job.id, round, state, reason, delay_ms: delayMs };
  if (!attempt) return { ...row, number: number - 1 };
  const { startedAt, durationMs, address, outcome } = attempt;
  const made = {
    ...row,
    number,
    started_at: startedAt.toISOString(),
    duration_ms: Math.round(durationMs),
    address,
  };
  if (outcome.kind === 'failed')
    return { ...made, error: outcome.error, explanation: withoutNul(outcome.message) };
  const { status, headers, body, truncated } = outcome;
  const texts = headers.map(([name, value]) => [name, withoutNul(value)]);
  return { ...made, status, headers: JSON.stringify(texts), body: withoutNul(body), truncated };
}

/** PostgreSQL's texts hold any character but this one. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', '\ufffd');
}
