import { assertMatches } from '../../api/entity-tag.ts';
import { Problem } from '../../api/problem.ts';
import type { Connection, SqlExecutor } from '../../database/database.ts';
import {
  numberOf,
  optionalTextOf,
  optionalTimeOf,
  type Row,
  rowReader,
  textOf,
  textsOf,
  timeOf,
} from '../../database/row.ts';
import type { Sealer } from '../../database/sealer.ts';
import type { KeptSecret } from '../kept-secret.ts';
import { openJson, sealedNames, sealJson, type VaultOptions, whereOpen } from '../vault.ts';
import { type RefusalReason, refusalReasons } from './signature.ts';

/** What is said of a source. */
export interface SourceConfig {
  /** The id of its description. */
  readonly kind: string;
  /** The catalogue of its events, if its kind has none. Absent for the default one. */
  readonly catalogue: string | undefined;
  /** The profiles that it may report to. */
  readonly profiles: readonly string[];
}

export interface StoredSource extends SourceConfig {
  readonly id: string;
  /** Undefined if no key opens them. */
  readonly settings: KeptSecret | undefined;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly updatedBy: string;
  /** The last call to its address that was refused. */
  readonly lastRefusal: { readonly at: Date; readonly because: RefusalReason } | undefined;
}

/** How busy a source is. */
export interface SourceUse {
  readonly lastEventAt: Date | undefined;
  /** Of the last 24 hours; at most `maxCounted`. */
  readonly events: number;
  /** Those of them that no event was made of. */
  readonly problems: number;
}

interface SourceChange {
  readonly by: string;
  /** The versions that the caller has seen; undefined accepts any. */
  readonly matched: readonly string[] | undefined;
  readonly change: (stored: StoredSource) => Omit<NewSource, 'id'>;
}

export interface NewSource extends SourceConfig {
  readonly id: string;
  /** Without a secret until somebody gives the one that its sender shows. */
  readonly settings: KeptSecret;
}

/** Sources, which are told apart by what stands in their addresses. */
export interface SourceStore {
  /** Also brings back one that was deleted. @throws {Problem} 409 if it is there, or if there are too many. */
  readonly create: (source: NewSource, by: string) => Promise<StoredSource>;
  /** Stores it if there never was one of this id. */
  readonly seed: (source: NewSource, by: string) => Promise<void>;
  /** All, by their ids. */
  readonly list: () => Promise<readonly StoredSource[]>;
  readonly find: (id: string) => Promise<StoredSource | undefined>;
  /** Also of one that was deleted: what arrived from it can still be read. */
  readonly findConfig: (id: string) => Promise<SourceConfig | undefined>;
  /** @throws {Problem} 404 if there is none, 412 if it has another version. */
  readonly update: (id: string, change: SourceChange) => Promise<StoredSource>;
  /** @throws {Problem} 404 if there is none, 412 if it has another version. */
  readonly remove: (id: string, change: Omit<SourceChange, 'change'>) => Promise<void>;
  /** Notes that a call was refused, and why. */
  readonly noteRefusal: (id: string, because: RefusalReason) => Promise<void>;
  readonly useOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, SourceUse>>;
}

/** One answer lists them all. */
const maxSources = 1000;

/** Counting more would keep the database from its work. */
const maxCounted = 10_000;

const columns = 'id, kind, catalogue, settings, version, updated_by, profiles';

const inserting = `insert into hookplate.source (${columns}) values ($1, $2, $3, $4, $5, $6, $7)`;

const reviving = `
update hookplate.source set kind = $2, catalogue = $3, settings = $4, version = $5, updated_by = $6, profiles = $7, created_at = now(),
  updated_at = now(), deleted_at = null
where id = $1 returning *`;

const updating = `
update hookplate.source set kind = $2, catalogue = $3, settings = $4, version = $5, updated_by = $6, profiles = $7, updated_at = now()
where id = $1 returning *`;

const removing = `
update hookplate.source set deleted_at = now(), updated_at = now(), updated_by = $2 where id = $1`;

const refusing = `
update hookplate.source set refused_at = now(), refused_because = $2 where id = $1 and deleted_at is null`;

const ofOne = 'from hookplate.source where id = $1';
const listing = 'select * from hookplate.source where deleted_at is null order by id';

/**
 * The newest events up to the source `s`, whether they wait or are past. Sorted by the source as well: only the index that begins
 * with it is in that order, while one by time alone would lead through the events of all others.
 */
const newest = (condition: string, most: number): string =>
  [
    ['event', 'null'],
    ['past_event', 'problem'],
  ]
    .map(
      ([table, problem]) => `(select source, stored_at, ${problem} as problem from hookplate.${table}
      where source <> '' and (source, stored_at) <= (s.id, 'infinity'::timestamptz) and ${condition}
      order by source desc, stored_at desc limit ${most})`,
    )
    .join(' union all ');
const isLately =
  "(source, stored_at) >= (s.id, now() - interval '1 day') and stored_at >= now() - interval '1 day'";
