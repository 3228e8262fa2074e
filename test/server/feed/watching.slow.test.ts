import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readOutboxOptions } from '../../../src/outbox/outbox-options.ts';
import { ChangeFeed, heartbeatMs, type Watcher, writeChanges } from '../../../src/server/change-feed.ts';
import type { RequestLogEntry } from '../../../src/server/index.ts';
import { httpServer } from '../../loopback-server.ts';
import { numberedUuid } from '../../outbox/numbered-uuid.ts';
import { executorOf, openTestDatabase } from '../../outbox/test-database.ts';
import { type TestServer, testServer } from '../test-server.ts';
import { basicOf, users } from '../test-users.ts';

const run = '/api/v2/project/etl/task/copy/run?trigger=API';
const body = { job: { tables: [] } };

/** Messages of a profile, which are never due. */
const addMessages = `insert into hookplate.job (bucket, id, given_id, profile, endpoint, host, method, request_bytes, request_day)
  select 0, gen_random_uuid(), $1::text || n, $2::text, gen_random_uuid(), 'h', 'POST', 0, now() from generate_series(1, $3::int) n`;

/** A stream of events with the text received so far; it is left when the test ends. */
async function watch(
  { call }: TestServer,
  headers: Readonly<Record<string, string>> = {},
  query = '',
): Promise<{
  readonly text: () => string;
  readonly ended: Promise<void>;
  readonly leave: () => Promise<void>;
}> {
  const response = await call('GET', `/api/changes${query}`, { as: 'viewer', headers });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const reader = response.body?.getReader();
  const leave = async (): Promise<void> => reader?.cancel();
  onTestFinished(leave);
  let text = '';
  const read = async (): Promise<void> => {
    for (;;) {
      const chunk = await reader?.read();
      if (!chunk || chunk.done) return;
      text += new TextDecoder().decode(chunk.value);
    }
  };
  const ended = read();
  await expect.poll(() => text).toContain(':');
  return { text: () => text, ended, leave };
}

