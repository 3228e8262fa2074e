import { openDatabase } from 'hookplate/outbox';
import {
  createHookplate,
  type Hookplate,
  type HookplateOptions,
  serveNode,
  type WebhookSeed,
} from 'hookplate/server';
import type { Task } from 'hookplate/workflow';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, type Login, openPage, type PageOptions } from '../browser/pages.ts';
import { httpServer } from '../loopback-server.ts';
import { openTestDatabase } from '../outbox/test-database.ts';
import { basicOf, passwords, type RoleName, users } from '../server/test-users.ts';
import { atEnd } from '../shared/at-end.ts';

/** The application as people find it: built, listening, with a database of its own. */
export interface StudioServer {
  readonly origin: string;
  /** Calls the API, as an editor unless somebody else is named; the JSON of its answer. */
  readonly call: <T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    options?: CallOptions,
  ) => Promise<T>;
  readonly portalLink: Hookplate['portalLink'];
  readonly revokePortalLinks: Hookplate['revokePortalLinks'];
  /** Opens a page as somebody who has signed in. */
  readonly open: (path: string, options?: OpenOptions) => Promise<Page>;
  readonly stop: () => Promise<void>;
  /** Listens again, at the same address. */
  readonly start: () => Promise<void>;
}

interface CallOptions {
  readonly login?: Login;
  readonly ifMatch?: string;
}

interface OpenOptions extends BrowserContextOptions, PageOptions {
  readonly as?: RoleName;
}

/** Ends at once. */
const copy: Task = {
  profile: 'nightly',
  parameters: { tables: 'job/tables' },
  run: ({ report }) => {
    report({ recordsProcessed: 12_500 });
    return undefined;
  },
};

const broken: Task = {
  profile: 'nightly',
  run: ({ report }) => {
    report({ errorCount: 3 });
    return { status: 'error', error: 'The table orders cannot be read' };
  },
};

/** Goes on until it is interrupted. */
const held: Task = {
  profile: 'nightly',
  run: ({ signal, report }) =>
    new Promise<undefined>((_, reject) => {
      report({ recordsProcessed: 7 });
      signal.addEventListener('abort', () => reject(signal.reason));
    }),
};

/** A webhook of the profile `nightly` for all events. */
export function chat(url: string, id = 'team-chat'): WebhookSeed {
  return {
    id,
    profile: 'nightly',
    events: { Started: true, Completed: true, Errored: true },
    method: 'POST',
    url: `${url}/hooks/42`,
    contentType: 'application/json',
    payload: '{"text":"$profile$ $event$"}',
  };
}

/** Listens at any port, or that of the option `publicUrl`. */
export async function studioServer(options: Partial<HookplateOptions> = {}): Promise<StudioServer> {
  const database = await openTestDatabase('PostgreSQL', openDatabase);
  const launch = async (port: number) => {
    const server = await createHookplate({
      database,
      users,
      projects: { etl: { tasks: { copy, held, broken } } },
      allow: ['127.0.0.0/8'],
      delivery: { schedule: [1, 1], pollMs: 100 },
      templates: { deadlineMs: 120_000 },
      ...options,
    });
    const listening = await serveNode(server, { port });
    await server.start();
    const end = async (): Promise<void> => {
      await server.stop({ timeoutMs: 0 });
      await listening.close();
    };
    return { ...listening, server, end };
  };
  let running: Awaited<ReturnType<typeof launch>> | undefined = await launch(
    Number(new URL(options.publicUrl ?? 'http://localhost').port),
  );
  const { origin, port } = running;
  const stop = async (): Promise<void> => {
    await running?.end();
    running = undefined;
  };
  atEnd(stop);
  const serverNow = (): Hookplate => {
    if (!running) throw new Error('The server is stopped.');
    return running.server;
  };
  return {
    origin,
    stop,
    start: async () => {
      running = await launch(port);
    },
    portalLink: of => serverNow().portalLink(of),
    revokePortalLinks: of => serverNow().revokePortalLinks(of),
    call: callerOf(origin),
    open: (path, { as = 'editor', ...context } = {}) =>
      openPage(`${origin}/${path}`, {
        login: { username: as, password: passwords[as] },
        ...context,
      }),
  };
}

function callerOf(origin: string): StudioServer['call'] {
  const editor: Login = { username: 'editor', password: passwords.editor };
  return async (method, path, body, { login = editor, ifMatch } = {}) => {
    const response = await fetch(`${origin}/${path}`, {
      method,
      headers: {
        authorization: basicOf(login.username, login.password),
        'content-type': 'application/json',
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return response.status === 204 ? undefined : await response.json();
  };
}

/** Starts a task; its pid. */
export async function run({ call }: StudioServer, task: 'copy' | 'held' | 'broken'): Promise<string> {
  const body = { job: { tables: [] } };
  const { pid } = await call<{ pid: string }>(
    'POST',
    `api/v2/project/etl/task/${task}/run?trigger=API`,
    body,
  );
  return pid;
}

/** Resolves when at least so many messages are in a state; their ids. */
export async function messagesIn({ call }: StudioServer, state: string, count: number): Promise<string[]> {
  const found = async () => {
    const { items } = await call<{ items: { id: string }[] }>('GET', `api/messages?state=${state}`);
    return items.map(({ id }) => id);
  };
  await expect.poll(async () => (await found()).length).toBeGreaterThanOrEqual(count);
  return found();
}

/** A message that failed once, and waits an hour for its next attempt. */
export async function waitingMessage(
  name?: string,
): Promise<{ readonly server: StudioServer; readonly id: string }> {
  const inbox = await httpServer(response => response.writeHead(500).end());
  const server = await studioServer({
    webhooks: [{ ...chat(inbox.url), ...(name !== undefined && { name }), events: { Started: true } }],
    delivery: { schedule: [3_600_000] },
  });
  await run(server, 'copy');
  await expect.poll(() => inbox.hits.length).toBe(1);
  const [id = ''] = await messagesIn(server, 'pending', 1);
  return { server, id };
}
