import { Message } from './message.ts';
import type { Receiver } from './receiver.ts';
import { markdown } from './writing.ts';

/** A webhook of a channel in Discord. */
export const discord: Receiver = {
  id: 'discord',
  name: 'Discord',
  hosts: [
    ...['discord.com/api/webhooks', 'discord.com/api/*/webhooks'],
    ...['ptb.discord.com/api/webhooks', 'ptb.discord.com/api/*/webhooks'],
    ...['canary.discord.com/api/webhooks', 'canary.discord.com/api/*/webhooks'],
    ...['discordapp.com/api/webhooks', 'discordapp.com/api/*/webhooks'],
  ],
  method: 'POST',
  url: 'https://discord.com/api/webhooks/YOUR_WEBHOOK_ID/YOUR_TOKEN',
  contentType: 'application/json',
  schema: {
    type: 'object',
    anyOf: [
      { required: ['content'] },
      { required: ['embeds'] },
      { required: ['components'] },
      { required: ['poll'] },
    ],
    properties: {
      content: {
        type: 'string',
        maxLength: 2000,
        'x-syntax': 'markdown',
        description: 'The text of the message, in at most 2,000 characters.',
      },
      username: {
        type: 'string',
        minLength: 1,
        maxLength: 80,
        description: 'Who the message seems to be from, in at most 80 characters.',
      },
      avatar_url: { type: 'string', description: 'The address of a picture of the sender.' },
      tts: { type: 'boolean', description: 'Whether the message is read aloud.' },
      embeds: {
        type: 'array',
        maxItems: 10,
        items: { $ref: '#/$defs/embed' },
        description:
          'At most ten cards below the text; all of their texts have at most 6,000 characters together.',
      },
      allowed_mentions: { type: 'object', description: 'Whom the message may notify.' },
    },
    $defs: {
      embed: {
        type: 'object',
        properties: {
          title: {
            type: 'string',
            maxLength: 256,
            'x-syntax': 'markdown',
            description: 'The title of the card, in at most 256 characters.',
          },
          description: {
            type: 'string',
            maxLength: 4096,
            'x-syntax': 'markdown',
            description: 'The text of the card, in at most 4,096 characters.',
          },
          url: { type: 'string', description: 'Where the title leads.' },
          timestamp: { type: 'string', description: 'The time that the card shows, in ISO 8601.' },
          color: {
            type: 'integer',
            description: 'The colour of the edge, as a whole number: 15158332 is red.',
          },
          footer: {
            type: 'object',
            required: ['text'],
            properties: {
              text: {
                type: 'string',
                maxLength: 2048,
                description: 'The last line, in at most 2,048 characters.',
              },
            },
          },
          author: {
            type: 'object',
            required: ['name'],
            properties: {
              name: {
                type: 'string',
                maxLength: 256,
                description: 'Who wrote it, in at most 256 characters.',
              },
            },
          },
          fields: {
            type: 'array',
            maxItems: 25,
            description: 'At most 25 pairs of a name and a value.',
            items: {
              type: 'object',
              required: ['name', 'value'],
              properties: {
                name: { type: 'string', maxLength: 256, description: 'The name, in at most 256 characters.' },
                value: {
                  type: 'string',
                  maxLength: 1024,
                  'x-syntax': 'markdown',
                  description: 'The value, in at most 1,024 characters.',
                },
                inline: { type: 'boolean', description: 'Whether it may stand beside another.' },
              },
            },
          },
        },
      },
    },
  },
  setup:
    'In Discord, open "Server Settings", "Integrations", "Webhooks": make a webhook for a channel, and copy its address.',
  documentation: [
    'https://discord.com/developers/docs/resources/webhook#execute-webhook',
    'https://discord.com/developers/docs/resources/message#embed-object-embed-limits',
  ],
  checked: '2026-11',
  secret: 'url',
  payload: catalogue => {
    const message = new Message(catalogue);
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
