import type { JsonSchema } from '../../output/json/schema/schema.ts';
import { flag, list, object, text, when } from './schemas.ts';

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
    object(
      {
        type: { const: 'plain_text', description: 'The kind of text: plain_text.' },
        text: { ...text, description: `A text of at most ${characters} characters.` },
      },
      { required: ['type', 'text'] },
    ),
    object(
      {
        type: { const: 'mrkdwn', description: 'The kind of text: mrkdwn.' },
        text: {
          ...text,
          'x-syntax': 'slack-mrkdwn',
          description: `A text of at most ${characters} characters, in which \`*\` makes bold.`,
        },
      },
      { required: ['type', 'text'] },
    ),
  ];
}

/** What Slack's incoming webhooks accept; blocks of a kind that is only named here may hold anything. */
export const slackMessages: JsonSchema = object(
  {
    text: text('The message, or what notifications show of blocks. Slack cuts it after 40,000 characters.', {
      max: 40_000,
      syntax: 'slack-mrkdwn',
    }),
    blocks: list('At most {max} blocks, from top to bottom.', { $ref: '#/$defs/block' }, { max: 50 }),
    attachments: list('Older parts of a message, which blocks replace.'),
    thread_ts: text('The message that this one answers.'),
    mrkdwn: flag('Whether the text is formatted.'),
  },
  {
    // Without a text that is not empty, and without blocks, Slack answers `no_text`.
    anyOf: [
      { required: ['text'], properties: { text: { minLength: 1 } } },
      { required: ['blocks'], properties: { blocks: { minItems: 1 } } },
      { required: ['attachments'], properties: { attachments: { minItems: 1 } } },
    ],
    $defs: {
      heading: object(
        {
          type: { const: 'plain_text', description: 'The kind of text: plain_text.' },
          text: text('The heading', { min: 1, max: 150 }),
        },
        { required: ['type', 'text'] },
      ),
      image: object(
        {
          type: { const: 'image', description: 'An image beside the texts.' },
          alt_text: text('What the image shows, in words.'),
          image_url: text('The address of the image.'),
        },
        { required: ['type', 'alt_text'] },
      ),
      block: object(
        {
          type: { enum: kinds, description: 'The kind of block, such as header or section.' },
          block_id: text('A name for the block, of at most {max} characters.', { max: 255 }),
        },
        {
          required: ['type'],
          allOf: [
            when(
              { properties: { type: { const: 'header' } } },
              {
                required: ['text'],
                properties: {
                  text: { $ref: '#/$defs/heading', description: 'The heading: plain text.' },
                },
              },
            ),
            when(
              { properties: { type: { const: 'section' } } },
              {
                anyOf: [{ required: ['text'] }, { required: ['fields'] }],
                properties: {
                  text: { anyOf: textOf(3000, '3,000'), description: 'The text of the section.' },
                  fields: list(
                    'At most {max} short texts in two columns.',
                    { anyOf: textOf(2000, '2,000') },
                    { min: 1, max: 10 },
                  ),
                },
              },
            ),
            when(
              { properties: { type: { const: 'context' } } },
              {
                required: ['elements'],
                properties: {
                  elements: list(
                    'At most {max} texts or images.',
                    { anyOf: [...textOf(3000, '3,000'), { $ref: '#/$defs/image' }] },
                    { min: 1, max: 10 },
                  ),
                },
              },
            ),
          ],
        },
      ),
    },
  },
);

/** The pages that the facts about Slack are from. */
export const slackPages: readonly string[] = [
  'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks',
  'https://docs.slack.dev/messaging/formatting-message-text',
  'https://docs.slack.dev/reference/methods/chat.postMessage',
  'https://docs.slack.dev/reference/block-kit/blocks',
  'https://docs.slack.dev/reference/block-kit/blocks/context-block',
  'https://docs.slack.dev/reference/block-kit/composition-objects/text-object',
];
