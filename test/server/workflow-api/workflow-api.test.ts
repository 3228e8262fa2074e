import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { busyRetrySeconds } from '../../../src/server/problem-of.ts';
import { createWorkflowApi, type WorkflowApiOptions } from '../../../src/server/processes/workflow-api.ts';
import { pollSeconds } from '../../../src/server/processes/workflow-routes.ts';
import { createCommandTask, maxParameterBytes } from '../../../src/workflow/command/command-task.ts';
import { createMemoryStore } from '../../../src/workflow/store/memory-store.ts';
import { endedRecord, queuedRecord } from '../../workflow/process-store-contract.ts';
import { heldTask, type SampleOptions, sampleService, settle } from '../../workflow/sample-service.ts';
import { ada, basic, serve } from '../../workflow/serve-workflow.ts';
import { expectDescribed } from './document-schemas.ts';

const shortForm = '/project/{projectId}/task/{taskId}/run';
const fullForm = '/projects/{projectId}/tasks/{taskId}/run';

/** Some fields of the answers. */
interface Body {
  readonly pid: string;
  readonly status: string;
  readonly code: string;
  readonly statusUrl: string;
}

async function bodyOf(response: Response): Promise<Body> {
  // Every answer is compared with the document, so its type need not be checked here.
  return (await response.json()) as Body;
}

interface Api {
  /** Its address. */
  readonly base: string;
  /** With credentials; every answer is compared with the OpenAPI document. */
  readonly ask: (method: string, path: string, init?: RequestInit) => Promise<Response>;
  readonly run: (body: unknown, headers?: Record<string, string>) => Promise<Response>;
}

