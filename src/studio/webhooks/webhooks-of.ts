import type { ShownWebhook } from '../../api/answers.ts';
import { allItems } from '../api/all-items.ts';
import type { Api } from '../api/api.ts';

/** What everybody may see of the webhooks of a profile, or of all profiles. */
export function webhooksOf(
  profile: string | undefined,
  how: { readonly api: Api; readonly signal: AbortSignal },
): Promise<readonly ShownWebhook[]> {
  return allItems('api/webhooks', { profile, summary: 'true' }, how);
}
