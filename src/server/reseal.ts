import type { Connection, Database, SqlExecutor } from '../database/database.ts';
import { DatabaseError } from '../database/database-error.ts';
import { anOpenDatabase } from '../database/open-database.ts';
import { bytesOf, isTrue, numberOf, textOf } from '../database/row.ts';
import { createSealer, type Sealer, sealedMark } from '../database/sealer.ts';
import { firstUuid } from '../database/uuid.ts';
import { sealedNames, type VaultOptions } from './vault.ts';

/** Rows per transaction: few, since a request may have a megabyte, and others wait for a row that is locked. */
const batchRows = 50;

/** How a server treats stored webhooks, flows and sources that none of its keys opens. */
export type Unreadable = 'refuse' | 'leave';

/** A column with sealed values, and the names that they are sealed under. */
interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The columns that identify its rows, in order. */
  readonly keys: readonly string[];
  /** Comes before the keys of all rows. */
  readonly start: Keys;
  readonly nameOf: (...keys: readonly string[]) => string;
  /** An SQL condition: whether a row is still in use. */
  readonly used: string;
}

type Keys = readonly (string | number)[];

const ofWebhook = {
  column: 'settings',
  start: ['', 0],
  nameOf: (id = '', version = '') => sealedNames.webhook(id, Number(version)),
} as const;
/** What a server cannot do without. */
const configuredColumns: readonly SealedColumn[] = [
  { ...ofWebhook, table: 'hookplate.webhook', keys: ['id', 'version'], used: 'deleted_at is null' },
  {
    ...ofWebhook,
    table: 'hookplate.webhook',
    column: 'diagnostics',
    keys: ['id', 'version'],
    nameOf: (id = '', version = '') => sealedNames.diagnostics(id, Number(version)),
    // Without a key for them, they are looked for again.
    used: 'false',
  },
  {
    ...ofWebhook,
    table: 'hookplate.webhook_version',
    keys: ['webhook', 'version'],
    used: `exists (select from hookplate.webhook w
      where w.id = webhook and w.version = webhook_version.version and w.deleted_at is null)`,
  },
  {
    table: 'hookplate.flow_api',
    column: 'sample_body',
    keys: ['project_id', 'task_id', 'version'],
    start: ['', '', 0],
    nameOf: (projectId = '', taskId = '', version = '') =>
      sealedNames.sampleBody(projectId, taskId, Number(version)),
    used: 'deleted_at is null',
  },
  {
    table: 'hookplate.source',
    column: 'settings',
    keys: ['id', 'version'],
    start: ['', 0],
    nameOf: (id = '', version = '') => sealedNames.source(id, Number(version)),
    used: 'deleted_at is null',
  },
];
const ofOne = { nameOf: (id = '') => id, used: 'true' } as const;
const byUuid = { ...ofOne, column: 'content', start: [firstUuid] } as const;
const allColumns: readonly SealedColumn[] = [
  ...configuredColumns,
  { ...byUuid, table: 'hookplate.request', keys: ['message'] },
  { ...ofOne, table: 'hookplate.process', column: 'body', start: [''], keys: ['pid'] },
  { ...byUuid, table: 'hookplate.event', keys: ['id'] },
  { ...byUuid, table: 'hookplate.past_event', keys: ['id'] },
];

/** An SQL condition, in which $1 is how everything begins that the first key has sealed; nothing was never sealed. */
function isOfOtherKey({ column }: SealedColumn): string {
  return `(length(${column}) > 0 and substring(${column} from 1 for length($1::bytea)) <> $1::bytea)`;
}

export interface ResealOptions extends VaultOptions {
  readonly unreadable: Unreadable;
}

interface Batch {
  /** The keys of the last row, to continue after; undefined at the end. */
  readonly next: Keys | undefined;
  readonly resealed: number;
  /** The number of rows that no key opens. */
  readonly unreadable: number;
  /** The number of those that are still in use. */
  readonly missed: number;
}

/**
 * Reseals stored webhooks, flows and sources with the first key if another key sealed them, so that the other one can be
 * retired. Values that no key opens stay as they are.
 *
 * @throws {DatabaseError} `wrong-key` if there are such values in use: a server that went on would lose their events
 * for good. With `unreadable: 'leave'`, `onError` is called instead.
 */
export async function resealStored(
  database: Pick<Connection, 'transaction'>,
  { sealer, onError, unreadable: whatToDo }: ResealOptions,
): Promise<void> {
  let missed = 0;
  for await (const batch of resealColumns(database, sealer, configuredColumns)) missed += batch.missed;
  if (missed === 0) return;
  const error = unreadableRows(missed);
  if (whatToDo === 'refuse') throw error;
  onError(error);
}

export interface RotateKeysOptions {
  readonly database: Database;
  /** Keys of 32 bytes each, in base64: all of them open what is stored, and the first seals it. */
  readonly encryptionKeys: readonly string[];
  /** Called after each batch with the number of values resealed until then, out of those that were found before. */
  readonly onProgress: (resealed: number, total: number) => void | Promise<void>;
  /** Ends it after the current batch. */
  readonly signal: AbortSignal;
}

