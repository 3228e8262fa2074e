import { bucketOf } from '../database/bucket.ts';
import { columnArrays, unnestColumns } from '../database/column-arrays.ts';
import { newId } from '../database/new-id.ts';
import { numberOf, optionalTextOf, textOf } from '../database/row.ts';
import type { Sealer } from '../database/sealer.ts';
import { prepared, type SqlExecutor } from '../database/sql-executor.ts';
import { storable } from '../database/storable-text.ts';
import { hashedUuid } from '../database/uuid.ts';
import { lockingOf, lockLines } from '../outbox/line.ts';
import { type NewEvent, scopeOf, sharedColumns } from './event.ts';

/** Wakes up those who make messages of events, in all processes. */
export const eventChannel = 'hookplate_event';

/** What is stored: the event, or the one that had its id before. */
export interface Stored {
  readonly id: string;
  readonly event: string | undefined;
  readonly problem: string | undefined;
  readonly isNew: boolean;
}

const columns = {
  id: 'uuid',
  bucket: 'smallint',
  given: 'uuid',
  given_bucket: 'smallint',
  profile: 'text',
  source: 'text',
  catalogue: 'text',
  event: 'text',
  problem: 'text',
  process: 'text',
  happened_at: 'timestamptz',
  ordered: 'text',
  trace: 'text',
  reported_by: 'text',
  replay_of: 'uuid',
} as const;
/** The bytes of each content among those of all. */
const contentRanges = { start: 'int', length: 'int' } as const;
const allColumns = { ...columns, ...contentRanges };

const kept = `${sharedColumns}, content`;
const waiting = `${kept}, trace`;
const notifying = `(select pg_notify('${eventChannel}', '')::text)`;

/**
 * Stores events whose given id is new, or belongs to something of which no event could be made. Ids are taken in one order
 * in all transactions, so that none waits for another that waits for it. All contents form a single parameter, so that no
 * library has to know how bytes are written in a list.
 */
const storing = prepared(`
with new as materialized (
  select e.*, substring($${Object.keys(allColumns).length + 1}::bytea from e.start for e.length) as content
  from ${unnestColumns(allColumns)} with ordinality as e(${Object.keys(allColumns).join(', ')}, number)
), first as (
  insert into hookplate.given_id as g (id, bucket, names, is_used)
  select given, given_bucket, id, event is not null from (
    select distinct on (given) * from new where given is not null order by given, (event is not null) desc, number) n
  order by given
  on conflict (id, bucket) do update set names = excluded.names, is_used = true, kept_from = now() where excluded.is_used and not g.is_used
  returning names
), stored as materialized (
  select * from new where given is null or id in (select names from first)
), ready as (
  insert into hookplate.event (${waiting}) select ${waiting} from stored where problem is null order by number returning id
), past as (
  insert into hookplate.past_event (${kept}, problem, messages)
  select ${kept}, problem, '[]' from stored where problem is not null order by number
)
select id, (select case when count(*) > 0 then ${notifying} end from ready) as woken from stored`);

/** The columns of a single row, in the order of its parameters. */
const parameters = {
  id: 'uuid',
  profile: 'text',
  source: 'text',
  catalogue: 'text',
  event: 'text',
  process: 'text',
  happened_at: 'timestamptz',
  reported_by: 'text',
  replay_of: 'uuid',
  content: 'bytea',
  ordered: 'text',
  trace: 'text',
  bucket: 'smallint',
  given: 'uuid',
} as const;
/** As text, a UUID can be passed on by any library. */
const parameterOf = (number: number, type: string): string =>
  type === 'uuid' ? `$${number}::text::uuid` : `$${number}::${type}`;
const values = Object.values(parameters).map((type, index) => parameterOf(index + 1, type));
const given = values.at(-1);
const givenBucket = parameterOf(values.length + 1, 'smallint');

/**
 * Stores a single event, by far the most frequent way: a plain row, unless it has an id or an order, whose lock it waits for
 * before it draws its position.
 */
const storingOne = { plain: oneStored(false, false), ordered: oneStored(false, true) };
const storingGiven = { plain: oneStored(true, false), ordered: oneStored(true, true) };

function oneStored(hasId: boolean, isOrdered: boolean): string {
  const locked = `line as materialized (select ${lockingOf(`'event ' || $2::text || ' ' || $11::text`)})`;
  const afterLine = isOrdered ? 'from (select count(*) from line) l' : '';
  // Reads the lock by itself: a batch locks its orders before it takes its ids, and the other way around could be a deadlock.
  const first = `first as (
  insert into hookplate.given_id as g (id, bucket, names) select ${given}, ${givenBucket}, ${values[0]} ${afterLine}
  on conflict (id, bucket) do update set names = excluded.names, is_used = true, kept_from = now() where not g.is_used returning names
)`;
  const before = [...(isOrdered ? [locked] : []), ...(hasId ? [first] : [])];
  return prepared(`${before.length === 0 ? '' : `with ${before.join(', ')}`}
insert into hookplate.event (${Object.keys(parameters).join(', ')})
select ${values.join(', ')} ${hasId ? 'from first' : afterLine}
returning id, ${notifying} as woken`);
}