async function api(service: SampleOptions = {}, options: Partial<WorkflowApiOptions> = {}): Promise<Api> {
  const app = createWorkflowApi(sampleService(service), { authenticate: [ada], ...options });
  const base = `${await serve(app.fetch)}/api/v2`;
  const ask: Api['ask'] = async (method, path, init = {}) => {
    const headers = { authorization: basic(ada), ...init.headers };
    const response = await fetch(base + path, { ...init, method, headers });
    const template = templateOf(path);
    if (template !== undefined && /GET|POST/.test(method)) await expectDescribed(response, template, method);
    return response;
  };
  const run: Api['run'] = (body, headers) =>
    ask('POST', '/project/etl/task/load/run?trigger=API', {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
  return { base, ask, run };
}

/** The path in the document that a path falls under; a method that is not described has no answers to compare with. */
function templateOf(path: string): string | undefined {
  if (/^\/project\/.*\/run/.test(path)) return shortForm;
  if (/^\/projects\/.*\/run/.test(path)) return fullForm;
  if (path.startsWith('/status/')) return '/status/{pid}';
  return path.startsWith('/interrupt/') ? '/interrupt/{pid}' : undefined;
}

const json = { 'content-type': 'application/json' };

describe('a run', () => {
  it.each(['/project/etl/task/load/run?trigger=API', '/projects/etl/tasks/load/run?trigger=API'])(
    'over %s is accepted, and says where its process can be asked for and stopped',
    async path => {
      const task = heldTask();
      const { base, ask } = await api({ tasks: { load: task } });
      const response = await ask('POST', path, { body: '{"a":[1,{"b":null}]}', headers: json });
      expect(response.status).toBe(202);
      const body = await bodyOf(response);
      expect(body).toEqual({
        pid: expect.any(String),
        status: 'running',
        projectId: 'etl',
        taskId: 'load',
        statusUrl: `${base}/status/${body.pid}`,
        interruptUrl: `${base}/interrupt/${body.pid}`,
      });
      expect(response.headers.get('location')).toBe(body.statusUrl);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(task.inputs[0]?.body).toEqual({ a: [1, { b: null }] });
    },
  );

  it.each(['', '?trigger=', '?trigger=api', '?Trigger=API', '?x=API'])(
    'without trigger=API (%j) is 400',
    async query => {
      const { ask } = await api();
      const response = await ask('POST', `/project/etl/task/brief/run${query}`, {
        body: '{}',
        headers: json,
      });
      expect([response.status, (await bodyOf(response)).code]).toEqual([400, 'trigger-missing']);
    },
  );

  it.each([
    ['nope/task/brief', 'unknown-project'],
    ['etl/task/nope', 'unknown-task'],
    ['__proto__/task/brief', 'unknown-project'],
    ['etl/task/constructor', 'unknown-task'],
    ['%FF/task/brief', 'unknown-project'],
  ])('of %s is 404', async (ids, code) => {
    const { ask } = await api();
    const response = await ask('POST', `/project/${ids}/run?trigger=API`, { body: '{}', headers: json });
    expect([response.status, (await bodyOf(response)).code]).toEqual([404, code]);
  });

  it('that lacks a field which its task needs is 400, and says what is there', async () => {
    const { run } = await api({ tasks: { load: { ...heldTask(), parameters: { city: 'customer/city' } } } });
    const response = await run({ customer: { town: 'x' } });
    expect(response.status).toBe(400);
    expect(await bodyOf(response)).toMatchObject({
      code: 'missing-field',
      missing: [{ parameter: 'city', reference: 'customer/city', available: ['town'] }],
    });
  });

  it('whose parameters are longer than its command can be given is 413, and starts nothing', async () => {
    const load = createCommandTask({ command: ['true'], profile: 'p', parameters: { a: 'a' } });
    const { run } = await api({ tasks: { load } });
    const longest = { a: 'x'.repeat(maxParameterBytes - '{"a":""}'.length) };
    expect((await run(longest)).status).toBe(202);
    const refused = await run({ a: `${longest.a}x` });
    expect(refused.headers.get('content-type')).toBe('application/problem+json');
    expect([refused.status, await bodyOf(refused)]).toMatchObject([
      413,
      { code: 'parameters-too-long', detail: expect.stringContaining(`at most ${maxParameterBytes} bytes`) },
    ]);
  });

  it('over the bound of the queue is 429, and says when to come again', async () => {
    const { run } = await api({ tasks: { load: heldTask() }, concurrency: 1, maxQueued: 1 });
    const answers = [await run(1), await run(2), await run(3)];
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 429]);
    expect(answers[2]?.headers.get('retry-after')).toBe('5');
    expect(busyRetrySeconds).toBe(5);
  });

  it('under the same key is the same process; with another body it is 422, and a key without text 400', async () => {
    const { run } = await api({ tasks: { load: heldTask() } });
    const pids = await Promise.all(
      [1, 2, 3].map(async () => (await bodyOf(await run({ a: 1 }, { 'idempotency-key': 'k' }))).pid),
    );
    expect(new Set(pids).size).toBe(1);
    expect((await run({ a: 2 }, { 'idempotency-key': 'k' })).status).toBe(422);
    expect((await run({ a: 2 }, { 'idempotency-key': 'x'.repeat(256) })).status).toBe(400);
    expect((await run({ a: 2 }, { 'idempotency-key': '' })).status).toBe(400);
  });

  it('of a closed service is 503', async () => {
    const service = sampleService();
    const origin = await serve(createWorkflowApi(service, { authenticate: () => true }).fetch);
    await service.close();
    const url = `${origin}/api/v2/project/etl/task/brief/run?trigger=API`;
    const response = await fetch(url, { method: 'POST', body: '{}', headers: json });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    await expectDescribed(response, shortForm, 'POST');
  });

  it('that meets an error which nobody foresaw is 500 without internals, and the error is told', async () => {
    const errors: unknown[] = [];
    const secret = new Error('connect postgres://admin:hunter2@db');
    const store = { ...createMemoryStore(), add: () => Promise.reject(secret) };
    const onError = (error: unknown): never => {
      errors.push(error);
      throw error;
    };
    const { run } = await api({ store, tasks: { load: heldTask() } }, { onError });
    const response = await run({});
    expect(response.status).toBe(500);
    expect(await response.text()).not.toMatch(/postgres|hunter2|at /);
    expect(errors).toEqual([secret]);
  });
});

