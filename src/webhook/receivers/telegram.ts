import { EventSummary } from './event-summary.ts';
import type { Receiver } from './receiver.ts';
import { choice, flag, integer, object, text, when } from './schemas.ts';
import { html } from './writing.ts';

/** A bot of Telegram, which sends a message to a chat. */
export const telegram: Receiver = {
  id: 'telegram',
  name: 'Telegram',
  category: 'chat',
  hosts: ['api.telegram.org/*/sendMessage'],
  method: 'POST',
  url: 'https://api.telegram.org/botYOUR_TOKEN/sendMessage',
  contentType: 'application/json',
  schema: object(
    {
      chat_id: {
        type: ['integer', 'string'],
        description: 'The chat: its number, or the name of a public channel such as @mychannel.',
      },
      text: text('The text of the message', { min: 1, max: 4096 }),
      parse_mode: choice('How the text is formatted', ['HTML', 'MarkdownV2', 'Markdown']),
      message_thread_id: integer('The topic of a forum.'),
      disable_notification: flag('Whether it comes without a sound.'),
      protect_content: flag('Whether it cannot be forwarded or saved.'),
    },
    {
      required: ['chat_id', 'text'],
      allOf: [
        when(
          { properties: { parse_mode: { const: 'HTML' } }, required: ['parse_mode'] },
          { properties: { text: { 'x-syntax': 'telegram-html' } } },
        ),
        when(
          { properties: { parse_mode: { const: 'MarkdownV2' } }, required: ['parse_mode'] },
          { properties: { text: { 'x-syntax': 'telegram-markdown' } } },
        ),
      ],
    },
  ),
  setup: 'In Telegram, write "/newbot" to @BotFather: it makes a bot, and gives you its token.',
  documentation: [
    'https://core.telegram.org/bots/api#sendmessage',
    'https://core.telegram.org/bots/api#formatting-options',
  ],
  checked: '2026-11',
  secret: 'url',
  message: {
    text: { markup: 'telegram-html', max: 4096 },
    to: { label: 'Chat', example: '@my_channel' },
    payload: ['{"parse_mode":"HTML","chat_id":"', { part: 'to' }, '","text":"', { part: 'text' }, '"}'],
  },
  payload: catalogue => {
    const message = new EventSummary(catalogue);
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
