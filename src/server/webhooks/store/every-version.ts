import type { WebhookSettings } from '../webhook-settings.ts';
import type { WebhookQueries } from './webhook-queries.ts';
import type { StoredVersion } from './webhook-vault.ts';

/** Versions of a webhook that are opened at once. */
const batchVersions = 100;

/** The settings of all versions of a webhook, the newest first; `undefined` for those that no key opens. */
export async function* everyVersion(
  id: string,
  store: Pick<WebhookQueries, 'versions'>,
): AsyncGenerator<WebhookSettings | undefined> {
  for (let before: number | undefined = 2 ** 31 - 1; before !== undefined; ) {
    const versions: readonly StoredVersion[] = await store.versions(id, before, batchVersions);
    for (const { settings } of versions) yield settings;
    before = versions.length < batchVersions ? undefined : versions.at(-1)?.version;
  }
}
