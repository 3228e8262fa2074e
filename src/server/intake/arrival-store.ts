import { hash } from 'node:crypto';
import { columnArrays, unnestColumns } from '../../database/column-arrays.ts';
import type { Connection, SqlExecutor } from '../../database/database.ts';
import { createKeyset, type KeysetPage, type PageQuery, usualPage } from '../../database/keyset-page.ts';
import { isPastRetention } from '../../database/retention.ts';
import { bytesOf, jsonOf, optionalTextOf, type Row, textOf, timeOf } from '../../database/row.ts';
import type { Sealer } from '../../database/sealer.ts';
import { prepared } from '../../database/sql-executor.ts';
import type { JsonValue } from '../../output/json/json-value.ts';

/** What arrived once, and what became of it. */
export interface Arrival {
  readonly id: string;
  /** The id of the source; empty for what arrived at the API. */
  readonly source: string;
  readonly profile: string;
  /** The name of the catalogue; absent for the default one, and if no event was made. */
  readonly catalogue: string | undefined;
  readonly event: string | undefined;
  /** Why no event was made of it. */
  readonly problem: string | undefined;
  /** The ids of the messages about it. */
  readonly messages: readonly string[];
  readonly receivedAt: Date;
  readonly receivedBy: string;
  /** The id of the arrival that was replayed. */
  readonly replayOf: string | undefined;
}

export interface NewArrival extends Omit<Arrival, 'receivedAt'> {
  /** What the sender repeats when it sends the same again. */
  readonly identity: string | undefined;
  /** In hexadecimal. */
  readonly fingerprint: string | undefined;
  readonly content: JsonValue | undefined;
}

/** What is stored of an arrival: itself, or the one that had its identity before. */
interface StoredArrival {
  readonly id: string;
  readonly event: string | undefined;
  readonly problem: string | undefined;
  readonly messages: readonly string[];
  readonly isNew: boolean;
  /** Whether the fingerprints are equal; one that is absent equals any. */
  readonly isSame: boolean;
}

interface ArrivalQuery extends PageQuery {
  readonly source?: string | undefined;
  readonly profile?: string | undefined;
  readonly event?: string | undefined;
}

export interface ArrivalStore {
  /**
   * Stores those whose identity is not there yet; an arrival without an event gives its identity up to one with an event. Where
   * another transaction is storing one of them, it waits.
   */
  readonly insert: (arrivals: readonly NewArrival[], tx: SqlExecutor) => Promise<readonly StoredArrival[]>;
  readonly find: (id: string) => Promise<Arrival | undefined>;
  /** Undefined if it is not there, or has no content. @throws {DatabaseError} `wrong-key`. */
  readonly findContent: (id: string) => Promise<JsonValue | undefined>;
  /** Newest first. */
  readonly page: (query: ArrivalQuery) => Promise<KeysetPage<Arrival>>;
  /** Removes those that arrived so many milliseconds ago; resolves to their number. */
  readonly prune: (retentionDays: number, signal?: AbortSignal) => Promise<number>;
}

const columns = {
  id: 'text',
  source: 'text',
  identity: 'text',
  fingerprint: 'text',
  profile: 'text',
  catalogue: 'text',
  event: 'text',
  problem: 'text',
  messages: 'text',
  replay_of: 'text',
  received_by: 'text',
} as const;
/** The bytes of each content among those of all. */
const contentRanges = { start: 'int', length: 'int' } as const;
const allColumns = { ...columns, ...contentRanges };

/** All contents form a single parameter, so that no library has to know how bytes are written in a list. */
const inserting = prepared(`
insert into hookplate.arrival (${Object.keys(columns).join(', ')}, content)
select a.id, a.source, a.identity, decode(a.fingerprint, 'hex'), a.profile, a.catalogue, a.event, a.problem,
  a.messages::jsonb, a.replay_of, a.received_by,
  case when a.length > 0 then substring($${Object.keys(allColumns).length + 1}::bytea from a.start for a.length) end
from ${unnestColumns(allColumns)} with ordinality as a(${Object.keys(allColumns).join(', ')}, number)
order by a.number
on conflict do nothing
returning id`);

