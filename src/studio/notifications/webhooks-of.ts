import type { Page, ShownWebhook } from '../../api/answers.ts';
import type { Api } from '../api/api.ts';

interface Reported {
  readonly profile: string;
  /** The default one if it is absent. */
  readonly catalogue: string | undefined;
}

/** The webhooks of a profile that report events of a catalogue, also those that have all of them off. */
export async function findWebhooksOf(
  api: Api,
  { profile, catalogue }: Reported,
  signal: AbortSignal,
): Promise<readonly ShownWebhook[]> {
  const { items } = await api.get<Page<ShownWebhook>>('api/webhooks', {
    query: { profile, summary: 'true', limit: 500 },
    signal,
  });
  return items.filter(webhook => webhook.catalogue === catalogue);
}
