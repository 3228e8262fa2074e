import type { WebhookSettings } from '../webhook-settings.ts';

/** The names of the settings that are other than before; never what they are. */
export function changedFields(
  before: WebhookSettings | undefined,
  after: WebhookSettings,
): readonly string[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter(name => JSON.stringify(old[name]) !== JSON.stringify(now[name]))
    .toSorted();
}

/** Whether the value of a header is shown is a property of the headers. */
function fieldsOf(settings: WebhookSettings | undefined): Readonly<Record<string, unknown>> {
  if (!settings) return {};
  const { config, secretHeaders, signingSecret } = settings;
  const { headers, ...rest } = config;
  return { ...rest, ...(headers && { headers: [headers, secretHeaders] }), signingSecret };
}
