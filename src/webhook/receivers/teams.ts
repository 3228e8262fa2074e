import { Message } from './message.ts';
import type { Receiver } from './receiver.ts';
import { layout, markdown } from './writing.ts';

/** The kinds of element in Adaptive Cards, and those that Teams has besides; it shows nothing of any other. */
const elements = [
  ...['TextBlock', 'RichTextBlock', 'FactSet', 'Image', 'ImageSet', 'Media', 'Table', 'ActionSet'],
  ...['Container', 'ColumnSet', 'Carousel', 'Badge', 'CodeBlock', 'CompoundButton', 'Icon', 'Component'],
  ...['ProgressBar', 'ProgressRing', 'Rating', 'Input.ChoiceSet', 'Input.Date', 'Input.Number'],
  ...['Input.Rating', 'Input.Text', 'Input.Time', 'Input.Toggle', 'Chart.Donut', 'Chart.Gauge'],
  ...['Chart.HorizontalBar', 'Chart.HorizontalBar.Stacked', 'Chart.Line', 'Chart.Pie'],
  ...['Chart.VerticalBar', 'Chart.VerticalBar.Grouped'],
];

/** A workflow of Microsoft Teams that posts an Adaptive Card when a webhook request is received. */
export const teams: Receiver = {
  id: 'teams',
  name: 'Microsoft Teams',
  about: 'A channel or chat, by a workflow',
  hosts: ['*.environment.api.powerplatform.com/powerautomate/automations/direct/workflows'],
  method: 'POST',
  url: 'https://YOUR_ENVIRONMENT.environment.api.powerplatform.com/powerautomate/automations/direct/workflows/YOUR_WORKFLOW/triggers/manual/paths/invoke?api-version=1&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=YOUR_SIGNATURE',
  contentType: 'application/json',
  schema: {
    type: 'object',
    required: ['type', 'attachments'],
    properties: {
      type: { const: 'message', description: 'Always message.' },
      attachments: {
        type: 'array',
        minItems: 1,
        description: 'The cards of the message.',
        items: {
          type: 'object',
          required: ['contentType', 'content'],
          properties: {
            contentType: {
              const: 'application/vnd.microsoft.card.adaptive',
              description: 'The kind of card, of which a workflow takes Adaptive Cards alone.',
            },
            content: { $ref: '#/$defs/card' },
          },
        },
      },
    },
    $defs: {
      card: {
        type: 'object',
        required: ['type'],
        description: 'An Adaptive Card.',
        properties: {
          type: { const: 'AdaptiveCard', description: 'Always AdaptiveCard.' },
          version: {
            type: 'string',
            description: 'The version of Adaptive Cards that it needs, such as 1.4.',
          },
          body: {
            type: 'array',
            items: { $ref: '#/$defs/element' },
            description: 'What the card shows, from top to bottom.',
          },
          actions: { type: 'array', description: 'The buttons below it.' },
        },
      },
      element: {
        type: 'object',
        required: ['type'],
        properties: {
          type: {
            enum: elements,
            description: 'The kind of element, such as TextBlock: nothing is shown of any other.',
          },
        },
        allOf: [
          {
            if: { properties: { type: { const: 'TextBlock' } } },
            // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
            then: {
              required: ['text'],
              properties: {
                text: { type: 'string', 'x-syntax': 'markdown', description: 'The text to show.' },
                wrap: { type: 'boolean', description: 'Whether it may take several lines.' },
                // As their pages write these: with a small letter first, or a capital one.
                size: {
                  enum: [
                    ...['default', 'small', 'medium', 'large', 'extraLarge'],
                    ...['Default', 'Small', 'Medium', 'Large', 'ExtraLarge'],
                  ],
                  description: 'How large the text is: small, default, medium, large or extraLarge.',
                },
                weight: {
                  enum: [...['default', 'lighter', 'bolder'], ...['Default', 'Lighter', 'Bolder']],
                  description: 'How bold the text is: lighter, default or bolder.',
                },
                color: {
                  enum: [
                    ...['default', 'dark', 'light', 'accent', 'good', 'warning', 'attention'],
                    ...['Default', 'Dark', 'Light', 'Accent', 'Good', 'Warning', 'Attention'],
                  ],
                  description: 'The colour by its meaning: default, good, warning, attention or accent.',
                },
              },
            },
          },
          {
            if: { properties: { type: { const: 'FactSet' } } },
            // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
            then: {
              required: ['facts'],
              properties: {
                facts: {
                  type: 'array',
                  description: 'Pairs of a title and a value.',
                  items: {
                    type: 'object',
                    required: ['title', 'value'],
                    properties: {
                      title: { type: 'string', description: 'The title of the fact.' },
                      value: {
                        type: 'string',
                        'x-syntax': 'markdown',
                        description: 'The value of the fact.',
                      },
                    },
                  },
                },
              },
            },
          },
        ],
      },
    },
  },
  setup:
    'In Teams, the app "Workflows" has templates that post when a webhook request is received; the one you create shows its address.',
  documentation: [
    'https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using',
    'https://learn.microsoft.com/en-us/troubleshoot/power-platform/power-automate/flow-run-issues/triggers-troubleshoot',
    'https://learn.microsoft.com/en-us/javascript/api/teams-sdk-typescript/@microsoft/teams.cards',
    'https://adaptivecards.io/explorer/AdaptiveCard.html',
    'https://adaptivecards.io/explorer/TextBlock.html',
    'https://adaptivecards.io/explorer/FactSet.html',
  ],
  checked: '2026-11',
  secret: 'url',
  payload: catalogue => {
    const message = new Message(catalogue);
    const label = { writing: markdown, most: 100 };
    const color = message.level({
      critical: 'attention',
      error: 'attention',
      warning: 'warning',
      info: 'default',
      ok: 'good',
    });
    const facts = message.items(
      { label, value: { writing: markdown, most: 5000 }, of: 'values' },
      (title, value) => `{ "title": "${title}", "value": "${value}" }`,
    );
    const lists = message.items(
      { label, value: { writing: markdown, most: 5000 }, of: 'lists', bullet: '- ' },
      (title, value) => `{ "type": "TextBlock", "wrap": true, "text": "**${title}:** ${value}" }`,
    );
    return layout`{
  "type": "message",
  "attachments": [
    {
      "contentType": "application/vnd.microsoft.card.adaptive",
      "content": {
        "\\$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
        "type": "AdaptiveCard",
        "version": "1.4",
        "body": [
          {
            "type": "TextBlock",
            "size": "large",
            "weight": "bolder",
            "wrap": true,
            "color": "${color}",
            "text": "${message.title(markdown, 1000)}"
          },
          {
            "type": "FactSet",
            "facts": [
              ${facts}
            ]
          }${lists}
        ]
      }
    }
  ]
}`;
  },
};
