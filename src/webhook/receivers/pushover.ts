import { EventSummary } from './event-summary.ts';
import type { Receiver } from './receiver.ts';
import { integer, object, text, when } from './schemas.ts';
import { plain } from './writing.ts';

/** Notifications of Pushover, on phones and desktops. */
export const pushover: Receiver = {
  id: 'pushover',
  name: 'Pushover',
  category: 'chat',
  hosts: ['api.pushover.net/1/messages.json'],
  method: 'POST',
  url: 'https://api.pushover.net/1/messages.json',
  contentType: 'application/json',
  schema: object(
    {
      token: text('The API token of your application, which has 30 characters.', {
        min: 30,
        max: 30,
      }),
      user: text(
        'The key of a user or a group, which has 30 characters; or up to 50 of users, with commas between them.',
        {
          min: 30,
          max: 1549,
        },
      ),
      message: text('The text of the notification', { max: 1024 }),
      title: text('The title; the name of the application if there is none', { max: 250 }),
      priority: integer(
        'How loud it is: from -2, without a notification, to 2, again and again until it is acknowledged.',
        { min: -2, max: 2 },
      ),
      retry: integer('Every how many seconds one of priority 2 is repeated: 30 or more.', { min: 30 }),
      expire: integer('For how many seconds one of priority 2 is repeated', { max: 10_800 }),
      url: text('An address that it shows below its text', { max: 512 }),
      url_title: text('What stands in place of that address', { max: 100 }),
      html: integer('Whether the text is HTML: 1 if it is.', { min: 0, max: 1 }),
      monospace: integer('Whether the text is in letters of one width: 1 if it is.', { min: 0, max: 1 }),
      sound: text('The name of the sound that it makes, such as siren.'),
      device: text('The device that it is for, or several with commas between them; all if there is none.'),
      timestamp: integer('When it happened, in seconds since 1970.'),
      ttl: integer('After how many seconds it is deleted.', { min: 1 }),
      callback: text('The address that is called once one of priority 2 is acknowledged.'),
      tags: text('What one of priority 2 is cancelled by; several with commas between them.'),
    },
    {
      required: ['token', 'user', 'message'],
      allOf: [
        when(
          { properties: { priority: { const: 2 } }, required: ['priority'] },
          { required: ['retry', 'expire'] },
        ),
        when(
          { properties: { html: { const: 1 } }, required: ['html'] },
          { properties: { message: { 'x-syntax': 'html' }, monospace: { const: 0 } } },
        ),
      ],
    },
  ),
  setup:
    'On pushover.net, your user key stands on the first page, and "Create an Application/API Token" below it makes the token.',
  documentation: ['https://pushover.net/api'],
  checked: '2026-11',
  secret: 'token',
  payload: catalogue => {
    const message = new EventSummary(catalogue);
    return `{
  "token": "YOUR_API_TOKEN_WITH_30_LETTERS",
  "user": "YOUR_USER_KEY_WITH_30_LETTERS_",
  "title": "${message.title(plain, 250)}",
  "message": "${message.details(plain, 1024)}",
  "priority": ${message.level({ critical: '1', error: '1', warning: '0', info: '-1', ok: '0' })},
  "timestamp": $date; format="epoch-seconds"$
}`;
  },
};
