import { EventSummary } from './event-summary.ts';
import type { Receiver } from './receiver.ts';
import { slackMessages, slackPages } from './slack-messages.ts';
import { layout, plain, slackMrkdwn } from './writing.ts';

/** An incoming webhook of Slack, with a message of blocks. */
export const slackBlocks: Receiver = {
  id: 'slack-blocks',
  name: 'Slack (blocks)',
  category: 'chat',
  about: 'With a heading, and values in columns',
  hosts: ['hooks.slack.com/services'],
  method: 'POST',
  url: 'https://hooks.slack.com/services/YOUR/WEBHOOK/PATH',
  contentType: 'application/json',
  schema: slackMessages,
  setup:
    'In the settings of your Slack app, open "Incoming Webhooks" and choose "Add New Webhook to Workspace": it gives you the address of a channel.',
  documentation: slackPages,
  checked: '2026-11',
  secret: 'url',
  payload: catalogue => {
    const message = new EventSummary(catalogue);
    const sections = message.blocks(
      {
        label: { writing: slackMrkdwn, most: 100 },
        value: { writing: slackMrkdwn, most: 1800 },
        atMost: 10,
        most: 49,
      },
      lines => {
        const texts = lines.map(
          ({ label, value }) => `{ "type": "mrkdwn", "text": "*${label}*\\n${value}" }`,
        );
        const text = texts.length === 1 ? `"text": ${texts[0]}` : `"fields": [\n  ${texts.join(',\n  ')}\n]`;
        return `{ "type": "section", ${text} }`;
      },
    );
    return layout`{
  "text": "${message.title(slackMrkdwn, 1000)}",
  "blocks": [
    {
      "type": "header",
      "text": { "type": "plain_text", "text": "${message.title(plain, 150)}" }
    }${sections}
  ]
}`;
  },
};
