import { DatabaseError } from '../database/database-error.ts';
import {
  bytesOf,
  isNull,
  isTrue,
  jsonOf,
  numberOf,
  oneOfTexts,
  optionalTextOf,
  optionalTimeOf,
  type Row,
  rowReader,
  textOf,
  timeOf,
} from '../database/row.ts';
import { openJson, type Sealer } from '../database/sealer.ts';
import { isStorable } from '../database/storable-text.ts';
import type { Answered, Attempt, AttemptError, AttemptOutcome, Failed } from '../delivery/wire/attempt.ts';
import { checkThat } from '../options/define-options.ts';
import type { WebhookRequest } from '../webhook/webhook-request.ts';
import { messageIdOf } from './given-id.ts';
import { OutboxError } from './outbox-error.ts';

export const isName = (value: unknown): value is string =>
  typeof value === 'string' &&
  value !== '' &&
  value.length <= 512 &&
  isStorable(value) &&
  (value.length <= 256 || [...value].length <= 256);
/** The webhook of a message, its endpoint and whatever else it is found by. */
export const aName = checkThat('text of 1 to 256 characters without NUL', isName);
/** The name of a profile; empty for what has none. */
export const aProfile = checkThat(
  'text of at most 256 characters without NUL',
  (value): value is string => value === '' || isName(value),
);

/**
 * The state of a message. While it is pending or being sent, its row in `job` is its own job; then it moves to `ended`:
 *
 *                ┌──another attempt, no key opens it, handed back──┐
 *                ▼                                                 │
 *     ──▶ pending, due at a time ──taken, for a while──▶ sending ──┼──2xx──▶ delivered
 *           ▲    ▲        │  ▲                              │      ├──410──▶ gone
 *           │    │        │  └──its worker is late──────────┘      ├──address refused──▶ refused
 *           │    │        └──its endpoint is disabled──▶ failed ◀──┴──no attempt left
 *           │    └──all before it have ended, or held it up for long enough
 *     ──▶ pending, in line behind others: no due time
 *
 * `cancel` turns `pending` and `sending` into `cancelled`, and resending turns an ended message into a pending one.
 * Pending messages of a cancelled webhook are never sent: the upkeep, or the worker that would take them, turns them into
 * `cancelled`. A message whose request could not be rendered, or whose endpoint is disabled, is `failed` from the start.
 *
 * In its row, `sending` is `pending` with a `taken_until` in the future, so that nothing has to be done about a process
 * that dies: the time passes. `taken_by` is new each time, and only its holder moves the message on. A late 2xx,
 * however, still finishes it.
 */
export type MessageState = 'pending' | 'sending' | EndState;

export type EndState = (typeof endStates)[number];

/** The states of messages that have ended. */
export const endStates = ['delivered', 'failed', 'gone', 'refused', 'cancelled'] as const;

/** An SQL condition on a state: neither delivered, nor cancelled by anybody. */
export const isStateOfGivenUp = (state: string): string => `${state} in ('failed', 'gone', 'refused')`;
/** An SQL condition on the row `m`: it was not delivered, and nobody cancelled it. */
export const isGivenUp = isStateOfGivenUp('m.state');

/** An SQL condition on the status of an attempt: it delivered its message. */
export const isSuccess = (status: string): string => `${status} between 200 and 299`;

/** How an attempt ended, without what was answered. */
export type ShortOutcome = Pick<Answered, 'kind' | 'status'> | Failed;

