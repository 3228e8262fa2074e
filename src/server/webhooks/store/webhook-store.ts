import type { Connection, SqlExecutor } from '../../../outbox/database/database.ts';
import { bytesOf, numberOf, type Row, textOf, timeOf } from '../../../outbox/database/row.ts';
import type { Sealer } from '../../../outbox/encryption/sealer.ts';
import { OutboxError } from '../../../outbox/outbox-error.ts';
import { Problem } from '../../../workflow/http/problem.ts';
import { assertMatches } from '../../routes/entity-tag.ts';
import type { WebhookSettings } from '../webhook-settings.ts';
import { changedFields } from './changed-fields.ts';

/** A webhook as it is stored. */
export interface StoredWebhook {
  readonly id: string;
  readonly profile: string;
  readonly settings: WebhookSettings;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly updatedBy: string;
}

/** A change of a webhook. */
export interface StoredVersion {
  readonly version: number;
  readonly change: 'created' | 'updated' | 'deleted';
  readonly fields: readonly string[];
  /** Absent where no key opens them. */
  readonly settings: WebhookSettings | undefined;
  readonly changedAt: Date;
  readonly changedBy: string;
}

export interface SealedWebhook extends Pick<StoredWebhook, 'id' | 'version'> {
  /** @throws {OutboxError} `wrong-key`. */
  readonly open: () => WebhookSettings;
}

interface WebhookQuery {
  readonly profile?: string | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

/** Who changes which version, and to what; the versions that they have seen, or any. */
interface WebhookChange {
  readonly by: string;
  readonly matched: readonly string[] | undefined;
  /** Made of what is stored, under a lock. */
  readonly settings: (stored: WebhookSettings) => WebhookSettings;
}

export interface WebhookStore {
  /** By their ids, without those that no key opens; `next` is what to go on after. */
  readonly list: (
    query: WebhookQuery,
  ) => Promise<{ readonly webhooks: readonly StoredWebhook[]; readonly next: string | undefined }>;
  /** For each profile with webhooks, how many it has. */
  readonly countByProfile: () => Promise<ReadonlyMap<string, number>>;
  readonly find: (id: string) => Promise<StoredWebhook | undefined>;
  /** All of a profile as they are in a transaction; their settings are opened when they are wanted. */
  readonly ofProfile: (profile: string, transaction: SqlExecutor) => Promise<readonly SealedWebhook[]>;
  /** Also of one that was deleted, as long as its messages may go out. */
  readonly findSettings: (id: string) => Promise<WebhookSettings | undefined>;
  readonly create: (id: string, settings: WebhookSettings, by: string) => Promise<StoredWebhook>;
  readonly update: (id: string, change: WebhookChange) => Promise<StoredWebhook>;
  readonly remove: (id: string, change: Omit<WebhookChange, 'settings'>) => Promise<void>;
  /** Newest first, from before a version. */
  readonly versions: (id: string, before: number, limit: number) => Promise<readonly StoredVersion[]>;
}

const inserting = `
insert into hookplate.webhook (id, profile, settings, version, updated_by) values ($1, $2, $3, 1, $4)
on conflict do nothing returning *`;

const updating = `
update hookplate.webhook
set profile = $2, settings = $3, version = $4, updated_by = $5, updated_at = now(),
  deleted_at = case when $6 then now() end
where id = $1 returning *`;

const recording = `
insert into hookplate.webhook_version (webhook, version, change, fields, settings, changed_by)
values ($1, $2, $3, $4::jsonb, $5, $6)`;

export interface WebhookStoreOptions {
  readonly sealer: Sealer;
  /** Told of each row that is left out, because no key opens it. */
  readonly onError: (error: unknown) => void;
}

export function createWebhookStore(
  { executor, transaction }: Connection,
  { sealer, onError }: WebhookStoreOptions,
): WebhookStore {
  const vault = createVault(sealer, onError);

  /** Writes the next version of a row that is locked. */
  async function write(
    tx: SqlExecutor,
    { id, version, by, change, fields, settings }: NextVersion,
  ): Promise<StoredWebhook> {
    const sealed = vault.seal(id, version, settings);
    const profile = settings.config.profile ?? '';
    const { rows } = await tx.executeSql(updating, [id, profile, sealed, version, by, change === 'deleted']);
    await tx.executeSql(recording, [id, version, change, JSON.stringify(fields), sealed, by]);
    return vault.webhookOf(rows[0] ?? {});
  }

  async function lock(
    tx: SqlExecutor,
    id: string,
    matched: WebhookChange['matched'],
  ): Promise<StoredWebhook> {
    const { rows } = await tx.executeSql(
      'select * from hookplate.webhook where id = $1 and deleted_at is null for update',
      [id],
    );
    if (!rows[0]) throw unknownWebhook();
    const stored = vault.webhookOf(rows[0]);
    assertMatches(matched, stored.version);
    return stored;
  }

  async function find(id: string, where: string): Promise<StoredWebhook | undefined> {
    const { rows } = await executor.executeSql(`select * from hookplate.webhook where id = $1 ${where}`, [
      id,
    ]);
    return rows[0] && vault.webhookOf(rows[0]);
  }

  return {
    list: async ({ profile, after, limit }) => {
      const { rows } = await executor.executeSql(
        `select * from hookplate.webhook
         where deleted_at is null and ($1::text is null or profile = $1) and ($2::text is null or id > $2)
         order by id limit $3`,
        [profile ?? null, after ?? null, limit + 1],
      );
      const page = rows.slice(0, limit);
      const last = rows.length > limit ? page.at(-1) : undefined;
      const webhooks = page.flatMap(row => vault.whereOpen(row, 'id', () => vault.webhookOf(row)) ?? []);
      return { webhooks, next: last && textOf(last, 'id') };
    },
    countByProfile: async () => {
      const { rows } = await executor.executeSql(
        'select profile, count(*) as n from hookplate.webhook where deleted_at is null group by 1',
      );
      return new Map(rows.map(row => [textOf(row, 'profile'), numberOf(row, 'n')]));
    },
    find: id => find(id, 'and deleted_at is null'),
    ofProfile: async (profile, { executeSql }) => {
      const { rows } = await executeSql(
        'select * from hookplate.webhook where profile = $1 and deleted_at is null order by id',
        [profile],
      );
      return rows.map(row => ({
        id: textOf(row, 'id'),
        version: numberOf(row, 'version'),
        open: () => vault.webhookOf(row).settings,
      }));
    },
    findSettings: async id => (await find(id, ''))?.settings,
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
        const stored = await lock(tx, id, matched);
        const settings = change(stored.settings);
        const fields = changedFields(stored.settings, settings);
        return write(tx, { id, version: stored.version + 1, by, change: 'updated', fields, settings });
      }),
    remove: (id, { by, matched }) =>
      transaction(async tx => {
        const { settings, version } = await lock(tx, id, matched);
        await write(tx, { id, version: version + 1, by, change: 'deleted', fields: [], settings });
      }),
    versions: async (id, before, limit) => {
      const { rows } = await executor.executeSql(
        `select * from hookplate.webhook_version where webhook = $1 and version < $2 order by version desc limit $3`,
        [id, before, limit],
      );
      return rows.map(vault.versionOf);
    },
  };
}