describe('the stream of events', () => {
  it('tells of processes, events and messages, and of no secret', async () => {
    const receiver = await httpServer();
    const tested = await testServer();
    const config = {
      profile: 'nightly',
      events: { Completed: true },
      method: 'GET',
      url: `${receiver.url}/hidden-path`,
    };
    await tested.call('POST', '/api/webhooks', { body: { config } });
    const { text } = await watch(tested);
    const { pid } = await tested.json<{ pid: string }>('POST', run, { body });
    await expect.poll(text).toMatch(/event: message\ndata: \{[^\n]*"state":"delivered"/);
    await expect.poll(text).toContain(`event: process\ndata: {"pid":"${pid}"`);
    await expect.poll(text).toContain('"status":"completed","recordsProcessed":3');
    await expect.poll(text).toMatch(/event: event\ndata: \{[^\n]*"event":"Completed"[^\n]*"messages":1/);
    expect(text()).not.toContain('hidden-path');
  });

  it('has only what belongs to the profiles that are asked for', async () => {
    const database = await openTestDatabase('PostgreSQL');
    const tested = await testServer({ database });
    const [ofOne, ofSome, ofNone, ofAll] = await Promise.all(
      ['?profile=a', '?profile=b&profile=nightly', '?profile=', ''].map(query => watch(tested, {}, query)),
    );
    const { query } = executorOf(database);
    await query(addMessages, ['m-a-', 'a', 1]);
    await query(addMessages, ['m-b-', 'b', 600]);
    await query(addMessages, ['m-none-', null, 1]);
    const [ofA, ofNobody] = [numberedUuid('a', 1), numberedUuid('b', 1)];
    await query(`insert into hookplate.event (bucket, id, profile, source, event, happened_at, content, retry_at) values
      (0, '${ofA}', 'a', '', 'Started', now(), '', 'infinity'), (0, '${ofNobody}', '', '', 'Started', now(), '', 'infinity')`);
    for (const stream of [ofSome, ofAll])
      await expect.poll(stream?.text ?? String).toContain('event: reload');
    const { pid } = await tested.json<{ pid: string }>('POST', run, { body });
    for (const stream of [ofSome, ofAll])
      await expect.poll(stream?.text ?? String).toContain('"status":"completed"');
    for (const text of ['"m-a-1"', ofA]) await expect.poll(ofOne?.text ?? String).toContain(text);
    for (const text of ['"m-none-1"', ofNobody]) await expect.poll(ofNone?.text ?? String).toContain(text);
    const others = [
      [ofOne, ['m-b-', 'm-none-', ofNobody, 'reload', 'event: process']],
      [ofSome, ['m-a-', 'm-none-', ofA, ofNobody]],
      [ofNone, ['m-a-', 'm-b-', ofA, 'reload', 'event: process']],
    ] as const;
    for (const [stream, theirs] of others)
      for (const part of theirs) expect(stream?.text()).not.toContain(part);
    expect(ofSome?.text()).toContain(`"pid":"${pid}"`);
    for (const wrong of ['?profil=a', `?${'profile=a&'.repeat(101)}`, '?profile=%00'])
      expect((await tested.call('GET', `/api/changes${wrong}`)).status).toBe(400);
  });

  it('has for whoever is limited to a profile its own changes alone, for as long as it lasts', async () => {
    const database = await openTestDatabase('PostgreSQL');
    const ada = { username: 'ada', password: 'of-acme', role: 'viewer', profiles: ['acme'] } as const;
    const tested = await testServer({ database, users: [...users, ada] });
    const asAda = { authorization: basicOf('ada', 'of-acme') };
    // To ask for another profile, or for what has none, gives nothing of it.
    const streams = await Promise.all(
      ['', '?profile=acme&profile=globex&profile='].map(query => watch(tested, asAda, query)),
    );
    const { query } = executorOf(database);
    const addEvent = (profile: string, id: string) =>
      query(`insert into hookplate.event (bucket, id, profile, source, event, happened_at, content, retry_at)
        values (0, '${id}', '${profile}', '', 'Started', now(), '', 'infinity')`);
    for (const round of [1, 2, 3]) {
      await query(addMessages, [`m-globex-${round}-`, 'globex', 600]);
      await query(addMessages, [`m-none-${round}-`, null, 1]);
      await addEvent('globex', numberedUuid('b', round));
      await tested.json('POST', run, { body });
      // Comes last: what others did has been looked at by then.
      const own = numberedUuid('a', round);
      await addEvent('acme', own);
      await query(addMessages, [`m-acme-${round}-`, 'acme', 2]);
      for (const { text } of streams)
        for (const part of [own, `"m-acme-${round}-1"`, `"m-acme-${round}-2"`])
          await expect.poll(text).toContain(part);
    }
    for (const { text } of streams)
      for (const part of [
        'globex',
        'm-none-',
        numberedUuid('b', 1).slice(0, 20),
        'nightly',
        'event: process',
        'reload',
      ])
        expect(text()).not.toContain(part);
  });

  it('says `reload` once in place of more changes than it may send, and then what follows', async () => {
    const database = await openTestDatabase('PostgreSQL');
    const tested = await testServer({ database });
    const { text } = await watch(tested);
    const { query } = executorOf(database);
    const countOf = (part: string) => text().split(part).length - 1;
    await query(addMessages, ['burst', 'a', 600]);
    await expect.poll(() => countOf('event: reload')).toBe(1);
    await query(addMessages, ['single', 'a', 1]);
    await expect.poll(text).toContain('"single1"');
    expect([countOf('event: reload'), countOf('burst')]).toEqual([1, 0]);
  });

  it('says `reload` when it could not read all changes, and again when it can', async () => {
    const database = await openTestDatabase('PostgreSQL');
    const tested = await testServer({ database });
    const { text } = await watch(tested);
    const { query } = executorOf(database);
    const countOf = (part: string) => text().split(part).length - 1;
    await query(addMessages, ['flood', 'a', 2500]);
    // How often it says so while that lasts has a test of its own.
    await expect.poll(() => countOf('event: reload')).toBeGreaterThan(0);
    await query(addMessages, ['amid', 'a', 1]);
    await expect.poll(text).toContain('"amid1"');
    const before = countOf('event: reload');
    await query("update hookplate.job set created_at = created_at - interval '1 hour'");
    await expect.poll(() => countOf('event: reload')).toBeGreaterThan(before);
    await query(addMessages, ['after', 'a', 1]);
    await expect.poll(text).toContain('"after1"');
    expect(countOf('flood')).toBe(0);
  });

  it('says at once that it lives, and again as often as it says, where nothing happens', async () => {
    class QuietFeed extends ChangeFeed {
      override watch(watcher: Watcher): () => void {
        watcher([]);
        return () => {};
      }
    }
    const database = await openTestDatabase('PostgreSQL');
    const feed = new QuietFeed(readOutboxOptions({ database }).settings.database);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const app = new Hono().get('/', context =>
      streamSSE(context, stream =>
        writeChanges(stream, feed, { name: 'ada', isStillWelcome: async () => true }),
      ),
    );
    const reader = (await app.request('http://localhost/')).body?.getReader();
    const read = async () => new TextDecoder().decode((await reader?.read())?.value);
    const alive = `event: alive\ndata: {"everyMs":${heartbeatMs}}\n\n`;
    for (let time = 0; time < 3; time++) {
      expect(await read()).toBe(alive);
      await new Promise(setImmediate);
      vi.advanceTimersByTime(heartbeatMs);
    }
    await reader?.cancel();
  });

  it('is not opened by a HEAD request', async () => {
    const { call } = await testServer();
    const head = await call('HEAD', '/api/changes', { as: 'viewer' });
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    expect(head.body).toBeNull();
    const metrics = await (await call('GET', '/metrics')).text();
    expect(metrics).toContain('hookplate_event_streams 0');
  });

  it('says `reload` in place of more than may wait for a client, and goes on', async () => {
    const told: Watcher[] = [];
    class LoudFeed extends ChangeFeed {
      override watch(watcher: Watcher): () => void {
        told.push(watcher);
        return () => void told.pop();
      }
    }
    const database = await openTestDatabase('PostgreSQL');
    const feed = new LoudFeed(readOutboxOptions({ database }).settings.database);
    const app = new Hono().get('/', context =>
      streamSSE(context, stream =>
        writeChanges(stream, feed, { name: 'ada', isStillWelcome: async () => true }),
      ),
    );
    const response = await app.request('http://localhost/');
    const tell = (id: string, count: number): void => {
      const change = { kind: 'message', profile: '', state: '', id, data: { id } } as const;
      for (const watcher of told) watcher(Array.from({ length: count }, () => change));
    };
    tell('first', 100);
    await new Promise(setImmediate);
    tell('left out', 3000);
    tell('left out', 3000);
    tell('last', 1);
    let text = '';
    const reader = response.body?.getReader();
    while (!text.includes('last')) text += new TextDecoder().decode((await reader?.read())?.value);
    await reader?.cancel();
    expect(text).toMatch(
      /"first"\}\n\nevent: reload\ndata: \{\}\n\nevent: message\ndata: \{"id":"last"\}\n\n$/,
    );
    expect(text).not.toContain('left out');
  });

  it('ends within a heartbeat when its token is revoked, and goes on for others', async () => {
    const tested = await testServer();
    const { id, token } = await tested.json<{ id: string; token: string }>('POST', '/api/tokens', {
      body: { name: 'page', role: 'viewer' },
    });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const revoked = await watch(tested, { authorization: `Bearer ${token}` });
    const other = await watch(tested);
    vi.advanceTimersByTime(heartbeatMs);
    const { pid } = await tested.json<{ pid: string }>('POST', run, { body });
    for (const { text } of [revoked, other]) await expect.poll(text).toContain(pid);
    await tested.call('DELETE', `/api/tokens/${id}`);
    vi.advanceTimersByTime(heartbeatMs);
    await revoked.ended;
    const next = await tested.json<{ pid: string }>('POST', run, { body });
    await expect.poll(other.text).toContain(next.pid);
    expect(revoked.text()).not.toContain(next.pid);
  });

  it('ends within a heartbeat when whoever embeds the server lets its caller in no more', async () => {
    let role: 'viewer' | undefined = 'viewer';
    const tested = await testServer({
      users: undefined,
      authenticate: () => role && { name: 'ada', role },
    });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { ended } = await watch(tested);
    role = undefined;
    vi.advanceTimersByTime(heartbeatMs);
    await ended;
  });

  it('is open twenty times for one caller, and then still for another', async () => {
    const tested = await testServer();
    const streams = await Promise.all(Array.from({ length: 20 }, () => watch(tested)));
    const refused = await tested.call('GET', '/api/changes', { as: 'viewer' });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
    expect(await refused.json()).toMatchObject({ code: 'too-many-streams' });
    const other = await tested.call('GET', '/api/changes', { as: 'editor' });
    expect(other.status).toBe(200);
    await other.body?.cancel();
    await streams[0]?.leave();
    await watch(tested);
  });

  it('counts for the person who made the token of its caller', async () => {
    const tested = await testServer();
    const tokens = await Promise.all(
      ['one', 'two'].map(async name => {
        const made = { name, role: 'viewer' };
        const { token } = await tested.json<{ token: string }>('POST', '/api/tokens', { body: made });
        return { authorization: `Bearer ${token}` };
      }),
    );
    await Promise.all(Array.from({ length: 20 }, (_, index) => watch(tested, tokens[index % 2])));
    for (const headers of [...tokens, {}]) {
      const refused = await tested.call('GET', '/api/changes', { headers });
      expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'too-many-streams' }]);
    }
    await watch(tested);
  });

  it('ends when the database does not answer, and is not opened before it does', async () => {
    const database = await openTestDatabase('PGlite');
    const connection = readOutboxOptions({ database }).settings.database;
    let isDown = false;
    const query: typeof connection.executor.query = async (text, values) => {
      if (isDown) throw new Error('down');
      return connection.executor.query(text, values);
    };
    const feed = new ChangeFeed({ ...connection, executor: { query } });
    onTestFinished(() => feed.close());
    const told: unknown[] = [];
    const watchAgain = () => feed.watch(news => told.push(news), { name: 'ada' });
    await feed.assertAnswers();
    watchAgain();
    await expect.poll(() => told).toEqual([[]]);
    isDown = true;
    await expect.poll(() => told).toEqual([[], undefined]);
    expect(feed.size).toBe(0);
    await expect(feed.assertAnswers()).rejects.toThrow('down');
    isDown = false;
    await feed.assertAnswers();
    watchAgain();
    await expect.poll(() => told).toEqual([[], undefined, []]);
  });

  it('ends when the server stops', async () => {
    const tested = await testServer();
    const { ended } = await watch(tested);
    await tested.server.stop({ timeoutMs: 0 });
    await ended;
  });
});

