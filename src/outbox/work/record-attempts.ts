import type { PgBoss } from 'pg-boss';
import type { Attempt } from '../../delivery/wire/attempt.ts';
import { isSuccess } from '../../delivery/wire/attempt.ts';
import type { Connection } from '../database/database.ts';
import { queueName } from '../database/queue-settings.ts';
import type { MessageState } from '../messages/message.ts';
import { wakeChannel } from '../messages/store-messages.ts';
import { asAttempt, insertJobs, isBlocked, type TakenMessage } from './take-messages.ts';

/** An attempt that has ended, and what it means for its message. */
export interface EndedAttempt {
  readonly message: TakenMessage;
  /** Nothing where the message could not be sent at all. */
  readonly attempt: Attempt | undefined;
  readonly state: Exclude<MessageState, 'sending' | 'cancelled'>;
  readonly reason: string | undefined;
  /** Of a message that is pending again. */
  readonly nextAttemptAt: Date | undefined;
}

const recording = `
with ended as (
  select * from jsonb_to_recordset($1::jsonb) as e(id text, job uuid, round int, number int, state text, reason text,
    next_attempt_at timestamptz, started_at timestamptz, duration_ms int, address text, status int, headers jsonb,
    body text, truncated boolean, error text, explanation text)
), attempts as (
  insert into hookplate.attempt (message, round, number, started_at, duration_ms, address, status, headers, body,
    truncated, error, explanation)
  select e.id, e.round, e.number, e.started_at, e.duration_ms, e.address, e.status, e.headers, e.body, e.truncated,
    e.error, e.explanation
  from ended e join hookplate.message m on m.id = e.id where e.started_at is not null
)
update hookplate.message m
set state = e.state, reason = e.reason, attempts = e.number,
  job = case when e.state = 'pending' then gen_random_uuid() end,
  next_attempt_at = e.next_attempt_at,
  finished_at = case when e.state <> 'pending' then now() end
from ended e
where m.id = e.id and m.job = e.job and m.round = e.round and m.state = 'sending'
returning m.id, m.job, m.endpoint, m.next_attempt_at, m.state`;

/** Those that may have waited for one of these in their line. */
const following = `
update hookplate.message m set job = gen_random_uuid(), next_attempt_at = now()
where m.line = any($1) and m.state = 'pending' and m.attempts = 0 and m.round = 0 and not (${isBlocked})
returning m.id, m.job, m.endpoint, m.next_attempt_at`;

/** Records attempts, moves their messages on, and completes and makes jobs: all of it, or nothing. */
export async function recordAttempts(
  ended: readonly EndedAttempt[],
  { transaction }: Pick<Connection, 'transaction'>,
  queue: PgBoss,
): Promise<void> {
  await transaction(async tx => {
    const { rows } = await tx.executeSql(recording, [JSON.stringify(ended.map(rowOf))]);
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
    await recordHealth(ended, tx);
    const lines = ended.flatMap(({ message }) => message.line ?? []);
    if (lines.length === 0) return;
    const next = await tx.executeSql(following, [lines]);
    await insertJobs(next.rows, queue, tx);
    if (next.rows.length > 0) await tx.executeSql(`select pg_notify('${wakeChannel}', '')`);
  });
}

function rowOf({ message, attempt, state, reason, nextAttemptAt }: EndedAttempt): object {
  const { id, job, round, number } = message;
  const row = { id, job: job.id, round, state, reason, next_attempt_at: nextAttemptAt };
  if (!attempt) return { ...row, number: number - 1 };
  const { startedAt, durationMs, address, outcome } = attempt;
  const made = { ...row, number, started_at: startedAt, duration_ms: Math.round(durationMs), address };
  if (outcome.kind === 'failed')
    return { ...made, error: outcome.error, explanation: withoutNul(outcome.message) };
  const { status, headers, body, truncated } = outcome;
  const texts = headers.map(([name, value]) => [name, withoutNul(value)]);
  return { ...made, status, headers: texts, body: withoutNul(body), truncated };
}

/** PostgreSQL's texts hold any character but this one. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', '\ufffd');
}

const health = `
update hookplate.endpoint e
set failures = case when h.succeeded_at is null then e.failures + h.failures else h.failures_after end,
  failing_since = case
    when h.succeeded_at is null then coalesce(e.failing_since, h.failed_at)
    when h.failures_after > 0 then h.failed_at end,
  last_success_at = coalesce(greatest(e.last_success_at, h.succeeded_at), e.last_success_at),
  last_failure_at = coalesce(greatest(e.last_failure_at, h.failed_at), e.last_failure_at),
  warned_at = case when h.succeeded_at is null then e.warned_at end
from jsonb_to_recordset($1::jsonb) as h(id text, failures int, failures_after int, succeeded_at timestamptz, failed_at timestamptz)
where e.id = h.id`;

interface Health {
  readonly id: string;
  failures: number;
  failures_after: number;
  succeeded_at?: Date;
  failed_at?: Date;
}

/** Counts failures since the last success for each endpoint. */
async function recordHealth(
  ended: readonly EndedAttempt[],
  { executeSql }: Connection['executor'],
): Promise<void> {
  const byEndpoint = new Map<string, Health>();
  for (const { message, attempt } of ended) {
    if (!attempt) continue;
    const known = byEndpoint.get(message.endpoint) ?? {
      id: message.endpoint,
      failures: 0,
      failures_after: 0,
    };
    byEndpoint.set(message.endpoint, known);
    if (isSuccess(attempt.outcome)) {
      known.succeeded_at = attempt.startedAt;
      known.failures_after = 0;
    } else {
      known.failed_at = attempt.startedAt;
      known.failures++;
      known.failures_after++;
    }
  }
  const rows = [...byEndpoint.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  if (rows.length > 0) await executeSql(health, [JSON.stringify(rows)]);
}
