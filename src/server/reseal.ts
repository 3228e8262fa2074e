import type { Connection, SqlExecutor } from '../database/database.ts';
import { DatabaseError } from '../database/database-error.ts';
import { bytesOf, isTrue, type Row, textOf } from '../database/row.ts';
import type { Sealer } from '../database/sealer.ts';
import { sealedSampleName } from './flows/flow-store.ts';
import { sealedName, type WebhookVaultOptions } from './webhooks/webhook-store.ts';

/** Rows per transaction. */
const batchRows = 200;

/** How a server treats stored webhooks and flows that none of its keys opens. */
export type Unreadable = 'refuse' | 'leave';

/** A column with sealed values, and the names that they are sealed under. */
interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The columns that identify its rows, in order. */
  readonly keys: readonly [string, string];
  readonly start: readonly [string, string | number];
  readonly nameOf: (keys: Keys) => string;
  /** An SQL condition: whether a row is still in use. */
  readonly used: string;
}

type Keys = readonly [string, string];

const ofWebhook = {
  column: 'settings',
  start: ['', 0],
  nameOf: ([id, version]: Keys) => sealedName(id, Number(version)),
} as const;
const sealedColumns: readonly SealedColumn[] = [
  { ...ofWebhook, table: 'hookplate.webhook', keys: ['id', 'version'], used: 'deleted_at is null' },
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
    keys: ['project_id', 'task_id'],
    start: ['', ''],
    nameOf: ([projectId, taskId]) => sealedSampleName({ projectId, taskId }),
    used: 'deleted_at is null',
  },
];

export interface ResealOptions extends WebhookVaultOptions {
  readonly unreadable: Unreadable;
}

interface Batch {
  /** The key of the last row, to continue after; undefined at the end. */
  readonly next: Keys | undefined;
  /** The number of rows still in use that no key opens. */
  readonly unreadable: number;
}

/**
 * Reseals stored webhooks and flows with the first key if another key sealed them, so that the other one can be
 * retired. Values that no key opens stay as they are.
 *
 * @throws {DatabaseError} `wrong-key` if there are such values in use: a server that went on would lose their events
 * for good. With `unreadable: 'leave'`, `onError` is called instead.
 */
export async function resealStored(
  { transaction }: Pick<Connection, 'transaction'>,
  { sealer, onError, unreadable: whatToDo }: ResealOptions,
): Promise<void> {
  let unreadable = 0;
  for (const place of sealedColumns) {
    let from: SealedColumn['start'] | undefined = place.start;
    while (from) {
      const after: SealedColumn['start'] = from;
      const done: Batch = await transaction(tx => resealBatch(tx, sealer, { place, after }));
      unreadable += done.unreadable;
      from = done.next;
    }
  }
  if (unreadable === 0) return;
  const error = unreadableRows(unreadable);
  if (whatToDo === 'refuse') throw error;
  onError(error);
}

function unreadableRows(count: number): DatabaseError {
  const what = `None of the encryption keys opens the webhooks and flows stored in ${count} rows`;
  const mend = 'Add the keys that they were stored under at the end of `encryptionKeys`';
  const lost =
    "If these are lost, `unreadable: 'leave'` starts without them, and events for these webhooks fail";
  return new DatabaseError('wrong-key', `${what}. ${mend}. ${lost}.`);
}

async function resealBatch(
  { query }: SqlExecutor,
  sealer: Sealer,
  { place, after }: { readonly place: SealedColumn; readonly after: SealedColumn['start'] },
): Promise<Batch> {
  const { table, column, keys, used } = place;
  const { rows } = await query(
    `select ${keys.join(', ')}, ${column}, ${used} as used from ${table}
     where substring(${column} from 1 for length($1::bytea)) <> $1::bytea and (${keys.join(', ')}) > ($2, $3)
     order by 1, 2 limit ${batchRows} for update`,
    [sealer.start, ...after],
  );
  let unreadable = 0;
  for (const row of rows) {
    const key = keysOf(row, place);
    const sealed = reseal(bytesOf(row, column) ?? new Uint8Array(), place.nameOf(key), sealer);
    if (!sealed) unreadable += isTrue(row, 'used') ? 1 : 0;
    else {
      const update = `update ${table} set ${column} = $3 where ${keys[0]} = $1 and ${keys[1]} = $2`;
      await query(update, [...key, sealed]);
    }
  }
  const last = rows.length < batchRows ? undefined : rows.at(-1);
  return { next: last && keysOf(last, place), unreadable };
}

function keysOf(row: Row, { keys: [first, second] }: SealedColumn): Keys {
  return [textOf(row, first), textOf(row, second)];
}

function reseal(stored: Uint8Array, name: string, sealer: Sealer): Uint8Array | undefined {
  try {
    return sealer.seal(sealer.open(stored, name), name);
  } catch (error) {
    if (error instanceof DatabaseError && error.code === 'wrong-key') return undefined;
    throw error;
  }
}
