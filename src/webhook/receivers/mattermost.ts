import { Message } from './message.ts';
import type { Receiver } from './receiver.ts';
import { markdown } from './writing.ts';

/** An incoming webhook of Mattermost. */
export const mattermost: Receiver = {
  id: 'mattermost',
  name: 'Mattermost',
  hosts: [],
  method: 'POST',
  url: 'https://YOUR_HOST/hooks/YOUR_KEY',
  contentType: 'application/json',
  schema: {
    type: 'object',
    anyOf: [{ required: ['text'] }, { required: ['attachments'] }],
    properties: {
      text: {
        type: 'string',
        'x-syntax': 'markdown',
        description: 'The text of the message; a long one becomes several messages.',
      },
      channel: { type: 'string', description: 'The channel, if it is another than that of the webhook.' },
      username: { type: 'string', description: 'Who the message seems to be from.' },
      icon_url: { type: 'string', description: 'The address of a picture of the sender.' },
      attachments: {
        type: 'array',
        description: 'Framed parts of the message.',
        items: {
          type: 'object',
          properties: {
            fallback: { type: 'string', description: 'What notifications show of it, as plain text.' },
            color: { type: 'string', description: 'The colour of its edge, such as #d0021b.' },
            pretext: { type: 'string', 'x-syntax': 'markdown', description: 'The line above it.' },
            title: { type: 'string', description: 'Its title.' },
            title_link: { type: 'string', description: 'Where its title leads.' },
            text: { type: 'string', 'x-syntax': 'markdown', description: 'Its text.' },
            fields: {
              type: 'array',
              description: 'Pairs of a title and a value, as a table.',
              items: {
                type: 'object',
                properties: {
                  title: { type: 'string', description: 'The title of the field.' },
                  value: { type: 'string', 'x-syntax': 'markdown', description: 'The value of the field.' },
                  short: { type: 'boolean', description: 'Whether it may stand beside another.' },
                },
              },
            },
          },
        },
      },
    },
  },
  setup:
    'In Mattermost, open "Integrations", "Incoming Webhooks": "Add Incoming Webhook" gives you the address.',
  documentation: [
    'https://developers.mattermost.com/integrate/webhooks/incoming/',
    'https://developers.mattermost.com/integrate/reference/message-attachments/',
  ],
  checked: '2026-11',
  secret: 'url',
  payload: catalogue => {
    const message = new Message(catalogue);
    const color = message.level({
      critical: '#8b0000',
      error: '#d0021b',
      warning: '#f5a623',
      info: '#4a90e2',
      ok: '#7ed321',
    });
    const line = (label: string, value: string): string => `**${label}:** ${value}`;
    return `{
  "attachments": [
    {
      "fallback": "${message.title(markdown, 500)}",
      "color": "${color}",
      "pretext": "**${message.title(markdown, 500)}**",
      "text": "${message.details(markdown, 14_000, { line })}"
    }
  ]
}`;
  },
};
