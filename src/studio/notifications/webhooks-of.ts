import type { Page, ShownWebhook } from '../../api/answers.ts';
import type { Api } from '../api/api.ts';

/** What everybody may see of the webhooks of a profile, or of all profiles. */
export async function webhooksOf(
  profile: string | undefined,
  { api, signal }: { readonly api: Api; readonly signal: AbortSignal },
): Promise<readonly ShownWebhook[]> {
  const all: ShownWebhook[] = [];
  let cursor: string | undefined;
  do {
    const query = { profile, summary: 'true', limit: 500, cursor };
    const page = await api.get<Page<ShownWebhook>>('api/webhooks', { query, signal });
    all.push(...page.items);
    cursor = page.next;
  } while (cursor !== undefined);
  return all;
}
