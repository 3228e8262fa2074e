import { Message } from './message.ts';
import type { Receiver } from './receiver.ts';
import { plainBytes } from './writing.ts';

/** Notifications of ntfy, published as JSON to the root of its server. */
export const ntfy: Receiver = {
  id: 'ntfy',
  name: 'ntfy',
  hosts: ['ntfy.sh'],
  method: 'POST',
  url: 'https://ntfy.sh/',
  contentType: 'application/json',
  schema: {
    type: 'object',
    required: ['topic'],
    properties: {
      topic: { type: 'string', minLength: 1, description: 'The topic that people subscribe to.' },
      message: {
        type: 'string',
        maxLength: 4096,
        description: 'The text, in at most 4,096 bytes, of which a letter has up to four.',
      },
      title: {
        type: 'string',
        maxLength: 1024,
        description: 'The title, in at most 1,024 bytes, of which a letter has up to four.',
      },
      tags: {
        type: 'array',
        items: { type: 'string', description: 'A tag; some become pictures, such as warning.' },
        description: 'The tags of the notification.',
      },
      priority: {
        type: 'integer',
        minimum: 1,
        maximum: 5,
        description: 'How loud it is: from 1, the least, to 5; usually 3.',
      },
      click: { type: 'string', description: 'The address that a tap on it opens.' },
      attach: { type: 'string', description: 'The address of a file to attach.' },
      markdown: { type: 'boolean', description: 'Whether the text is Markdown.' },
      icon: { type: 'string', description: 'The address of its icon.' },
      filename: { type: 'string', description: 'The name of the attached file.' },
      delay: { type: 'string', description: 'When it is delivered, such as 30min or 9am.' },
      email: { type: 'string', description: 'Who gets it as an e-mail, too.' },
    },
  },
  setup: 'Choose the name of a topic that nobody guesses, and subscribe to it in the app.',
  documentation: [
    'https://docs.ntfy.sh/publish/#publish-as-json',
    'https://docs.ntfy.sh/publish/#limitations',
  ],
  checked: '2026-11',
  secret: 'topic',
  payload: catalogue => {
    const message = new Message(catalogue);
    return `{
  "topic": "YOUR_TOPIC",
  "title": "${message.title(plainBytes, 1024)}",
  "message": "${message.details(plainBytes, 4096)}",
  "priority": ${message.level({ critical: '5', error: '4', warning: '3', info: '2', ok: '3' })},
  "tags": ["${message.level({ critical: 'rotating_light', error: 'rotating_light', warning: 'warning', info: 'information_source', ok: 'white_check_mark' })}"]
}`;
  },
};
