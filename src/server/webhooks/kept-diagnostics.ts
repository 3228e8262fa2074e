import type { ShownDiagnostic } from '../../api/answers.ts';
import { Problem } from '../../api/problem.ts';
import type { RouteContext } from '../route-context.ts';
import { AnswerRoom } from '../templates/answer-room.ts';
import { type WebhookSettings, withoutSecrets } from './webhook-settings.ts';
import type { KeptDiagnostics, StoredWebhook } from './webhook-store.ts';

/**
 * The diagnostics of stored webhooks that one answer has room for, without their secrets. A webhook is proved here only
 * if that was not done by these rules before: its catalogue has changed, or it was in a configuration. Then the result is
 * stored. Reading never fails because of them: after the deadline of one check, the rest say that there was no time.
 */
export async function diagnosticsOf(
  stored: readonly StoredWebhook[],
  person: string,
  { reach, threads, templates, now }: RouteContext,
): Promise<readonly (readonly ShownDiagnostic[])[]> {
  const room = new AnswerRoom(templates.maxAnswerBytes);
  for (const { settings } of stored) room.takeWebhook(settings.config);
  let end = now() + templates.deadlineMs;
  const shown: (readonly ShownDiagnostic[])[] = [];
  for (const webhook of stored) {
    const { settings } = webhook;
    const rules = threads.rulesOf(settings.config.catalogue);
    let kept = webhook.openDiagnostics();
    if (kept?.rules !== rules) {
      kept = now() < end ? await prove(settings) : undefined;
      if (kept) await reach({}).webhooks.keepDiagnostics(webhook, kept);
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
