import { EventSummary } from './event-summary.ts';
import type { Receiver } from './receiver.ts';
import { object, text, when } from './schemas.ts';
import { layout, plain } from './writing.ts';

/** A custom bot of a group in Feishu, which is called Lark outside China. */
export const feishu: Receiver = {
  id: 'feishu',
  name: 'Feishu or Lark',
  category: 'chat',
  hosts: ['open.feishu.cn', 'open.larksuite.com'],
  method: 'POST',
  url: 'https://open.feishu.cn/open-apis/bot/v2/hook/YOUR_TOKEN',
  contentType: 'application/json',
  schema: object(
    {
      msg_type: text('The kind of message, such as text, post or interactive.'),
      content: { type: 'object', description: 'What a message of the kind text or post says.' },
      card: { type: 'object', description: 'The card of a message of the kind interactive.' },
    },
    {
      required: ['msg_type'],
      allOf: [
        when(
          { properties: { msg_type: { const: 'text' } } },
          {
            required: ['content'],
            properties: {
              content: {
                required: ['text'],
                properties: { text: text('The text of the message.') },
              },
            },
          },
        ),
        when(
          { properties: { msg_type: { const: 'post' } } },
          {
            required: ['content'],
            properties: {
              content: {
                required: ['post'],
                properties: {
                  post: { type: 'object', description: 'The message in one or more languages.' },
                },
              },
            },
          },
        ),
        when({ properties: { msg_type: { const: 'interactive' } } }, { required: ['card'] }),
      ],
    },
  ),
  setup: 'In Feishu or Lark, add a custom bot to the group: it shows its address.',
  documentation: [
    'https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot',
    'https://open.larksuite.com/document/client-docs/bot-v3/add-custom-bot',
  ],
  checked: '2026-11',
  secret: 'url',
  payload: catalogue => {
    const message = new EventSummary(catalogue);
    const lines = message.items(
      { label: { writing: plain, most: 100 }, value: { writing: plain, most: 5000 } },
      (label, value) => `[{ "tag": "text", "text": "${label}: ${value}" }]`,
    );
    return layout`{
  "msg_type": "post",
  "content": {
    "post": {
      "en_us": {
        "title": "${message.title(plain, 500)}",
        "content": [
          ${lines}
        ]
      }
    }
  }
}`;
  },
};
