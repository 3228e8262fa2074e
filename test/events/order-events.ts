import { defineEvents } from '../../src/index.ts';
import type { WebhookConfig } from '../../src/webhook/config/settings.ts';

/** Events that say who stored them, and as which of those of the same order. */
export const orderEvents = defineEvents({
  variables: { writer: 'string', line: 'string', number: 'number', path: 'string' },
  events: { stored: { title: 'Stored' }, ignored: { title: 'Ignored' } },
});

/** One that makes each message, one that cannot make some of them, and one whose endpoint is disabled. */
export const ordersWebhooks: readonly WebhookConfig[] = ['chat', 'paths', 'disabled'].map(
  id =>
    ({
      ...{ id, profile: 'shop', events: { stored: true }, method: 'POST' },
      url: id === 'paths' ? 'https://receiver.example/$path$/in' : `https://receiver.example/${id}`,
      ...{ contentType: 'text/plain', payload: '$writer$ $line$ $number$' },
    }) as unknown as WebhookConfig,
);
