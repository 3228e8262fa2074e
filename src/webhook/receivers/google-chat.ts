import { EventSummary } from './event-summary.ts';
import type { Receiver } from './receiver.ts';
import { flag, list, object, text } from './schemas.ts';
import { html, layout, plain } from './writing.ts';

/** A webhook of a space in Google Chat. */
export const googleChat: Receiver = {
  id: 'google-chat',
  name: 'Google Chat',
  category: 'chat',
  hosts: ['chat.googleapis.com/v1/spaces'],
  method: 'POST',
  url: 'https://chat.googleapis.com/v1/spaces/YOUR_SPACE/messages?key=YOUR_KEY&token=YOUR_TOKEN',
  contentType: 'application/json; charset=UTF-8',
  schema: object(
    {
      text: text('The text of the message.'),
      cardsV2: list(
        'The cards of the message.',
        object(
          {
            cardId: text('A name for the card, which no other card of the message has.'),
            card: { $ref: '#/$defs/card' },
          },
          { required: ['card'] },
        ),
      ),
    },
    {
      anyOf: [{ required: ['text'] }, { required: ['cardsV2'] }],
      $defs: {
        card: object({
          header: object(
            {
              title: text('The title of the card.'),
              subtitle: text('The line below the title.'),
            },
            {
              required: ['title'],
              description: 'The header of the card.',
            },
          ),
          sections: list(
            'The parts of the card.',
            object({
              header: text('The heading of the section.', { syntax: 'html' }),
              widgets: list('What the section shows, from top to bottom.', { $ref: '#/$defs/widget' }),
            }),
          ),
        }),
        widget: object({
          textParagraph: object({ text: text('The text to show.', { syntax: 'html' }) }),
          decoratedText: object(
            {
              topLabel: text('The line above the text.'),
              text: text('The text to show.', { syntax: 'html' }),
              bottomLabel: text('The line below the text.'),
              wrapText: flag('Whether it may take several lines.'),
            },
            { required: ['text'] },
          ),
        }),
      },
    },
  ),
  setup:
    'In Google Chat, open "Apps & integrations" in the menu of the space: "Webhooks" gives you the address.',
  documentation: [
    'https://developers.google.com/workspace/chat/quickstart/webhooks',
    'https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages',
    'https://developers.google.com/workspace/chat/api/reference/rest/v1/cards',
  ],
  checked: '2026-11',
  secret: 'url',
  message: {
    text: { markup: 'html', max: 4000 },
    title: { markup: 'plain', max: 200 },
    payload: [
      '{"cardsV2":[{"cardId":"event","card":{"header":{"title":"',
      { part: 'title' },
      '"},"sections":[{"widgets":[{"textParagraph":{"text":"',
      { part: 'text' },
      '"}}]}]}}]}',
    ],
  },
  payload: catalogue => {
    const message = new EventSummary(catalogue);
    const widgets = message.items(
      { label: { writing: plain, most: 100 }, value: { writing: html, most: 5000 } },
      (label, value) =>
        `{ "decoratedText": { "topLabel": "${label}", "text": "${value}", "wrapText": true } }`,
    );
    return layout`{
  "text": "${message.title(plain, 500)}",
  "cardsV2": [
    {
      "cardId": "event",
      "card": {
        "header": { "title": "${message.title(plain, 500)}" },
        "sections": [
          {
            "widgets": [
              ${widgets}
            ]
          }
        ]
      }
    }
  ]
}`;
  },
};
