import { EventSummary } from './event-summary.ts';
import type { Receiver } from './receiver.ts';
import { flag, list, object, text, when } from './schemas.ts';
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
  category: 'chat',
  about: 'A channel or chat, by a workflow',
  hosts: ['*.environment.api.powerplatform.com/powerautomate/automations/direct/workflows'],
  method: 'POST',
  url: 'https://YOUR_ENVIRONMENT.environment.api.powerplatform.com/powerautomate/automations/direct/workflows/YOUR_WORKFLOW/triggers/manual/paths/invoke?api-version=1&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=YOUR_SIGNATURE',
  contentType: 'application/json',
  schema: object(
    {
      type: { const: 'message', description: 'Always message.' },
      attachments: list(
        'The cards of the message.',
        object(
          {
            contentType: {
              const: 'application/vnd.microsoft.card.adaptive',
              description: 'The kind of card, of which a workflow takes Adaptive Cards alone.',
            },
            content: { $ref: '#/$defs/card' },
          },
          { required: ['contentType', 'content'] },
        ),
        { min: 1 },
      ),
    },
    {
      required: ['type', 'attachments'],
      $defs: {
        card: object(
          {
            type: { const: 'AdaptiveCard', description: 'Always AdaptiveCard.' },
            version: text('The version of Adaptive Cards that it needs, such as 1.4.'),
            body: list('What the card shows, from top to bottom.', { $ref: '#/$defs/element' }),
            actions: list('The buttons below it.'),
          },
          {
            required: ['type'],
            description: 'An Adaptive Card.',
          },
        ),
        element: object(
          {
            type: {
              enum: elements,
              description: 'The kind of element, such as TextBlock: nothing is shown of any other.',
            },
          },
          {
            required: ['type'],
            allOf: [
              when(
                { properties: { type: { const: 'TextBlock' } } },
                {
                  required: ['text'],
                  properties: {
                    text: text('The text to show.', { syntax: 'markdown' }),
                    wrap: flag('Whether it may take several lines.'),
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
              ),
              when(
                { properties: { type: { const: 'FactSet' } } },
                {
                  required: ['facts'],
                  properties: {
                    facts: list(
                      'Pairs of a title and a value.',
                      object(
                        {
                          title: text('The title of the fact.'),
                          value: text('The value of the fact.', { syntax: 'markdown' }),
                        },
                        { required: ['title', 'value'] },
                      ),
                    ),
                  },
                },
              ),
            ],
          },
        ),
      },
    },
  ),
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
  message: {
    // A card has at most 28 KB.
    text: { markup: 'markdown', max: 8000, lineBreak: '\n\n' },
    title: { markup: 'markdown', max: 500 },
    payload: [
      '{"type":"message","attachments":[{"contentType":"application/vnd.microsoft.card.adaptive","content":{"\\$schema":"http://adaptivecards.io/schemas/adaptive-card.json","type":"AdaptiveCard","version":"1.4","body":[{"type":"TextBlock","size":"large","weight":"bolder","wrap":true,"color":"',
      {
        part: 'level',
        texts: { critical: 'attention', error: 'attention', warning: 'warning', info: 'default', ok: 'good' },
      },
      '","text":"',
      { part: 'title' },
      '"},{"type":"TextBlock","wrap":true,"text":"',
      { part: 'text' },
      '"}]}}]}',
    ],
  },
  payload: catalogue => {
    const message = new EventSummary(catalogue);
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
