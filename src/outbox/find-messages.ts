import type { Connection } from '../database/database.ts';
import {
  createKeyset,
  type KeysetPage,
  type PageQuery,
  pageLimit,
  usualPage,
} from '../database/keyset-page.ts';
import { isNull, numberOf, optionalTextOf, timeOf } from '../database/row.ts';
import type { Sealer } from '../database/sealer.ts';
import {
  aBoolean,
  aListOf,
  aText,
  type Check,
  checkThat,
  defineOptions,
  oneOf,
  optional,
} from '../options/define-options.ts';
import {
  attemptOf,
  endStates,
  isFree,
  isGivenUp,
  isTaken,
  lastAttempt,
  type Message,
  type MessageDetails,
  type MessageState,
  messageColumns,
  messageOf,
  requestOf,
} from './message.ts';

/** Selects the messages to list, resend or cancel; all given conditions must hold. */
export interface MessageFilter {
  /** `given-up`: all that were not delivered, and that nobody cancelled: `failed`, `gone` and `refused`. */
  readonly state?: MessageState | 'given-up' | undefined;
  readonly webhook?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly host?: string | undefined;
  readonly event?: string | undefined;
  readonly profile?: string | undefined;
  /** Only those with one of these ids. */
  readonly ids?: readonly string[] | undefined;
  /** Only those whose id begins so. */
  readonly idPrefix?: string | undefined;
  /** `true`: only those that have failed and will be tried again; `false`: only the others. Default: all. */
  readonly failing?: boolean | undefined;
  /** Enqueued at this time or later. */
  readonly since?: Date | undefined;
  /** Enqueued before this time. */
  readonly until?: Date | undefined;
  /** Ended at this time or later. */
  readonly endedSince?: Date | undefined;
}

export interface MessageQuery extends MessageFilter, PageQuery {}

/** Newest first. */
export type MessagePage = KeysetPage<Message>;

const date = checkThat(
  'a valid date',
  (value): value is Date => value instanceof Date && !Number.isNaN(value.getTime()),
);

type Checks = { readonly [K in keyof Required<MessageFilter>]: Check<MessageFilter[K]> };

export const filterChecks: Checks = {
  state: optional(oneOf('pending', 'sending', ...endStates, 'given-up')),
  webhook: optional(aText),
  endpoint: optional(aText),
  host: optional(aText),
  event: optional(aText),
  profile: optional(aText),
  ids: optional(aListOf(aText)),
  idPrefix: optional(aText),
  failing: optional(aBoolean),
  since: optional(date),
  until: optional(date),
  endedSince: optional(date),
};

const readQuery = defineOptions<
  Required<MessageFilter> & { readonly cursor: string | undefined; readonly limit: number }
>({ ...filterChecks, cursor: optional(aText), limit: optional(pageLimit, usualPage) });

const newestFirst = createKeyset<Message>(['time', 'text'], ({ createdAt, id }) => [createdAt, id]);
const order = 'order by m.created_at desc, m.id desc';

/** Conditions on the row `m`, worded so that indexes apply, with their parameters. */
export interface Conditions {
  readonly conditions: readonly string[];
  readonly values: readonly unknown[];
}

const finished = 'm.finished_at is not null';
/** Worded so that indexes apply: a message is due, or waits in a line. */
export const unfinished =
  'm.finished_at is null and (m.due_at is not null or (m.line is not null and m.finished_at is null))';

function ofState(state: MessageState | 'given-up'): string {
  if (state === 'pending') return `${unfinished} and ${isFree}`;
  if (state === 'sending') return `${unfinished} and ${isTaken}`;
  if (state === 'given-up') return `${finished} and ${isGivenUp}`;
  return `${finished} and m.state = '${state}'`;
}

export function conditionsOf(filter: MessageFilter): Conditions {
  const conditions: string[] = [];
  const values: unknown[] = [];
  const add = (value: unknown, conditionOf: (parameter: string) => string): void => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(conditionOf(`$${values.length}`));
  };
  const { state, failing, ids, idPrefix, since, until, endedSince, ...names } = filter;
  if (state !== undefined) conditions.push(ofState(state));
  if (failing) conditions.push(unfinished, 'm.attempts > 0');
  if (failing === false) conditions.push('(m.finished_at is not null or m.attempts = 0)');
  for (const column of ['webhook', 'endpoint', 'host', 'event', 'profile'] as const) {
    add(storable(names[column]), parameter => `m.${column} = ${parameter}::text`);
  }
  add(ids?.map(storable), parameter => `m.id = any(${parameter}::text[])`);
  const from = storable(idPrefix);
  add(from, parameter => `m.id >= ${parameter}::text`);
  // Ids are ASCII, and compared byte by byte: no character of theirs is beyond this one.
  add(from && `${from}\x7f`, parameter => `m.id < ${parameter}::text`);
  add(since?.toISOString(), parameter => `m.created_at >= ${parameter}::timestamptz`);
  add(until?.toISOString(), parameter => `m.created_at < ${parameter}::timestamptz`);
  add(endedSince?.toISOString(), parameter => `m.finished_at >= ${parameter}::timestamptz`);
  return { conditions, values };
}