describe('health', () => {
  it('is ready while workers run and the database answers', async () => {
    const tested = await testServer();
    const ready = async () => (await tested.call('GET', '/readyz', { as: 'nobody' })).status;
    expect(await ready()).toBe(200);
    await tested.server.stop({ timeoutMs: 0 });
    expect(await ready()).toBe(503);
    expect((await tested.call('GET', '/healthz', { as: 'nobody' })).status).toBe(200);
  });

  it('has metrics for Prometheus', async () => {
    const receiver = await httpServer();
    const tested = await testServer();
    const config = {
      profile: 'nightly',
      events: { Completed: true },
      method: 'GET',
      url: `${receiver.url}/hidden-path`,
    };
    await tested.call('POST', '/api/webhooks', { body: { config } });
    await tested.call('POST', run, { body });
    const metrics = async () => (await tested.call('GET', '/metrics', { as: 'viewer' })).text();
    await expect.poll(metrics).toContain('hookplate_messages_total{state="delivered"} 1');
    const text = await metrics();
    expect(text).toContain('hookplate_attempts_total{outcome="2xx"} 1');
    expect(text).toContain('hookplate_backlog_messages{state="pending"} 0');
    expect(text).toContain('hookplate_oldest_message_seconds 0');
    expect(text).toMatch(
      /duration_seconds_count\{[^}]*route="\/api\/v2\/project\/\{projectId\}\/task\/\{taskId\}\/run"/,
    );
    for (const histogram of [
      'hookplate_attempt_duration_seconds_bucket{le="10",outcome="2xx"} 1',
      'hookplate_attempt_duration_seconds_count{outcome="2xx"} 1',
      'hookplate_attempt_wait_seconds_bucket{le="300",attempt="first"} 1',
      'hookplate_attempt_wait_seconds_count{attempt="first"} 1',
    ]) {
      expect(text).toContain(histogram);
    }
    expect(text).not.toContain('hidden-path');
  });
});

