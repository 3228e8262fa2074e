import type { Connection, SqlExecutor } from '../outbox/database/database.ts';
import { bytesOf, numberOf, type Row, textOf } from '../outbox/database/row.ts';
import type { Sealer } from '../outbox/encryption/sealer.ts';
import { OutboxError } from '../outbox/outbox-error.ts';
import { sealedName, type WebhookVaultOptions } from './webhooks/store/webhook-vault.ts';

/** Rows of one transaction. */
const batchRows = 200;

/** Where settings are, and the column of the webhook's id. */
const tables = [
  { table: 'hookplate.webhook', id: 'id' },
  { table: 'hookplate.webhook_version', id: 'webhook' },
] as const;

type Place = (typeof tables)[number];

interface Batch {
  /** What to go on after, in order of id and version; nothing after the last one. */
  readonly next: readonly [id: string, version: number] | undefined;
  /** How many rows no key opens. */
  readonly unreadable: number;
}

/**
 * Seals with the first key what another one has sealed of webhooks, so that the other one can be retired. What no key opens
 * stays as it is, and is told once.
 */
export async function resealWebhooks(
  { transaction }: Pick<Connection, 'transaction'>,
  { sealer, onError }: WebhookVaultOptions,
): Promise<void> {
  let unreadable = 0;
  for (const place of tables) {
    let from: Batch['next'] = ['', 0];
    while (from) {
      const after: NonNullable<Batch['next']> = from;
      const done = await transaction(tx => resealBatch(tx, sealer, { place, after }));
      unreadable += done.unreadable;
      from = done.next;
    }
  }
  if (unreadable === 0) return;
  const what = `None of the encryption keys opens what is stored of webhooks in ${unreadable} rows`;
  onError(new OutboxError('wrong-key', `${what}: add the keys that they were stored under.`));
}

async function resealBatch(
  { executeSql }: SqlExecutor,
  sealer: Sealer,
  { place: { table, id }, after }: { readonly place: Place; readonly after: NonNullable<Batch['next']> },
): Promise<Batch> {
  const { rows } = await executeSql(
    `select ${id} as id, version, settings from ${table}
     where substring(settings from 1 for length($1::bytea)) <> $1::bytea and (${id}, version) > ($2, $3)
     order by 1, 2 limit ${batchRows} for update`,
    [sealer.start, ...after],
  );
  let unreadable = 0;
  for (const row of rows) {
    const settings = reseal(row, sealer);
    if (!settings) unreadable += 1;
    else {
      const key = [textOf(row, 'id'), numberOf(row, 'version')];
      const update = `update ${table} set settings = $3 where ${id} = $1 and version = $2`;
      await executeSql(update, [...key, settings]);
    }
  }
  const last = rows.length < batchRows ? undefined : rows.at(-1);
  return { next: last && [textOf(last, 'id'), numberOf(last, 'version')], unreadable };
}

function reseal(row: Row, sealer: Sealer): Uint8Array | undefined {
  const name = sealedName(textOf(row, 'id'), numberOf(row, 'version'));
  try {
    return sealer.seal(sealer.open(bytesOf(row, 'settings') ?? new Uint8Array(), name), name);
  } catch (error) {
    if (error instanceof OutboxError && error.code === 'wrong-key') return undefined;
    throw error;
  }
}
