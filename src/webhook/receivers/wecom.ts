import { EventSummary } from './event-summary.ts';
import type { Receiver } from './receiver.ts';
import { list, object, text, when } from './schemas.ts';
import { plainBytes } from './writing.ts';

/** A robot of a group in WeCom. */
export const wecom: Receiver = {
  id: 'wecom',
  name: 'WeCom',
  category: 'chat',
  hosts: ['qyapi.weixin.qq.com'],
  method: 'POST',
  url: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=YOUR_KEY',
  contentType: 'application/json',
  schema: object(
    {
      msgtype: text('The kind of message, such as text or markdown.'),
      text: object(
        {
          content: text('The text, in at most {max} bytes, of which most Chinese characters have three.', {
            max: 2048,
          }),
          mentioned_list: list('The members to notify.', { type: 'string' }),
        },
        { required: ['content'] },
      ),
      markdown: object(
        {
          content: text('The text, in at most {max} bytes, of which most Chinese characters have three.', {
            max: 4096,
          }),
        },
        { required: ['content'] },
      ),
    },
    {
      required: ['msgtype'],
      allOf: [
        when({ properties: { msgtype: { const: 'text' } } }, { required: ['text'] }),
        when({ properties: { msgtype: { const: 'markdown' } } }, { required: ['markdown'] }),
      ],
    },
  ),
  setup: 'In WeCom, add a robot to the group: it shows its address.',
  documentation: [
    'https://developer.work.weixin.qq.com/document/path/91770',
    'https://work.weixin.qq.com/api/doc/90000/90136/91770',
  ],
  checked: '2026-11',
  secret: 'url',
  message: {
    // In characters of up to three bytes.
    text: { markup: 'plain', max: 682 },
    payload: ['{"msgtype":"text","text":{"content":"', { part: 'text' }, '"}}'],
  },
  payload: catalogue => `{
  "msgtype": "text",
  "text": {
    "content": "${new EventSummary(catalogue).text(plainBytes, 2048)}"
  }
}`,
};
