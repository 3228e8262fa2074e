import { defineConfig } from 'hookplate/cli';
import { profile, slackMessage, teamsMessage, wecomMessage } from './webhooks.ts';

/** Where Slack, Microsoft Teams and WeCom are: here, an inbox on this machine that stands for all three. */
const { INBOX = 'http://127.0.0.1:8081' } = process.env;

export default defineConfig({
  users: [{ username: 'ada', role: 'editor', password: { env: 'ADA_PASSWORD' } }],
  // Alertmanager calls /in/alertmanager/on-call, and shows this secret.
  sources: [
    {
      id: 'alertmanager',
      kind: 'alertmanager',
      profiles: [profile],
      secret: { env: 'ALERTMANAGER_SECRET' },
    },
  ],
  webhooks: [slackMessage(INBOX), teamsMessage(INBOX), wecomMessage(INBOX)],
  // The inbox is on this machine, which webhooks otherwise may not reach.
  allow: ['127.0.0.1/32'],
});
