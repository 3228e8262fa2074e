import type { Connection, SqlExecutor } from '../database/database.ts';
import { isTrue, numberOf, optionalTextOf, optionalTimeOf, type Row, textOf } from '../database/row.ts';
import { firstUuid } from '../database/uuid.ts';
import {
  aBoolean,
  aFunction,
  checkThat,
  defineOptions,
  objectWith,
  oneOf,
  optional,
} from '../options/define-options.ts';
import { isOfLiveWebhook, reasonOfCancelled } from './cancelled-webhook.ts';
import { conditionsOf, filterChecks, type MessageFilter } from './find-messages.ts';
import { keyOf } from './given-id.ts';
import {
  dueAtEndpoint,
  type EndState,
  endStates,
  isFree,
  isTaken,
  notifying,
  unknownMessage,
} from './message.ts';
import { endingJobs, resending } from './moves.ts';
import { OutboxError } from './outbox-error.ts';

/*
 * Changes to messages by people and by the upkeep: resend, retry, cancel, fail. Large sets are changed in chunks, each
 * in a transaction of its own, so that others never wait for long, and progress can be followed and stopped.
 */

/** Follows and stops a change of many messages. */
export interface ProgressOptions {
  /** Called after each chunk with the number of messages so far. */
  readonly onProgress?: ((done: number) => void) | undefined;
  /** Stops after the current chunk; earlier chunks stay changed. */
  readonly signal?: AbortSignal | undefined;
}

export interface ManyOptions extends ProgressOptions {
  /** Only counts, without changing anything. Default false. */
  readonly dryRun?: boolean | undefined;
}

export interface ResendQuery extends MessageFilter, ManyOptions {
  /** Only messages that have ended can be resent; with `failing: true`, those that wait for another attempt make it. */
  readonly state?: EndState | 'given-up' | undefined;
  /** The number of messages that leave per second. Default: all at once. */
  readonly perSecond?: number | undefined;
}

export interface CancelQuery extends MessageFilter, ManyOptions {
  readonly state?: 'pending' | 'sending' | undefined;
}

/** The number of messages that one transaction changes. */
const chunk = 1000;

export const progressChecks = {
  onProgress: optional(aFunction<(done: number) => void>()),
  signal: optional(objectWith<AbortSignal>('addEventListener')),
};
const manyChecks = { ...progressChecks, dryRun: optional(aBoolean, false) };
const readResend = defineOptions<Required<ResendQuery>>({
  ...filterChecks,
  ...manyChecks,
  state: optional(oneOf(...endStates, 'given-up')),
  perSecond: optional(
    checkThat(
      'a number above 0',
      (value): value is number => typeof value === 'number' && Number.isFinite(value) && value > 0,
    ),
  ),
});
const readCancel = defineOptions<Required<CancelQuery>>({
  ...filterChecks,
  ...manyChecks,
  state: optional(oneOf('pending', 'sending')),
});

/** An ended message with a request, of a webhook that was not cancelled, and to an endpoint that is not disabled. */
const isResendable = `(select true from hookplate.request r where r.message = m.id and r.day = m.request_day limit 1)
  and not exists (select from hookplate.endpoint e where e.id = m.endpoint and e.disabled_at is not null)
  and ${isOfLiveWebhook}`;

/** @throws {OutboxError} `unknown-message`, or `wrong-state` with the reason. */
export async function resendMessage({ executor }: Pick<Connection, 'executor'>, id: string): Promise<void> {
  const { rows } = await executor.query(
    `with ${resending(`m.id = $1::uuid and ${isResendable}`, 'now()')} select ${notifying} as woken from resent`,
    [keyOf(id)],
  );
  if (rows.length === 0) throw await whyNot(id, 'resent', executor);
}

/** Waits for an attempt, and not for others in its line. */
const isRetriable = `m.due_at is not null and ${isFree} and ${isOfLiveWebhook}`;

/** What resending does to a message that matches, and what has to hold of it. Times are SQL, too. */
interface Resending {
  readonly table: 'job' | 'ended';
  readonly isPossible: string;
  /** Leaves out what came up, or failed again, after the resending had begun. */
  readonly isBefore: (time: string) => string;
  /** Parts of a `with` that change the messages `found`; `resent` has their ids and times. */
  readonly change: (dueAt: string) => string;
}

