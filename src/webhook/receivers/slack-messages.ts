import type { JsonSchema } from '../../output/json/schema/schema.ts';

/** The kinds of block that Slack documents: it refuses any other as an `unsupported type`. */
const kinds = [
  ...['header', 'section', 'context', 'divider', 'image', 'markdown', 'rich_text', 'table', 'actions'],
  ...['alert', 'card', 'carousel', 'container', 'context_actions', 'data_table', 'data_visualization'],
  ...['file', 'input', 'plan', 'task_card', 'video'],
];

/** A text in a block, which says whether it is markup. */
function textOf(most: number, characters: string): readonly JsonSchema[] {
  const text = { type: 'string', minLength: 1, maxLength: most };
  return [
    {
      type: 'object',
      required: ['type', 'text'],
      properties: {
        type: { const: 'plain_text', description: 'The kind of text: plain_text.' },
        text: { ...text, description: `A text of at most ${characters} characters.` },
      },
    },
    {
      type: 'object',
      required: ['type', 'text'],
      properties: {
        type: { const: 'mrkdwn', description: 'The kind of text: mrkdwn.' },
        text: {
          ...text,
          'x-syntax': 'slack-mrkdwn',
          description: `A text of at most ${characters} characters, in which \`*\` makes bold.`,
        },
      },
    },
  ];
}

/** What Slack's incoming webhooks accept; blocks of a kind that is only named here may hold anything. */
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
  // Without a text that is not empty, and without blocks, Slack answers `no_text`.
  anyOf: [
    { required: ['text'], properties: { text: { minLength: 1 } } },
    { required: ['blocks'], properties: { blocks: { minItems: 1 } } },
    { required: ['attachments'], properties: { attachments: { minItems: 1 } } },
  ],
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
    image: {
      type: 'object',
      required: ['type', 'alt_text'],
      properties: {
        type: { const: 'image', description: 'An image beside the texts.' },
        alt_text: { type: 'string', description: 'What the image shows, in words.' },
        image_url: { type: 'string', description: 'The address of the image.' },
      },
    },
    block: {
      type: 'object',
      required: ['type'],
      properties: {
        type: { enum: kinds, description: 'The kind of block, such as header or section.' },
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
              text: { anyOf: textOf(3000, '3,000'), description: 'The text of the section.' },
              fields: {
                type: 'array',
                minItems: 1,
                maxItems: 10,
                description: 'At most ten short texts in two columns.',
                items: { anyOf: textOf(2000, '2,000') },
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
                items: { anyOf: [...textOf(3000, '3,000'), { $ref: '#/$defs/image' }] },
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
  'https://docs.slack.dev/reference/block-kit/blocks/context-block',
  'https://docs.slack.dev/reference/block-kit/composition-objects/text-object',
];
