import { Message } from './message.ts';
import type { Receiver } from './receiver.ts';
import { plain } from './writing.ts';

/** A custom robot of a group in DingTalk. */
export const dingtalk: Receiver = {
  id: 'dingtalk',
  name: 'DingTalk',
  hosts: ['oapi.dingtalk.com'],
  method: 'POST',
  url: 'https://oapi.dingtalk.com/robot/send?access_token=YOUR_TOKEN',
  contentType: 'application/json',
  schema: {
    type: 'object',
    required: ['msgtype'],
    properties: {
      msgtype: { type: 'string', description: 'The kind of message, such as text or markdown.' },
      text: {
        type: 'object',
        required: ['content'],
        properties: { content: { type: 'string', description: 'The text of the message.' } },
      },
      markdown: {
        type: 'object',
        required: ['title', 'text'],
        properties: {
          title: { type: 'string', description: 'What the list of chats shows of the message.' },
          text: { type: 'string', description: 'The text of the message.' },
        },
      },
      at: { type: 'object', description: 'Whom the message notifies.' },
    },
    allOf: [
      {
        if: { properties: { msgtype: { const: 'text' } } },
        // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
        then: { required: ['text'] },
      },
      {
        if: { properties: { msgtype: { const: 'markdown' } } },
        // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
        then: { required: ['markdown'] },
      },
    ],
  },
  setup: 'In DingTalk, add a custom robot to the group: it shows its address.',
  documentation: ['https://open.dingtalk.com/document/robots/custom-robot-access'],
  checked: '2026-11',
  secret: 'url',
  payload: catalogue => `{
  "msgtype": "text",
  "text": {
    "content": "${new Message(catalogue).text(plain, 5000)}"
  }
}`,
};
