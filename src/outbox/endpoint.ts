import { hash } from 'node:crypto';
import { bucketOf } from '../database/bucket.ts';
import { columnArrays, unnestColumns, withoutNul } from '../database/column-arrays.ts';
import type { Connection, SqlExecutor } from '../database/database.ts';
import {
  createKeyset,
  type KeysetPage,
  type PageQuery,
  pageLimit,
  usualPage,
} from '../database/keyset-page.ts';
import {
  numberOf,
  optionalNumberOf,
  optionalTextOf,
  optionalTimeOf,
  type Row,
  rowReader,
  textOf,
} from '../database/row.ts';
import { hashedUuid, soughtUuid } from '../database/uuid.ts';
import { aText, checkThat, defineOptions, oneOf, optional } from '../options/define-options.ts';
import { dueAtEndpoint, isFree, lastOutcomeOf, type ShortOutcome } from './message.ts';
import { OutboxError } from './outbox-error.ts';
import { hasProfile, type SomeProfiles, someProfiles } from './some-profiles.ts';

/*
 * An *endpoint* is counted, limited and disabled as a unit: the `endpoint` given at enqueue, else a webhook at an
 * origin, else a URL without its query; of one profile each, so that none can disturb another. Its row is inserted by the first worker that takes a message to it: an insert
 * in the transaction of the caller who enqueues would block all others who enqueue for it.
 *
 * Its *places* limit the messages in flight to it, over all processes:
 *
 *     4 ──each record of successes doubles them──▶ perEndpoint
 *     1 ◀──a failure halves them, a timeout quarters them──┘      and a success opens them again
 */

/** Places of an endpoint that has not been tried yet. */
export const firstPlaces = 4;

/** An endpoint and its health. */
export interface Endpoint {
  readonly id: string;
  /** The profile of its messages, if they have one. */
  readonly profile: string | undefined;
  /** The `endpoint` given at enqueue. */
  readonly givenName: string | undefined;
  readonly webhook: string | undefined;
  /** Its webhook's name for people. */
  readonly name: string | undefined;
  readonly origin: string;
  /** The current limit for messages in flight to it. */
  readonly places: number;
  /** Maximum number of messages that leave per second; absent if there is no limit. */
  readonly perSecond: number | undefined;
  /** The number of failures since the last success. */
  readonly failures: number;
  readonly failingSince: Date | undefined;
  /** Up to 10 seconds out of date while there are no failures. */
  readonly lastSuccessAt: Date | undefined;
  readonly lastFailureAt: Date | undefined;
  /** How its last attempt that failed ended. */
  readonly lastFailure: ShortOutcome | undefined;
  /** The time of the first attempt that a message to it waits for. */
  readonly nextAttemptAt: Date | undefined;
  readonly disabledAt: Date | undefined;
  /** `gone`: it answered 410; `failing`: for too long; `asked`: somebody called `disableEndpoint`. */
  readonly disabledBecause: 'failing' | 'gone' | 'asked' | undefined;
  /** The reason given by the caller who disabled it. */
  readonly disabledReason: string | undefined;
  /** Who disabled it, as said by the caller. */
  readonly disabledBy: string | undefined;
}

/** What is shown with an endpoint that somebody disables. */
export interface DisableOptions {
  readonly reason?: string | undefined;
  /** The name of whoever disables it. */
  readonly by?: string | undefined;
}

export interface EndpointQuery extends PageQuery {
  /** `failing` endpoints had a failure and no success since. Default: all. */
  readonly state?: 'healthy' | 'failing' | 'disabled' | undefined;
  /** Only the endpoints of this profile, or of one of several. Default: all. */
  readonly profile?: SomeProfiles | undefined;
  /** Only those with this `endpoint` given at enqueue: one in each profile. Default: all. */
  readonly givenName?: string | undefined;
  /** Only the endpoints of this webhook, by its id. Default: all. */
  readonly webhook?: string | undefined;
}

/** Ordered by id. */
export type EndpointPage = KeysetPage<Endpoint>;

/** An endpoint that only fails. */
export interface FailingEndpoint {
  readonly id: string;
  readonly profile: string | undefined;
  readonly webhook: string | undefined;
  readonly origin: string;
  readonly failingSince: Date | undefined;
}

export interface DisabledEndpoint extends FailingEndpoint {
  readonly because: 'failing' | 'gone' | 'asked';
}

/** The destination of a message, without path, query and credentials. */
export interface Destination {
  readonly origin: string;
  readonly host: string;
}

export function destinationOf(url: string): Destination & { readonly pathname: string } {
  const { origin, host, pathname } = URL.parse(url) ?? { origin: 'invalid', host: 'invalid', pathname: '' };
  return { origin, host, pathname };
}

