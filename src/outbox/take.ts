import { randomBytes } from 'node:crypto';
import { columnArrays } from '../database/column-arrays.ts';
import { DatabaseError } from '../database/database-error.ts';
import {
  bytesOf,
  isNull,
  isTrue,
  numberOf,
  optionalTextOf,
  type Row,
  textOf,
  timeOf,
} from '../database/row.ts';
import type { Sealer } from '../database/sealer.ts';
import { prepared, type SqlExecutor } from '../database/sql-executor.ts';
import { firstUuid } from '../database/uuid.ts';
import type { WebhookRequest } from '../webhook/webhook-request.ts';
import { endingOfCancelled, isOfLiveWebhook } from './cancelled-webhook.ts';
import { destinationOf, firstPlaces, keepEndpoints, urlDigest } from './endpoint.ts';
import { messageIdOf } from './given-id.ts';
import { dueAtEndpoint, isFree, requestOf } from './message.ts';
import { OutboxError } from './outbox-error.ts';

/*
 * A worker takes messages on a lease: the time for one attempt, and a margin. Leases are not renewed, and nothing has
 * to be done about a worker that dies. Taking updates only columns without an index, so that the row is changed in
 * place.
 */

/** The state of an endpoint when a message to it was taken. */
interface KnownEndpoint {
  readonly failures: number;
  readonly places: number;
  /** Whether its last success was written a short time ago. */
  readonly isFresh: boolean;
}

/** A message that this process is to send. */
export interface TakenMessage {
  /** What it is stored under. */
  readonly key: string;
  readonly bucket: number;
  /** The `webhook-id`. */
  readonly id: string;
  /** A new value each time it is taken. */
  readonly takenBy: string;
  /** The time when the taking statement began, by a monotonic clock. */
  readonly takenAt: number;
  readonly endpoint: string;
  readonly host: string;
  readonly line: string | undefined;
  readonly webhook: string | undefined;
  readonly round: number;
  /** The number of the coming attempt, from 1. */
  readonly number: number;
  /**
   * The time of enqueuing; `ageMs` and `dueMs` are the times since then and since the attempt was due, by the
   * database's clock.
   */
  readonly createdAt: Date;
  readonly ageMs: number;
  readonly dueMs: number;
  readonly trace: string | undefined;
  readonly request: WebhookRequest | OutboxError | DatabaseError;
  readonly urlDigest: string;
  readonly name: string | undefined;
  readonly event: string | undefined;
  readonly profile: string | undefined;
  /** Undefined for a new endpoint. */
  readonly known: KnownEndpoint | undefined;
  /** Messages behind it in its line, to be sent after it, one after the other. */
  readonly followers: readonly TakenMessage[];
}

export interface TakeOptions {
  /** Maximum number of messages, up to `maxAtOnce`. */
  readonly most: number;
  /** How many of them may go to failing endpoints. */
  readonly maxFailing: number;
  /** Maximum number in flight to one endpoint, over all processes, while it succeeds. */
  readonly perEndpoint: number;
  readonly leaseMs: number;
  /** Hosts for which nothing is taken, as far as their endpoints are known. */
  readonly fullHosts: readonly string[];
}

export interface Taken {
  readonly messages: readonly TakenMessage[];
  /** Whether more messages may be due, behind those of endpoints that are full or failing. */
  readonly isClogged: boolean;
  /** Whether messages of cancelled webhooks were ended in place of others. */
  readonly hasCancelled: boolean;
}

/** At most so many messages are taken by one statement. */
export const maxAtOnce = 500;
/** At most so many messages of a line are sent one after the other. */
const maxFollowers = 200;
/** At most so many messages per endpoint are taken by a statement that goes from endpoint to endpoint. */
const maxOfEach = 8;
/** At most so many endpoints are visited by one statement. */
const maxEndpoints = 1000;

/** In milliseconds: without failures, successes are written no more often than this. */
const freshMs = 10_000;

/**
 * The number of messages that the endpoint `a.endpoint`, with the row `e` if it has one, may get now: its places minus
 * its messages in flight, which are among the first that are due; and no more than its rate allows.
 */
const endpointPlaces = `least(coalesce(e.places, ${firstPlaces}), $3::int)`;
const dueHere = dueAtEndpoint('p', 'a.endpoint', 'now()');
const room = `least(
    ${endpointPlaces} - (select count(*) from (
      select p.taken_until from hookplate.job p where ${dueHere.where}
      ${dueHere.order} limit ${endpointPlaces}) p where p.taken_until > now()),
    case when e.rate is not null
      then floor(least(greatest(1, e.rate), e.tokens + extract(epoch from now() - e.tokens_at) * e.rate)) end)::int`;

