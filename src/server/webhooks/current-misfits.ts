import type { ShownDiagnostic } from '../../api/answers.ts';
import { Problem } from '../../api/problem.ts';
import { pause } from '../../timing/wait.ts';
import type { TemplateThreads } from '../templates/template-threads.ts';
import { findMisfits, type Misfit } from './misfits.ts';
import type { StoredWebhook, WebhookStore } from './webhook-store.ts';

/** The stored webhooks that do not fit the catalogues of this server, as far as they were looked for. */
export interface CurrentMisfits {
  /** Looks for them once, in the background; calls `onFound` if there are any. */
  readonly search: () => void;
  /** Those that nobody has changed or removed since. */
  readonly list: () => Promise<readonly Misfit[]>;
  readonly close: () => Promise<void>;
}

interface Parts {
  readonly webhooks: WebhookStore;
  readonly threads: TemplateThreads;
  readonly onFound: (misfits: readonly Misfit[]) => void;
  readonly onError: (error: unknown) => void;
}

export function createCurrentMisfits({ webhooks, threads, onFound, onError }: Parts): CurrentMisfits {
  let found: readonly Misfit[] = [];
  let searching: Promise<void> | undefined;
  const abort = new AbortController();
  const search = async (): Promise<void> => {
    const { misfits } = await findMisfits(webhooks, {
      signal: abort.signal,
      diagnose: async webhook => {
        const rules = threads.rulesOf(webhook.settings.config.catalogue);
        const kept = webhook.openDiagnostics();
        if (kept?.rules === rules) return kept.items;
        const items = await diagnosed(webhook, threads, abort.signal);
        if (items) await webhooks.keepDiagnostics(webhook, { rules, items });
        return items;
      },
    });
    if (abort.signal.aborted) return;
    found = misfits;
    if (misfits.length > 0) onFound(misfits);
  };
  return {
    search: () => {
      searching ??= search().catch(error => {
        if (!abort.signal.aborted) onError(error);
      });
    },
    list: async () => {
      const versions = await webhooks.versionsOf(found.map(({ id }) => id));
      found = found.filter(({ id, version }) => versions.get(id) === version);
      return found;
    },
    close: async () => {
      abort.abort();
      await searching;
    },
  };
}

const pauseMs = 1000;

/** Waits while others have more to check than there is room for. What takes too long is shown when somebody opens it. */
async function diagnosed(
  { settings }: StoredWebhook,
  threads: TemplateThreads,
  signal: AbortSignal,
): Promise<readonly ShownDiagnostic[] | undefined> {
  while (!signal.aborted) {
    try {
      return await threads.run('diagnose', { settings }, 'hookplate');
    } catch (error) {
      const isBusy = error instanceof Problem && (error.status === 503 || error.status === 429);
      if (!isBusy) return undefined;
      await pause(pauseMs, { signal });
    }
  }
  return undefined;
}
