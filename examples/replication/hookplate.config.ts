import { defineConfig } from 'hookplate/cli';
import { fullCopy } from './tasks/full-copy.ts';
import { profile, statusPage, teamChat } from './webhooks.ts';

const { INBOX = 'http://127.0.0.1:8081' } = process.env;

export default defineConfig({
  users: [
    { username: 'ada', role: 'editor', password: { env: 'ADA_PASSWORD' } },
    { username: 'grace', role: 'viewer', password: { env: 'GRACE_PASSWORD' } },
  ],
  projects: {
    replication: {
      tasks: {
        'full-copy': fullCopy,
        'database-to-source': {
          profile,
          command: [process.execPath, 'tasks/database-to-source.ts'],
        },
      },
    },
  },
  webhooks: [statusPage(INBOX), teamChat(INBOX)],
  // The inbox is on this machine, which webhooks otherwise may not reach.
  allow: ['127.0.0.1/32'],
});
