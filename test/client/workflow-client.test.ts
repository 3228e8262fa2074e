import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import {
  createWorkflowClient,
  toleratedFailures,
  type WorkflowClient,
} from '../../src/client/workflow-client.ts';
import { httpServer, tcpServer } from '../loopback-server.ts';

const started = { pid: 'p-1', status: 'running', projectId: 'etl', taskId: 'copy' };

function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

function clientOf(
  url: string,
  options: { retries?: number; timeoutMs?: number; maxAnswerBytes?: number } = {},
): WorkflowClient {
  return createWorkflowClient({
    baseUrl: `${url}/any/v2/`,
    username: 'ada',
    password: 'pässword',
    ...options,
  });
}

/** A port on which nobody listens. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise(resolve => server.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('No port.');
  return address.port;
}

describe('a run', () => {
  it('has the short form under a base URL, and Basic credentials in UTF-8', async () => {
    const server = await httpServer(response => json(response, 202, started));
    await expect(clientOf(server.url).run('a/b', 'c@d', { x: 1 })).resolves.toMatchObject({ pid: 'p-1' });
    const [hit] = server.hits;
    expect(hit?.path).toBe('/any/v2/project/a%2Fb/task/c%40d/run?trigger=API');
    expect(hit?.headers.authorization).toBe(`Basic ${Buffer.from('ada:pässword').toString('base64')}`);
    expect(hit?.body).toBe('{"x":1}');
  });

  it('has the full form under an instance URL', async () => {
    const server = await httpServer(response => json(response, 202, started));
    const client = createWorkflowClient({ instanceUrl: server.url, headers: { authorization: 'Bearer t' } });
    await client.run(7, 8, null);
    expect(server.hits[0]?.path).toBe('/api/v2/projects/7/tasks/8/run?trigger=API');
    expect(server.hits[0]?.headers.authorization).toBe('Bearer t');
  });

  it('without a key is not repeated where the server may have begun it', async () => {
    let connections = 0;
    const server = await tcpServer(socket => {
      connections++;
      socket.once('data', () => socket.destroy());
    });
    await expect(clientOf(server.url).run('etl', 'copy', {})).rejects.toMatchObject({ code: 'network' });
    expect(connections).toBe(1);
  });

  it('with a key is repeated under the same key', async () => {
    const server = await httpServer((response, _, before) =>
      before === 0 ? json(response, 503, {}) : json(response, 202, started),
    );
    await clientOf(server.url).run('etl', 'copy', {}, { idempotencyKey: 'k' });
    expect(server.hits.map(({ headers }) => headers['idempotency-key'])).toEqual(['k', 'k']);
  });

  it('without a key is not repeated after an answer', async () => {
    const server = await httpServer(response => json(response, 503, {}));
    await expect(clientOf(server.url).run('etl', 'copy', {})).rejects.toMatchObject({ status: 503 });
    expect(server.hits).toHaveLength(1);
  });

  it('on a refused connection fails as refused, once the retries are used up', async () => {
    const client = clientOf(`http://127.0.0.1:${await closedPort()}`, { retries: 1 });
    await expect(client.run('etl', 'copy', {})).rejects.toMatchObject({ code: 'refused' });
  });
});

describe('an answer', () => {
  it('that is a problem document becomes an error with its status, code and detail', async () => {
    const problem = {
      type: 'about:blank',
      status: 404,
      code: 'unknown-task',
      detail: 'There is no such task.',
    };
    const server = await httpServer(response => json(response, 404, problem));
    await expect(clientOf(server.url).run('etl', 'nope', {})).rejects.toMatchObject({
      name: 'WorkflowClientError',
      code: 'answered',
      status: 404,
      problemCode: 'unknown-task',
      detail: 'There is no such task.',
      raw: problem,
    });
  });

  it('of another kind is kept as it came', async () => {
    const server = await httpServer(response => response.writeHead(418).end('teapot'));
    await expect(clientOf(server.url).status('p')).rejects.toMatchObject({ status: 418, raw: 'teapot' });
  });

  it('of success without a pid is unreadable, and kept', async () => {
    const server = await httpServer(response => json(response, 200, { hello: 'world' }));
    await expect(clientOf(server.url).run('etl', 'copy', {})).rejects.toMatchObject({
      code: 'unreadable',
      raw: { hello: 'world' },
    });
  });

  it('that names a date to come back is counted from the clock that was given', async () => {
    const server = await httpServer(response =>
      json(response, 429, {}, { 'retry-after': 'Thu, 01 Jan 1970 00:01:30 GMT' }),
    );
    const client = createWorkflowClient({ baseUrl: server.url, retries: 0, now: () => 30_000 });
    await expect(client.status('p')).rejects.toMatchObject({ retryAfterMs: 60_000 });
  });

  it('that redirects is not followed', async () => {
    const server = await httpServer(response => response.writeHead(307, { location: '/elsewhere' }).end());
    await expect(clientOf(server.url).run('etl', 'copy', {})).rejects.toMatchObject({ status: 307 });
    expect(server.hits).toHaveLength(1);
  });
});

describe('the headers of a request', () => {
  const sent = async (headers: Record<string, string>): Promise<readonly string[]> => {
    const server = await httpServer(response => json(response, 202, started));
    const client = createWorkflowClient({ baseUrl: server.url, username: 'ada', password: 'x', headers });
    await client.run('etl', 'copy', {}, { idempotencyKey: 'k' });
    const { rawHeaders = [] } = server.hits[0] ?? {};
    const lines = rawHeaders.flatMap((name, index) =>
      index % 2 === 0 ? [`${name.toLowerCase()}: ${rawHeaders[index + 1]}`] : [],
    );
    return lines
      .filter(line => /^(?:accept|authorization|content-type|idempotency-key|x-\w+):/.test(line))
      .sort();
  };

  it('are each sent once, whatever the case of their names; those of the call win', async () => {
    const given = {
      'Content-Type': 'text/plain',
      AUTHORIZATION: 'Bearer t',
      Accept: 'application/problem+json',
      'Idempotency-Key': 'other',
      'X-Mine': '1',
    };
    expect(await sent(given)).toEqual([
      'accept: application/problem+json',
      'authorization: Bearer t',
      'content-type: application/json',
      'idempotency-key: k',
      'x-mine: 1',
    ]);
  });

  it('that HTTP cannot carry are refused, and not quoted', () => {
    const make = () =>
      createWorkflowClient({ baseUrl: 'http://a.test', headers: { authorization: 'hu\nsh' } });
    expect(make).toThrow('options.headers: expected names and values that are valid in HTTP headers');
  });
});

describe('an answer without end', () => {
  const endless = () =>
    httpServer(response => {
      const write = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.writeHead(200).on('drain', write);
      write();
    });

  it('is read up to a bound, and unreadable', async () => {
    const server = await endless();
    await expect(clientOf(server.url).status('p')).rejects.toMatchObject({
      code: 'unreadable',
      status: 200,
      raw: 'x'.repeat(1024 * 1024),
    });
    await expect(clientOf(server.url, { maxAnswerBytes: 10 }).status('p')).rejects.toMatchObject({
      raw: 'x'.repeat(10),
    });
  });

  it('may be as long as the bound', async () => {
    const server = await httpServer(response => response.end('"running"'));
    await expect(clientOf(server.url, { maxAnswerBytes: 9 }).status('p')).resolves.toMatchObject({
      status: 'running',
    });
    await expect(clientOf(server.url, { maxAnswerBytes: 8 }).status('p')).rejects.toMatchObject({
      raw: '"running',
    });
  });

  it('that is an error is one with what was read of it', async () => {
    const server = await httpServer(response => response.writeHead(404).end('x'.repeat(100)));
    const status = clientOf(server.url, { maxAnswerBytes: 10 }).status('p');
    await expect(status).rejects.toMatchObject({ code: 'answered', status: 404, raw: 'x'.repeat(10) });
  });
});

describe('waiting', () => {
  const html = '<!doctype html><title>Maintenance</title>';
  const soon = { 'retry-after': '0' };

  it('goes on after answers that say nothing: an error of the server, a page, a broken connection', async () => {
    const server = await httpServer((response, _, before) => {
      if (before === 0) json(response, 500, {}, soon);
      else if (before === 1) response.writeHead(200, { 'content-type': 'text/html', ...soon }).end(html);
      else if (before === 2) response.destroy();
      else json(response, 200, { ...started, status: 'completed' });
    });
    const ended = await clientOf(server.url, { retries: 0 }).wait('p');
    expect(ended.status).toBe('completed');
    expect(server.hits).toHaveLength(4);
  });

  it.each<[string, number, string, object]>([
    ['pages', 200, html, { code: 'unreadable', raw: html }],
    ['objects without a status', 200, '{"hello":"world"}', { code: 'unreadable', raw: { hello: 'world' } }],
    ['errors', 500, '{}', { code: 'answered', status: 500 }],
  ])('gives up after six %s in a row', async (_, status, body, error) => {
    expect(toleratedFailures).toBe(5);
    const server = await httpServer(response => response.writeHead(status, soon).end(body));
    await expect(clientOf(server.url).wait('p')).rejects.toMatchObject(error);
    expect(server.hits).toHaveLength(6);
  });

  it.each([400, 401, 403, 404, 410])('gives up at once on %d', async status => {
    const server = await httpServer(response => json(response, status, {}));
    await expect(clientOf(server.url).wait('p')).rejects.toMatchObject({ code: 'answered', status });
    expect(server.hits).toHaveLength(1);
  });

  it('asks until the status is final; one that is unknown is not', async () => {
    const statuses = ['running', 'thinking', 'completed'];
    const server = await httpServer((response, _, before) =>
      json(response, 200, { ...started, status: statuses[before] }, { 'retry-after': '0' }),
    );
    await expect(clientOf(server.url).wait('p/1')).resolves.toMatchObject({ status: 'completed' });
    expect(server.hits.map(({ path }) => path)).toEqual(Array(3).fill('/any/v2/status/p%2F1'));
  });

  it('ends by its own deadline, and by its signal', async () => {
    const server = await httpServer(response => json(response, 200, started));
    await expect(clientOf(server.url).wait('p', { timeoutMs: 20 })).rejects.toMatchObject({
      code: 'timeout',
    });
    const reason = new Error('enough');
    await expect(clientOf(server.url).wait('p', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

describe('options', () => {
  it.each([
    [{ baseUrl: 'ftp://a.test' }, 'baseUrl'],
    [{ baseUrl: 'http://u:p@a.test' }, 'baseUrl'],
    [{ instanceUrl: 'http://a.test/?q' }, 'instanceUrl'],
    [{ baseUrl: 'http://a.test', username: 'a:b', password: '' }, 'username'],
    [{ baseUrl: 'http://a.test', username: 'a' }, 'password'],
    [{ baseUrl: 'http://a.test', timeoutMs: 0 }, 'timeoutMs'],
    [{ baseUrl: 'http://a.test', retries: -1 }, 'retries'],
    [{ baseUrl: 'http://a.test', maxAnswerBytes: 0 }, 'maxAnswerBytes'],
    [{ baseUrl: 'http://a.test', now: new Date() }, 'now'],
    [{ baseUrl: 'http://a.test', timeout: 5 }, 'timeout'],
  ])('that are invalid are named: %o', (options, name) => {
    // A caller without types can pass anything.
    const wrong = options as unknown as Parameters<typeof createWorkflowClient>[0];
    expect(() => createWorkflowClient(wrong)).toThrow(new RegExp(`^options\\.${name}:`));
    expect(() => createWorkflowClient(wrong)).toThrow(TypeError);
  });

  it.each([
    [undefined, 'options: one of `baseUrl` and `instanceUrl` is needed'],
    [{}, 'options: one of `baseUrl` and `instanceUrl` is needed'],
    [
      { baseUrl: 'http://a.test', instanceUrl: 'http://a.test' },
      'options: only one of `baseUrl` and `instanceUrl` can be used',
    ],
  ])('need one address: %o', (options, message) => {
    // A caller without types can pass anything.
    const wrong = options as unknown as Parameters<typeof createWorkflowClient>[0];
    expect(() => createWorkflowClient(wrong)).toThrow(message);
  });
});

describe('arguments', () => {
  // A caller without types can pass anything.
  const nothing = undefined as unknown as string;
  const { run, status, interrupt, wait } = createWorkflowClient({
    baseUrl: 'http://127.0.0.1:1',
    retries: 0,
  });

  it.each([
    ['projectId: expected text or a number', () => run(nothing, 'copy', {})],
    ['taskId: expected text or a number', () => run('etl', nothing, {})],
    ['body: is missing; pass `null` if the task needs none', () => run('etl', 'copy', undefined as never)],
    ['pid: expected text or a number', () => status(nothing)],
    ['pid: expected text or a number', () => interrupt(nothing)],
    ['pid: expected text or a number', () => wait(nothing)],
  ])('that are absent are named: %s', async (message, call) => {
    await expect(call()).rejects.toMatchObject({ code: 'invalid-argument', message });
  });
});
