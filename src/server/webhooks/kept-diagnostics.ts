import type { ShownDiagnostic } from '../../api/answers.ts';
import { Problem } from '../../api/problem.ts';
import { Room } from '../templates/answer-room.ts';
import type { TemplateSettings } from '../templates/template-options.ts';
import type { TemplateThreads } from '../templates/template-threads.ts';
import { secretsOfSettings, type WebhookSettings } from './webhook-settings.ts';
import type { KeptDiagnostics, StoredWebhook, WebhookStore } from './webhook-store.ts';

interface DiagnosingOptions {
  readonly store: Pick<WebhookStore, 'keepDiagnostics'>;
  readonly threads: Pick<TemplateThreads, 'run' | 'rulesOf'>;
  readonly limits: TemplateSettings;
  readonly now: () => number;
}

/**
 * The diagnostics of stored webhooks that one answer has room for, without their secrets. A webhook is proved here only
 * if that was not done by these rules before: its catalogue has changed, or it was in a configuration. Then the result is
 * stored. Reading never fails because of them: after the deadline of one check, the rest say that there was no time.
 */
export async function diagnosticsOf(
  webhooks: readonly StoredWebhook[],
  person: string,
  { store, threads, limits, now }: DiagnosingOptions,
): Promise<readonly (readonly ShownDiagnostic[])[]> {
  const room = new Room(limits.maxAnswerBytes);
  for (const { settings } of webhooks) room.takeWebhook(settings.config);
  let end = now() + limits.deadlineMs;
  const shown: (readonly ShownDiagnostic[])[] = [];
  for (const webhook of webhooks) {
    const { settings } = webhook;
    const rules = threads.rulesOf(settings.config.catalogue);
    let kept = webhook.openDiagnostics();
    if (kept?.rules !== rules) {
      kept = now() < end ? await prove(settings) : undefined;
      if (kept) await store.keepDiagnostics(webhook, kept);
      else end = now();
    }
    shown.push(room.fit(kept ? withoutSecrets(kept.items, settings) : [unchecked]));
  }
  return shown;

  async function prove(settings: WebhookSettings): Promise<KeptDiagnostics | undefined> {
    try {
      const items = await threads.run('diagnose', { settings }, person);
      return { rules: threads.rulesOf(settings.config.catalogue), items };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return undefined;
    }
  }
}

const unchecked: ShownDiagnostic = {
  field: '',
  severity: 'warning',
  code: 'not-checked',
  message: 'There was no time to look for warnings: validate it to see them.',
};

/**
 * Diagnostics without those of secret fields, which quote texts that nobody sees. The others quote only their own fields, which
 * editors can read: were a secret hidden there, too, a guess in the payload would tell whether it is right.
 */
export function withoutSecrets(
  diagnostics: readonly ShownDiagnostic[],
  settings: WebhookSettings,
): readonly ShownDiagnostic[] {
  const secret = new Set(secretsOfSettings(settings).map(({ field }) => field));
  return diagnostics.filter(({ field }) => !secret.has(field));
}
