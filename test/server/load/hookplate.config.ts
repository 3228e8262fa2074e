import type { ServerConfig } from '../../../src/cli/serve/server-config.ts';
import { loadRoute } from './load-route.ts';

const { RECEIVER = '' } = process.env;

/** A task that does next to nothing, and a webhook that reports each of its processes. */
const config: ServerConfig = {
  users: [{ username: 'load', role: 'editor', password: { env: 'LOAD_PASSWORD' } }],
  projects: {
    [loadRoute.project]: {
      tasks: { [loadRoute.task]: { profile: 'load', run: async () => ({ status: 'completed' }) } },
    },
  },
  webhooks: [
    {
      id: 'receiver',
      profile: 'load',
      events: { Started: true, Completed: true, Errored: true },
      method: 'POST',
      url: RECEIVER,
      contentType: 'application/json',
      payload: '{ "pid": $pid$, "event": $event$ }',
    },
  ],
  database: { env: 'DATABASE' },
  port: 0,
  // More than there are idle connections, so that others can come in beside them.
  http: { maxConnections: 30_000 },
  allow: ['127.0.0.1/32'],
};

export default config;