const identities = { source: 'text', profile: 'text', identity: 'text' } as const;
const knownColumns =
  "a.id, a.source, a.profile, a.identity, a.event, a.problem, a.messages, encode(a.fingerprint, 'hex') as fingerprint";
/** An identity counts within its source, whatever the profile is, and at the API within the profile. */
const findingIdentities = `
with k as materialized (select * from ${unnestColumns(identities)} as k(source, profile, identity))
select ${knownColumns} from k join hookplate.arrival a using (source, profile, identity) where source = ''
union all
select ${knownColumns} from k join hookplate.arrival a using (source, identity) where a.source <> ''`;

const outdoneColumns = { id: 'text' } as const;
/** Takes the rows in one order in all transactions, so that none waits for another that waits for it. */
const releasingIdentities = `
with k as materialized (
  select a.id from ${unnestColumns(outdoneColumns)} as o(id) join hookplate.arrival a using (id)
  where a.identity is not null order by a.id for update of a)
update hookplate.arrival a set identity = null from k where a.id = k.id`;

const shown = 'id, source, profile, catalogue, event, problem, messages, received_at, received_by, replay_of';

/** A limit per statement: others must not wait for long. */
const mostPruned = 5000;
const pruning = `
delete from hookplate.arrival where id = any (array(
  select id from hookplate.arrival where ${isPastRetention('received_at')}
  order by received_at limit ${mostPruned})) returning 1`;

const newestFirst = createKeyset<Arrival>(['time', 'text'], ({ receivedAt, id }) => [receivedAt, id]);

/** PostgreSQL cannot store these, and nothing that is stored has them. */
const unstorable = /[\0\p{Surrogate}]/gu;
const storable = (text: string): string => text.replaceAll(unstorable, '\ufffd');

export function createArrivalStore(connection: Connection, sealer: Sealer): ArrivalStore {
  const { executor } = connection;
  return {
    insert: async (arrivals, tx) => {
      const rows = arrivals.map(arrival => rowOf(arrival, sealer));
      // In one order for all transactions, so that none waits for another that waits for it.
      const missing = new Set(rows.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)));
      const stored = new Map<NewRow, StoredArrival>();
      while (missing.size > 0) {
        const inserted = await insertRows([...missing], tx);
        for (const row of missing) {
          if (!inserted.has(row.id)) continue;
          const { event, problem, messages } = row.given;
          stored.set(row, { id: row.id, event, problem, messages, isNew: true, isSame: true });
          missing.delete(row);
        }
        if (missing.size === 0) break;
        // Those that are neither inserted nor found were pruned in between.
        const known = await findKnown([...missing], tx);
        const outdone: { readonly id: string }[] = [];
        for (const row of missing) {
          const before = known.get(keyOf(row));
          if (!before) continue;
          if (before.event === undefined && row.event !== undefined) {
            outdone.push({ id: before.id });
            continue;
          }
          const { fingerprint, ...first } = before;
          const isSame =
            [fingerprint, row.fingerprint].includes(undefined) || fingerprint === row.fingerprint;
          stored.set(row, { ...first, isNew: false, isSame });
          missing.delete(row);
        }
        if (outdone.length > 0) await tx.query(releasingIdentities, columnArrays(outdoneColumns, outdone));
      }
      return rows.flatMap(row => stored.get(row) ?? []);
    },
    find: async id => {
      const { rows } = await executor.query(`select ${shown} from hookplate.arrival where id = $1`, [
        storable(id),
      ]);
      return rows[0] && arrivalOf(rows[0]);
    },
    findContent: async id => {
      const { rows } = await executor.query('select content from hookplate.arrival where id = $1', [
        storable(id),
      ]);
      const sealed = rows[0] && bytesOf(rows[0], 'content');
      return sealed && JSON.parse(Buffer.from(sealer.open(sealed, id)).toString());
    },
    page: async ({ source, profile, event, cursor, limit = usualPage }) => {
      const values: unknown[] = [];
      const add = (value: unknown): string => `$${values.push(value)}`;
      const conditions = Object.entries({ source, profile, event }).flatMap(([column, name]) =>
        name === undefined ? [] : [`${column} = ${add(storable(name))}::text`],
      );
      const [receivedAt, id] = newestFirst.keysIn(cursor);
      if (receivedAt)
        conditions.push(`(received_at, id) < (${add(receivedAt)}::timestamptz, ${add(id)}::text)`);
      const where = conditions.join(' and ') || 'true';
      const { rows } = await executor.query(
        `select ${shown} from hookplate.arrival where ${where}
         order by received_at desc, id desc limit ${add(limit + 1)}::int`,
        values,
      );
      return newestFirst.pageOf(rows.map(arrivalOf), limit);
    },
    prune: async (retentionDays, signal) => {
      const upkeep = connection.forUpkeep(signal);
      for (let removed = 0; ; ) {
        const { rows } = await upkeep.executor.query(pruning, [retentionDays]);
        removed += rows.length;
        if (rows.length < mostPruned || signal?.aborted) return removed;
      }
    },
  };
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
  const { rows: inserted } = await query(inserting, values);
  return new Set(inserted.map(row => textOf(row, 'id')));
}

