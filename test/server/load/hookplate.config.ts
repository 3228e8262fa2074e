import type { HookplateConfig } from '../../../src/cli/config/config-schema.ts';
import { heldTask } from '../test-users.ts';
import { loadRoute, reporting } from './load-route.ts';

const { RECEIVER = '' } = process.env;

/** Tasks that do next to nothing, and a webhook that reports the processes of one. */
const config: HookplateConfig = {
  users: [{ username: 'load', role: 'editor', password: { env: 'LOAD_PASSWORD' } }],
  projects: {
    [loadRoute.project]: {
      tasks: {
        [loadRoute.task]: { profile: 'load', run: async () => ({ status: 'completed' }) },
        [loadRoute.held]: heldTask,
      },
    },
  },
  webhooks: [reporting(RECEIVER)],
  database: { env: 'DATABASE' },
  port: 0,
  // More than there are idle connections, so that others can come in beside them.
  http: { maxConnections: 30_000 },
  allow: ['127.0.0.1/32'],
  // All of the load comes from one caller.
  templates: { maxPerCaller: 20 },
  limits: { maxEventsPerSecond: 100_000 },
};

export default config;