/** A message as lists show it: only the host of its URL, no headers, no body. */
export interface Message {
  /** The `webhook-id` of every attempt. */
  readonly id: string;
  readonly state: MessageState;
  /** The reason for its end, if the last attempt does not tell; or for waiting for another process (`wrong-key`). */
  readonly reason: string | undefined;
  /** The id of its endpoint; empty if the request could not be rendered. */
  readonly endpoint: string;
  readonly webhook: string | undefined;
  /** Its webhook's name for people. */
  readonly name: string | undefined;
  readonly event: string | undefined;
  readonly profile: string | undefined;
  /** Empty, like the host, if the request could not be rendered. */
  readonly method: string;
  readonly host: string;
  /** The number of times it was resent. */
  readonly resent: number;
  /** Attempts since it was enqueued or last resent. */
  readonly attempts: number;
  readonly createdAt: Date;
  /** The time of the next attempt; absent if there is none, or if it waits for others in its line. */
  readonly nextAttemptAt: Date | undefined;
  /** The message before it in its line, which it waits for. */
  readonly heldBy: { readonly id: string; readonly event: string | undefined } | undefined;
  readonly finishedAt: Date | undefined;
  /** How its last attempt ended, also one before it was resent; undefined if there was none. */
  readonly lastOutcome: ShortOutcome | undefined;
}

export interface StoredAttempt extends Attempt {
  /** 0 for attempts after the message was enqueued, 1 after it was resent once, and so on. */
  readonly round: number;
}

export interface MessageDetails extends Message {
  /** The `ordered` given at enqueue. */
  readonly ordered?: string;
  readonly history: readonly StoredAttempt[];
  /** The request; only if it was asked for, and if one could be made. */
  readonly request?: WebhookRequest;
}

/** A message that has ended, as passed to `onDelivery`. */
export type EndedMessage = Omit<
  Message,
  'method' | 'createdAt' | 'nextAttemptAt' | 'heldBy' | 'finishedAt' | 'lastOutcome'
>;

/** An SQL condition: the row `m` is being sent. */
export const isTaken = 'm.taken_until > now()';
/** An SQL condition: the row `m` may be taken if it is due. */
export const isFree = '(m.taken_until is null or m.taken_until <= now())';

/**
 * SQL: the condition and the order of the jobs that are due at an endpoint until a time. It is worded so that only the index by
 * endpoint serves it: by `=`, the planner takes the one by time where it knows of few endpoints, and reads the backlogs of
 * others.
 */
export const dueAtEndpoint = (row: string, endpoint: string, until: string) =>
  ({
    where: `${row}.due_at is not null and ${row}.endpoint >= ${endpoint} and (${row}.endpoint, ${row}.due_at) <= (${endpoint}, ${until})`,
    order: `order by ${row}.endpoint, ${row}.due_at`,
  }) as const;

/** Wakes up workers in all processes when a transaction commits that makes messages due. */
export const wakeChannel = 'hookplate_message';
/** A column of a query, so that it is called once. Libraries cannot read its own result type. */
export const notifying = `(select pg_notify('${wakeChannel}', '')::text)`;

const columnsWithoutState =
  'm.id, m.given_id, m.endpoint, m.webhook, m.name, m.event, m.profile, m.host, m.reason, m.round, m.attempts';
/** The columns of the row `m` that `endedMessageOf` reads. */
export const endedColumns = `${columnsWithoutState}, m.state`;
/** The columns of the row `m` of all messages that `messageOf` reads beside those of its last attempt. */
export const messageColumns = `${columnsWithoutState}, m.method, m.created_at, m.due_at, m.finished_at,
  case when m.finished_at is null and ${isTaken} then 'sending' else m.state end as state, (
    select jsonb_build_array(coalesce(p.given_id, p.id::text), p.event) from hookplate.job p
    where p.line = m.line and p.position < m.position and m.finished_at is null and m.attempts = 0 and m.round = 0
    order by p.position desc limit 1) as held_by`;
/** Joins `last.*`, the attempt that ended it, else the last of the others. */
export const lastAttempt = `left join lateral (
  select m.status as last_status, m.error as last_error, m.explanation as last_explanation where m.number is not null
  union all
  (select a.status, a.error, a.explanation from hookplate.attempt a where m.number is null and a.message = m.id and a.number > 0
   order by a.round desc, a.number desc, a.started_at desc limit 1)) last on true`;

export function messageOf(row: Row): Message {
  const ended = endedMessageOf(row);
  const waits = ended.state === 'pending';
  return {
    ...ended,
    ...ofListed(row),
    nextAttemptAt: waits ? optionalTimeOf(row, 'due_at') : undefined,
    heldBy: waits ? holderOf(row) : undefined,
  };
}