/** What an endpoint is made of: each profile has its own. */
export interface EndpointParts {
  readonly url: string;
  /** Empty for events that have none, null for messages of no event that have none. */
  readonly profile: string | null;
  readonly webhook: string | null;
  /** The `endpoint` given at enqueue. */
  readonly givenName: string | null;
}

/** The id of the endpoint that a message goes to, its host, and the bucket of both. */
export interface EndpointOf extends Pick<Destination, 'host'> {
  readonly endpoint: string;
  readonly bucket: number;
}

export function endpointOf({ url, profile, webhook, givenName }: EndpointParts): EndpointOf {
  const { origin, host, pathname } = destinationOf(url);
  const of =
    givenName !== null
      ? ['name', givenName]
      : webhook === null
        ? ['url', origin, pathname]
        : ['webhook', webhook, origin];
  const endpoint = hashedUuid('endpoint', profile, ...of);
  return { endpoint, host, bucket: bucketOf(profile ?? endpoint) };
}

/** Half of the URL's SHA-256, in hexadecimal; distinguishes URLs. */
export function urlDigest(url: string): string {
  return hash('sha256', url, 'hex').slice(0, 32);
}

const byId = createKeyset<Endpoint>(['uuid'], ({ id }) => [id]);

const readQuery = defineOptions<{
  readonly state: EndpointQuery['state'];
  readonly profile: SomeProfiles | undefined;
  readonly givenName: string | undefined;
  readonly webhook: string | undefined;
  readonly cursor: string | undefined;
  readonly limit: number;
}>({
  state: optional(oneOf('healthy', 'failing', 'disabled')),
  profile: optional(someProfiles),
  givenName: optional(aText),
  webhook: optional(aText),
  cursor: optional(aText),
  limit: optional(pageLimit, usualPage),
});

const states = {
  healthy: 'failing_since is null and disabled_at is null',
  failing: 'failing_since is not null and disabled_at is null',
  disabled: 'disabled_at is not null',
} as const;

const due = dueAtEndpoint('m', 'e.id', "'infinity'");
const nextAttempt = `(select m.due_at from hookplate.job m
  where ${due.where} and ${isFree} ${due.order} limit 1) as next_attempt_at`;

export async function listEndpoints(
  { executor }: Pick<Connection, 'executor'>,
  query: EndpointQuery | undefined,
): Promise<EndpointPage> {
  const { state, cursor, limit, webhook, profile, givenName: given_name } = readQuery(query);
  const [after] = byId.keysIn(cursor);
  const values: unknown[] = [limit + 1];
  const parameterOf = (value: unknown): string => `$${values.push(value)}`;
  const conditions = Object.entries({ webhook, given_name, after }).flatMap(([column, value]) => {
    if (typeof value !== 'string') return [];
    const parameter = parameterOf(withoutNul(value));
    return column === 'after' ? `e.id > ${parameter}::uuid` : `e.${column} = ${parameter}::text`;
  });
  if (profile !== undefined) conditions.push(hasProfile('e.profile', profile, parameterOf));
  if (state) conditions.push(states[state]);
  const { rows } = await executor.query(
    `select e.*, ${nextAttempt} from hookplate.endpoint e
     ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''} order by e.id limit $1::int`,
    values,
  );
  return byId.pageOf(rows.map(endpointOfRow), limit);
}

/** Resolves to undefined if there is no such endpoint. */
export async function findEndpoint(
  { executor }: Pick<Connection, 'executor'>,
  id: string,
): Promise<Endpoint | undefined> {
  const { rows } = await executor.query(
    `select e.*, ${nextAttempt} from hookplate.endpoint e where id = $1::uuid`,
    [soughtUuid(id)],
  );
  return rows[0] && endpointOfRow(rows[0]);
}

async function change(
  { executor }: Pick<Connection, 'executor'>,
  id: string,
  [set, ...values]: readonly [set: string, ...values: unknown[]],
): Promise<Row> {
  const { rows } = await executor.query(
    `update hookplate.endpoint set ${set} where id = $1::uuid returning *`,
    [soughtUuid(id), ...values],
  );
  if (rows[0]) return rows[0];
  throw unknownEndpoint(id);
}

export function unknownEndpoint(id: string): OutboxError {
  return new OutboxError('unknown-endpoint', `There is no endpoint ${id}.`);
}

/** @throws {OutboxError} `unknown-endpoint`. */
export async function enableEndpoint(connection: Connection, id: string): Promise<void> {
  await change(connection, id, [
    `disabled_at = null, disabled_because = null, disabled_reason = null, disabled_by = null, warned_at = null, failing_since = null, failures = 0,
     places = ${firstPlaces}`,
  ]);
}

