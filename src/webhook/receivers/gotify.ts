import { EventSummary } from './event-summary.ts';
import type { Receiver } from './receiver.ts';
import { choice, integer, object, text, when } from './schemas.ts';
import { plain } from './writing.ts';

/** Notifications of a Gotify server, which anybody can run. */
export const gotify: Receiver = {
  id: 'gotify',
  name: 'Gotify',
  category: 'chat',
  about: 'Notifications of your own Gotify server',
  hosts: [],
  method: 'POST',
  url: 'https://YOUR_HOST/message?token=YOUR_TOKEN',
  contentType: 'application/json',
  schema: object(
    {
      message: text('The text of the notification.', { min: 1 }),
      title: text('The title of the notification.'),
      priority: integer('How loud it is on a phone: 0 is silent, 4 makes a sound, and 8 vibrates, too.'),
      extras: object({
        'client::display': object({
          contentType: choice('How the text is shown', ['text/plain', 'text/markdown']),
        }),
        'client::notification': object({
          click: object({ url: text('The address that a tap on it opens.') }),
          bigImageUrl: text('The address of an image that it shows.'),
        }),
      }),
    },
    {
      required: ['message'],
      allOf: [
        when(
          {
            properties: {
              extras: {
                properties: {
                  'client::display': {
                    properties: { contentType: { const: 'text/markdown' } },
                    required: ['contentType'],
                  },
                },
                required: ['client::display'],
              },
            },
            required: ['extras'],
          },
          { properties: { message: { 'x-syntax': 'markdown' } } },
        ),
      ],
    },
  ),
  setup: 'In Gotify, open "Apps" and create an application: the list shows its token.',
  documentation: [
    'https://gotify.net/docs/pushmsg',
    'https://gotify.net/docs/msgextras',
    'https://gotify.net/docs/priority',
    'https://github.com/gotify/server/blob/master/model/message.go',
  ],
  checked: '2026-11',
  secret: 'url',
  message: {
    text: { markup: 'plain', max: 10_000 },
    title: { markup: 'plain', max: 500 },
    payload: [
      '{"title":"',
      { part: 'title' },
      '","message":"',
      { part: 'text' },
      '","priority":',
      { part: 'level', texts: { critical: '10', error: '8', warning: '5', info: '2', ok: '4' } },
      '}',
    ],
  },
  payload: catalogue => {
    const message = new EventSummary(catalogue);
    return `{
  "title": "${message.title(plain, 250)}",
  "message": "${message.details(plain, 4096)}",
  "priority": ${message.level({ critical: '10', error: '8', warning: '5', info: '3', ok: '4' })}
}`;
  },
};
