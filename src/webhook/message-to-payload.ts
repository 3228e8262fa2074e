import { checkWebhook } from './check.ts';
import type { AnyConfig, WebhookConfig } from './config/settings.ts';
import { WebhookError } from './error.ts';
import type { AnyCatalogue } from './events/event-catalogue.ts';
import type { ProcessEvents } from './events/process-events.ts';
import { readWebhookOptions, type WebhookOptions } from './webhook-options.ts';

/**
 * The same webhook with a method, a content type and a payload in place of its message: it sends the same bytes for every
 * event. One without a message is returned as it is.
 *
 * @throws {WebhookError} where `validateWebhook` would report an error.
 * @throws {TypeError} for options that are unknown or invalid.
 *
 * @example
 * ```ts
 * messageToPayload({ ...config, receiver: 'slack', message: { text: '*$profile$* $event$' } }, { receivers }).payload;
 * ```
 */
export function messageToPayload<Catalogue extends AnyCatalogue = ProcessEvents>(
  config: WebhookConfig<NoInfer<Catalogue>>,
  options?: WebhookOptions<Catalogue>,
): WebhookConfig<Catalogue> {
  const { events, ...rules } = readWebhookOptions(options);
  const { config: own, sound, diagnostics } = checkWebhook(config, events, rules);
  if (own === undefined || sound === undefined) throw new WebhookError(diagnostics);
  // A configuration that was read for a catalogue has its events.
  const same: AnyConfig = sound.payload ? sound.config : own;
  return same as WebhookConfig<Catalogue>;
}
