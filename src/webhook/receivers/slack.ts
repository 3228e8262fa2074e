import { EventSummary } from './event-summary.ts';
import type { Receiver } from './receiver.ts';
import { slackMessages, slackPages } from './slack-messages.ts';
import { slackMrkdwn } from './writing.ts';

/** An incoming webhook of Slack, with a message of one text. */
export const slack: Receiver = {
  id: 'slack',
  name: 'Slack',
  category: 'chat',
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
  message: { text: { markup: 'slack-mrkdwn', max: 40_000 }, payload: ['{"text":"', { part: 'text' }, '"}'] },
  payload: catalogue => {
    const heading = (title: string): string => `*${title}*`;
    return `{
  "text": "${new EventSummary(catalogue).text(slackMrkdwn, 20_000, { heading })}"
}`;
  },
};
