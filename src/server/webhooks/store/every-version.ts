import type { WebhookQueries } from './webhook-queries.ts';
import type { StoredVersion } from './webhook-vault.ts';

/** Versions of a webhook that are opened at once. */
const batchVersions = 100;

/** All versions of a webhook, the newest first. */
export async function* everyVersion(
  id: string,
  store: Pick<WebhookQueries, 'versions'>,
): AsyncGenerator<StoredVersion> {
  for (let before: number | undefined = 2 ** 31 - 1; before !== undefined; ) {
    const versions: readonly StoredVersion[] = await store.versions(id, before, batchVersions);
    yield* versions;
    before = versions.length < batchVersions ? undefined : versions.at(-1)?.version;
  }
}