const isFound = 'm.id = any(array(select id from found))';
/** Leads to few partitions, and by their indexes, even where the planner knows nothing of them. */
const ofDays = `m.finished_at between (select min(finished_at) from found) and (select max(finished_at) from found)`;
const ofEnded: Resending = {
  table: 'ended',
  isPossible: isResendable,
  isBefore: time => `m.finished_at <= ${time}`,
  change: dueAt => resending(`${isFound} and ${ofDays}`, dueAt),
};

const ofFailing: Resending = {
  table: 'job',
  isPossible: isRetriable,
  isBefore: time => `m.created_at <= ${time}`,
  change: dueAt => `resent as (
  update hookplate.job m set due_at = least(m.due_at, n.due_at) from (select m.id, ${dueAt} as due_at from found m) n
  where m.id = n.id and ${isFound} returning m.id, m.created_at
)`,
};

/**
 * Resends the messages that can be resent now, oldest first, or makes the next attempt of those due that wait for one;
 * resolves to their number.
 */
export async function resendMessages(
  { executor }: Pick<Connection, 'executor'>,
  query: ResendQuery | undefined,
): Promise<number> {
  const { onProgress, signal, dryRun, perSecond, ...filter } = readResend(query);
  const { table, isPossible, isBefore, change } = filter.failing ? ofFailing : ofEnded;
  const { [table]: conditions, values } = conditionsOf(filter);
  if (!conditions) return 0;
  const found = { table, where: [...conditions, isPossible], values };
  if (dryRun) return count(found, executor);
  const now = await timeOfDatabase(executor);
  const given = (index: number): string => `$${values.length + index}`;
  const started = `${given(1)}::timestamptz`;
  const where = [...found.where, isBefore(started), isAfter(given(4), given(5))].join(' and ');
  const number = 'row_number() over (order by m.created_at, m.id)';
  const dueAt = `coalesce(${started} + (${number} + ${given(2)}::int - 1) / ${given(3)}::float8 * interval '1 second', now())`;
  return inChunks(
    (last, done) =>
      executor.query(
        `with found as materialized (
           select m.* from hookplate.${table} m where ${where}
           order by m.created_at, m.id limit ${chunk} for update of m skip locked
         ), ${change(dueAt)}
         select created_at as at, id, ${notifying} as woken from resent order by created_at, id`,
        [...values, now.toISOString(), done, perSecond ?? null, ...last],
      ),
    { onProgress, signal },
  );
}

/** @throws {OutboxError} `unknown-message`, or `wrong-state` if it is not pending, or waits in its line. */
export async function retryMessage({ executor }: Pick<Connection, 'executor'>, id: string): Promise<void> {
  const { rows } = await executor.query(
    `update hookplate.job m set due_at = least(m.due_at, now())
     where m.id = $1::uuid and ${isRetriable} returning ${notifying} as woken`,
    [keyOf(id)],
  );
  if (rows.length === 0) throw await whyNot(id, 'retried', executor);
}

/** @throws {OutboxError} `unknown-message`, or `wrong-state` if it has ended. */
export async function cancelMessage({ executor }: Pick<Connection, 'executor'>, id: string): Promise<void> {
  const { rows } = await executor.query(
    `with ${endingJobs('select $1::uuid', 'cancelled', 'm.reason')} select id from gone`,
    [keyOf(id)],
  );
  if (rows.length === 0) throw await whyNot(id, 'cancelled', executor);
}

async function whyNot(
  id: string,
  verb: 'resent' | 'retried' | 'cancelled',
  { query }: SqlExecutor,
): Promise<OutboxError> {
  const { rows } = await query(
    `select case when m.finished_at is null and ${isTaken} then 'sending' else m.state end as state,
       m.finished_at is not null as has_ended, m.due_at is null as waits, r.message is null as is_unmade,
       ${reasonOfCancelled} as reason
     from hookplate.message m left join hookplate.request r on r.message = m.id and r.day = m.request_day
     where m.id = $1::uuid`,
    [keyOf(id)],
  );
  const [row] = rows;
  if (!row) return unknownMessage(id);
  const why = verb === 'cancelled' ? whyNotNow(row) : whyNotSent(row, verb);
  return new OutboxError('wrong-state', `The message ${id} cannot be ${verb}: ${why}.`);
}

function whyNotSent(row: Row, verb: 'resent' | 'retried'): string {
  const reason = optionalTextOf(row, 'reason');
  if (reason !== undefined) return `its webhook was cancelled (${reason})`;
  return verb === 'resent' && isTrue(row, 'has_ended') ? whyNotResendable(row) : whyNotNow(row);
}

function whyNotResendable(row: Row): string {
  if (isTrue(row, 'is_unmade')) return 'no request could be made for it';
  return 'its endpoint is disabled. Enable it, then resend';
}

