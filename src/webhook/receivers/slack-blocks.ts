import { Message } from './message.ts';
import type { Receiver } from './receiver.ts';
import { slackMessages, slackPages } from './slack-messages.ts';
import { plain, slackMrkdwn } from './writing.ts';

/** An incoming webhook of Slack, with a message of blocks. */
export const slackBlocks: Receiver = {
  id: 'slack-blocks',
  name: 'Slack, with blocks',
  hosts: ['hooks.slack.com'],
  method: 'POST',
  url: 'https://hooks.slack.com/services/YOUR/WEBHOOK/PATH',
  contentType: 'application/json',
  schema: slackMessages,
  documentation: slackPages,
  checked: '2026-11',
  secret: 'url',
  payload: catalogue => {
    const message = new Message(catalogue);
    return `{
  "text": "${message.title(slackMrkdwn, 1000)}",
  "blocks": [
    {
      "type": "header",
      "text": { "type": "plain_text", "text": "${message.title(plain, 150)}" }
    },
    {
      "type": "section",
      "text": { "type": "mrkdwn", "text": "${message.details(slackMrkdwn, 3000, { line: (label, value) => `*${label}:* ${value}` })}" }
    }
  ]
}`;
  },
};