/** Joins the endpoints `e` of rows, looked up one by one: an ordinary join may read all of them, in their order. */
const endpointOfRow = (row: string): string =>
  `left join lateral (select * from hookplate.endpoint e where e.id = ${row}.endpoint limit 1) e on true`;

const isDue = `m.due_at <= now() and ${isFree}`;

/** The columns that every taking statement returns: from the row `m`, its request and its endpoint. */
const columnsOfTaken = `m.id, m.given_id, m.bucket, m.endpoint, m.endpoint_name, m.host, m.line, m.position, m.webhook, m.name, m.event, m.profile, m.round, m.attempts,
  m.trace, m.created_at, extract(epoch from now() - m.created_at) * 1000 as age_ms,
  coalesce(extract(epoch from now() - m.due_at) * 1000, 0) as due_ms, r.content, e.id is not null as is_known, e.failures,
  e.places, e.last_success_at > now() - interval '${freshMs} milliseconds' as is_fresh,
  encode(e.url_digest, 'hex') as url_digest`;
const joins = `left join hookplate.request r on r.message = m.id and r.day = m.request_day ${endpointOfRow('m')}`;

/**
 * Marks the rows `chosen` as taken, counts them for endpoints with a rate, and returns them. As an array of ids they are
 * found by the primary key, with their requests: joined, they make the planner read whole tables, since it expects a
 * `limit` of rows where there are few. Rows of cancelled webhooks, which are not live, are ended: to pass over a large
 * backlog of them, each statement would have to read it.
 */
const changing = (met: string): string => `
taken as (
  update hookplate.job m set taken_until = now() + $4::float8 * interval '1 millisecond', taken_by = $5::bigint
  where m.id = any(array(select id from chosen)) returning m.*
), paid as (
  update hookplate.endpoint e set tokens_at = now(),
    tokens = least(greatest(1, e.rate), e.tokens + extract(epoch from now() - e.tokens_at) * e.rate) - t.count
  from (select endpoint, count(*) as count from taken group by endpoint order by endpoint) t
  where e.id = t.endpoint and e.rate is not null
), ${endingOfCancelled(`select id from ${met} where not is_live`)}`;

/**
 * Takes the messages that have been due longest, as many per endpoint as it has room for. The limit in figures is for the
 * planner, which does not know the other one; no more rows are read and locked than that says.
 */
const taking = prepared(`
with head as materialized (
  select * from (
    select m.id, m.endpoint, m.due_at, ${isOfLiveWebhook} as is_live from hookplate.job m where ${isDue}
    order by m.due_at limit ${maxAtOnce} for update skip locked) m
  limit (select $1::int)
), room as materialized (
  select a.endpoint, coalesce(e.failures, 0) > 0 as is_failing, ${room} as room
  from (select distinct endpoint from head where is_live) a ${endpointOfRow('a')}
  where e.disabled_at is null and (e.host = any($6::text::text[])) is not true
), ranked as (
  select h.id, h.due_at, o.is_failing, o.room, row_number() over (partition by h.endpoint order by h.due_at) as rank
  from head h join room o using (endpoint) where h.is_live
), fitting as (
  select id, is_failing, row_number() over (partition by is_failing order by due_at) as rank from ranked where rank <= room
), chosen as (
  select id from fitting where not is_failing or rank <= $2::int
), ${changing('head')}
select (select count(*) from head)::int as found, (select count(*) from gone)::int as cancelled, ${columnsOfTaken}
from (select) one left join taken m on true ${joins} order by m.due_at`);

const dueThere = dueAtEndpoint('m', 'o.endpoint', 'now()');
/**
 * Goes from endpoint to endpoint, ordered by id, and takes a few messages of each, without reading through any backlog.
 */
const takingOfEach = prepared(`
with recursive step as (
  (select endpoint, 1 as number from hookplate.job
   where due_at is not null and endpoint > $7::uuid order by endpoint limit 1)
  union all
  select (select m.endpoint from hookplate.job m
    where m.due_at is not null and m.endpoint > s.endpoint order by m.endpoint limit 1), s.number + 1
  from step s where s.endpoint is not null and s.number < ${maxEndpoints}
), room as materialized (
  select a.endpoint, a.number, coalesce(e.failures, 0) > 0 as is_failing, ${room} as room
  from step a ${endpointOfRow('a')}
  where a.endpoint is not null and e.disabled_at is null and (e.host = any($6::text::text[])) is not true
), found as materialized (
  select f.id, f.is_live, o.is_failing, o.number from room o cross join lateral (
    select m.id, ${isOfLiveWebhook} as is_live from hookplate.job m where ${dueThere.where} and ${isFree}
    ${dueThere.order} limit greatest(0, least(o.room, ${maxOfEach})) for update skip locked) f
  where not o.is_failing or $2::int > 0
  limit (select $1::int)
), chosen as (
  select id from (
    select *, row_number() over (partition by is_failing order by number) as rank from found where is_live) f
  where not is_failing or rank <= $2::int
), ${changing('found')}
select (select max(number) from step where endpoint is not null)::int as visited, ${columnsOfTaken}
from (select) one left join taken m on true ${joins} order by m.endpoint, m.due_at`);

