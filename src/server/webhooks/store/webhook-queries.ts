import type { Connection, SqlExecutor } from '../../../outbox/database/database.ts';
import { numberOf, textOf } from '../../../outbox/database/row.ts';
import type { WebhookSettings } from '../webhook-settings.ts';
import type { StoredVersion, StoredWebhook, WebhookVault } from './webhook-vault.ts';

export interface SealedWebhook extends Pick<StoredWebhook, 'id' | 'version'> {
  /** @throws {OutboxError} `wrong-key`. */
  readonly open: () => WebhookSettings;
}

interface WebhookQuery {
  readonly profile?: string | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

interface WebhookPage {
  readonly webhooks: readonly StoredWebhook[];
  readonly next: string | undefined;
}

/** What can be asked of the webhooks that are stored. */
export interface WebhookQueries {
  /** By their ids, without those that no key opens; `next` is what to go on after. */
  readonly list: (query: WebhookQuery) => Promise<WebhookPage>;
  /** For each profile with webhooks, how many it has. */
  readonly countByProfile: () => Promise<ReadonlyMap<string, number>>;
  readonly find: (id: string) => Promise<StoredWebhook | undefined>;
  /** All of a profile as they are in a transaction; their settings are opened when they are wanted. */
  readonly ofProfile: (profile: string, transaction: SqlExecutor) => Promise<readonly SealedWebhook[]>;
  /** Also of one that was deleted, as long as its messages may go out. */
  readonly findSettings: (id: string) => Promise<WebhookSettings | undefined>;
  /** Newest first, from before a version. */
  readonly versions: (id: string, before: number, limit: number) => Promise<readonly StoredVersion[]>;
}

const listing = `
select * from hookplate.webhook
where deleted_at is null and ($1::text is null or profile = $1) and ($2::text is null or id > $2)
order by id limit $3`;

const counting = 'select profile, count(*) as n from hookplate.webhook where deleted_at is null group by 1';

const ofOneProfile = 'select * from hookplate.webhook where profile = $1 and deleted_at is null order by id';

const listingVersions =
  'select * from hookplate.webhook_version where webhook = $1 and version < $2 order by version desc limit $3';

export function createWebhookQueries({ executor }: Connection, vault: WebhookVault): WebhookQueries {
  const find = async (id: string, where: string): Promise<StoredWebhook | undefined> => {
    const found = `select * from hookplate.webhook where id = $1 ${where}`;
    const { rows } = await executor.executeSql(found, [id]);
    return rows[0] && vault.webhookOf(rows[0]);
  };
  return {
    list: async ({ profile, after, limit }) => {
      const { rows } = await executor.executeSql(listing, [profile ?? null, after ?? null, limit + 1]);
      const page = rows.slice(0, limit);
      const last = rows.length > limit ? page.at(-1) : undefined;
      const webhooks = page.flatMap(row => vault.whereOpen(row, 'id', () => vault.webhookOf(row)) ?? []);
      return { webhooks, next: last && textOf(last, 'id') };
    },
    countByProfile: async () => {
      const { rows } = await executor.executeSql(counting);
      return new Map(rows.map(row => [textOf(row, 'profile'), numberOf(row, 'n')]));
    },
    find: id => find(id, 'and deleted_at is null'),
    ofProfile: async (profile, { executeSql }) => {
      const { rows } = await executeSql(ofOneProfile, [profile]);
      return rows.map(row => ({
        id: textOf(row, 'id'),
        version: numberOf(row, 'version'),
        open: () => vault.webhookOf(row).settings,
      }));
    },
    findSettings: async id => (await find(id, ''))?.settings,
    versions: async (id, before, limit) => {
      const { rows } = await executor.executeSql(listingVersions, [id, before, limit]);
      return rows.map(vault.versionOf);
    },
  };
}
