import { EventSummary } from './event-summary.ts';
import type { Receiver } from './receiver.ts';
import { flag, list, object, text } from './schemas.ts';
import { markdown } from './writing.ts';

/** An incoming webhook of Mattermost. */
export const mattermost: Receiver = {
  id: 'mattermost',
  name: 'Mattermost',
  category: 'chat',
  hosts: [],
  method: 'POST',
  url: 'https://YOUR_HOST/hooks/YOUR_KEY',
  contentType: 'application/json',
  schema: object(
    {
      text: text('The text of the message; a long one becomes several messages.', { syntax: 'markdown' }),
      channel: text('The channel, if it is another than that of the webhook.'),
      username: text('Who the message seems to be from.'),
      icon_url: text('The address of a picture of the sender.'),
      attachments: list(
        'Framed parts of the message.',
        object({
          fallback: text('What notifications show of it, as plain text.'),
          color: text('The colour of its edge, such as #d0021b.'),
          pretext: text('The line above it.', { syntax: 'markdown' }),
          title: text('Its title.'),
          title_link: text('Where its title leads.'),
          text: text('Its text.', { syntax: 'markdown' }),
          fields: list(
            'Pairs of a title and a value, as a table.',
            object({
              title: text('The title of the field.'),
              value: text('The value of the field.', { syntax: 'markdown' }),
              short: flag('Whether it may stand beside another.'),
            }),
          ),
        }),
      ),
    },
    {
      anyOf: [{ required: ['text'] }, { required: ['attachments'] }],
    },
  ),
  setup:
    'In Mattermost, open "Integrations", "Incoming Webhooks": "Add Incoming Webhook" gives you the address.',
  documentation: [
    'https://developers.mattermost.com/integrate/webhooks/incoming/',
    'https://developers.mattermost.com/integrate/reference/message-attachments/',
  ],
  checked: '2026-11',
  secret: 'url',
  message: { text: { markup: 'markdown', max: 16_383 }, payload: ['{"text":"', { part: 'text' }, '"}'] },
  payload: catalogue => {
    const message = new EventSummary(catalogue);
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