/**
 * Takes the messages behind an untried head, up to one that is due by itself or already taken; they keep having no due
 * time, so that those that are not sent go on waiting.
 */
const takingFollowers = prepared(`
with behind as materialized (
  select f.* from unnest((select $1::text::text[]), (select $2::text::bigint[])) as h(line, position) cross join lateral (
    select m.id, m.line, m.position, m.due_at is not null or not ${isFree} or not (${isOfLiveWebhook}) as is_other from hookplate.job m
    where m.line = h.line and m.position > h.position
    order by m.position limit ${maxFollowers} for update) f
), chosen as (
  select id from (select id, bool_or(is_other) over (partition by line order by position) as is_beyond from behind) b
  where not is_beyond
), taken as (
  update hookplate.job m set taken_until = now() + $3::float8 * interval '1 millisecond', taken_by = $4::bigint
  where m.id = any(array(select id from chosen)) returning m.*
)
select ${columnsOfTaken} from taken m ${joins} order by m.position`);

/**
 * Looks once more for the requests of taken messages: while the upkeep moves one to another day, a taking statement may find
 * the message under its new day, and the request only under the old one.
 */
const findingMoved = `
select j.id, r.content from hookplate.job j cross join lateral (
  select r.content from hookplate.request r where r.message = j.id and r.day = j.request_day limit 1) r
where j.id = any($1::text::uuid[])`;

/** Takes messages for one process, either those due first or from endpoint to endpoint. */
export class Taker {
  readonly #executor: SqlExecutor;
  readonly #sealer: Sealer;
  /** The last endpoint of a round that did not get to all of them. */
  #from = firstUuid;

  constructor(executor: SqlExecutor, sealer: Sealer) {
    this.#executor = executor;
    this.#sealer = sealer;
  }

  async take(options: TakeOptions): Promise<Taken> {
    const lease = newLease();
    const { rows } = await this.#executor.query(taking, valuesOf(options, lease));
    const messages = await this.#withFollowers(rows, { options, lease });
    const [found, cancelled] = rows[0]
      ? [numberOf(rows[0], 'found'), numberOf(rows[0], 'cancelled')]
      : [0, 0];
    return {
      messages,
      isClogged: messages.length < options.most && found === options.most,
      hasCancelled: cancelled > 0,
    };
  }

  /** Used when the endpoints that are due first have no room. */
  async takeOfEach(options: TakeOptions): Promise<readonly TakenMessage[]> {
    const first = await this.#takeOfSome(options);
    // Nothing was left after the last endpoint, so it starts again.
    if (first.length > 0 || this.#from !== firstUuid) return first;
    return this.#takeOfSome(options);
  }

  async #takeOfSome(options: TakeOptions): Promise<readonly TakenMessage[]> {
    const lease = newLease();
    const { rows } = await this.#executor.query(takingOfEach, [...valuesOf(options, lease), this.#from]);
    const messages = await this.#withFollowers(rows, { options, lease });
    const visited = rows[0] ? numberOf(rows[0], 'visited') : 0;
    const last = rows.at(-1);
    this.#from =
      (messages.length >= options.most || visited >= maxEndpoints) && last
        ? (optionalTextOf(last, 'endpoint') ?? firstUuid)
        : firstUuid;
    return messages;
  }

