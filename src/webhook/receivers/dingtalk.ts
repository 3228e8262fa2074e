import { EventSummary } from './event-summary.ts';
import type { Receiver } from './receiver.ts';
import { object, text, when } from './schemas.ts';
import { plain } from './writing.ts';

/** A custom robot of a group in DingTalk. */
export const dingtalk: Receiver = {
  id: 'dingtalk',
  name: 'DingTalk',
  category: 'chat',
  hosts: ['oapi.dingtalk.com'],
  method: 'POST',
  url: 'https://oapi.dingtalk.com/robot/send?access_token=YOUR_TOKEN',
  contentType: 'application/json',
  schema: object(
    {
      msgtype: text('The kind of message, such as text or markdown.'),
      text: object({ content: text('The text of the message.') }, { required: ['content'] }),
      markdown: object(
        {
          title: text('What the list of chats shows of the message.'),
          text: text('The text of the message.'),
        },
        { required: ['title', 'text'] },
      ),
      at: { type: 'object', description: 'Whom the message notifies.' },
    },
    {
      required: ['msgtype'],
      allOf: [
        when({ properties: { msgtype: { const: 'text' } } }, { required: ['text'] }),
        when({ properties: { msgtype: { const: 'markdown' } } }, { required: ['markdown'] }),
      ],
    },
  ),
  setup: 'In DingTalk, add a custom robot to the group: it shows its address.',
  documentation: ['https://open.dingtalk.com/document/robots/custom-robot-access'],
  checked: '2026-11',
  secret: 'url',
  message: {
    text: { markup: 'plain', max: 6000 },
    payload: ['{"msgtype":"text","text":{"content":"', { part: 'text' }, '"}}'],
  },
  payload: catalogue => `{
  "msgtype": "text",
  "text": {
    "content": "${new EventSummary(catalogue).text(plain, 5000)}"
  }
}`,
};
