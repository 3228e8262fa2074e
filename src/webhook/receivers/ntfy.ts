import { EventSummary } from './event-summary.ts';
import type { Receiver } from './receiver.ts';
import { flag, integer, list, object, text } from './schemas.ts';
import { plainBytes } from './writing.ts';

/** Notifications of ntfy, published as JSON to the root of its server. */
export const ntfy: Receiver = {
  id: 'ntfy',
  name: 'ntfy',
  category: 'chat',
  hosts: ['ntfy.sh'],
  method: 'POST',
  url: 'https://ntfy.sh/',
  contentType: 'application/json',
  schema: object(
    {
      topic: text('The topic that people subscribe to.', { min: 1 }),
      message: text('The text, in at most {max} bytes, of which a letter has up to four.', { max: 4096 }),
      title: text('The title, in at most {max} bytes, of which a letter has up to four.', { max: 1024 }),
      tags: list('The tags of the notification.', text('A tag; some become pictures, such as warning.')),
      priority: integer('How loud it is: from 1, the least, to 5; usually 3.', { min: 1, max: 5 }),
      click: text('The address that a tap on it opens.'),
      attach: text('The address of a file to attach.'),
      markdown: flag('Whether the text is Markdown.'),
      icon: text('The address of its icon.'),
      filename: text('The name of the attached file.'),
      delay: text('When it is delivered, such as 30min or 9am.'),
      email: text('Who gets it as an e-mail, too.'),
    },
    { required: ['topic'] },
  ),
  setup: 'Choose the name of a topic that nobody guesses, and subscribe to it in the app.',
  documentation: [
    'https://docs.ntfy.sh/publish/#publish-as-json',
    'https://docs.ntfy.sh/publish/#limitations',
  ],
  checked: '2026-11',
  secret: 'topic',
  message: {
    // In characters of up to three bytes.
    text: { markup: 'plain', max: 1365 },
    title: { markup: 'plain', max: 341 },
    to: { label: 'Topic', example: 'my-orders' },
    payload: [
      '{"topic":"',
      { part: 'to' },
      '","title":"',
      { part: 'title' },
      '","message":"',
      { part: 'text' },
      '","priority":',
      { part: 'level', texts: { critical: '5', error: '4', warning: '3', info: '2', ok: '3' } },
      '}',
    ],
  },
  payload: catalogue => {
    const message = new EventSummary(catalogue);
    return `{
  "topic": "YOUR_TOPIC",
  "title": "${message.title(plainBytes, 1024)}",
  "message": "${message.details(plainBytes, 4096)}",
  "priority": ${message.level({ critical: '5', error: '4', warning: '3', info: '2', ok: '3' })},
  "tags": ["${message.level({ critical: 'rotating_light', error: 'rotating_light', warning: 'warning', info: 'information_source', ok: 'white_check_mark' })}"]
}`;
  },
};
