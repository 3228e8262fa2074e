import type { ShownDiagnostic } from '../../api/answers.ts';
import { Problem } from '../../api/problem.ts';
import { hidden } from '../../webhook/secrets/secrets.ts';
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
 * Diagnostics without the secrets of their webhook. Those of a secret are left out, as nobody sees its text; any other
 * that quotes one says `***` there, and has no fix, which would write that into the template.
 */
export function withoutSecrets(
  diagnostics: readonly ShownDiagnostic[],
  settings: WebhookSettings,
): readonly ShownDiagnostic[] {
  const secrets = secretsOfSettings(settings);
  const fields = new Set(secrets.map(({ field }) => field));
  const texts = secrets.flatMap(({ node }) => (typeof node === 'string' && node !== '' ? [node] : []));
  // As a message quotes them, or as JSON would.
  const quoted = [...new Set(texts.flatMap(text => [text, JSON.stringify(text).slice(1, -1)]))];
  const isQuoting = (value: unknown): boolean => {
    if (typeof value === 'string') return quoted.some(text => value.includes(text));
    return typeof value === 'object' && value !== null && Object.values(value).some(isQuoting);
  };
  return diagnostics.flatMap(diagnostic => {
    if (fields.has(diagnostic.field)) return [];
    if (!isQuoting(diagnostic)) return [diagnostic];
    const { fixes: _, related: __, facts: ___, message, ...bare } = diagnostic;
    return [{ ...bare, message: quoted.reduce((said, text) => said.replaceAll(text, hidden), message) }];
  });
}
