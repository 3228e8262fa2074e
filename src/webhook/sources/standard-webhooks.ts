import { isEventName } from '../events/define-events.ts';
import { identityOf, readerOf } from './given-json.ts';
import type { Source } from './source.ts';

/** Any sender that keeps to Standard Webhooks; the operator's catalogue says which events it reports. */
export const standardWebhooks: Source = {
  id: 'standard-webhooks',
  name: 'Standard Webhooks',
  signatures: [{ kind: 'standard-webhooks', toleranceSeconds: 300 }],
  secretFrom: 'sender',
  headers: ['webhook-id'],
  read: readerOf((body, headers) => {
    const event = body.text('type');
    if (!isEventName(event)) return { unreadable: '`type` is not a name that an event can have.' };
    const date = body.dateIf('timestamp');
    return {
      event,
      // The data may also stand beside the type.
      facts: body.has('data') ? body.object('data').members() : body.members(['type', 'timestamp']),
      ...(date && { date }),
      ...identityOf(headers['webhook-id']),
    };
  }),
  setUp: `Where the sender lets you add an endpoint for its webhooks, enter \`ADDRESS\`. The secret that it shows, which begins with
\`whsec_\`, is the secret of this source: \`SECRET\`.`,
  documentation: [
    'https://www.standardwebhooks.com/',
    'https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md',
  ],
  checked: '2026-11',
};
