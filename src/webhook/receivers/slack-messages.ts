import type { JsonSchema } from '../../output/json/schema/schema.ts';

/** What Slack's incoming webhooks accept; blocks of a kind that is not described here may hold anything. */
export const slackMessages: JsonSchema = {
  type: 'object',
  properties: {
    text: {
      type: 'string',
      maxLength: 40_000,
      'x-syntax': 'slack-mrkdwn',
      description:
        'The message, or what notifications show of blocks. Slack cuts it after 40,000 characters.',
    },
    blocks: {
      type: 'array',
      maxItems: 50,
      items: { $ref: '#/$defs/block' },
      description: 'At most 50 blocks, from top to bottom.',
    },
    attachments: { type: 'array', description: 'Older parts of a message, which blocks replace.' },
    thread_ts: { type: 'string', description: 'The message that this one answers.' },
    mrkdwn: { type: 'boolean', description: 'Whether the text is formatted.' },
  },
  anyOf: [{ required: ['text'] }, { required: ['blocks'] }, { required: ['attachments'] }],
  $defs: {
    heading: {
      type: 'object',
      required: ['type', 'text'],
      properties: {
        type: { const: 'plain_text', description: 'The kind of text: plain_text.' },
        text: {
          type: 'string',
          minLength: 1,
          maxLength: 150,
          description: 'The heading, in at most 150 characters.',
        },
      },
    },
    section: {
      anyOf: [
        {
          type: 'object',
          required: ['type', 'text'],
          properties: {
            type: { const: 'plain_text', description: 'The kind of text: plain_text.' },
            text: {
              type: 'string',
              minLength: 1,
              maxLength: 3000,
              description: 'A text of at most 3,000 characters.',
            },
          },
        },
        {
          type: 'object',
          required: ['type', 'text'],
          properties: {
            type: { const: 'mrkdwn', description: 'The kind of text: mrkdwn.' },
            text: {
              type: 'string',
              minLength: 1,
              maxLength: 3000,
              'x-syntax': 'slack-mrkdwn',
              description: 'A text of at most 3,000 characters, in which `*` makes bold.',
            },
          },
        },
      ],
    },
    field: {
      anyOf: [
        {
          type: 'object',
          required: ['type', 'text'],
          properties: {
            type: { const: 'plain_text', description: 'The kind of text: plain_text.' },
            text: {
              type: 'string',
              minLength: 1,
              maxLength: 2000,
              description: 'A text of at most 2,000 characters.',
            },
          },
        },
        {
          type: 'object',
          required: ['type', 'text'],
          properties: {
            type: { const: 'mrkdwn', description: 'The kind of text: mrkdwn.' },
            text: {
              type: 'string',
              minLength: 1,
              maxLength: 2000,
              'x-syntax': 'slack-mrkdwn',
              description: 'A text of at most 2,000 characters, in which `*` makes bold.',
            },
          },
        },
      ],
    },
    block: {
      type: 'object',
      required: ['type'],
      properties: {
        type: { type: 'string', description: 'The kind of block, such as header or section.' },
        block_id: {
          type: 'string',
          maxLength: 255,
          description: 'A name for the block, of at most 255 characters.',
        },
      },
      allOf: [
        {
          if: { properties: { type: { const: 'header' } } },
          // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
          then: {
            required: ['text'],
            properties: {
              text: { $ref: '#/$defs/heading', description: 'The heading: plain text.' },
            },
          },
        },
        {
          if: { properties: { type: { const: 'section' } } },
          // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
          then: {
            anyOf: [{ required: ['text'] }, { required: ['fields'] }],
            properties: {
              text: { $ref: '#/$defs/section', description: 'The text of the section.' },
              fields: {
                type: 'array',
                minItems: 1,
                maxItems: 10,
                description: 'At most ten short texts in two columns.',
                items: { $ref: '#/$defs/field' },
              },
            },
          },
        },
        {
          if: { properties: { type: { const: 'context' } } },
          // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
          then: {
            required: ['elements'],
            properties: {
              elements: {
                type: 'array',
                minItems: 1,
                maxItems: 10,
                description: 'At most ten texts or images.',
              },
            },
          },
        },
      ],
    },
  },
};

/** The pages that the facts about Slack are from. */
export const slackPages: readonly string[] = [
  'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks',
  'https://docs.slack.dev/messaging/formatting-message-text',
  'https://docs.slack.dev/reference/methods/chat.postMessage',
  'https://docs.slack.dev/reference/block-kit/blocks',
  'https://docs.slack.dev/reference/block-kit/composition-objects/text-object',
];