interface KnownArrival extends Omit<StoredArrival, 'isNew' | 'isSame'> {
  readonly fingerprint: string | undefined;
}

async function findKnown(
  rows: readonly NewRow[],
  { query }: SqlExecutor,
): Promise<ReadonlyMap<string, KnownArrival>> {
  const { rows: known } = await query(findingIdentities, columnArrays(identities, rows));
  return new Map(
    known.map(row => [
      keyOf({
        source: textOf(row, 'source'),
        profile: textOf(row, 'profile'),
        identity: textOf(row, 'identity'),
      }),
      {
        id: textOf(row, 'id'),
        event: optionalTextOf(row, 'event'),
        problem: optionalTextOf(row, 'problem'),
        messages: messagesOf(row),
        fingerprint: optionalTextOf(row, 'fingerprint'),
      },
    ]),
  );
}

function keyOf({ source, profile, identity }: Pick<NewRow, 'source' | 'profile' | 'identity'>): string {
  return `${source}\0${source === '' ? profile : ''}\0${identity ?? ''}`;
}

function rowOf(given: NewArrival, sealer: Sealer) {
  const { id, source, identity, fingerprint, profile, catalogue, event, problem, content } = given;
  const bytes = content === undefined ? undefined : Buffer.from(JSON.stringify(content));
  return {
    given,
    ...{ id, source, profile: storable(profile), fingerprint, catalogue, event },
    identity: identity === undefined ? undefined : storedIdentity(identity),
    problem: problem === undefined ? undefined : storable(problem),
    messages: JSON.stringify(given.messages),
    replay_of: given.replayOf,
    received_by: storable(given.receivedBy),
    content: bytes ? sealer.seal(bytes, id) : new Uint8Array(),
  };
}

type NewRow = ReturnType<typeof rowOf>;

/** In bytes; an entry of an index has at most 2,700. */
const longestIdentity = 500;

/** As JSON, since an identity may contain what a text of the database cannot; a long one as its digest. */
function storedIdentity(identity: string): string {
  const text = JSON.stringify(identity);
  return Buffer.byteLength(text) <= longestIdentity ? text : `sha256 ${hash('sha256', text, 'hex')}`;
}

function arrivalOf(row: Row): Arrival {
  return {
    id: textOf(row, 'id'),
    source: textOf(row, 'source'),
    profile: textOf(row, 'profile'),
    catalogue: optionalTextOf(row, 'catalogue'),
    event: optionalTextOf(row, 'event'),
    problem: optionalTextOf(row, 'problem'),
    messages: messagesOf(row),
    receivedAt: timeOf(row, 'received_at') ?? new Date(0),
    receivedBy: textOf(row, 'received_by'),
    replayOf: optionalTextOf(row, 'replay_of'),
  };
}

function messagesOf(row: Row): readonly string[] {
  const messages = jsonOf(row, 'messages');
  return Array.isArray(messages) ? messages.map(String) : [];
}
