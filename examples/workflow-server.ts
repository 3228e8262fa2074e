import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { createDispatcher } from '../src/delivery/index.ts';
import { createWorkflowApi, createWorkflowService, type Task } from '../src/workflow/index.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { backupReport, teamChat } from './webhooks.ts';

/** Copies the tables that the body lists, a fifth of a second each; a table named `broken` fails. */
const copyTables: Task = {
  profile: 'Nightly copy',
  parameters: { tables: 'job/tables' },
  run: async ({ parameters: { tables }, signal, report }) => {
    for (const [index, table] of (Array.isArray(tables) ? tables : []).entries()) {
      await sleep(200, undefined, { signal });
      if (table === 'broken') {
        report({ errorCount: 1 });
        return { status: 'error', error: 'A table is broken' };
      }
      report({ recordsProcessed: (index + 1) * 100 });
    }
    return { status: 'completed' };
  },
};

export interface WorkflowServer {
  readonly origin: string;
  /** Where the webhooks of its processes arrive. */
  readonly receiver: Receiver;
  readonly close: () => Promise<void>;
}

/** A workflow API on this machine with one task, `etl/copy`, for the user `ada` with the password `lovelace`. */
export async function startWorkflowServer({ port }: { readonly port: number }): Promise<WorkflowServer> {
  const receiver = await startReceiver();
  const dispatcher = createDispatcher({ allow: ['127.0.0.0/8'] });
  const service = createWorkflowService({
    projects: { etl: { tasks: { copy: copyTables } } },
    webhooks: [backupReport(receiver.origin), teamChat(receiver.origin)].map(webhook => ({
      ...webhook,
      profile: copyTables.profile,
    })),
    dispatcher,
  });
  const api = createWorkflowApi(service, { authenticate: [{ username: 'ada', password: 'lovelace' }] });
  const server = serve({ fetch: api.fetch, port, hostname: '127.0.0.1' });
  await once(server, 'listening');
  // A server that listens on a port has an address of this kind.
  const address = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${address.port}`,
    receiver,
    close: async () => {
      server.close();
      await once(server, 'close');
      await service.close();
      await dispatcher.close();
      await receiver.close();
    },
  };
}
