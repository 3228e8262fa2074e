import type { Connection } from '../database/database.ts';
import {
  createKeyset,
  type KeysetPage,
  type PageQuery,
  pageLimit,
  usualPage,
} from '../database/keyset-page.ts';
import { isNull } from '../database/row.ts';
import type { Sealer } from '../database/sealer.ts';
import {
  aBoolean,
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
  isTaken,
  type Message,
  type MessageDetails,
  type MessageState,
  messageColumns,
  messageOf,
  requestOf,
} from './message.ts';

/** Selects the messages to list, resend or cancel; all given conditions must hold. */
export interface MessageFilter {
  readonly state?: MessageState | undefined;
  readonly webhook?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly host?: string | undefined;
  readonly event?: string | undefined;
  readonly profile?: string | undefined;
  /** `true`: only those that have failed and will be tried again; `false`: only the others. Default: all. */
  readonly failing?: boolean | undefined;
  /** Enqueued at this time or later. */
  readonly since?: Date | undefined;
  /** Enqueued before this time. */
  readonly until?: Date | undefined;
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
  state: optional(oneOf('pending', 'sending', ...endStates)),
  webhook: optional(aText),
  endpoint: optional(aText),
  host: optional(aText),
  event: optional(aText),
  profile: optional(aText),
  failing: optional(aBoolean),
  since: optional(date),
  until: optional(date),
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
const unfinished =
  'm.finished_at is null and (m.due_at is not null or (m.line is not null and m.finished_at is null))';

function ofState(state: MessageState): string {
  if (state === 'pending') return `${unfinished} and ${isFree}`;
  if (state === 'sending') return `${unfinished} and ${isTaken}`;
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
  const { state, failing, since, until, ...names } = filter;
  if (state !== undefined) conditions.push(ofState(state));
  if (failing) conditions.push(unfinished, 'm.attempts > 0');
  if (failing === false) conditions.push('(m.finished_at is not null or m.attempts = 0)');
  for (const column of ['webhook', 'endpoint', 'host', 'event', 'profile'] as const) {
    // No column contains such characters, and PostgreSQL rejects them.
    const name = names[column]?.replaceAll(/[\0\p{Surrogate}]/gu, '\ufffd');
    add(name, parameter => `m.${column} = ${parameter}::text`);
  }
  add(since?.toISOString(), parameter => `m.created_at >= ${parameter}::timestamptz`);
  add(until?.toISOString(), parameter => `m.created_at < ${parameter}::timestamptz`);
  return { conditions, values };
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
    `select ${messageColumns} from ${found} m ${order} limit $${given.length}::int`,
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
    `select ${messageColumns}, ${content} from hookplate.message m left join hookplate.request r on r.message = m.id
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
  return { ...messageOf(row), history: attempts.rows.map(attemptOf), ...request };
}