const readDisableOptions = defineOptions<{
  readonly reason: string | undefined;
  readonly by: string | undefined;
}>({ reason: optional(aText), by: optional(aText) });

/** @throws {OutboxError} `unknown-endpoint`. */
export async function disableEndpoint(
  connection: Connection,
  id: string,
  options: DisableOptions | undefined,
): Promise<DisabledEndpoint> {
  const { reason, by } = readDisableOptions(options);
  const row = await change(connection, id, [
    `disabled_at = coalesce(disabled_at, now()), disabled_because = 'asked', disabled_reason = $2::text,
     disabled_by = $3::text`,
    reason === undefined ? null : withoutNul(reason),
    by === undefined ? null : withoutNul(by),
  ]);
  return disabledEndpoint(row);
}

const aRate = optional(
  checkThat(
    'a number above 0 and at most 1,000,000',
    (value): value is number => typeof value === 'number' && value > 0 && value <= 1_000_000,
  ),
);

/** @throws {OutboxError} `unknown-endpoint`. */
export async function setRate(
  connection: Connection,
  id: string,
  perSecond: number | undefined,
): Promise<void> {
  const rate = aRate(perSecond, 'perSecond') ?? null;
  await change(connection, id, [
    'rate = $2::float8, tokens = greatest(1, $2::float8), tokens_at = case when $2::float8 is not null then now() end',
    rate,
  ]);
}

/** Undefined for whatever no version has written. */
function becauseOf(row: Row): Endpoint['disabledBecause'] {
  const because = optionalTextOf(row, 'disabled_because');
  return because === 'failing' || because === 'gone' || because === 'asked' ? because : undefined;
}

const failingReaders = {
  id: textOf,
  profile: optionalTextOf,
  webhook: optionalTextOf,
  origin: textOf,
  failingSince: optionalTimeOf,
} as const;

export const failingEndpoint: (row: Row) => FailingEndpoint = rowReader(failingReaders);

const endpointOfRow: (row: Row) => Endpoint = rowReader({
  ...failingReaders,
  givenName: optionalTextOf,
  name: optionalTextOf,
  places: numberOf,
  perSecond: row => optionalNumberOf(row, 'rate'),
  failures: numberOf,
  lastSuccessAt: optionalTimeOf,
  lastFailureAt: optionalTimeOf,
  lastFailure: lastOutcomeOf,
  nextAttemptAt: optionalTimeOf,
  disabledAt: optionalTimeOf,
  disabledBecause: becauseOf,
  disabledReason: optionalTextOf,
  disabledBy: optionalTextOf,
});

export function disabledEndpoint(row: Row): DisabledEndpoint {
  return { ...failingEndpoint(row), because: becauseOf(row) ?? 'asked' };
}

/** The endpoint of a message that was taken. */
export interface NewEndpoint extends Destination {
  readonly endpoint: string;
  readonly profile: string | undefined;
  readonly givenName: string | undefined;
  readonly webhook: string | undefined;
  readonly name: string | undefined;
  readonly urlDigest: string;
  readonly bucket: number;
}

const newColumns = {
  id: 'uuid',
  profile: 'text',
  given_name: 'text',
  webhook: 'text',
  name: 'text',
  origin: 'text',
  host: 'text',
  digest: 'text',
  bucket: 'smallint',
};

/** Always in the same order, so that two transactions never deadlock. */
const inserting = `
insert into hookplate.endpoint (id, profile, given_name, webhook, name, origin, host, url_digest, bucket)
select distinct on (e.id) e.id, e.profile, e.given_name, e.webhook, e.name, e.origin, e.host, decode(e.digest, 'hex'), e.bucket
from ${unnestColumns(newColumns)} as e(${Object.keys(newColumns).join(', ')})
order by e.id on conflict do nothing`;

/** Clears the digest of endpoints with a second URL, including rows that another process has just inserted. */
const forgetting = `
update hookplate.endpoint e set url_digest = null
from (select distinct on (n.id) n.id from unnest(
    (select $1::text::uuid[]), (select $2::text::text[])) as n(id, digest)
  join hookplate.endpoint k on k.id = n.id and k.url_digest <> decode(n.digest, 'hex') order by n.id) s
where e.id = s.id`;

/** Adds missing endpoints, and clears the digest of those with several URLs. */
export async function keepEndpoints(
  endpoints: readonly NewEndpoint[],
  { query }: SqlExecutor,
): Promise<void> {
  if (endpoints.length === 0) return;
  const rows = endpoints.map(({ endpoint: id, givenName: given_name, urlDigest: digest, ...rest }) => ({
    ...rest,
    ...{ id, given_name, digest },
  }));
  await query(inserting, columnArrays(newColumns, rows));
  await query(forgetting, columnArrays({ id: 'uuid', digest: 'text' }, rows));
}
