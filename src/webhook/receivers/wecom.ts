import { Message } from './message.ts';
import type { Receiver } from './receiver.ts';
import { plainBytes } from './writing.ts';

/** A robot of a group in WeCom. */
export const wecom: Receiver = {
  id: 'wecom',
  name: 'WeCom',
  hosts: ['qyapi.weixin.qq.com'],
  method: 'POST',
  url: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=YOUR_KEY',
  contentType: 'application/json',
  schema: {
    type: 'object',
    required: ['msgtype'],
    properties: {
      msgtype: { type: 'string', description: 'The kind of message, such as text or markdown.' },
      text: {
        type: 'object',
        required: ['content'],
        properties: {
          content: {
            type: 'string',
            maxLength: 2048,
            description: 'The text, in at most 2,048 bytes, of which most Chinese characters have three.',
          },
          mentioned_list: { type: 'array', items: { type: 'string' }, description: 'The members to notify.' },
        },
      },
      markdown: {
        type: 'object',
        required: ['content'],
        properties: {
          content: {
            type: 'string',
            maxLength: 4096,
            description: 'The text, in at most 4,096 bytes, of which most Chinese characters have three.',
          },
        },
      },
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
  setup: 'In WeCom, add a robot to the group: it shows its address.',
  documentation: [
    'https://developer.work.weixin.qq.com/document/path/91770',
    'https://work.weixin.qq.com/api/doc/90000/90136/91770',
  ],
  checked: '2026-11',
  secret: 'url',
  payload: catalogue => `{
  "msgtype": "text",
  "text": {
    "content": "${new Message(catalogue).text(plainBytes, 2048)}"
  }
}`,
};
