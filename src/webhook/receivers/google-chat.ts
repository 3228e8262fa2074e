import { Message } from './message.ts';
import type { Receiver } from './receiver.ts';
import { html, layout, plain } from './writing.ts';

/** A webhook of a space in Google Chat. */
export const googleChat: Receiver = {
  id: 'google-chat',
  name: 'Google Chat',
  hosts: ['chat.googleapis.com/v1/spaces'],
  method: 'POST',
  url: 'https://chat.googleapis.com/v1/spaces/YOUR_SPACE/messages?key=YOUR_KEY&token=YOUR_TOKEN',
  contentType: 'application/json; charset=UTF-8',
  schema: {
    type: 'object',
    anyOf: [{ required: ['text'] }, { required: ['cardsV2'] }],
    properties: {
      text: { type: 'string', description: 'The text of the message.' },
      cardsV2: {
        type: 'array',
        description: 'The cards of the message.',
        items: {
          type: 'object',
          required: ['card'],
          properties: {
            cardId: {
              type: 'string',
              description: 'A name for the card, which no other card of the message has.',
            },
            card: { $ref: '#/$defs/card' },
          },
        },
      },
    },
    $defs: {
      card: {
        type: 'object',
        properties: {
          header: {
            type: 'object',
            required: ['title'],
            description: 'The header of the card.',
            properties: {
              title: { type: 'string', description: 'The title of the card.' },
              subtitle: { type: 'string', description: 'The line below the title.' },
            },
          },
          sections: {
            type: 'array',
            description: 'The parts of the card.',
            items: {
              type: 'object',
              properties: {
                header: { type: 'string', 'x-syntax': 'html', description: 'The heading of the section.' },
                widgets: {
                  type: 'array',
                  items: { $ref: '#/$defs/widget' },
                  description: 'What the section shows, from top to bottom.',
                },
              },
            },
          },
        },
      },
      widget: {
        type: 'object',
        properties: {
          textParagraph: {
            type: 'object',
            properties: { text: { type: 'string', 'x-syntax': 'html', description: 'The text to show.' } },
          },
          decoratedText: {
            type: 'object',
            required: ['text'],
            properties: {
              topLabel: { type: 'string', description: 'The line above the text.' },
              text: { type: 'string', 'x-syntax': 'html', description: 'The text to show.' },
              bottomLabel: { type: 'string', description: 'The line below the text.' },
              wrapText: { type: 'boolean', description: 'Whether it may take several lines.' },
            },
          },
        },
      },
    },
  },
  setup:
    'In Google Chat, open "Apps & integrations" in the menu of the space: "Webhooks" gives you the address.',
  documentation: [
    'https://developers.google.com/workspace/chat/quickstart/webhooks',
    'https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages',
    'https://developers.google.com/workspace/chat/api/reference/rest/v1/cards',
  ],
  checked: '2026-11',
  secret: 'url',
  payload: catalogue => {
    const message = new Message(catalogue);
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