describe('a status', () => {
  it('is told with Retry-After until the process has ended', async () => {
    const task = heldTask();
    const { run, ask } = await api({ tasks: { load: task }, now: () => Date.parse('2026-03-29T01:30:00Z') });
    const { pid } = await bodyOf(await run(null));
    task.inputs[0]?.report({ recordsProcessed: 5 });
    const running = await ask('GET', `/status/${pid}`);
    const startedAt = '2026-03-29T01:30:00.000Z';
    const body = { pid, projectId: 'etl', taskId: 'load', startedAt, recordsProcessed: 5, errorCount: 0 };
    expect(await bodyOf(running)).toEqual({ ...body, status: 'running', endedAt: null });
    expect(running.headers.get('retry-after')).toBe(String(pollSeconds));
    expect(running.headers.get('cache-control')).toBe('no-store');
    task.fail(new Error('It broke'));
    await settle();
    const ended = await ask('GET', `/status/${pid}`);
    expect(await bodyOf(ended)).toEqual({ ...body, status: 'error', endedAt: startedAt, error: 'It broke' });
    expect(ended.headers.get('retry-after')).toBeNull();
  });

  it('of a queued process has no times', async () => {
    const { run, ask } = await api({ tasks: { load: heldTask() }, concurrency: 1 });
    await run(1);
    const { pid } = await bodyOf(await run(2));
    expect(await bodyOf(await ask('GET', `/status/${pid}`))).toMatchObject({
      status: 'queued',
      startedAt: null,
      endedAt: null,
    });
  });

  it.each(['user@host/1', '100%25', '%41', 'a b?c#d', 'ünïcödé/日本', 'a//b', 'line\nbreak'])(
    'is found by a pid of another store, percent-decoded once: %j',
    async pid => {
      const store = createMemoryStore();
      await store.save(endedRecord(queuedRecord(pid)));
      const { ask } = await api({ store });
      const response = await ask('GET', `/status/${encodeURIComponent(pid)}`);
      expect([response.status, (await bodyOf(response)).pid]).toEqual([200, pid]);
      expect((await ask('GET', `/interrupt/${encodeURIComponent(pid)}`)).status).toBe(200);
    },
  );

  it('is found by a pid whose slash and at sign are written as they are', async () => {
    const store = createMemoryStore();
    await store.save(endedRecord(queuedRecord('user@host/1')));
    const { ask } = await api({ store });
    expect((await ask('GET', '/status/user@host/1')).status).toBe(200);
  });

  it.each(['nope', '__proto__', '%', '%FF', '%2541'])('of %s is 404', async pid => {
    const store = createMemoryStore();
    await store.save(endedRecord(queuedRecord('A')));
    const { ask } = await api({ store });
    const response = await ask('GET', `/status/${pid}`);
    expect([response.status, (await bodyOf(response)).code]).toEqual([404, 'unknown-process']);
  });
});

