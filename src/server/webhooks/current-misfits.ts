import type { TemplateThreads } from '../templates/template-threads.ts';
import { findMisfits, type Misfit } from './misfits.ts';
import type { WebhookStore } from './webhook-store.ts';

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
        // Where there is no time for it now, it is shown when somebody opens it.
        const items = await threads
          .run('diagnose', { settings: webhook.settings }, 'hookplate')
          .catch(() => undefined);
        if (items) await webhooks.keepDiagnostics(webhook, { rules, items });
        return items;
      },
    });
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
