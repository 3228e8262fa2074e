import { EventSummary } from './event-summary.ts';
import type { Receiver } from './receiver.ts';
import { flag, integer, list, object, text } from './schemas.ts';
import { markdown } from './writing.ts';

/** A webhook of a channel in Discord. */
export const discord: Receiver = {
  id: 'discord',
  name: 'Discord',
  category: 'chat',
  hosts: [
    ...['discord.com/api/webhooks', 'discord.com/api/*/webhooks'],
    ...['ptb.discord.com/api/webhooks', 'ptb.discord.com/api/*/webhooks'],
    ...['canary.discord.com/api/webhooks', 'canary.discord.com/api/*/webhooks'],
    ...['discordapp.com/api/webhooks', 'discordapp.com/api/*/webhooks'],
  ],
  method: 'POST',
  url: 'https://discord.com/api/webhooks/YOUR_WEBHOOK_ID/YOUR_TOKEN',
  contentType: 'application/json',
  schema: object(
    {
      content: text('The text of the message', { max: 2000, syntax: 'markdown' }),
      username: text('Who the message seems to be from', { min: 1, max: 80 }),
      avatar_url: text('The address of a picture of the sender.'),
      tts: flag('Whether the message is read aloud.'),
      embeds: list(
        'At most {max} cards below the text; all of their texts have at most 6,000 characters together.',
        { $ref: '#/$defs/embed' },
        { max: 10 },
      ),
      allowed_mentions: { type: 'object', description: 'Whom the message may notify.' },
    },
    {
      anyOf: [
        { required: ['content'] },
        { required: ['embeds'] },
        { required: ['components'] },
        { required: ['poll'] },
      ],
      $defs: {
        embed: object({
          title: text('The title of the card', { max: 256, syntax: 'markdown' }),
          description: text('The text of the card', { max: 4096, syntax: 'markdown' }),
          url: text('Where the title leads.'),
          timestamp: text('The time that the card shows, in ISO 8601.'),
          color: integer('The colour of the edge, as a whole number: 15158332 is red.'),
          footer: object({ text: text('The last line', { max: 2048 }) }, { required: ['text'] }),
          author: object({ name: text('Who wrote it', { max: 256 }) }, { required: ['name'] }),
          fields: list(
            'At most {max} pairs of a name and a value.',
            object(
              {
                name: text('The name', { max: 256 }),
                value: text('The value', { max: 1024, syntax: 'markdown' }),
                inline: flag('Whether it may stand beside another.'),
              },
              { required: ['name', 'value'] },
            ),
            { max: 25 },
          ),
        }),
      },
    },
  ),
  setup:
    'In Discord, open "Server Settings", "Integrations", "Webhooks": make a webhook for a channel, and copy its address.',
  documentation: [
    'https://discord.com/developers/docs/resources/webhook#execute-webhook',
    'https://discord.com/developers/docs/resources/message#embed-object-embed-limits',
  ],
  checked: '2026-11',
  secret: 'url',
  message: {
    text: { markup: 'markdown', max: 2000 },
    // Nobody is notified whom the words do not name by an id.
    payload: ['{"allowed_mentions":{"parse":[]},"content":"', { part: 'text' }, '"}'],
  },
  payload: catalogue => {
    const message = new EventSummary(catalogue);
    const color = message.level({
      critical: '10038562',
      error: '15158332',
      warning: '15105570',
      info: '3447003',
      ok: '3066993',
    });
    const line = (label: string, value: string): string => `**${label}:** ${value}`;
    return `{
  "allowed_mentions": { "parse": [] },
  "embeds": [
    {
      "title": "${message.title(markdown, 256)}",
      "description": "${message.details(markdown, 4096, { line })}",
      "color": ${color},
      "timestamp": $date$
    }
  ]
}`;
  },
};
