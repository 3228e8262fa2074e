import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { numberOf, timeOf } from '../../src/database/row.ts';
import { type Outbox, openDatabase } from '../../src/outbox/index.ts';
import { post } from '../delivery/loopback-dispatcher.ts';
import { httpServer } from '../loopback-server.ts';
import { emptyPostgres, executorOf, openTestDatabase, query, testOutbox } from './test-database.ts';

const troubled = 10_000;
const others = 200;
const hour = 3_600_000;
/** Nothing but the hanging ends an attempt: the others cannot have waited for it. */
const patient = { timeoutMs: 600_000, schedule: [] };

async function fill(outbox: Outbox, url: string, count: number, webhooks: number, name = 'w'): Promise<void> {
  const requests = Array.from({ length: count }, (_, index) => ({
    request: post(url),
    webhook: `${name}-${index % webhooks}`,
  }));
  await outbox.enqueueAll(requests);
}

describe('one receiver with thousands of pending messages', () => {
  it('that hangs from the start holds the places of an endpoint that nobody has tried, and the others get theirs', async () => {
    const held: ServerResponse[] = [];
    const hanging = await httpServer(response => void held.push(response));
    const healthy = await httpServer();
    const options = { ...patient, perEndpoint: 8, concurrency: 50 };
    const outbox = await testOutbox(await openTestDatabase('PostgreSQL'), options);
    await fill(outbox, hanging.url, troubled, 1, 'troubled');
    await fill(outbox, healthy.url, others, 20, 'healthy');
    await outbox.start();
    await expect.poll(() => healthy.hits.length).toBe(others);
    expect(hanging.hits.length).toBeLessThanOrEqual(4);
    await outbox.stop({ timeoutMs: 0 });
  });

  it('that hangs and has more webhooks than there are places leaves half of them to the others', async () => {
    const hanging = await httpServer(() => {});
    const healthy = await httpServer();
    const options = { ...patient, perEndpoint: 8, concurrency: 50 };
    const outbox = await testOutbox(await openTestDatabase('PostgreSQL'), options);
    await fill(outbox, hanging.url, 2000, 100, 'troubled');
    await outbox.start();
    await expect.poll(() => hanging.hits.length).toBeGreaterThanOrEqual(50);
    await fill(outbox, healthy.url, others, 20, 'healthy');
    await expect.poll(() => healthy.hits.length).toBe(others);
    await expect.poll(() => outbox.inFlight).toBeLessThanOrEqual(100);
    await outbox.stop({ timeoutMs: 0 });
  });

  it('six that hang, each with 2,000, do not hold up the seventh', async () => {
    const hosts = await Promise.all(Array.from({ length: 6 }, () => httpServer(() => {})));
    const healthy = await httpServer();
    const outbox = await testOutbox(await openTestDatabase('PostgreSQL'), patient);
    for (const [index, { url }] of hosts.entries()) await fill(outbox, url, 2000, 1, `hanging-${index}`);
    await outbox.start();
    await expect.poll(() => hosts.every(({ hits }) => hits.length === 4)).toBe(true);
    await fill(outbox, healthy.url, others, 20, 'healthy');
    await expect.poll(() => healthy.hits.length).toBe(others);
    await outbox.stop({ timeoutMs: 0 });
  });

  it('that hangs is not read again for each message of the others', async () => {
    const hanging = await httpServer(() => {});
    const healthy = await httpServer();
    const url = await emptyPostgres();
    const database = await openDatabase({ url });
    await database.migrate();
    const outbox = await testOutbox(database, { ...patient, perEndpoint: 8, concurrency: 50 });
    await fill(outbox, hanging.url, troubled, 1, 'troubled');
    await fill(outbox, healthy.url, others, 20, 'healthy');
    await outbox.start();
    await expect.poll(() => healthy.hits.length).toBe(others);
    await outbox.stop({ timeoutMs: 0 });
    // PostgreSQL counts what a connection has read when that ends.
    await database.close();
    const read = 'select seq_tup_read + idx_tup_fetch as rows from pg_stat_user_tables where relname = $1';
    const [counted] = await query(url, read, ['job']);
    // Some for each that was taken and recorded, and a handful of each backlog, whatever is pending.
    expect(numberOf(counted ?? {}, 'rows')).toBeLessThan(troubled);
  });

  it('that fails at once is tried one at a time between the others', async () => {
    let failuresBefore = 0;
    const failing = await httpServer(response => response.writeHead(500).end());
    const healthy = await httpServer((response, _hit, before) => {
      if (before === others - 1) failuresBefore = failing.hits.length;
      response.end();
    });
    const outbox = await testOutbox(await openTestDatabase('PostgreSQL'), {
      perEndpoint: 8,
      concurrency: 50,
      schedule: [hour],
    });
    await fill(outbox, failing.url, troubled, 1, 'troubled');
    await fill(outbox, healthy.url, others, 20, 'healthy');
    await outbox.start();
    await expect.poll(() => healthy.hits.length).toBe(others);
    // Had they come in their order, all 10,000 would have failed before.
    expect(failuresBefore).toBeLessThan(troubled / 10);
    const [endpoint] = (await outbox.endpoints({ state: 'failing' })).items;
    expect(endpoint).toMatchObject({ places: 1, webhook: 'troubled-0' });
  });
});

