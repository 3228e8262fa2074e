import { Message } from './message.ts';
import type { Receiver } from './receiver.ts';
import { html } from './writing.ts';

/** A bot of Telegram, which sends a message to a chat. */
export const telegram: Receiver = {
  id: 'telegram',
  name: 'Telegram',
  hosts: ['api.telegram.org/*/sendMessage'],
  method: 'POST',
  url: 'https://api.telegram.org/botYOUR_TOKEN/sendMessage',
  contentType: 'application/json',
  schema: {
    type: 'object',
    required: ['chat_id', 'text'],
    properties: {
      chat_id: {
        type: ['integer', 'string'],
        description: 'The chat: its number, or the name of a public channel such as @mychannel.',
      },
      text: {
        type: 'string',
        minLength: 1,
        maxLength: 4096,
        description: 'The text of the message, in at most 4,096 characters.',
      },
      parse_mode: {
        enum: ['HTML', 'MarkdownV2', 'Markdown'],
        description: 'How the text is formatted: HTML, MarkdownV2 or Markdown.',
      },
      message_thread_id: { type: 'integer', description: 'The topic of a forum.' },
      disable_notification: { type: 'boolean', description: 'Whether it comes without a sound.' },
      protect_content: { type: 'boolean', description: 'Whether it cannot be forwarded or saved.' },
    },
    allOf: [
      {
        if: { properties: { parse_mode: { const: 'HTML' } }, required: ['parse_mode'] },
        // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
        then: { properties: { text: { 'x-syntax': 'telegram-html' } } },
      },
      {
        if: { properties: { parse_mode: { const: 'MarkdownV2' } }, required: ['parse_mode'] },
        // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
        then: { properties: { text: { 'x-syntax': 'telegram-markdown' } } },
      },
    ],
  },
  setup: 'In Telegram, write "/newbot" to @BotFather: it makes a bot, and gives you its token.',
  documentation: [
    'https://core.telegram.org/bots/api#sendmessage',
    'https://core.telegram.org/bots/api#formatting-options',
  ],
  checked: '2026-11',
  secret: 'url',
  payload: catalogue => {
    const message = new Message(catalogue);
    const heading = (title: string): string => `<b>${title}</b>`;
    const isSilent = message.level({
      critical: 'false',
      error: 'false',
      warning: 'false',
      info: 'true',
      ok: 'true',
    });
    return `{
  "parse_mode": "HTML",
  "chat_id": "YOUR_CHAT_ID",
  "disable_notification": ${isSilent},
  "text": "${message.text(html, 4096, { heading })}"
}`;
  },
};