function whyNotNow(row: Row): string {
  const state = textOf(row, 'state');
  return state === 'pending' && isTrue(row, 'waits') ? 'it waits for others in its line' : `it is ${state}`;
}

/** Resolves to the number of cancelled messages; attempts in flight may still arrive. */
export async function cancelMessages(
  { executor }: Pick<Connection, 'executor'>,
  query: CancelQuery | undefined,
): Promise<number> {
  const { onProgress, signal, dryRun, ...filter } = readCancel(query);
  const { job, values } = conditionsOf(filter);
  if (!job) return 0;
  if (dryRun) return count({ table: 'job', where: job, values }, executor);
  const given = (index: number): string => `$${values.length + index}`;
  // Those that are enqueued meanwhile are not meant, and there may be no end of them.
  const where = [...job, `m.created_at <= ${given(1)}::timestamptz`, isAfter(given(2), given(3))].join(
    ' and ',
  );
  const now = await timeOfDatabase(executor);
  const cancelling = `with ${endingJobs(
    `select m.id from hookplate.job m where ${where}
     order by m.created_at, m.id limit ${chunk} for update skip locked`,
    'cancelled',
    'm.reason',
  )} select created_at as at, id from gone order by created_at, id`;
  // Again for those that somebody held for a moment.
  for (let before = 0; ; ) {
    const done = await inChunks(
      last => executor.query(cancelling, [...values, now.toISOString(), ...last]),
      { onProgress, signal },
      before,
    );
    if (done === before) return done;
    before = done;
  }
}

/**
 * Fails messages that wait for disabled endpoints, one chunk per endpoint; resolves to their number. The names of lines
 * begin with the endpoint, which makes them easy to find.
 */
export async function failDisabled({ executor }: Pick<Connection, 'executor'>): Promise<number> {
  const { where, order } = dueAtEndpoint('m', 'e.id', "'infinity'");
  const due = await executor.query(failing(where, order));
  const inLine = await executor.query(
    failing(
      `m.endpoint = e.id and m.due_at is null and m.line is not null and m.line >= e.id::text || ' ' and m.line < e.id::text || '!'`,
      'order by m.line, m.position',
    ),
  );
  return due.rows.length + inLine.rows.length;
}

/** Rounded as the times of messages are, so that none from before is later. */
export async function timeOfDatabase({ query }: SqlExecutor): Promise<Date> {
  const { rows } = await query('select now()::timestamptz(3) as now');
  return (rows[0] && optionalTimeOf(rows[0], 'now')) ?? new Date();
}

function failing(condition: string, order: string): string {
  const found = `select f.id from hookplate.endpoint e cross join lateral (
      select m.id from hookplate.job m where ${condition} and not coalesce(${isTaken}, false)
      ${order} limit ${chunk} for update skip locked) f
    where e.disabled_at is not null limit ${chunk}`;
  return `with ${endingJobs(found, 'failed', "'endpoint-disabled'")} select 1 from gone`;
}

interface Found {
  readonly table: 'job' | 'ended';
  readonly where: readonly string[];
  readonly values: readonly unknown[];
}

async function count({ table, where, values }: Found, { query }: SqlExecutor): Promise<number> {
  const { rows } = await query(
    `select count(*) as count from hookplate.${table} m where ${where.join(' and ') || 'true'}`,
    [...values],
  );
  return rows[0] ? numberOf(rows[0], 'count') : 0;
}

/**
 * SQL: the row `m` comes after the last one of the chunk before, which stands in these parameters: what was passed over is not
 * read once more for each chunk.
 */
export const isAfter = (at: string, id: string): string =>
  `(m.created_at, m.id) > (${at}::timestamptz, ${id}::uuid)`;

/**
 * Changes a chunk after the other, until one finds nothing more; resolves to the number of rows, with those `before`. Each
 * row has its `at` and its `id`, by which all of them are ordered; a chunk begins after the `last` row of the one before.
 */
export async function inChunks(
  change: (last: readonly string[], done: number) => Promise<{ readonly rows: readonly Row[] }>,
  { onProgress, signal }: ProgressOptions,
  before = 0,
): Promise<number> {
  let last = ['-infinity', firstUuid];
  for (let done = before; ; ) {
    if (signal?.aborted) return done;
    const { rows } = await change(last, done);
    const end = rows.at(-1);
    if (!end) return done;
    last = [optionalTimeOf(end, 'at')?.toISOString() ?? '', textOf(end, 'id')];
    done += rows.length;
    onProgress?.(done);
  }
}
