import type { Connection, SqlExecutor } from '../../../outbox/database/database.ts';
import { numberOf, type Row } from '../../../outbox/database/row.ts';
import { Problem } from '../../../workflow/http/problem.ts';
import { assertMatches } from '../../routes/entity-tag.ts';
import type { WebhookSettings } from '../webhook-settings.ts';
import { changedFields } from './changed-fields.ts';
import { createWebhookQueries, type WebhookQueries } from './webhook-queries.ts';
import {
  createWebhookVault,
  type StoredVersion,
  type StoredWebhook,
  type WebhookVault,
  type WebhookVaultOptions,
} from './webhook-vault.ts';

/** Who changes which version, and to what; the versions that they have seen, or any. */
interface WebhookChange {
  readonly by: string;
  readonly matched: readonly string[] | undefined;
  /** Made of what is stored, under a lock; of nothing where no key opens it. */
  readonly settings: (stored: WebhookSettings | undefined) => WebhookSettings;
}

/** Webhooks with all of their versions: each change is recorded in the transaction that makes it. */
export interface WebhookStore extends WebhookQueries {
  readonly create: (id: string, settings: WebhookSettings, by: string) => Promise<StoredWebhook>;
  /** Also of one that no key opens. */
  readonly update: (id: string, change: WebhookChange) => Promise<StoredWebhook>;
  /** Also of one that no key opens. */
  readonly remove: (id: string, change: Omit<WebhookChange, 'settings'>) => Promise<void>;
}

const inserting = `
insert into hookplate.webhook (id, profile, settings, version, updated_by) values ($1, $2, $3, 1, $4)
on conflict do nothing returning *`;

const locking = 'select * from hookplate.webhook where id = $1 and deleted_at is null for update';

const updating = `
update hookplate.webhook
set profile = $2, settings = $3, version = $4, updated_by = $5, updated_at = now(),
  deleted_at = case when $6 then now() end
where id = $1 returning *`;

/** Under their version, so that a key that is found again opens the settings. */
const deletingUnread =
  'update hookplate.webhook set deleted_at = now(), updated_by = $2, updated_at = now() where id = $1';

const recording = `
insert into hookplate.webhook_version (webhook, version, change, fields, settings, changed_by)
values ($1, $2, $3, $4::jsonb, $5, $6)`;

export function createWebhookStore(connection: Connection, options: WebhookVaultOptions): WebhookStore {
  const { transaction } = connection;
  const vault = createWebhookVault(options);
  return {
    ...createWebhookQueries(connection, vault),
    create: (id, settings, by) =>
      transaction(async tx => {
        const sealed = vault.seal(id, 1, settings);
        const { rows } = await tx.executeSql(inserting, [id, settings.config.profile ?? '', sealed, by]);
        if (!rows[0]) throw new Problem(409, 'id-taken', 'A webhook of this id is, or was, there already.');
        const fields = JSON.stringify(changedFields(undefined, settings));
        await tx.executeSql(recording, [id, 1, 'created', fields, sealed, by]);
        return vault.webhookOf(rows[0]);
      }),
    update: (id, { by, matched, settings: change }) =>
      transaction(async tx => {
        const row = await lock(tx, { id, matched });
        const before = vault.whereOpen(row, 'id', () => vault.webhookOf(row).settings);
        const settings = change(before);
        const fields = changedFields(before, settings);
        const version = numberOf(row, 'version') + 1;
        return write(tx, vault, { id, version, by, change: 'updated', fields, settings });
      }),
    remove: (id, { by, matched }) =>
      transaction(async tx => {
        const row = await lock(tx, { id, matched });
        const version = numberOf(row, 'version') + 1;
        const stored = vault.whereOpen(row, 'id', () => vault.webhookOf(row));
        if (stored) {
          const { settings } = stored;
          await write(tx, vault, { id, version, by, change: 'deleted', fields: [], settings });
        } else {
          await tx.executeSql(deletingUnread, [id, by]);
          await tx.executeSql(recording, [id, version, 'deleted', '[]', unread, by]);
        }
      }),
  };
}

/** In the place of settings that were not opened. */
const unread = new Uint8Array();

/** @throws {Problem} 404 where there is no such webhook, 412 where it has another version. */
async function lock(
  tx: SqlExecutor,
  { id, matched }: { readonly id: string; readonly matched: WebhookChange['matched'] },
): Promise<Row> {
  const { rows } = await tx.executeSql(locking, [id]);
  if (!rows[0]) throw unknownWebhook();
  assertMatches(matched, numberOf(rows[0], 'version'));
  return rows[0];
}

interface NextVersion extends Pick<StoredVersion, 'version' | 'change' | 'fields'> {
  readonly id: string;
  readonly settings: WebhookSettings;
  readonly by: string;
}

/** Writes the next version of a row that is locked. */
async function write(
  tx: SqlExecutor,
  vault: WebhookVault,
  { id, version, by, change, fields, settings }: NextVersion,
): Promise<StoredWebhook> {
  const sealed = vault.seal(id, version, settings);
  const profile = settings.config.profile ?? '';
  const { rows } = await tx.executeSql(updating, [id, profile, sealed, version, by, change === 'deleted']);
  await tx.executeSql(recording, [id, version, change, JSON.stringify(fields), sealed, by]);
  return vault.webhookOf(rows[0] ?? {});
}

export function unknownWebhook(): Problem {
  return new Problem(404, 'unknown-webhook', 'No webhook with this id.');
}