export interface RotatedKeys {
  readonly resealed: number;
  /** The number of values that none of the keys opens. */
  readonly unreadable: number;
  /** The number of values that others have stored under another key in the meantime. */
  readonly late: number;
}

/**
 * Reseals everything with the first key: webhooks in all their versions, samples of flows, secrets of sources, requests of
 * messages, bodies of runs, and contents of events. Servers may work on the same database. A value that was resealed is not looked at again, so an
 * interrupted rotation goes on where it was.
 */
export async function rotateKeys(options: RotateKeysOptions): Promise<RotatedKeys> {
  const sealer = createSealer(options.encryptionKeys);
  const database = anOpenDatabase(options.database, 'options.database').forUpkeep();
  const total = await countOthers(database, sealer);
  let resealed = 0;
  let unreadable = 0;
  for await (const batch of resealColumns(database, sealer, allColumns)) {
    resealed += batch.resealed;
    unreadable += batch.unreadable;
    await options.onProgress(resealed, total);
    if (options.signal.aborted) return { resealed, unreadable, late: 0 };
  }
  const left = await countOthers(database, sealer);
  return { resealed, unreadable, late: Math.max(0, left - unreadable) };
}

/** Whether anything is stored that some key has sealed. */
export async function isAnythingSealed(database: Database): Promise<boolean> {
  const { executor } = anOpenDatabase(database, 'database').forUpkeep();
  for (const { table, column } of allColumns) {
    const isSealed = `length(${column}) > 0 and get_byte(${column}, 0) = ${sealedMark}`;
    const { rows } = await executor.query(`select exists (select from ${table} where ${isSealed}) as found`);
    if (rows[0] && isTrue(rows[0], 'found')) return true;
  }
  return false;
}

/** The number of values that the first key has not sealed. */
async function countOthers({ executor }: Pick<Connection, 'executor'>, sealer: Sealer): Promise<number> {
  let count = 0;
  for (const place of allColumns) {
    const { rows } = await executor.query(
      `select count(*)::int as others from ${place.table} where ${isOfOtherKey(place)}`,
      [sealer.start],
    );
    count += rows[0] ? numberOf(rows[0], 'others') : 0;
  }
  return count;
}

async function* resealColumns(
  { transaction }: Pick<Connection, 'transaction'>,
  sealer: Sealer,
  columns: readonly SealedColumn[],
): AsyncGenerator<Batch> {
  for (const place of columns) {
    let from: Keys | undefined = place.start;
    while (from) {
      const after: Keys = from;
      const batch: Batch = await transaction(tx => resealBatch(tx, sealer, { place, after }));
      yield batch;
      from = batch.next;
    }
  }
}

function unreadableRows(count: number): DatabaseError {
  const what = `None of the encryption keys opens the webhooks, flows and sources stored in ${count} rows`;
  const mend = 'Add the keys that they were stored under at the end of `encryptionKeys`';
  const lost =
    "If these are lost, `unreadable: 'leave'` starts without them, and events for these webhooks fail";
  return new DatabaseError('wrong-key', `${what}. ${mend}. ${lost}.`);
}

async function resealBatch(
  { query }: SqlExecutor,
  sealer: Sealer,
  { place, after }: { readonly place: SealedColumn; readonly after: Keys },
): Promise<Batch> {
  const { table, column, keys, used, nameOf } = place;
  const { rows } = await query(
    `select ${keys.join(', ')}, ${column}, ${used} as used from ${table}
     where ${isOfOtherKey(place)} and (${keys.join(', ')}) > (${keys.map((_, index) => `$${index + 2}`).join(', ')})
     order by ${keys.join(', ')} limit ${batchRows} for update`,
    [sealer.start, ...after],
  );
  const matches = keys.map((key, index) => `${key} = $${index + 2}`).join(' and ');
  const counts = { resealed: 0, unreadable: 0, missed: 0 };
  for (const row of rows) {
    const values = keys.map(key => textOf(row, key));
    const sealed = reseal(bytesOf(row, column) ?? new Uint8Array(), nameOf(...values), sealer);
    if (sealed) {
      await query(`update ${table} set ${column} = $1 where ${matches}`, [sealed, ...values]);
      counts.resealed += 1;
    } else {
      counts.unreadable += 1;
      counts.missed += isTrue(row, 'used') ? 1 : 0;
    }
  }
  const last = rows.length < batchRows ? undefined : rows.at(-1);
  return { ...counts, next: last && keys.map(key => textOf(last, key)) };
}

function reseal(stored: Uint8Array, name: string, sealer: Sealer): Uint8Array | undefined {
  try {
    return sealer.seal(sealer.open(stored, name), name);
  } catch (error) {
    if (error instanceof DatabaseError && error.code === 'wrong-key') return undefined;
    throw error;
  }
}
