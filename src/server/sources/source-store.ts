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
import { openJson } from '../../database/sealer.ts';
import type { KeptSecret } from '../kept-secret.ts';
import { sealedNames, sealJson, type VaultOptions, whereOpen } from '../vault.ts';
import { createVersioned } from '../versioned.ts';
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

export interface NewSource extends SourceConfig {
  readonly id: string;
  /** Without a secret until somebody gives the one that its sender shows. */
  readonly settings: KeptSecret;
}

/** Sources, which are told apart by what stands in their addresses. */
export type SourceStore = ReturnType<typeof createSourceStore>;

/** One answer lists them all. */
const maxSources = 1000;

/** Counting more would keep the database from its work. */
const maxCounted = 10_000;

const configOfOne = 'select kind, catalogue, profiles from hookplate.source where id = $1';

const refusing = `
update hookplate.source set refused_at = now(), refused_because = $2 where id = $1 and deleted_at is null`;

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

export function createSourceStore(connection: Connection, options: VaultOptions) {
  const { executor, transaction } = connection;
  const kept = createVersioned<Pick<NewSource, 'id'>, Omit<NewSource, 'id'>, StoredSource>(connection, {
    table: 'hookplate.source',
    keysOf: ({ id }) => ({ id }),
    columnsOf: ({ id, kind, catalogue = null, profiles, settings }, version) => ({
      ...{ kind, catalogue, profiles: JSON.stringify([...new Set(profiles)]) },
      settings: sealJson(settings, sealedNames.source(id, version), options.sealer),
    }),
    emptied: 'settings',
    revived: 'deleted_at = null, created_at = now()',
    unknown: unknownSource,
    read: sourceReader(options),
  });
  return {
    ...kept,
    /** Also brings back one that was deleted. @throws {Problem} 409 if it is there, or if there are too many. */
    create: (source: NewSource, by: string): Promise<StoredSource> =>
      transaction(async tx => {
        // When two are created at the same time, the second one waits.
        await tx.query('lock table hookplate.source in share row exclusive mode');
        await assertRoom(tx);
        const created = await kept.create(tx, source, by);
        if (!created) throw new Problem(409, 'id-taken', 'A source of this id is there already.');
        return created;
      }),
    /** Also of one that was deleted: what arrived from it can still be read. */
    findConfig: async (id: string): Promise<SourceConfig | undefined> => {
      const { rows } = await executor.query(configOfOne, [id]);
      return rows[0] && configOf(rows[0]);
    },
    /** Notes that a call was refused, and why. */
    noteRefusal: async (id: string, because: RefusalReason): Promise<void> => {
      await executor.query(refusing, [id, because]);
    },
    useOf: async (ids: readonly string[]): Promise<ReadonlyMap<string, SourceUse>> => {
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

export function unknownSource(): Problem {
  return new Problem(404, 'unknown-source', 'No source with this id.');
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