it('each request is one entry of the log, without its path, its query or its credentials', async () => {
  const entries: RequestLogEntry[] = [];
  const tested = await testServer({ log: entry => entries.push(entry) });
  const response = await tested.call('GET', '/api/webhooks/typed-here-by-mistake?password=x');
  expect(entries).toEqual([
    {
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      requestId: response.headers.get('x-request-id'),
      method: 'GET',
      route: '/api/webhooks/{id}',
      status: 404,
      durationMs: expect.any(Number),
      caller: 'editor',
      address: undefined,
      problem: 'unknown-webhook',
    },
  ]);
});

it('the error behind a 500 is told with the id of the request, which is in the answer and in the log as well', async () => {
  const [entries, failures]: [RequestLogEntry[], unknown[]] = [[], []];
  const error = new Error('secret of the application');
  const tested = await testServer({
    users: undefined,
    authenticate: () => Promise.reject(error),
    log: entry => entries.push(entry),
    onError: failure => failures.push(failure),
  });
  const response = await tested.call('GET', '/api/webhooks/x');
  const requestId = response.headers.get('x-request-id');
  expect([response.status, requestId]).toEqual([500, expect.stringMatching(/^[\da-f-]{36}$/)]);
  expect(await response.text()).not.toContain('secret');
  const asked = { requestId, method: 'GET', route: '/api/webhooks/{id}' };
  expect(failures).toEqual([{ kind: 'request', ...asked, error }]);
  expect(entries).toMatchObject([{ ...asked, status: 500, problem: 'internal' }]);
  expect(JSON.stringify(entries)).not.toContain('secret');
});