  /** Opens the taken messages and those behind them, and adds new endpoints. */
  async #withFollowers(
    rows: readonly Row[],
    { options: { leaseMs }, lease }: { readonly options: TakeOptions; readonly lease: Lease },
  ): Promise<readonly TakenMessage[]> {
    const heads = await this.#withMoved(rows.filter(row => !isNull(row, 'id')));
    const firsts = heads.filter(
      row => !isNull(row, 'line') && numberOf(row, 'round') + numberOf(row, 'attempts') === 0,
    );
    const behind = new Map<string, Row[]>();
    if (firsts.length > 0) {
      const starts = firsts.map(row => ({ line: textOf(row, 'line'), position: numberOf(row, 'position') }));
      const values = columnArrays({ line: 'text', position: 'bigint' }, starts);
      const followers = await this.#executor.query(takingFollowers, [...values, leaseMs, lease.takenBy]);
      for (const row of await this.#withMoved(followers.rows)) {
        const line = textOf(row, 'line');
        behind.set(line, [...(behind.get(line) ?? []), row]);
      }
    }
    const opened = (row: Row, followers: readonly TakenMessage[]): TakenMessage =>
      takenMessage(row, { ...lease, sealer: this.#sealer, followers });
    const messages = heads.map(row => {
      const followers = firsts.includes(row) ? (behind.get(textOf(row, 'line')) ?? []) : [];
      return opened(
        row,
        followers.map(follower => opened(follower, [])),
      );
    });
    await this.#makeKnown(heads, messages);
    return messages;
  }

  async #withMoved(rows: readonly Row[]): Promise<readonly Row[]> {
    const missing = rows.filter(row => isNull(row, 'content')).map(row => ({ id: textOf(row, 'id') }));
    if (missing.length === 0) return rows;
    const moved = await this.#executor.query(findingMoved, columnArrays({ id: 'uuid' }, missing));
    const contents = new Map(moved.rows.map(row => [textOf(row, 'id'), bytesOf(row, 'content')]));
    return rows.map(row =>
      isNull(row, 'content') ? { ...row, content: contents.get(textOf(row, 'id')) } : row,
    );
  }

  async #makeKnown(rows: readonly Row[], messages: readonly TakenMessage[]): Promise<void> {
    const unknown = messages.flatMap(
      ({ request, profile, webhook, name, bucket, urlDigest: digest }, index) => {
        const row = rows[index] ?? {};
        const known = optionalTextOf(row, 'url_digest');
        const isSettled = isTrue(row, 'is_known') && (known === undefined || known === digest);
        if (isSettled || request instanceof Error) return [];
        const { origin, host } = destinationOf(request.url);
        const givenName = optionalTextOf(row, 'endpoint_name');
        const endpoint = textOf(row, 'endpoint');
        return [{ endpoint, profile, givenName, webhook, name, origin, host, bucket, urlDigest: digest }];
      },
    );
    await keepEndpoints(unknown, this.#executor);
  }
}

/** Shared by all messages of one round of taking. */
type Lease = Pick<TakenMessage, 'takenBy' | 'takenAt'>;

function newLease(): Lease {
  return { takenBy: randomBytes(8).readBigInt64LE().toString(), takenAt: performance.now() };
}

function valuesOf(
  { most, maxFailing, perEndpoint, leaseMs, fullHosts }: TakeOptions,
  { takenBy }: Lease,
): unknown[] {
  const hosts = columnArrays(
    { host: 'text' },
    fullHosts.map(host => ({ host })),
  );
  return [most, maxFailing, perEndpoint, leaseMs, takenBy, ...hosts];
}

function takenMessage(
  row: Row,
  {
    takenBy,
    takenAt,
    sealer,
    followers,
  }: Lease & Pick<TakenMessage, 'followers'> & { readonly sealer: Sealer },
): TakenMessage {
  const request = openedRequest(row, sealer);
  return {
    key: textOf(row, 'id'),
    bucket: numberOf(row, 'bucket'),
    id: messageIdOf(row),
    takenBy,
    takenAt,
    endpoint: textOf(row, 'endpoint'),
    host: textOf(row, 'host'),
    line: optionalTextOf(row, 'line'),
    webhook: optionalTextOf(row, 'webhook'),
    round: numberOf(row, 'round'),
    number: numberOf(row, 'attempts') + 1,
    createdAt: timeOf(row, 'created_at'),
    ageMs: numberOf(row, 'age_ms'),
    dueMs: numberOf(row, 'due_ms'),
    trace: optionalTextOf(row, 'trace'),
    request,
    urlDigest: request instanceof Error ? '' : urlDigest(request.url),
    name: optionalTextOf(row, 'name'),
    event: optionalTextOf(row, 'event'),
    profile: optionalTextOf(row, 'profile'),
    known: isTrue(row, 'is_known')
      ? {
          failures: numberOf(row, 'failures'),
          places: numberOf(row, 'places'),
          isFresh: isTrue(row, 'is_fresh'),
        }
      : undefined,
    followers,
  };
}

function openedRequest(row: Row, sealer: Sealer): TakenMessage['request'] {
  try {
    return requestOf(row, sealer);
  } catch (error) {
    if (error instanceof OutboxError || error instanceof DatabaseError) return error;
    throw error;
  }
}
