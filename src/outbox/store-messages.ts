import { columnArrays, unnestColumns } from '../database/column-arrays.ts';
import { numberOf } from '../database/row.ts';
import { prepared, type SqlExecutor } from '../database/sql-executor.ts';
import { reasonOfCancelled } from './cancelled-webhook.ts';
import { countingStored } from './figures.ts';
import { keysOfOurs } from './given-id.ts';
import { lockLines } from './line.ts';
import { notifying } from './message.ts';
import { OutboxError } from './outbox-error.ts';

/** A message about to be stored, with the names of the columns that it is stored in. */
export interface NewMessage {
  /** Its key. */
  readonly id: string;
  /** The id that the caller gave, if the key is not it. */
  readonly given_id: string | null;
  /** Null if there is nothing to send. */
  readonly endpoint: string | null;
  /** The `endpoint` given by the caller. */
  readonly endpoint_name: string | null;
  readonly webhook: string | null;
  readonly name: string | null;
  readonly event: string | null;
  readonly profile: string | null;
  readonly host: string;
  readonly method: string;
  /** The sealed request. */
  readonly content: Uint8Array;
  readonly request_bytes: number;
  /** SHA-256 of what is sent, in hexadecimal; null if the id was made here, so that no other message has it. */
  readonly digest: string | null;
  readonly trace: string | null;
  readonly line: string | null;
  readonly not_before: string | null;
  /** Only for a message that is stored as failed. */
  readonly reason: string | null;
  readonly bucket: number;
  /** The bucket of its id, if it was given. */
  readonly given_bucket: number | null;
}

/** At most so many messages, and so many bytes of requests, are stored by one statement. */
const maxStored = 500;
const maxBytes = 8 * 2 ** 20;

/** The number of messages, from the first on, that fit into one statement: at least one. */
export function batchOf(messages: readonly NewMessage[]): number {
  let bytes = 0;
  const beyond = messages.findIndex(({ content }, index) => {
    bytes += content.length;
    return index === maxStored || (index > 0 && bytes > maxBytes);
  });
  return beyond === -1 ? messages.length : beyond;
}

/** @throws {OutboxError} `id-conflict` for the first message that conflicts. */
export async function storeAll(messages: readonly NewMessage[], tx: SqlExecutor): Promise<void> {
  for (let rest = messages; rest.length > 0; ) {
    const count = batchOf(rest);
    const [conflict] = (await storeBatch(rest.slice(0, count), tx)).values();
    if (conflict) throw conflict;
    rest = rest.slice(count);
  }
}

const columns = {
  id: 'uuid',
  given_id: 'text',
  endpoint: 'uuid',
  endpoint_name: 'text',
  webhook: 'text',
  name: 'text',
  event: 'text',
  profile: 'text',
  host: 'text',
  method: 'text',
  request_bytes: 'int',
  digest: 'text',
  trace: 'text',
  line: 'text',
  not_before: 'timestamptz',
  reason: 'text',
  bucket: 'smallint',
  given_bucket: 'smallint',
} as const;
/** The bytes of each request among those of all. */
const requestRanges = { start: 'int', length: 'int' } as const;
const allColumns = { ...columns, ...requestRanges };

/** The columns that come from the caller. */
const givenColumns =
  'id, given_id, endpoint, endpoint_name, webhook, name, event, profile, host, method, request_bytes, trace, line, bucket';

/** The shape of a statement: of how many messages, and whose ids they have. */
interface Shape {
  readonly messages: 'one' | 'many';
  readonly ids: 'own' | 'given';
}

/** The parameter after those of the columns: the request of one message, or those of many. */
const parameterOf = (columns: object): string => `$${Object.keys(columns).length + 1}::bytea`;

/** SQL: the messages that a statement is given, and the request of each of them, `m`. */
const given = {
  one: {
    rows: `select ${Object.entries(columns)
      .map(([name, type], index) => `$${index + 1}::text::${type} as ${name}`)
      .join(', ')}, length(${parameterOf(columns)}) as length, 1 as number`,
    content: parameterOf(columns),
    isFirstOfLine: 'true',
    inOrder: '',
  },
  many: {
    rows: `select * from ${unnestColumns(allColumns)} with ordinality as m(${Object.keys(allColumns).join(', ')}, number)`,
    content: `substring(${parameterOf(allColumns)} from m.start for m.length)`,
    isFirstOfLine: 'row_number() over (partition by m.line order by m.number) = 1',
    inOrder: 'order by m.number',
  },
} as const;

/**
 * Stores a message for a disabled endpoint as failed, one of a cancelled webhook as cancelled, and skips one whose id is
 * known, if it was given. The first message of a line is due if nothing is before it, which is looked up in the order of
 * the index: where few lines are long, `exists` would read the table. The requests of many form a single parameter, so that
 * no library has to know how bytes are written in a list.
 */