it('the log has the problem that the workflow API answered with', async () => {
  const entries: RequestLogEntry[] = [];
  const tested = await testServer({ log: entry => entries.push(entry) });
  await tested.call('GET', '/api/v2/status/x');
  await tested.call('POST', run, { body: {} });
  await tested.call('POST', '/api/v2/project/etl/task/copy/run', { body });
  await tested.call('GET', '/api/v2/nothing');
  await tested.call('POST', run, { body });
  expect(entries.map(({ status, problem }) => [status, problem])).toEqual([
    [404, 'unknown-process'],
    [400, 'missing-field'],
    [400, 'trigger-missing'],
    [404, 'not-found'],
    [202, undefined],
  ]);
});

it('the log says where credentials came from that were refused', async () => {
  const entries: RequestLogEntry[] = [];
  const tested = await testServer({
    log: entry => entries.push(entry),
    trustedProxies: ['127.0.0.0/8'],
  });
  const headers = { authorization: 'Basic YTpi', 'x-forwarded-for': '203.0.113.9' };
  for (let guess = 0; guess < 11; guess++) {
    await tested.call('GET', '/api/session', { as: 'nobody', headers });
  }
  await tested.call('GET', '/api/session', { as: 'nobody' });
  await tested.call('GET', '/api/session', { headers: { 'x-forwarded-for': '203.0.113.8' } });
  const refused = entries.slice(9).map(({ status, address }) => [status, address]);
  expect(refused).toEqual([
    [401, '203.0.113.9'],
    [429, '203.0.113.9'],
    [401, '127.0.0.1'],
    [200, undefined],
  ]);
});

it('the answer to any request keeps browsers from running, framing or guessing it', async () => {
  const { call } = await testServer();
  for (const path of ['/api/session', '/healthz', '/nothing', '/api/v2/status/x']) {
    const { headers } = await call('GET', path);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('strict-transport-security')).toBeNull();
  }
});

describe('the queue', () => {
  it('that is full answers 503 and says when to come back', async () => {
    const tested = await testServer({ processes: { leaseMs: 1500, concurrency: 1, maxQueued: 1 } });
    const held = '/api/v2/project/etl/task/held/run?trigger=API';
    const statuses: number[] = [];
    const headers = { 'idempotency-key': 'first' };
    const { pid } = await tested.json<{ pid: string }>('POST', held, { body, headers });
    for (let time = 0; time < 2; time++) statuses.push((await tested.call('POST', held, { body })).status);
    expect(statuses).toEqual([202, 503]);
    const full = await tested.call('POST', held, { body });
    expect(full.headers.get('retry-after')).toBe('5');
    expect(await full.json()).toMatchObject({ code: 'too-many-queued' });
    // The run that was accepted earlier is still found under its key.
    expect(await tested.json('POST', held, { body, headers })).toMatchObject({ pid });
  });

  it('takes no more when the server stops', async () => {
    const tested = await testServer();
    await tested.server.stop({ timeoutMs: 0 });
    const late = await tested.call('POST', run, { body });
    expect([late.status, late.headers.get('retry-after')]).toEqual([503, '5']);
  });
});
