import type { ShownDiagnostic } from '../../api/answers.ts';
import { isError } from '../templates/answer-room.ts';
import { withoutSecrets } from './webhook-settings.ts';
import type { StoredWebhook, WebhookStore } from './webhook-store.ts';

/** A stored webhook that has errors with the events that there are now: its messages would fail. */
export interface Misfit {
  readonly id: string;
  readonly profile: string;
  readonly name: string | undefined;
  readonly version: number;
  /** Whether no event is switched on, so that nothing fails yet. */
  readonly isOff: boolean;
  /** Its errors, of which none quotes a secret. */
  readonly errors: readonly ShownDiagnostic[];
}

export interface FoundMisfits {
  readonly misfits: readonly Misfit[];
  readonly checked: number;
  /** Those that no key opens, which nobody can check. */
  readonly unopened: number;
}

interface Search {
  /** Everything that is found in a webhook; undefined if that could not be found out. */
  readonly diagnose: (webhook: StoredWebhook) => Promise<readonly ShownDiagnostic[] | undefined>;
  readonly onProgress?: (checked: number, total: number) => void;
  readonly signal: AbortSignal;
}

/** So many are in memory at a time, and at most so many bytes of them. */
const page = { limit: 200, maxBytes: 8 * 2 ** 20 } as const;

/** Looks at all stored webhooks, by their ids. */
export async function findMisfits(
  webhooks: Pick<WebhookStore, 'list' | 'countByProfile'>,
  { diagnose, onProgress, signal }: Search,
): Promise<FoundMisfits> {
  const counts = await webhooks.countByProfile();
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const misfits: Misfit[] = [];
  let checked = 0;
  let cursor: string | undefined;
  do {
    const { items, next } = await webhooks.list({ cursor, ...page });
    for (const webhook of items) {
      if (signal.aborted) return { misfits, checked, unopened: 0 };
      const errors = (await diagnose(webhook))?.filter(isError) ?? [];
      if (errors.length > 0) misfits.push(misfitOf(webhook, errors));
      checked++;
      onProgress?.(checked, total);
    }
    cursor = next;
  } while (cursor !== undefined);
  return { misfits, checked, unopened: Math.max(0, total - checked) };
}

function misfitOf(
  { id, profile, version, settings }: StoredWebhook,
  errors: readonly ShownDiagnostic[],
): Misfit {
  const { name, events = {} } = settings.config;
  const isOff = !Object.values(events).includes(true);
  return { id, profile, name, version, isOff, errors: withoutSecrets(errors, settings) };
}