function storing({ messages, ids }: Shape): string {
  const { rows, content, isFirstOfLine, inOrder } = given[messages];
  const unknown = `, unknown as (
  insert into hookplate.given_id (id, digest, bucket)
  select id, decode(digest, 'hex'), given_bucket from given where digest is not null order by id
  on conflict do nothing returning id
)`;
  return prepared(`
with given as materialized (
  ${rows}
)${ids === 'own' ? '' : unknown}, new as materialized (
  select m.*, (m.created_at at time zone 'UTC')::date as request_day,
    case when m.reason is not null then 'failed' when w.reason is not null then 'cancelled' when e.id is not null then 'failed' end
      as end_state,
    coalesce(m.reason, w.reason, 'endpoint-disabled') as end_reason
  from (select *, now()::timestamptz(3) as created_at from given) m
    left join hookplate.endpoint e on e.id = m.endpoint and e.disabled_at is not null
    cross join lateral (select ${reasonOfCancelled} as reason) w
  ${ids === 'own' ? '' : 'where m.digest is null or m.id in (select id from unknown)'}
), waiting as (
  insert into hookplate.job (${givenColumns}, request_day, created_at, due_at)
  select ${givenColumns}, request_day, created_at,
    case
      when m.line is null then coalesce(m.not_before, now())
      when ${isFirstOfLine} and (
        select p.position from hookplate.job p where p.line = m.line order by p.position limit 1) is null then now() end
  from new m where m.end_state is null ${inOrder}
), ended as (
  insert into hookplate.ended (${givenColumns}, request_day, created_at, position, state, reason, finished_at)
  select ${givenColumns}, request_day, created_at, 0, end_state, end_reason, created_at
  from new m where end_state is not null ${inOrder}
), ${countingStored(
    'select bucket, endpoint, webhook, profile, created_at, end_state as state from new where end_state is not null',
  )}, kept as (
  insert into hookplate.request (message, day, content, bucket)
  select m.id, m.request_day, ${content}, m.bucket from new m where m.length > 0 ${inOrder}
)
select count(*)::int as count, case when count(*) > 0 then ${notifying} end as woken from new`);
}

const statements = {
  one: { own: storing({ messages: 'one', ids: 'own' }), given: storing({ messages: 'one', ids: 'given' }) },
  many: {
    own: storing({ messages: 'many', ids: 'own' }),
    given: storing({ messages: 'many', ids: 'given' }),
  },
} as const;

/** As text, which any library can pass on. */
function valuesOfOne(message: NewMessage): unknown[] {
  const names = Object.keys(columns) as (keyof typeof columns)[];
  return [...names.map(name => message[name]?.toString() ?? null), message.content];
}

function valuesOfMany(messages: readonly NewMessage[]): unknown[] {
  let next = 1;
  const ranges = messages.map(({ content: { length } }) => {
    const start = next;
    next += length;
    return { start, length };
  });
  const contents = Buffer.concat(messages.map(({ content }) => content));
  return [...columnArrays(columns, messages), ...columnArrays(requestRanges, ranges), contents];
}

/**
 * Stores messages with one statement, and returns the errors of those that conflict with another message of the same
 * id. Of two new messages with the same id, the first is stored.
 *
 * A caller's transaction may stay open for long, so it locks no endpoint, and only its own lines.
 */
export async function storeBatch(
  messages: readonly NewMessage[],
  tx: SqlExecutor,
): Promise<ReadonlyMap<NewMessage, OutboxError>> {
  await lockLines(
    messages.flatMap(({ line }) => line ?? []),
    tx,
  );
  const firsts = new Map(messages.toReversed().map(message => [message.id, message]));
  const keys = messages.flatMap(({ id, digest }) => (digest === null ? [] : id));
  const others = await keysOfOurs(keys, tx);
  const unique = messages.filter(message => firsts.get(message.id) === message && !others.has(message.id));
  if (unique.length === 0) return findConflicts(messages, tx);
  const ids = unique.every(({ digest }) => digest === null) ? 'own' : 'given';
  const [one] = unique;
  const { rows } = await (one && unique.length === 1
    ? tx.query(statements.one[ids], valuesOfOne(one))
    : tx.query(statements.many[ids], valuesOfMany(unique)));
  const isAllStored = rows[0] !== undefined && numberOf(rows[0], 'count') === messages.length;
  return isAllStored ? new Map() : findConflicts(messages, tx);
}

async function findConflicts(
  messages: readonly NewMessage[],
  { query }: SqlExecutor,
): Promise<ReadonlyMap<NewMessage, OutboxError>> {
  const { rows } = await query(
    `select id, encode(digest, 'hex') as digest from hookplate.given_id where id = any($1::text::uuid[])`,
    columnArrays({ id: 'uuid' }, messages),
  );
  const digests = new Map(rows.map(({ id, digest }) => [id, digest]));
  const different = messages.filter(({ id, digest }) => digest !== null && digests.get(id) !== digest);
  return new Map(
    different.map(message => [
      message,
      new OutboxError(
        'id-conflict',
        `A message with the id ${message.given_id ?? message.id} is there already, with other content.`,
      ),
    ]),
  );
}
