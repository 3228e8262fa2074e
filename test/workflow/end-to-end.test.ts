import { expect, it, onTestFinished } from 'vitest';
import { createWorkflowClient } from '../../src/client/workflow-client.ts';
import { createDispatcher } from '../../src/delivery/dispatcher.ts';
import { createWorkflowApi } from '../../src/server/processes/workflow-api.ts';
import type { WebhookConfig } from '../../src/webhook/config/settings.ts';
import type { Task } from '../../src/workflow/task.ts';
import { createWorkflowService } from '../../src/workflow/workflow-service.ts';
import { type Hit, httpServer } from '../loopback-server.ts';
import { ada, basic, serve } from './serve-workflow.ts';

const everything = { Started: true, Completed: true, Errored: true };

/** Copies what the body lists, one at a time, until it is told to stop; one without an end goes on for ever. */
const copy: Task = {
  profile: 'nightly',
  parameters: { tables: 'job/tables' },
  run: async ({ parameters: { tables: listed }, signal, report }) => {
    const tables = Array.isArray(listed) ? listed : [];
    for (let done = 0; ; done++) {
      signal.throwIfAborted();
      report({ recordsProcessed: done * 100 });
      if (tables[done] === undefined) return;
      if (tables[done] === 'broken') return { status: 'error', error: 'A table is broken' };
      if (tables[done] === 'endless') done--;
      await new Promise(resolve => setImmediate(resolve));
    }
  },
};

/** The whole of it: an API on loopback, and a receiver of its three webhooks. */
async function world() {
  const receiver = await httpServer();
  const webhooks: WebhookConfig[] = [
    {
      id: 'get',
      profile: 'nightly',
      events: everything,
      method: 'GET',
      url: `${receiver.url}/get?event=$event$&profile=$profile$&n=$recordsProcessed$`,
    },
    {
      id: 'post',
      profile: 'nightly',
      events: everything,
      method: 'POST',
      url: `${receiver.url}/post`,
      headers: [{ name: 'x-profile', value: '$profile$' }],
      contentType: 'application/json',
      payload: '{"text":"$event$: $if(isError)$failed$else$$recordsProcessed$ records$endif$","at":$date$}',
    },
    {
      id: 'errors',
      profile: 'nightly',
      events: { Errored: true },
      method: 'POST',
      url: `${receiver.url}/errors`,
      payload: '$event$',
    },
  ];
  const dispatcher = createDispatcher({ allow: ['127.0.0.0/8'], schedule: [], timeoutMs: 600_000 });
  const service = createWorkflowService({ projects: { etl: { tasks: { copy } } }, webhooks, dispatcher });
  const origin = await serve(createWorkflowApi(service, { authenticate: [ada] }).fetch);
  const close = async (): Promise<void> => {
    await service.close({ timeoutMs: 0 });
    await dispatcher.close();
  };
  onTestFinished(close);
  return { origin, close, receiver };
}

/** The requests that arrived, sorted: events of one process may overtake each other on the way. */
function arrived(hits: readonly Hit[]): readonly string[] {
  return hits
    .map(({ method, path, body }) =>
      `${method} ${path} ${path === '/post' ? JSON.parse(body).text : body}`.trimEnd(),
    )
    .sort();
}

const completed = [
  'GET /get?event=Completed&profile=nightly&n=200',
  'GET /get?event=Started&profile=nightly&n=0',
  'POST /post Completed: 200 records',
  'POST /post Started: 0 records',
];

const interrupted = [
  expect.stringMatching(/^GET \/get\?event=Errored&profile=nightly&n=\d+$/),
  'GET /get?event=Started&profile=nightly&n=0',
  'POST /errors Errored',
  'POST /post Errored: failed',
  'POST /post Started: 0 records',
];

it.each(['baseUrl', 'instanceUrl'] as const)(
  'by the client, over its %s: run, wait, and every webhook arrives',
  async form => {
    const { origin, close, receiver } = await world();
    const address = form === 'baseUrl' ? { baseUrl: `${origin}/api/v2` } : { instanceUrl: origin };
    const client = createWorkflowClient({ ...address, ...ada });
    const { pid } = await client.run('etl', 'copy', { job: { tables: ['a', 'b'] } });
    const ended = await client.wait(pid);
    expect(ended).toMatchObject({
      pid,
      status: 'completed',
      recordsProcessed: 200,
      startedAt: expect.any(Date),
    });
    await close();
    expect(arrived(receiver.hits)).toEqual(completed);
    expect(receiver.hits.find(({ path }) => path === '/post')?.headers['x-profile']).toBe('nightly');
    expect(new Set(receiver.hits.map(({ headers }) => headers['webhook-id'])).size).toBe(4);
  },
);

it('by the client, interrupted in the middle: the process stops, and its webhooks say so', async () => {
  const { origin, close, receiver } = await world();
  const client = createWorkflowClient({ baseUrl: `${origin}/api/v2`, ...ada });
  const { pid } = await client.run('etl', 'copy', { job: { tables: ['a', 'endless'] } });
  expect((await client.interrupt(pid)).isFinal).toBe(false);
  expect(await client.wait(pid)).toMatchObject({ status: 'interrupted' });
  await close();
  expect(arrived(receiver.hits)).toEqual(interrupted);
});

it.each(['project/etl/task/copy', 'projects/etl/tasks/copy'])(
  'by plain fetch over %s: run, status, interrupt',
  async path => {
    const { origin, close, receiver } = await world();
    const headers = { authorization: basic(ada), 'content-type': 'application/json' };
    const body = JSON.stringify({ job: { tables: ['endless'] } });
    const run = await fetch(`${origin}/api/v2/${path}/run?trigger=API`, { method: 'POST', headers, body });
    expect(run.status).toBe(202);
    const location = run.headers.get('location') ?? '';
    expect(await (await fetch(location, { headers })).json()).toMatchObject({ status: 'running' });
    const interrupt = location.replace('/status/', '/interrupt/');
    expect((await fetch(interrupt, { headers })).status).toBe(202);
    await expect
      .poll(async () => (await fetch(location, { headers })).json())
      .toMatchObject({ status: 'interrupted' });
    expect((await fetch(interrupt, { headers })).status).toBe(200);
    await close();
    expect(arrived(receiver.hits)).toEqual(interrupted);
  },
);

it('a task that says that it failed: its error is shown, and its webhooks say so', async () => {
  const { origin, close, receiver } = await world();
  const client = createWorkflowClient({ instanceUrl: origin, ...ada });
  const { pid } = await client.run('etl', 'copy', { job: { tables: ['broken'] } });
  expect(await client.wait(pid)).toMatchObject({
    status: 'error',
    error: 'A table is broken',
    recordsProcessed: 0,
  });
  await close();
  expect(arrived(receiver.hits)).toEqual(interrupted);
});