const counting = `
select s.id, d.events, d.problems, (select max(stored_at) from (${newest('true', 1)}) e where e.source = s.id) as last_event_at
from unnest($1::text[]) as s(id), lateral (
  select count(*)::int as events, count(problem)::int as problems from (
    select problem from (${newest(isLately, maxCounted)}) e limit ${maxCounted}) as recent) as d`;

export function createSourceStore({ executor, transaction }: Connection, options: VaultOptions): SourceStore {
  const sourceOf = sourceReader(options);
  const { sealer } = options;
  const find = async (id: string): Promise<StoredSource | undefined> => {
    const { rows } = await executor.query(`select * ${ofOne} and deleted_at is null`, [id]);
    return rows[0] && sourceOf(rows[0]);
  };
  return {
    create: (source, by) =>
      transaction(async tx => {
        // When two are created at the same time, the second one waits.
        await tx.query('lock table hookplate.source in share row exclusive mode');
        await assertRoom(tx);
        const { rows } = await tx.query(`select version, deleted_at ${ofOne}`, [source.id]);
        const [before] = rows;
        if (before && optionalTimeOf(before, 'deleted_at') === undefined) throw idTaken();
        const version = before ? numberOf(before, 'version') + 1 : 1;
        const statement = before ? reviving : `${inserting} returning *`;
        const { rows: written } = await tx.query(statement, valuesOf({ ...source, version }, { by, sealer }));
        return sourceOf(written[0] ?? {});
      }),
    seed: async (source, by) => {
      await executor.query(
        `${inserting} on conflict do nothing`,
        valuesOf({ ...source, version: 1 }, { by, sealer }),
      );
    },
    list: async () => (await executor.query(listing)).rows.map(sourceOf),
    find,
    findConfig: async id => {
      const { rows } = await executor.query(`select kind, catalogue, profiles ${ofOne}`, [id]);
      return rows[0] && configOf(rows[0]);
    },
    update: (id, { by, matched, change }) =>
      transaction(async tx => {
        const stored = sourceOf(await lock(tx, id, matched));
        const next = { ...change(stored), id, version: stored.version + 1 };
        const { rows } = await tx.query(updating, valuesOf(next, { by, sealer }));
        return sourceOf(rows[0] ?? {});
      }),
    remove: (id, { by, matched }) =>
      transaction(async tx => {
        await lock(tx, id, matched);
        await tx.query(removing, [id, by]);
      }),
    noteRefusal: async (id, because) => {
      await executor.query(refusing, [id, because]);
    },
    useOf: async ids => {
      const { rows } = await executor.query(counting, [ids]);
      return new Map(rows.map(row => [textOf(row, 'id'), useIn(row)]));
    },
  };
}

async function assertRoom({ query }: SqlExecutor): Promise<void> {
  const { rows } = await query('select count(*)::int as n from hookplate.source where deleted_at is null');
  if (rows[0] && numberOf(rows[0], 'n') < maxSources) return;
  throw new Problem(
    409,
    'too-many-sources',
    `There are ${maxSources} sources: delete those that nobody uses.`,
  );
}

async function lock({ query }: SqlExecutor, id: string, matched: SourceChange['matched']): Promise<Row> {
  const { rows } = await query(`select * ${ofOne} and deleted_at is null for update`, [id]);
  if (!rows[0]) throw unknownSource();
  assertMatches(matched, numberOf(rows[0], 'version'));
  return rows[0];
}

function idTaken(): Problem {
  return new Problem(409, 'id-taken', 'A source of this id is there already.');
}

export function unknownSource(): Problem {
  return new Problem(404, 'unknown-source', 'No source with this id.');
}

/** In the order of the columns. */
function valuesOf(
  source: NewSource & { readonly version: number },
  { by, sealer }: { readonly by: string; readonly sealer: Sealer },
): unknown[] {
  const { id, kind, catalogue, profiles, settings, version } = source;
  const sealed = sealJson(settings, sealedNames.source(id, version), sealer);
  return [id, kind, catalogue ?? null, sealed, version, by, JSON.stringify([...new Set(profiles)])];
}

const sourceReader = (options: VaultOptions): ((row: Row) => StoredSource) =>
  rowReader({
    ...configReaders,
    id: textOf,
    settings: (row, column) => {
      const id = textOf(row, 'id');
      const name = sealedNames.source(id, numberOf(row, 'version'));
      const open = () => openJson<KeptSecret>(row, column, name, options.sealer);
      return whereOpen(`The source ${id}`, open, options);
    },
    version: numberOf,
    createdAt: timeOf,
    updatedAt: timeOf,
    updatedBy: textOf,
    lastRefusal: refusalIn,
  });

const configReaders = { kind: textOf, catalogue: optionalTextOf, profiles: textsOf } as const;
const configOf: (row: Row) => SourceConfig = rowReader(configReaders);

function refusalIn(row: Row): StoredSource['lastRefusal'] {
  const at = optionalTimeOf(row, 'refused_at');
  const because = refusalReasons.find(reason => reason === optionalTextOf(row, 'refused_because'));
  return at && because && { at, because };
}

const useIn: (row: Row) => SourceUse = rowReader({
  lastEventAt: optionalTimeOf,
  events: numberOf,
  problems: numberOf,
});
