import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/outbox/index.ts';
import type { RequestLogEntry } from '../../src/server/index.ts';
import { httpServer } from '../loopback-server.ts';
import { disconnectAll, executorOf, migratedPostgres, query } from '../outbox/test-database.ts';
import { jsonOf, testServer } from './test-server.ts';

const run = '/api/v2/project/etl/task/copy/run?trigger=API';
const body = { job: { tables: [] } };

it('a server whose database is read-only refuses changes with a reason, is not ready, and goes on once it is not', async () => {
  const receiver = await httpServer();
  const url = await migratedPostgres();
  const name = new URL(url).pathname.slice(1);
  const database = await openDatabase({ url });
  onTestFinished(() => database.close());
  const entries: RequestLogEntry[] = [];
  const log = (entry: RequestLogEntry) => void entries.push(entry);
  const { call } = await testServer({ database, log, onError: () => {} });
  const config = { profile: 'nightly', events: { Completed: true }, method: 'GET', url: receiver.url };
  const created = await call('POST', '/api/webhooks', { body: { config } });
  const { id } = await jsonOf<{ id: string }>(created);
  const ready = async () => (await call('GET', '/readyz', { as: 'nobody' })).status;
  expect(await ready()).toBe(200);

  await query(url, `alter database ${name} set default_transaction_read_only = on`);
  await disconnectAll(url);
  await expect.poll(ready).toBe(503);
  const changes = [
    ['POST', run, { body }],
    ['PUT', `/api/webhooks/${id}`, { body: { config }, headers: { 'if-match': '*' } }],
    ['DELETE', `/api/webhooks/${id}`, { headers: { 'if-match': '*' } }],
    ['POST', '/api/tokens', { body: { name: 'ci', role: 'viewer' } }],
  ] as const;
  for (const [method, path, options] of changes) {
    const refused = await call(method, path, options);
    expect(refused.headers.get('content-type')).toBe('application/problem+json');
    expect(refused.headers.get('retry-after')).toBe('5');
    const detail = expect.stringContaining('Connect to its primary; nothing was stored.');
    expect([path, refused.status, await refused.json()]).toMatchObject([
      ...[path, 503],
      { code: 'database-read-only', detail },
    ]);
    expect(entries.at(-1)).toMatchObject({ method, status: 503, problem: 'database-read-only' });
  }
  for (const path of ['/healthz', `/api/webhooks/${id}`, '/api/processes', '/api/messages', '/metrics']) {
    expect([path, (await call('GET', path)).status]).toEqual([path, 200]);
  }

  const elsewhere = url.replace(`/${name}`, '/postgres');
  await query(elsewhere, `alter database ${name} reset default_transaction_read_only`);
  await disconnectAll(url);
  await expect.poll(ready).toBe(200);
  await expect.poll(async () => (await call('POST', run, { body })).status).toBe(202);
  await expect.poll(() => receiver.hits.length).toBe(1);
});

it('a server that is not told of its pooler names the option where a prepared statement is missing', async () => {
  const database = await openDatabase({ url: await migratedPostgres(), poolSize: 1 });
  onTestFinished(() => database.close());
  const { call } = await testServer({ database, onError: () => {} });
  const report = {
    profile: 'nightly',
    event: 'Started',
    facts: {
      errorCount: 0,
      recordsProcessed: 0,
      profile: 'nightly',
      pid: 'p',
      sequence: 1,
      startedAt: new Date(),
    },
  };
  await call('POST', '/api/v2/events', { body: report });
  // A worker may meet the connection first, which is then another one.
  const answers: Response[] = [];
  const report503 = async (): Promise<number> => {
    await executorOf(database).query('deallocate all');
    const answer = await call('POST', '/api/v2/events', { body: report });
    answers.push(answer);
    return answer.status;
  };
  await expect.poll(report503).toBe(503);
  const refused = answers.at(-1) ?? new Response();
  expect([refused.status, await refused.json()]).toMatchObject([
    503,
    { code: 'database-pooled', detail: expect.stringContaining('hookplate serve --pooler') },
  ]);
});