/** No column contains the characters that PostgreSQL rejects. */
function storable<T extends string | undefined>(text: T): T extends string ? string : string | undefined;
function storable(text: string | undefined): string | undefined {
  return text?.replaceAll(/[\0\p{Surrogate}]/gu, '\ufffd');
}

/** At most so many messages are counted. */
const mostCounted = 10_000;

const readFilter = defineOptions<Required<MessageFilter>>(filterChecks);

/** The number of messages that match, at most `mostCounted`. */
export async function countMessages(
  { executor }: Pick<Connection, 'executor'>,
  filter: MessageFilter | undefined,
): Promise<number> {
  const { conditions, values } = conditionsOf(readFilter(filter));
  const where = conditions.join(' and ') || 'true';
  const { rows } = await executor.query(
    `select count(*) as count from (select from hookplate.message m where ${where} limit ${mostCounted}) counted`,
    [...values],
  );
  return rows[0] ? numberOf(rows[0], 'count') : 0;
}

/** The time of the first attempt that a matching message waits for; undefined if none does. */
export async function nextAttemptOf(
  { executor }: Pick<Connection, 'executor'>,
  filter: MessageFilter | undefined,
): Promise<Date | undefined> {
  const { conditions, values } = conditionsOf(readFilter(filter));
  const where = [...conditions, 'm.due_at is not null', isFree].join(' and ');
  const { rows } = await executor.query(
    `select m.due_at from hookplate.message m where ${where} order by m.due_at limit 1`,
    [...values],
  );
  return rows[0] && timeOf(rows[0], 'due_at');
}

export async function findMessages(
  { executor }: Pick<Connection, 'executor'>,
  query: MessageQuery | undefined,
): Promise<MessagePage> {
  const { cursor, limit, ...filter } = readQuery(query);
  const { conditions, values } = conditionsOf(filter);
  const [createdAt, id] = newestFirst.keysIn(cursor);
  const given = [...values];
  const all = [...conditions];
  if (createdAt) {
    given.push(createdAt, id);
    all.push(`(m.created_at, m.id) < ($${given.length - 1}::timestamptz, $${given.length}::text)`);
  }
  given.push(limit + 1);
  const partOf = (more: readonly string[]): string => {
    const where = [...all, ...more].join(' and ') || 'true';
    return `(select m.* from hookplate.message m where ${where} ${order} limit $${given.length}::int)`;
  };
  const { webhook, endpoint, host, event, profile, state } = filter;
  // The indexes by name cover only ended messages; others are found by their time.
  const isByName =
    state === undefined && [webhook, endpoint, host, event, profile].some(name => name !== undefined);
  const found = isByName ? `(${partOf([finished])} union all ${partOf([unfinished])})` : partOf([]);
  const { rows } = await executor.query(
    `select ${messageColumns} from ${found} m ${lastAttempt} ${order} limit $${given.length}::int`,
    given,
  );
  return newestFirst.pageOf(rows.map(messageOf), limit);
}

export async function findMessage(
  { executor }: Pick<Connection, 'executor'>,
  id: string,
  sealer: Sealer | undefined,
): Promise<MessageDetails | undefined> {
  if (/[\0\p{Surrogate}]/u.test(id)) return undefined;
  const content = sealer ? 'r.content' : 'null as content';
  const { rows } = await executor.query(
    `select ${messageColumns}, m.line, ${content} from hookplate.message m ${lastAttempt} left join hookplate.request r on r.message = m.id
     where m.id = $1::text`,
    [id],
  );
  const [row] = rows;
  if (!row) return undefined;
  const attempts = await executor.query(
    'select * from hookplate.attempt where message = $1::text order by round, number, started_at',
    [id],
  );
  const request = sealer && !isNull(row, 'content') ? { request: requestOf(row, sealer) } : {};
  const message = messageOf(row);
  const ordered = optionalTextOf(row, 'line')?.slice(message.endpoint.length + 1);
  const history = attempts.rows.map(attemptOf);
  return { ...message, ...(ordered !== undefined && { ordered }), history, ...request };
}