describe('an endpoint', () => {
  it('gets more places with each success, up to its bound, and fewer with each failure', async () => {
    let status = 200;
    const receiver = await httpServer(response => response.writeHead(status).end());
    const outbox = await testOutbox(await openTestDatabase('PGlite'), { perEndpoint: 16, schedule: [hour] });
    await outbox.start();
    const placesAfter = async (id: string): Promise<number | undefined> => {
      await outbox.enqueue(post(receiver.url), { id, webhook: 'w' });
      await expect.poll(async () => (await outbox.message(id))?.attempts).toBe(1);
      return (await outbox.endpoints()).items[0]?.places;
    };
    expect(await placesAfter('a')).toBe(8);
    expect(await placesAfter('b')).toBe(16);
    expect(await placesAfter('c')).toBe(16);
    status = 500;
    expect(await placesAfter('d')).toBe(8);
    expect(await placesAfter('e')).toBe(4);
    status = 200;
    expect(await placesAfter('f')).toBe(8);
  });

  it('loses more places by a timeout than by an answer that refuses', async () => {
    const hanging = await httpServer(() => {});
    const refusing = await httpServer(response => response.writeHead(500).end());
    const database = await openTestDatabase('PGlite');
    const placesAfter = async (url: string, timeoutMs: number): Promise<number | undefined> => {
      const outbox = await testOutbox(database, { timeoutMs, schedule: [hour] });
      const id = await outbox.enqueue(post(url));
      await outbox.start();
      await expect.poll(async () => (await outbox.message(id))?.attempts).toBe(1);
      const endpoint = await outbox.endpoint((await outbox.message(id))?.endpoint ?? '');
      await outbox.stop();
      return endpoint?.places;
    };
    expect(await placesAfter(hanging.url, 50)).toBe(1);
    expect(await placesAfter(refusing.url, 60_000)).toBe(2);
  });

  it('gets as many messages each second as its rate says, over all processes', async () => {
    const receiver = await httpServer();
    const database = await openTestDatabase('PostgreSQL');
    const [first, second] = [await testOutbox(database), await testOutbox(database)];
    await first.start();
    await first.enqueue(post(receiver.url), { webhook: 'w' });
    await expect.poll(async () => (await first.endpoints()).items[0]?.lastSuccessAt).toBeDefined();
    const [{ id } = { id: '' }] = (await first.endpoints()).items;
    await first.setRate(id, 10);
    expect(await first.endpoint(id)).toMatchObject({ perSecond: 10 });
    await expect(first.setRate(id, 0)).rejects.toThrow('perSecond: expected a number above 0');
    const { query: ask } = executorOf(database);
    const clock = await ask('select clock_timestamp() as now');
    const begun = timeOf(clock.rows[0] ?? {}, 'now');
    await second.start();
    const requests = Array.from({ length: 60 }, () => ({ request: post(receiver.url), webhook: 'w' }));
    await second.enqueueAll(requests);
    await expect.poll(() => receiver.hits.length).toBe(61);
    const { rows } = await ask(
      'select extract(epoch from clock_timestamp() - $1::timestamptz)::float8 as seconds',
      [begun],
    );
    // Ten are there at once, and fifty come by tens. What two take at once is paid for later.
    expect(numberOf(rows[0] ?? {}, 'seconds')).toBeGreaterThan(3);
    await first.setRate(id);
    expect(await first.endpoint(id)).toMatchObject({ perSecond: undefined });
  });

  it('is what `endpoint` says, else the webhook at the origin, else the URL without its query', async () => {
    const receiver = await httpServer();
    const outbox = await testOutbox(await openTestDatabase('PGlite'));
    const { url } = receiver;
    const ids = [
      await outbox.enqueue(post(`${url}/a?1`)),
      await outbox.enqueue(post(`${url}/a?2`)),
      await outbox.enqueue(post(`${url}/b`)),
      await outbox.enqueue(post(`${url}/a`), { webhook: 'w' }),
      await outbox.enqueue(post(`${url}/b`), { webhook: 'w' }),
      await outbox.enqueue(post(`${url}/b`), { webhook: 'w', endpoint: 'mine' }),
    ];
    const endpoints = await Promise.all(ids.map(async id => (await outbox.message(id))?.endpoint));
    expect(endpoints.map(endpoint => endpoints.indexOf(endpoint))).toEqual([0, 0, 2, 3, 3, 5]);
  });
});