const ofListed = rowReader({
  method: textOf,
  createdAt: timeOf,
  finishedAt: optionalTimeOf,
  lastOutcome: lastOutcomeOf,
});

function holderOf(row: Row): Message['heldBy'] {
  const holder = jsonOf(row, 'held_by');
  if (!Array.isArray(holder)) return undefined;
  const [id, event] = holder;
  return { id: String(id), event: typeof event === 'string' ? event : undefined };
}

/** Reads the columns `last_status`, `last_error` and `last_explanation`. */
export function lastOutcomeOf(row: Row): ShortOutcome | undefined {
  if (!isNull(row, 'last_status')) return { kind: 'answered', status: numberOf(row, 'last_status') };
  return isNull(row, 'last_error') ? undefined : failedOf(row, 'last_');
}

function failedOf(row: Row, prefix: '' | 'last_'): Failed {
  // The column holds nothing else.
  const error = textOf(row, `${prefix}error`) as AttemptError;
  return { kind: 'failed', error, message: optionalTextOf(row, `${prefix}explanation`) ?? '' };
}

export const endedMessageOf: (row: Row) => EndedMessage = rowReader({
  id: messageIdOf,
  state: oneOfTexts<MessageState>(),
  reason: optionalTextOf,
  endpoint: (row, column) => optionalTextOf(row, column) ?? '',
  webhook: optionalTextOf,
  name: optionalTextOf,
  event: optionalTextOf,
  profile: optionalTextOf,
  host: textOf,
  resent: row => numberOf(row, 'round'),
  attempts: numberOf,
});

const ofAttempt = rowReader({
  round: numberOf,
  number: numberOf,
  startedAt: timeOf,
  durationMs: numberOf,
  outcome: outcomeOf,
});

export function attemptOf(row: Row): StoredAttempt {
  const address = optionalTextOf(row, 'address');
  return { ...ofAttempt(row), ...(address !== undefined && { address }) };
}

function outcomeOf(row: Row): AttemptOutcome {
  if (isNull(row, 'status')) return failedOf(row, '');
  return {
    kind: 'answered',
    status: numberOf(row, 'status'),
    // They are written in this form.
    headers: (jsonOf(row, 'headers') ?? []) as readonly (readonly [string, string])[],
    body: optionalTextOf(row, 'body') ?? '',
    truncated: isTrue(row, 'truncated'),
  };
}

/** The stored form of a request, before it is sealed. */
export function requestBytes({ method, url, headers, body }: WebhookRequest): Buffer {
  return Buffer.from(JSON.stringify([method, url, headers, body ?? null]));
}

type StoredRequest = readonly [
  ...[method: WebhookRequest['method'], url: string, headers: WebhookRequest['headers']],
  body: NonNullable<WebhookRequest['body']> | null,
];

/**
 * Opens the request of a row with its `content`.
 *
 * @throws {DatabaseError} `wrong-key`.
 * @throws {OutboxError} `request-damaged` if no process can open it, `wrong-state` if it has none.
 */
export function requestOf(row: Row, sealer: Sealer): WebhookRequest {
  const id = messageIdOf(row);
  const content = bytesOf(row, 'content');
  if (!content) throw new OutboxError('wrong-state', `The message ${id} has no request.`);
  try {
    const [method, url, headers, body] = openJson<StoredRequest>(row, 'content', textOf(row, 'id'), sealer);
    return { method, url, headers, ...(body !== null && { body }) };
  } catch (error) {
    if (error instanceof DatabaseError && sealer.isOfOtherKey(content)) throw error;
    // The original error is dropped: an error of JSON quotes the request.
    throw new OutboxError('request-damaged', `The stored request of the message ${id} is damaged.`);
  }
}

export function unknownMessage(id: string): OutboxError {
  return new OutboxError('unknown-message', `There is no message ${id}.`);
}
