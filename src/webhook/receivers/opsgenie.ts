import { EventSummary } from './event-summary.ts';
import type { Receiver } from './receiver.ts';
import { choice, list, object, text } from './schemas.ts';
import { parameter, plain } from './writing.ts';

/** Alerts of Opsgenie: they are created, and closed by their alias. */
export const opsgenie: Receiver = {
  id: 'opsgenie',
  name: 'Opsgenie',
  category: 'incidents',
  hosts: ['api.opsgenie.com/v2/alerts', 'api.eu.opsgenie.com/v2/alerts'],
  method: 'POST',
  url: catalogue => {
    const message = new EventSummary(catalogue);
    const close = `/hookplate-${message.key(parameter, 200)}/close?identifierType=alias`;
    const path = message.level({ critical: '', error: '', warning: '', info: '', ok: close });
    return `https://api.opsgenie.com/v2/alerts${path}`;
  },
  headers: [{ name: 'Authorization', value: 'GenieKey YOUR_API_KEY' }],
  contentType: 'application/json',
  schema: object(
    {
      message: text('What happened', { min: 1, max: 130 }),
      alias: text('Which alert it is, in at most {max} characters: those with one alias are the same.', {
        max: 512,
      }),
      description: text('All that helps whoever is called', { max: 15_000 }),
      responders: list('The teams and users that are called.'),
      tags: list('At most {max} tags.', text('A tag of at most {max} characters.', { max: 50 }), { max: 20 }),
      details: {
        type: 'object',
        additionalProperties: text('Details are texts.'),
        description: 'More facts about the alert, by their names.',
      },
      priority: choice('How urgent it is: from P1, the most urgent, to P5.', ['P1', 'P2', 'P3', 'P4', 'P5']),
      note: text('What the log of the alert says about this', { max: 25_000 }),
      entity: text('What the alert is about, such as a server', { max: 512 }),
      source: text('Where the alert comes from', { max: 100 }),
      user: text('Who reports it', { max: 100 }),
      actions: list(
        'At most {max} actions that the alert offers.',
        text('An action of at most {max} characters.', { max: 50 }),
        { max: 10 },
      ),
      visibleTo: list('The teams and users that see it without being called.'),
    },
    {
      // An alert is created with a message, and closed with a note.
      anyOf: [{ required: ['message'] }, { required: ['note'] }],
      // What only a new alert has comes with its message.
      dependentRequired: { description: ['message'], priority: ['message'] },
    },
  ),
  setup: 'In Opsgenie, an integration of the type "API" has the key.',
  documentation: [
    'https://docs.opsgenie.com/docs/alert-api',
    'https://docs.opsgenie.com/docs/alerts-and-alert-fields',
  ],
  checked: '2026-11',
  secret: 'Authorization',
  payload: catalogue => {
    const close = (message: EventSummary): string => `"note": "${message.title(plain, 500)}"`;
    const create = (message: EventSummary): string => `"message": "${message.title(plain, 130)}",
  "alias": "hookplate-${message.key(plain, 200)}",
  "description": "${message.details(plain, 15_000)}",
  "priority": "${message.level({ critical: 'P1', error: 'P2', warning: 'P3', info: 'P5', ok: 'P5' })}"`;
    return `{
  ${new EventSummary(catalogue).whenOver(close, create)}
}`;
  },
};
