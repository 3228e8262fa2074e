import { assertMatches } from '../api/entity-tag.ts';
import type { Problem } from '../api/problem.ts';
import type { Connection, SqlExecutor } from '../database/database.ts';
import { isNull, numberOf, type Row } from '../database/row.ts';

/** Who changes something, and the versions that they have seen; undefined accepts any. */
export interface VersionChange {
  readonly by: string;
  readonly matched: readonly string[] | undefined;
}

/** Values by the names of their columns. */
type Columns = Readonly<Record<string, unknown>>;

/** A table whose rows have versions from 1 on. Deleted ones stay, so that no version is given twice. */
interface VersionedTable<Id, Given, Stored> {
  readonly table: string;
  readonly keysOf: (id: Id) => Columns;
  /** The other columns, with what is sealed under the keys and the version. */
  readonly columnsOf: (given: Id & Given, version: number) => Columns;
  /** The column that is emptied where one is deleted: what was sealed there cannot be opened under another version. */
  readonly emptied?: string;
  /** What is set, in SQL, when a deleted one comes back. */
  readonly revived?: string;
  readonly unknown: () => Problem;
  readonly read: (row: Row) => Stored;
}

const present = 'deleted_at = null';

/** Where a version is not the one that was seen, it throws a `Problem` 412, and 404 where there is none. */
export function createVersioned<Id, Given, Stored>(
  { executor, transaction }: Connection,
  { table, keysOf, columnsOf, emptied, revived = present, unknown, read }: VersionedTable<Id, Given, Stored>,
) {
  async function rowOf({ query }: SqlExecutor, id: Id, more: string): Promise<Row | undefined> {
    const keys = keysOf(id);
    const found = await query(`select * from ${table} where ${pairs(keys, ' and ')} ${more}`, valuesOf(keys));
    return found.rows[0];
  }

  /** The row, which is locked within a transaction. */
  async function match(id: Id, matched: VersionChange['matched'], tx?: SqlExecutor): Promise<Row> {
    const row = await rowOf(tx ?? executor, id, `and deleted_at is null ${tx ? 'for update' : ''}`);
    if (!row) throw unknown();
    assertMatches(matched, numberOf(row, 'version'));
    return row;
  }

  /** Undefined if there is one, or was. */
  async function insert({ query }: SqlExecutor, given: Id & Given, by: string): Promise<Row | undefined> {
    const keys = keysOf(given);
    const columns = { ...keys, ...columnsOf(given, 1), version: 1, updated_by: by };
    const places = valuesOf(columns).map((_, index) => `$${index + 1}`);
    const { rows } = await query(
      `insert into ${table} (${namesOf(columns)}) values (${places}) on conflict (${namesOf(keys)}) do nothing returning *`,
      valuesOf(columns),
    );
    return rows[0];
  }

  /** Writes the next version of a locked row. */
  async function advance(
    { query }: SqlExecutor,
    { id, row, by }: { readonly id: Id; readonly row: Row; readonly by: string },
    columnsAt: (version: number) => Columns,
    state = present,
  ): Promise<Row> {
    const keys = keysOf(id);
    const version = numberOf(row, 'version') + 1;
    const columns = { ...columnsAt(version), version, updated_by: by };
    const changes = pairs(columns, ', ', valuesOf(keys).length);
    const { rows } = await query(
      `update ${table} set ${changes}, updated_at = now(), ${state} where ${pairs(keys, ' and ')} returning *`,
      [...valuesOf(keys), ...valuesOf(columns)],
    );
    return rows[0] ?? {};
  }

  return {
    /** The steps of the rest, for a store that does more in the same transaction, as that of webhooks does. */
    ...{ match, insert, advance },
    list: async (): Promise<readonly Stored[]> => {
      const { rows } = await executor.query(`select * from ${table} where deleted_at is null order by 1, 2`);
      return rows.map(read);
    },
    find: async (id: Id): Promise<Stored | undefined> => {
      const row = await rowOf(executor, id, 'and deleted_at is null');
      return row && read(row);
    },
    /** Stores those that never were there. Changed and deleted ones are left alone. */
    seed: async (seeds: readonly (Id & Given)[], by: string): Promise<void> => {
      for (const given of seeds) await insert(executor, given, by);
    },
    /** Also brings back one that was deleted. Undefined if it is there. */
    create: async (tx: SqlExecutor, given: Id & Given, by: string): Promise<Stored | undefined> => {
      const former = await rowOf(tx, given, 'for update');
      if (former && isNull(former, 'deleted_at')) return undefined;
      const row = former
        ? await advance(tx, { id: given, row: former, by }, version => columnsOf(given, version), revived)
        : await insert(tx, given, by);
      return row && read(row);
    },
    update: (id: Id, { by, matched }: VersionChange, change: (stored: Stored) => Given): Promise<Stored> =>
      transaction(async tx => {
        const row = await match(id, matched, tx);
        const given = { ...id, ...change(read(row)) };
        return read(await advance(tx, { id, row, by }, version => columnsOf(given, version)));
      }),
    remove: (id: Id, { by, matched }: VersionChange): Promise<void> =>
      transaction(async tx => {
        const row = await match(id, matched, tx);
        await advance(
          tx,
          { id, row, by },
          () => (emptied ? { [emptied]: new Uint8Array() } : {}),
          'deleted_at = now()',
        );
      }),
  };
}

const namesOf = (columns: Columns): string => Object.keys(columns).join(', ');
const valuesOf = (columns: Columns): unknown[] => Object.values(columns);

/** With the numbers of parameters after so many others. */
function pairs(columns: Columns, between: string, after = 0): string {
  return Object.keys(columns)
    .map((name, index) => `${name} = $${after + index + 1}`)
    .join(between);
}
