import { describe, expect, it } from 'vitest';
import { httpServer, tcpServer } from '../../loopback-server.ts';
import { deadUrl, loopbackDispatcher as dispatcher, get, post } from '../loopback-dispatcher.ts';

describe('one attempt', () => {
  it('sends what the request says and records the answer', async () => {
    const server = await httpServer(response => {
      response.writeHead(201, { 'content-type': 'text/plain', 'set-cookie': 'a=b' });
      response.end('made');
    });
    const attempt = await dispatcher({ now: () => 1_700_000_000_500 }).send(
      post(`${server.url}/in?x=1`, '{"é":1}'),
    );
    expect(server.hits).toMatchObject([{ method: 'POST', path: '/in?x=1', body: '{"é":1}' }]);
    expect(server.hits[0]?.headers).toMatchObject({
      'accept-encoding': 'identity',
      'content-length': '8',
      'content-type': 'application/json',
      'user-agent': 'hookplate',
      'webhook-timestamp': '1700000000',
    });
    expect(server.hits[0]?.headers['webhook-id']).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(attempt).toMatchObject({
      number: 1,
      startedAt: new Date(1_700_000_000_500),
      address: '127.0.0.1',
      outcome: { kind: 'answered', status: 201, body: 'made', truncated: false },
    });
    const names = attempt.outcome.kind === 'answered' && attempt.outcome.headers.map(([name]) => name);
    expect(names).toEqual(['content-type', 'date']);
  });

  it('keeps repeated headers of the request in their order', async () => {
    const server = await httpServer();
    const headers = [
      ['X-Tag', 'one'],
      ['X-Tag', 'two'],
    ] as const;
    await dispatcher().send({ method: 'POST', url: server.url, headers, body: '' });
    const raw = server.hits[0]?.rawHeaders ?? [];
    expect(raw.filter((_, index) => raw[index - 1] === 'X-Tag')).toEqual(['one', 'two']);
  });

  it('turns credentials in the URL into a header', async () => {
    const server = await httpServer();
    await dispatcher().send(get(server.url.replace('//', '//us%C3%A9r:p%40ss@')));
    const expected = `Basic ${Buffer.from('usér:p@ss').toString('base64')}`;
    expect(server.hits[0]?.headers.authorization).toBe(expected);
  });

  it.each([
    ['/a/hooks/?token=secret', 'the same address with `/` at the end'],
    ['hooks#secret', 'the same address'],
    ['/a/secret', 'another path of the same server'],
  ])(
    'records a redirect to %s as an answer, keeps how its target differs and no path, and does not follow it',
    async (to, kept) => {
      const server = await httpServer(response => response.writeHead(301, { location: to }).end());
      const { outcome } = await dispatcher().send(post(`${server.url}/a/hooks?token=secret`));
      expect(outcome).toMatchObject({ status: 301 });
      expect(outcome.kind === 'answered' && outcome.headers).toContainEqual(['location', kept]);
      expect(server.hits).toHaveLength(1);
    },
  );

  it('reads no more of a body than the cap', async () => {
    const server = await httpServer(response => response.end('é'.repeat(1000)));
    const attempt = await dispatcher({ maxResponseBytes: 101 }).send(get(server.url));
    expect(attempt.outcome).toMatchObject({ status: 200, body: 'é'.repeat(50), truncated: true });
  });

  it('takes a body that ends at the cap as complete', async () => {
    const server = await httpServer(response => response.end('x'.repeat(100)));
    const attempt = await dispatcher({ maxResponseBytes: 100 }).send(get(server.url));
    expect(attempt.outcome).toMatchObject({ body: 'x'.repeat(100), truncated: false });
  });

  it('records a refused connection', async () => {
    const url = await deadUrl();
    const attempt = await dispatcher().send(get(url));
    expect(attempt).toMatchObject({ address: '127.0.0.1', outcome: { error: 'connection-refused' } });
  });

  it('is aborted at once by its signal', async () => {
    const server = await tcpServer(() => {});
    const controller = new AbortController();
    const sent = dispatcher().send(get(server.url), { signal: controller.signal });
    controller.abort();
    expect(await sent).toMatchObject({ outcome: { kind: 'failed', error: 'aborted' } });
  });

  it('uses a connection again, but not one whose answer was cut off', async () => {
    const server = await httpServer((response, { path }) => response.end(path));
    const sockets = new Set<string | undefined>();
    const sender = dispatcher({ maxResponseBytes: 2 });
    for (const path of ['/1', '/2', '/too-long', '/3']) await sender.send(get(server.url + path));
    for (const { remotePort } of server.hits) sockets.add(String(remotePort));
    expect(server.hits.map(({ path }) => path)).toEqual(['/1', '/2', '/too-long', '/3']);
    expect(sockets.size).toBe(2);
  });

  it('shows the attempt to its observer', async () => {
    const server = await httpServer();
    const seen: unknown[] = [];
    const attempt = await dispatcher({ onAttempt: attempt => seen.push(attempt) }).send(get(server.url));
    expect(seen).toEqual([attempt]);
  });
});