interface NextVersion extends Pick<StoredVersion, 'version' | 'change' | 'fields'> {
  readonly id: string;
  readonly settings: WebhookSettings;
  readonly by: string;
}

/** Rows hold settings sealed, each under its own name, so that those of one webhook cannot be put into another's. */
export function sealedName(id: string, version: number): string {
  return `webhook ${id} ${version}`;
}

function createVault(sealer: Sealer, onError: WebhookStoreOptions['onError']) {
  const open = (row: Row, id: string): WebhookSettings => {
    const bytes = sealer.open(
      bytesOf(row, 'settings') ?? new Uint8Array(),
      sealedName(id, numberOf(row, 'version')),
    );
    return JSON.parse(Buffer.from(bytes).toString());
  };
  /** What is made of an open row; nothing, and a word to whoever watches over the server, where no key opens it. */
  const whereOpen = <T>(row: Row, idColumn: string, make: () => T): T | undefined => {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof OutboxError && error.code === 'wrong-key')) throw error;
      const place = `Version ${numberOf(row, 'version')} of the webhook ${textOf(row, idColumn)}`;
      onError(new OutboxError('wrong-key', `${place}: ${error.message}`, { cause: error }));
      return undefined;
    }
  };
  return {
    whereOpen,
    seal: (id: string, version: number, settings: WebhookSettings): Uint8Array =>
      sealer.seal(Buffer.from(JSON.stringify(settings)), sealedName(id, version)),
    webhookOf: (row: Row): StoredWebhook => ({
      id: textOf(row, 'id'),
      profile: textOf(row, 'profile'),
      settings: open(row, textOf(row, 'id')),
      version: numberOf(row, 'version'),
      createdAt: timeOf(row, 'created_at') ?? new Date(0),
      updatedAt: timeOf(row, 'updated_at') ?? new Date(0),
      updatedBy: textOf(row, 'updated_by'),
    }),
    versionOf: ({ fields, ...row }: Row): StoredVersion => ({
      version: numberOf(row, 'version'),
      // Its column holds nothing else.
      change: textOf(row, 'change') as StoredVersion['change'],
      fields: Array.isArray(fields) ? fields.map(String) : [],
      settings: whereOpen(row, 'webhook', () => open(row, textOf(row, 'webhook'))),
      changedAt: timeOf(row, 'changed_at') ?? new Date(0),
      changedBy: textOf(row, 'changed_by'),
    }),
  };
}

export function unknownWebhook(): Problem {
  return new Problem(404, 'unknown-webhook', 'No webhook with this id.');
}