describe('an interruption', () => {
  it.each(['GET', 'POST'])(
    'by %s is 202 and stops the process; again, and after its end, it is 200',
    async method => {
      const task = heldTask({ deaf: true });
      const { run, ask } = await api({ tasks: { load: task } });
      const { pid } = await bodyOf(await run(null));
      const first = await ask(method, `/interrupt/${pid}`);
      expect([first.status, (await bodyOf(first)).status]).toEqual([202, 'running']);
      expect(first.headers.get('cache-control')).toBe('no-store');
      expect(task.inputs[0]?.signal.aborted).toBe(true);
      const again = await ask(method, `/interrupt/${pid}`);
      expect([again.status, (await bodyOf(again)).status]).toEqual([200, 'running']);
      task.finish();
      await settle();
      const after = await ask(method, `/interrupt/${pid}`);
      expect([after.status, (await bodyOf(after)).status]).toEqual([200, 'interrupted']);
    },
  );

  it('of an unknown process is 404', async () => {
    const { ask } = await api();
    expect((await ask('GET', '/interrupt/nope')).status).toBe(404);
    expect((await ask('POST', '/interrupt/nope')).status).toBe(404);
  });

  it('is nothing that a HEAD does', async () => {
    const task = heldTask();
    const { run, ask } = await api({ tasks: { load: task } });
    const { pid } = await bodyOf(await run(null));
    expect((await ask('HEAD', `/interrupt/${pid}`)).status).toBe(200);
    expect(task.inputs[0]?.signal.aborted).toBe(false);
  });

  it.each([
    { 'sec-purpose': 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
    { 'Sec-Purpose': 'prefetch;anonymous-client-ip' },
    { purpose: 'Prefetch' },
    { 'X-Moz': 'prefetch' },
    { 'x-purpose': 'preview' },
  ])('is nothing that a prefetch does: %j', async headers => {
    const task = heldTask();
    const { run, ask } = await api({ tasks: { load: task } });
    const { pid } = await bodyOf(await run(null));
    const response = await ask('GET', `/interrupt/${pid}`, { headers });
    expect([response.status, response.headers.get('cache-control')]).toEqual([503, 'no-store']);
    expect(task.inputs[0]?.signal.aborted).toBe(false);
  });
});

describe('any other request', () => {
  it.each([
    ['GET', '/project/etl/task/brief/run?trigger=API', 'POST'],
    ['HEAD', '/projects/etl/tasks/brief/run?trigger=API', 'POST'],
    ['POST', '/status/x', 'GET, HEAD'],
    ['DELETE', '/status/x', 'GET, HEAD'],
    ['PUT', '/interrupt/x', 'GET, HEAD, POST'],
    ['OPTIONS', '/interrupt/x', 'GET, HEAD, POST'],
    ['POST', '/openapi.json', 'GET, HEAD'],
  ])('%s %s is 405 and says what is allowed', async (method, path, allow) => {
    const { base } = await api();
    const response = await fetch(base + path, { method, headers: { authorization: basic(ada) } });
    expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
  });

  it.each([
    '',
    '/',
    '/nope',
    '/status',
    '/status/',
    '/project/etl/task/brief/run/',
    '/project/a/b/task/brief/run',
  ])('to %j is 404', async path => {
    const { base, ask } = await api();
    const response = await ask('PATCH', path);
    expect([response.status, (await bodyOf(response)).code]).toEqual([404, 'not-found']);
    expect(
      (await fetch(`${new URL(base).origin}/other`, { headers: { authorization: basic(ada) } })).status,
    ).toBe(404);
  });
});

describe('wherever it is mounted', () => {
  async function statusUrl(
    fetch: (request: Request) => Response | Promise<Response>,
    path: string,
  ): Promise<string> {
    const request = new Request(`https://example.com${path}/project/etl/task/brief/run?trigger=API`, {
      method: 'POST',
      body: '{}',
      headers: { ...json, authorization: basic(ada) },
    });
    const response = await fetch(request);
    expect(response.status).toBe(202);
    const { pid, statusUrl } = await bodyOf(response);
    return statusUrl.replace(pid, '{pid}');
  }

  it.each(['/workflow/v2', '/workflow/v2/', '', '/', '/a%20b/v2', '/tenants/:tenant/v2'])(
    'under the base path %j it tells its own address',
    async basePath => {
      const app = createWorkflowApi(sampleService(), { authenticate: [ada], basePath });
      const path = basePath.replace(/\/$/, '').replace(':tenant', 'acme');
      expect(await statusUrl(app.fetch, path)).toBe(`https://example.com${path}/status/{pid}`);
    },
  );

  it('inside another app it tells its own address, and answers its errors itself', async () => {
    const app = new Hono().route('/inner', createWorkflowApi(sampleService(), { authenticate: [ada] }));
    app.get('/other', context => context.text('other'));
    expect(await statusUrl(app.fetch, '/inner/api/v2')).toBe('https://example.com/inner/api/v2/status/{pid}');
    expect((await app.request('/inner/api/v2/nope')).status).toBe(401);
    expect(await (await app.request('/other')).text()).toBe('other');
  });

  it('behind a proxy it tells the address that it was told', async () => {
    const app = createWorkflowApi(sampleService(), {
      authenticate: [ada],
      publicUrl: 'https://proxy.example.com/wf/',
    });
    expect(await statusUrl(app.fetch, '/api/v2')).toBe('https://proxy.example.com/wf/status/{pid}');
  });

  it.each([{ basePath: 'api' }, { basePath: '/%ff' }, { publicUrl: '/api' }, { publicUrl: 'ftp://x' }])(
    '%j is refused',
    options => {
      expect(() => createWorkflowApi(sampleService(), { authenticate: [ada], ...options })).toThrow(
        TypeError,
      );
    },
  );
});
