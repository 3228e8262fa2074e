import { columnArrays, unnestColumns, withoutNul } from '../database/column-arrays.ts';
import type { Connection } from '../database/database.ts';
import type { Row } from '../database/row.ts';
import { textOf } from '../database/row.ts';
import { prepared, type SqlExecutor } from '../database/sql-executor.ts';
import type { EndedAttempt } from './ended-attempt.ts';
import { counting } from './figures.ts';
import { type HealthChanges, type HealthLimits, recordHealth, tellsOfHealth } from './health.ts';
import { advanceLines, tryLines } from './line.ts';
import { type EndedMessage, endedColumns, endedMessageOf } from './message.ts';
import { attemptColumns, keptColumns } from './moves.ts';

const columns = {
  id: 'uuid',
  bucket: 'smallint',
  endpoint: 'uuid',
  webhook: 'text',
  profile: 'text',
  taken_by: 'bigint',
  round: 'int',
  attempts: 'int',
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

/** Whether the attempt `e` moves its job `m` on. */
const isHeld = `m.id = e.id and m.round = e.round and (m.taken_by = e.taken_by or e.state = 'delivered')`;

/** SQL: these columns of a row. */
const of = (row: string, columns: string): string => columns.replaceAll(/\w+/g, `${row}.$&`);

/**
 * Whether the attempt `e` was not recorded before, perhaps without an answer. Looked up one by one: after a join, the planner
 * would read partitions that it knows nothing of.
 */
const isNew = `and (select true from hookplate.attempt a
    where a.message = e.id and a.round = e.round and a.number = e.number and a.started_at = e.started_at limit 1) is null
  and (select true from hookplate.ended m
    where m.id = e.id and m.round = e.round and m.number = e.number and m.started_at = e.started_at limit 1) is null`;

/**
 * Whether the message of the attempt `e` is still there: it may have been cancelled and erased since it was taken. Waiting
 * messages are looked up first: history has many partitions.
 */
const isThere = `coalesce((select true from hookplate.job m where m.id = e.id limit 1),
    (select true from hookplate.ended m where m.id = e.id limit 1))`;

/**
 * Writes attempts, and moves their messages on if these are still taken by the same worker: a late answer is still an
 * attempt, and a late success ends its message. An attempt that ends its message stands with it. What is written is counted.
 */
const recordingWith = (isRepeated: boolean): string =>
  prepared(`
with made as materialized (
  select * from ${unnestColumns(columns)} with ordinality as e(${Object.keys(columns).join(', ')}, place)
), waiting as (
  update hookplate.job m
  set reason = e.reason, attempts = greatest(m.attempts, e.attempts), taken_until = null, taken_by = null,
    due_at = case when e.delay_ms is null then m.due_at else now() + e.delay_ms * interval '1 millisecond' end,
    failed_at = case when e.delay_ms is null then m.failed_at else coalesce(m.failed_at, now()) end
  from made e where e.state = 'pending' and ${isHeld}
), gone as (
  delete from hookplate.job m using made e where e.state <> 'pending' and ${isHeld}
  returning ${of('m', keptColumns)}, m.round, greatest(m.attempts, e.attempts) as attempts, e.state, e.reason, ${of('e', attemptColumns)}, e.place
), ended as (
  insert into hookplate.ended (${keptColumns}, round, attempts, state, reason, finished_at, ${attemptColumns})
  select ${keptColumns}, round, attempts, state, reason, now(), ${attemptColumns} from gone
  returning *
), others as materialized (
  select * from made e
  where e.started_at is not null and e.place not in (select place from gone) and ${isThere} ${isRepeated ? isNew : ''}
), tried as (
  insert into hookplate.attempt (message, bucket, round, ${attemptColumns})
  select id, bucket, round, ${attemptColumns} from others
), ${counting(`
  select bucket, endpoint, webhook, profile, created_at, round, state, number, status from gone
  union all select bucket, endpoint, webhook, profile, null, null, null, number, status from others`)}
select ${endedColumns} from ended m`);
const recording = recordingWith(false);
const recordingAgain = recordingWith(true);

/** Results of a transaction, to be reported once it has committed. */
export interface Recorded {
  readonly ended: readonly { readonly message: EndedMessage; readonly last: EndedAttempt }[];
  readonly health: HealthChanges;
  /** Lines that somebody was enqueuing into, so that the next message of each is not due yet. */
  readonly locked: readonly string[];
}

export interface RecordOptions extends HealthLimits {
  /** The time that a failing message holds up those behind it. */
  readonly holdMs: number;
  /** Whether some of it may have been recorded before, without an answer. */
  readonly isRepeated: boolean;
}

/** Records attempts and moves their messages on: all of it, or nothing. */
export async function recordAttempts(
  ended: readonly EndedAttempt[],
  { executor, transaction }: Pick<Connection, 'executor' | 'transaction'>,
  options: RecordOptions,
): Promise<Recorded> {
  const lines = ended.flatMap(({ message, endsLine }) => ((endsLine && message.line) || undefined) ?? []);
  if (lines.length === 0 && !tellsOfHealth(ended, options)) {
    const rows = await record(ended, executor, options);
    return { ended: endedOf(rows, ended), health: { warned: [], disabled: [] }, locked: [] };
  }
  return transaction(async tx => {
    const all = [...new Set(lines)].toSorted();
    const ours = new Set(await tryLines(all, tx));
    const rows = await record(ended, tx, options);
    const health = await recordHealth(ended, tx, options);
    await advanceLines([...ours], options.holdMs, tx);
    return { ended: endedOf(rows, ended), health, locked: all.filter(line => !ours.has(line)) };
  });
}

async function record(
  ended: readonly EndedAttempt[],
  { query }: SqlExecutor,
  { isRepeated }: RecordOptions,
): Promise<readonly Row[]> {
  const statement = isRepeated ? recordingAgain : recording;
  const { rows } = await query(statement, columnArrays(columns, ended.map(rowOf)));
  return rows;
}

function endedOf(rows: readonly Row[], ended: readonly EndedAttempt[]): Recorded['ended'] {
  const lasts = new Map(ended.map(last => [last.message.key, last]));
  return rows.flatMap(row => {
    const last = lasts.get(textOf(row, 'id'));
    return last ? [{ message: Object.freeze(endedMessageOf(row)), last }] : [];
  });
}

function rowOf({ message, attempt, state, reason, delayMs }: EndedAttempt) {
  const { key: id, bucket, endpoint, webhook, profile, takenBy, round, number } = message;
  const row = {
    id,
    bucket,
    endpoint,
    webhook,
    profile,
    taken_by: takenBy,
    round,
    state,
    reason,
    delay_ms: delayMs,
  };
  if (!attempt) return { ...row, attempts: number - 1 };
  const { startedAt, durationMs, address, outcome } = attempt;
  const made = {
    ...row,
    attempts: number,
    number,
    started_at: startedAt.toISOString(),
    duration_ms: Math.round(durationMs),
    address,
  };
  if (outcome.kind === 'failed') {
    return { ...made, error: outcome.error, explanation: withoutNul(outcome.message) };
  }
  const { status, headers, body, truncated } = outcome;
  const texts = headers.map(([name, value]) => [name, withoutNul(value)]);
  return { ...made, status, headers: JSON.stringify(texts), body: withoutNul(body), truncated };
}