const givenIds = { given: 'uuid' } as const;
const findingFirst = `
select k.number, g.names as id, e.event, e.problem
from ${unnestColumns(givenIds)} with ordinality as k(given, number)
join hookplate.given_id g on g.id = k.given
left join lateral (
  select w.event, null as problem from hookplate.event w where w.id = g.names
  union all select p.event, p.problem from hookplate.past_event p where p.id = g.names) e on true`;

/**
 * Stores events in the transaction of the caller, in their order, and resolves to what is stored of each. Where another
 * transaction is storing an event with the same id, it waits for its end.
 */
export async function storeEvents(
  events: readonly NewEvent[],
  sealer: Sealer,
  tx: SqlExecutor,
): Promise<readonly Stored[]> {
  const rows = events.map(event => rowOf(event, sealer));
  const [only] = rows;
  if (rows.length === 1 && only && only.problem === null) return [await storeOne(only, tx)];
  // A statement of its own: the lock has to be there before the events draw their positions.
  await lockLines(
    rows.flatMap(({ ordered, profile }) => (ordered === null ? [] : `event ${profile} ${ordered}`)),
    tx,
  );
  const stored = new Map<NewRow, Stored>();
  for (let missing = rows; missing.length > 0; missing = missing.filter(row => !stored.has(row))) {
    const inserted = await insertRows(missing, tx);
    for (const row of missing.filter(({ id }) => inserted.has(id))) stored.set(row, newlyStored(row));
    // Those that are neither stored nor found were removed in between.
    for (const [row, first] of await findFirst(
      missing.filter(row => !stored.has(row)),
      tx,
    )) {
      stored.set(row, first);
    }
  }
  return rows.flatMap(row => stored.get(row) ?? []);
}

async function storeOne(row: NewRow, tx: SqlExecutor): Promise<Stored> {
  const { given, given_bucket, ordered } = row;
  const own = Object.keys(parameters).map(name => row[name as keyof typeof parameters]);
  const statement = (given === null ? storingOne : storingGiven)[ordered === null ? 'plain' : 'ordered'];
  for (;;) {
    const { rows } = await tx.query(statement, given === null ? own : [...own, given_bucket]);
    if (rows.length > 0) return newlyStored(row);
    const first = (await findFirst([row], tx)).get(row);
    if (first) return first;
  }
}

function newlyStored({ id, event, problem }: NewRow): Stored {
  return { id, event: event ?? undefined, problem: problem ?? undefined, isNew: true };
}

/** The events that had the ids of these before. */
async function findFirst(
  rows: readonly NewRow[],
  { query }: SqlExecutor,
): Promise<ReadonlyMap<NewRow, Stored>> {
  if (rows.length === 0) return new Map();
  const { rows: firsts } = await query(findingFirst, columnArrays(givenIds, rows));
  return new Map(
    firsts.flatMap((first): (readonly [NewRow, Stored])[] => {
      const row = rows[numberOf(first, 'number') - 1];
      const [event, problem] = [optionalTextOf(first, 'event'), optionalTextOf(first, 'problem')];
      return row ? [[row, { id: textOf(first, 'id'), event, problem, isNew: false }]] : [];
    }),
  );
}

async function insertRows(rows: readonly NewRow[], { query }: SqlExecutor): Promise<ReadonlySet<string>> {
  let next = 1;
  const ranges = rows.map(({ content: { length } }) => {
    const start = next;
    next += length;
    return { start, length };
  });
  const contents = Buffer.concat(rows.map(({ content }) => content));
  const values = [...columnArrays(columns, rows), ...columnArrays(contentRanges, ranges), contents];
  const { rows: inserted } = await query(storing, values);
  return new Set(inserted.map(row => textOf(row, 'id')));
}

function rowOf(event: NewEvent, sealer: Sealer) {
  const id = newId();
  const { givenId, problem, reportedBy } = event;
  const given = givenId === undefined ? null : hashedUuid('event', ...scopeOf(event), givenId);
  return {
    id,
    bucket: bucketOf(storable(event.profile)),
    given,
    given_bucket: given === null ? null : bucketOf(given),
    profile: storable(event.profile),
    source: event.source,
    catalogue: event.catalogue ?? null,
    event: event.event ?? null,
    problem: problem === undefined ? null : storable(problem),
    process: event.process ?? null,
    happened_at: event.happenedAt.toISOString(),
    ordered: event.ordered ?? null,
    trace: event.traceparent ?? null,
    reported_by: reportedBy === undefined ? null : storable(reportedBy),
    replay_of: event.replayOf ?? null,
    content: sealer.seal(Buffer.from(event.content), id),
  };
}

type NewRow = ReturnType<typeof rowOf>;
