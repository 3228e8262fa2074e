import { and, asc, desc, eq, getTableColumns, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { AttemptError, AttemptOutcome } from '../../delivery/wire/attempt.ts';
import { checkThat, defineOptions, oneOf, optional, wholeNumber } from '../../http/define-options.ts';
import type { Connection } from '../database/database.ts';
import { attempt, message } from '../database/schema.ts';
import type { Sealer } from '../encryption/sealer.ts';
import type { Message, MessageDetails, MessageState, StoredAttempt } from './message.ts';
import { openRequest } from './new-message.ts';

export interface MessageFilter {
  readonly state?: MessageState;
  readonly webhook?: string;
  readonly endpoint?: string;
  readonly host?: string;
  /** Enqueued at this time or later. */
  readonly since?: Date;
  /** Enqueued before this time. */
  readonly before?: Date;
}

export interface MessageQuery extends MessageFilter {
  /** The `next` of the page before. */
  readonly cursor?: string;
  /** Default 50, at most 500. */
  readonly limit?: number;
}

/** Newest first. */
export interface MessagePage {
  readonly messages: readonly Message[];
  /** The `cursor` of the next page, if there is more. */
  readonly next: string | undefined;
}

/** All of a message that lists show. */
const { request, digest, job, line, ...shown } = getTableColumns(message);
type ShownRow = Omit<typeof message.$inferSelect, 'request' | 'digest' | 'job' | 'line'>;

const text = checkThat('text', (value): value is string => typeof value === 'string');
const date = checkThat(
  'a valid date',
  (value): value is Date => value instanceof Date && !Number.isNaN(value.getTime()),
);
const filterChecks = {
  state: optional(oneOf('pending', 'sending', 'delivered', 'failed', 'gone', 'refused', 'cancelled')),
  webhook: optional(text),
  endpoint: optional(text),
  host: optional(text),
  since: optional(date),
  before: optional(date),
};
type Read<T> = { [K in keyof Required<T>]: T[K] | undefined };
const readQuery = defineOptions<Read<Omit<MessageQuery, 'limit'>> & { readonly limit: number }>({
  ...filterChecks,
  cursor: optional(text),
  limit: optional(wholeNumber(1, 500), 50),
});

export async function findMessages(
  { orm }: Connection,
  query: MessageQuery | undefined,
): Promise<MessagePage> {
  const { cursor, limit, ...filter } = readQuery(query);
  const position = cursor === undefined ? undefined : parseCursor(cursor);
  const rows = await orm
    .select(shown)
    .from(message)
    .where(and(...conditions(filter), position))
    .orderBy(desc(message.createdAt), desc(message.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { messages: page.map(messageOf), next: last && formatCursor(last) };
}

function conditions({ state, webhook, endpoint, host, since, before }: Read<MessageFilter>): SQL[] {
  return [
    ...(state === undefined ? [] : [eq(message.state, state)]),
    ...(webhook === undefined ? [] : [eq(message.webhook, webhook)]),
    ...(endpoint === undefined ? [] : [eq(message.endpoint, endpoint)]),
    ...(host === undefined ? [] : [eq(message.host, host)]),
    ...(since === undefined ? [] : [gte(message.createdAt, since)]),
    ...(before === undefined ? [] : [lt(message.createdAt, before)]),
  ];
}

function formatCursor({ createdAt, id }: ShownRow): string {
  return Buffer.from(`${createdAt.toISOString()} ${id}`).toString('base64url');
}

function parseCursor(cursor: string): SQL {
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ');
  const at = date(new Date(time), 'options.cursor');
  return sql`(${message.createdAt}, ${message.id}) < (${at.toISOString()}::timestamptz, ${id})`;
}

export async function findMessage(
  { orm }: Connection,
  id: string,
  sealer: Sealer | undefined,
): Promise<MessageDetails | undefined> {
  const [row] = await orm.select().from(message).where(eq(message.id, id));
  if (!row) return undefined;
  const attempts = await orm
    .select()
    .from(attempt)
    .where(eq(attempt.message, id))
    .orderBy(asc(attempt.round), asc(attempt.number), asc(attempt.startedAt));
  const request = sealer && row.request ? { request: openRequest(row.request, id, sealer) } : {};
  return { ...messageOf(row), history: attempts.map(attemptOf), ...request };
}

function messageOf(row: ShownRow): Message {
  const { id, state, endpoint, method, host, round, attempts, createdAt } = row;
  return {
    id,
    state,
    reason: row.reason ?? undefined,
    endpoint,
    webhook: row.webhook ?? undefined,
    event: row.event ?? undefined,
    profile: row.profile ?? undefined,
    method,
    host,
    resent: round,
    attempts,
    createdAt,
    nextAttemptAt: state === 'pending' ? (row.nextAttemptAt ?? undefined) : undefined,
    finishedAt: row.finishedAt ?? undefined,
  };
}

function attemptOf(row: typeof attempt.$inferSelect): StoredAttempt {
  const { round, number, startedAt, durationMs, address } = row;
  const outcome: AttemptOutcome =
    row.status === null
      ? // Its column holds nothing else.
        { kind: 'failed', error: row.error as AttemptError, message: row.explanation ?? '' }
      : {
          kind: 'answered',
          status: row.status,
          headers: row.headers ?? [],
          body: row.body ?? '',
          truncated: row.truncated ?? false,
        };
  return { round, number, startedAt, durationMs, ...(address !== null && { address }), outcome };
}
