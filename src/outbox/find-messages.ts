import { columnArrays } from '../database/column-arrays.ts';
import type { Connection } from '../database/database.ts';
import {
  createKeyset,
  type KeysetPage,
  type PageQuery,
  pageLimit,
  usualPage,
} from '../database/keyset-page.ts';
import { isNull, isTrue, numberOf, optionalTextOf, optionalTimeOf } from '../database/row.ts';
import type { Sealer } from '../database/sealer.ts';
import { prepared } from '../database/sql-executor.ts';
import { storable } from '../database/storable-text.ts';
import { soughtUuid, uuidsBeginning } from '../database/uuid.ts';
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
import { keyOf } from './given-id.ts';
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
import { attemptColumns } from './moves.ts';
import { hasProfile, type SomeProfiles, someProfiles } from './some-profiles.ts';

/** Selects the messages to list, resend or cancel; all given conditions must hold. */
export interface MessageFilter {
  /** `given-up`: all that were not delivered, and that nobody cancelled: `failed`, `gone` and `refused`. */
  readonly state?: MessageState | 'given-up' | undefined;
  readonly webhook?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly host?: string | undefined;
  readonly event?: string | undefined;
  /** Of this profile, or of one of several; empty for those of none. */
  readonly profile?: SomeProfiles | undefined;
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
  profile: optional(someProfiles),
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

const newestFirst = createKeyset<Message>(['time', 'uuid'], ({ createdAt, id }) => [createdAt, keyOf(id)]);
const order = 'order by m.created_at desc, m.id desc';

/** SQL: the conditions of a filter on the row `m`, with their parameters. */
export interface MessageConditions {
  /** On a row of `job`; undefined if none of them can match. */
  readonly job: readonly string[] | undefined;
  /** On a row of `ended`; undefined if none of them can match. */
  readonly ended: readonly string[] | undefined;
  readonly values: readonly unknown[];
}

/** The conditions of a state in the only table that has such messages. */
function ofState(state: MessageState | 'given-up' | undefined): {
  readonly job?: string[];
  readonly ended?: string[];
} {
  if (state === undefined) return { job: [], ended: [] };
  if (state === 'pending') return { job: [isFree] };
  if (state === 'sending') return { job: [isTaken] };
  return { ended: [state === 'given-up' ? isGivenUp : `m.state = '${state}'`] };
}

export function conditionsOf(filter: MessageFilter): MessageConditions {
  const conditions: string[] = [];
  const values: unknown[] = [];
  const parameterOf = (value: unknown): string => `$${values.push(value)}`;
  const add = (value: unknown, conditionOf: (parameter: string) => string): void => {
    if (value !== undefined) conditions.push(conditionOf(parameterOf(value)));
  };
  const { state, failing, endpoint, profile, ids, idPrefix, since, until, endedSince, ...names } = filter;
  const ofOne = ofState(state);
  if (failing !== undefined) ofOne.job?.push(failing ? 'm.attempts > 0' : 'm.attempts = 0');
  for (const column of ['webhook', 'host', 'event'] as const) {
    const name = names[column];
    add(name && storable(name), parameter => `m.${column} = ${parameter}::text`);
  }
  if (profile !== undefined) conditions.push(hasProfile('m.profile', profile, parameterOf));
  if (endpoint !== undefined) conditions.push(`m.endpoint = ${parameterOf(soughtUuid(endpoint))}::uuid`);
  add(ids && keysOf(ids), parameter => `m.id = any(${parameter}::text::uuid[])`);
  if (idPrefix) conditions.push(beginningWith(storable(idPrefix), parameterOf));
  add(since?.toISOString(), parameter => `m.created_at >= ${parameter}::timestamptz`);
  add(until?.toISOString(), parameter => `m.created_at < ${parameter}::timestamptz`);
  add(endedSince?.toISOString(), parameter => `m.finished_at >= ${parameter}::timestamptz`);
  return {
    job: ofOne.job && endedSince === undefined ? [...conditions, ...ofOne.job] : undefined,
    ended: ofOne.ended && !failing ? [...conditions, ...ofOne.ended] : undefined,
    values,
  };
}

/** The keys of messages with these ids, as one parameter. */
function keysOf(ids: readonly string[]): string {
  const rows = ids.map(id => ({ id: keyOf(id) }));
  return columnArrays({ id: 'uuid' }, rows).join('');
}

/** Ids that begin so: those that were given as text, and a range of UUIDs. */
function beginningWith(prefix: string, parameterOf: (value: unknown) => string): string {
  // Ids are ASCII, and compared byte by byte: no character of theirs is beyond this one.
  const [from, to] = [parameterOf(prefix), parameterOf(`${prefix}\x7f`)];
  const isGiven = `m.given_id >= ${from}::text and m.given_id < ${to}::text`;
  const uuids = uuidsBeginning(prefix);
  if (!uuids) return isGiven;
  const isUuid = `m.id between ${parameterOf(uuids.first)}::uuid and ${parameterOf(uuids.last)}::uuid and m.given_id is null`;
  return `(${isGiven} or ${isUuid})`;
}

/** SQL: the rows of one table that a query on all messages `m` reads: the planner leaves out the other one. */
const isIn = { job: 'm.finished_at is null', ended: 'm.finished_at is not null' } as const;

/** SQL: the messages that match, as a `union all` of a query on each table that may have some; undefined if none has any. */
function unionOf(
  conditions: Pick<MessageConditions, keyof typeof isIn>,
  partOf: (where: string) => string,
): string | undefined {
  const parts = (['job', 'ended'] as const).flatMap(table => {
    const ofTable = conditions[table];
    return ofTable ? [`(${partOf([isIn[table], ...ofTable].join(' and '))})`] : [];
  });
  return parts.length > 0 ? parts.join(' union all ') : undefined;
}

/** At most so many messages are counted. */
const maxCounted = 10_000;

const readFilter = defineOptions<Required<MessageFilter>>(filterChecks);

/** The number of messages that match, at most `maxCounted`. */
export async function countMessages(
  { executor }: Pick<Connection, 'executor'>,
  filter: MessageFilter | undefined,
): Promise<number> {
  const found = conditionsOf(readFilter(filter));
  const all = unionOf(found, where => `select 1 from hookplate.message m where ${where} limit ${maxCounted}`);
  if (all === undefined) return 0;
  const { rows } = await executor.query(
    `select count(*) as count from (select from (${all}) found limit ${maxCounted}) counted`,
    [...found.values],
  );
  return rows[0] ? numberOf(rows[0], 'count') : 0;
}

/** The time of the first attempt that a matching message waits for; undefined if none does. */
export async function nextAttemptOf(
  { executor }: Pick<Connection, 'executor'>,
  filter: MessageFilter | undefined,
): Promise<Date | undefined> {
  const { job, values } = conditionsOf(readFilter(filter));
  if (!job) return undefined;
  const where = [...job, 'm.due_at is not null', isFree].join(' and ');
  const { rows } = await executor.query(
    `select m.due_at from hookplate.job m where ${where} order by m.due_at limit 1`,
    [...values],
  );
  return rows[0] && optionalTimeOf(rows[0], 'due_at');
}

export async function findMessages(
  { executor }: Pick<Connection, 'executor'>,
  query: MessageQuery | undefined,
): Promise<MessagePage> {
  const { cursor, limit, ...filter } = readQuery(query);
  const found = conditionsOf(filter);
  const [createdAt, id] = newestFirst.keysIn(cursor);
  const given = [...found.values];
  let after = '';
  if (createdAt) {
    given.push(createdAt, id);
    after = ` and (m.created_at, m.id) < ($${given.length - 1}::timestamptz, $${given.length}::uuid)`;
  }
  given.push(limit + 1);
  const page = `${order} limit $${given.length}::int`;
  // The planner orders each table by its indexes; a page of both is sorted from a page of each.
  const all = unionOf(found, where => `select m.* from hookplate.message m where ${where}${after} ${page}`);
  if (all === undefined) return newestFirst.pageOf([], limit);
  const { rows } = await executor.query(
    `select ${messageColumns}, last.* from (${all}) m ${lastAttempt} ${page}`,
    given,
  );
  return newestFirst.pageOf(rows.map(messageOf), limit);
}

// Prepared: to plan for the partitions of a month takes longer than to look into them.
const finding = prepared(`select ${messageColumns}, m.line from hookplate.message m where m.id = $1::uuid`);
const findingWithRequest = prepared(
  `select ${messageColumns}, m.line, r.content from hookplate.message m
   left join hookplate.request r on r.message = m.id and r.day = m.request_day where m.id = $1::uuid`,
);
const findingAttempts = prepared(
  `select round, ${attemptColumns}, false as is_end from hookplate.attempt where message = $1::uuid and number > 0
   union all select round, ${attemptColumns}, true from hookplate.ended where id = $1::uuid and number is not null
   order by round, number, started_at`,
);

export async function findMessage(
  { executor }: Pick<Connection, 'executor'>,
  id: string,
  sealer: Sealer | undefined,
): Promise<MessageDetails | undefined> {
  const key = keyOf(id);
  const { rows } = await executor.query(sealer ? findingWithRequest : finding, [key]);
  const [row] = rows;
  if (!row) return undefined;
  const attempts = await executor.query(findingAttempts, [key]);
  const last = attempts.rows.find(attempt => isTrue(attempt, 'is_end')) ?? attempts.rows.at(-1) ?? {};
  const { status, error, explanation } = last;
  const request = sealer && !isNull(row, 'content') ? { request: requestOf(row, sealer) } : {};
  const message = messageOf({
    ...row,
    last_status: status,
    last_error: error,
    last_explanation: explanation,
  });
  const ordered = optionalTextOf(row, 'line')?.slice(message.endpoint.length + 1);
  const history = attempts.rows.map(attemptOf);
  return { ...message, ...(ordered !== undefined && { ordered }), history, ...request };
}
