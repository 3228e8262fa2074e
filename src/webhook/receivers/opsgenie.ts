import { Message } from './message.ts';
import type { Receiver } from './receiver.ts';
import { parameter, plain } from './writing.ts';

/** Alerts of Opsgenie: they are created, and closed by their alias. */
export const opsgenie: Receiver = {
  id: 'opsgenie',
  name: 'Opsgenie',
  hosts: ['api.opsgenie.com/v2/alerts', 'api.eu.opsgenie.com/v2/alerts'],
  method: 'POST',
  url: catalogue => {
    const message = new Message(catalogue);
    const close = `/hookplate-${message.key(parameter, 200)}/close?identifierType=alias`;
    const path = message.level({ critical: '', error: '', warning: '', info: '', ok: close });
    return `https://api.opsgenie.com/v2/alerts${path}`;
  },
  headers: [{ name: 'Authorization', value: 'GenieKey YOUR_API_KEY' }],
  contentType: 'application/json',
  schema: {
    type: 'object',
    // An alert is created with a message, and closed with a note.
    anyOf: [{ required: ['message'] }, { required: ['note'] }],
    properties: {
      message: {
        type: 'string',
        minLength: 1,
        maxLength: 130,
        description: 'What happened, in at most 130 characters.',
      },
      alias: {
        type: 'string',
        maxLength: 512,
        description: 'Which alert it is, in at most 512 characters: those with one alias are the same.',
      },
      description: {
        type: 'string',
        maxLength: 15_000,
        description: 'All that helps whoever is called, in at most 15,000 characters.',
      },
      responders: { type: 'array', description: 'The teams and users that are called.' },
      tags: {
        type: 'array',
        maxItems: 20,
        description: 'At most 20 tags.',
        items: { type: 'string', maxLength: 50, description: 'A tag of at most 50 characters.' },
      },
      details: {
        type: 'object',
        additionalProperties: { type: 'string', description: 'Details are texts.' },
        description: 'More facts about the alert, by their names.',
      },
      priority: {
        enum: ['P1', 'P2', 'P3', 'P4', 'P5'],
        description: 'How urgent it is: from P1, the most urgent, to P5.',
      },
      note: {
        type: 'string',
        maxLength: 25_000,
        description: 'What the log of the alert says about this, in at most 25,000 characters.',
      },
      entity: {
        type: 'string',
        maxLength: 512,
        description: 'What the alert is about, such as a server, in at most 512 characters.',
      },
      source: {
        type: 'string',
        maxLength: 100,
        description: 'Where the alert comes from, in at most 100 characters.',
      },
      user: {
        type: 'string',
        maxLength: 100,
        description: 'Who reports it, in at most 100 characters.',
      },
      actions: {
        type: 'array',
        maxItems: 10,
        description: 'At most ten actions that the alert offers.',
        items: { type: 'string', maxLength: 50, description: 'An action of at most 50 characters.' },
      },
      visibleTo: { type: 'array', description: 'The teams and users that see it without being called.' },
    },
    // What only a new alert has comes with its message.
    dependentRequired: { description: ['message'], priority: ['message'] },
  },
  setup: 'In Opsgenie, an integration of the type "API" has the key.',
  documentation: [
    'https://docs.opsgenie.com/docs/alert-api',
    'https://docs.opsgenie.com/docs/alerts-and-alert-fields',
  ],
  checked: '2026-11',
  secret: 'Authorization',
  payload: catalogue => {
    const close = (message: Message): string => `"note": "${message.title(plain, 500)}"`;
    const create = (message: Message): string => `"message": "${message.title(plain, 130)}",
  "alias": "hookplate-${message.key(plain, 200)}",
  "description": "${message.details(plain, 15_000)}",
  "priority": "${message.level({ critical: 'P1', error: 'P2', warning: 'P3', info: 'P5', ok: 'P5' })}"`;
    return `{
  ${new Message(catalogue).whenOver(close, create)}
}`;
  },
};
