import { expect } from 'vitest';
import { createHookplate, type Hookplate, type HookplateOptions } from '../../src/server/index.ts';
import { type Backend, openTestDatabase } from '../outbox/test-database.ts';
import { atEnd } from '../shared/at-end.ts';
import { basicOf, copyTask, heldTask, passwords, type RoleName, users } from './test-users.ts';

/** Short, so that a test need not wait for it; long enough for a busy machine to renew it. */
const leaseMs = 1500;

interface Call {
  readonly as?: RoleName | 'nobody';
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The platform's bindings for a request. Default: those of Node.js, from loopback. */
  readonly bindings?: object;
}

const fromLoopback = { incoming: { socket: { remoteAddress: '127.0.0.1' } } };

export interface TestServer {
  readonly server: Hookplate;
  /** Sends a request, as an editor unless it says otherwise. */
  readonly call: (method: string, path: string, options?: Call) => Promise<Response>;
  /** The JSON of an answer, as the test knows it to be. */
  readonly json: <T = Record<string, unknown>>(method: string, path: string, options?: Call) => Promise<T>;
}

/** The JSON of an answer; what it is, the test that asks knows. */
export async function jsonOf<T>(response: Response): Promise<T> {
  return (await response.json()) as T;
}

/** The ids of the messages about an event, once a worker has made them. */
export async function messagesAbout(
  { json }: Pick<TestServer, 'json'>,
  event: string,
): Promise<readonly string[]> {
  const messages = async () =>
    (await json<{ messages?: readonly string[] }>('GET', `/api/events/${event}`)).messages;
  await expect.poll(messages).toBeDefined();
  return (await messages()) ?? [];
}

/** A server on a database of its own; both end with the test. */
export async function testServer(
  options: Partial<HookplateOptions> = {},
  backend: Backend = 'PostgreSQL',
): Promise<TestServer> {
  const database = options.database ?? (await openTestDatabase(backend));
  const server = await createHookplate({
    users,
    projects: { etl: { tasks: { copy: copyTask, held: heldTask } } },
    allow: ['127.0.0.0/8'],
    delivery: { schedule: [1, 1], pollMs: 20 },
    processes: { leaseMs },
    // Starting a thread takes longer than most tests; `templates` has those of threads.
    templates: { threads: 0 },
    ...options,
    database,
  });
  atEnd(() => server.stop({ timeoutMs: 0 }));
  await server.start();
  return callerOf(server);
}

export function callerOf(server: Hookplate): TestServer {
  const call: TestServer['call'] = async (
    method,
    path,
    { as = 'editor', body, headers = {}, bindings = fromLoopback } = {},
  ) =>
    server.fetch(
      new Request(`http://localhost${path}`, {
        method,
        headers: {
          ...(as !== 'nobody' && { authorization: basicOf(as, passwords[as]) }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
      bindings,
    );
  return {
    server,
    call,
    json: async (...asked) => jsonOf(await call(...asked)),
  };
}
