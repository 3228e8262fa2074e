import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { SqlExecutor } from '../../src/outbox/database/database.ts';
import { numberOf } from '../../src/outbox/database/row.ts';
import { type Database, type Outbox, openDatabase } from '../../src/outbox/index.ts';
import { readOptions } from '../../src/outbox/outbox-options.ts';
import { post } from '../delivery/loopback-dispatcher.ts';
import { httpServer } from '../loopback-server.ts';
import { emptyPostgres, executorOf, openTestDatabase, query, testOutbox } from './test-database.ts';

const troubled = 10_000;
const others = 200;

type Enqueue = (given: { readonly transaction?: SqlExecutor }) => Promise<unknown>;

async function eachByItself(_: Database, enqueues: readonly Enqueue[]): Promise<void> {
  await Promise.all(enqueues.map(enqueue => enqueue({})));
}

async function inOneTransaction(database: Database, enqueues: readonly Enqueue[]): Promise<void> {
  await readOptions({ database }).settings.database.transaction(async transaction => {
    for (const enqueue of enqueues) await enqueue({ transaction });
  });
}

/** Fills the outbox with messages to one endpoint, and then enqueues some for others. */
async function fill(outbox: Outbox, trouble: string, url: string): Promise<void> {
  const request = post(trouble);
  await Promise.all(Array.from({ length: troubled }, () => outbox.enqueue(request, { webhook: 'troubled' })));
  await Promise.all(
    Array.from({ length: others }, (_, index) =>
      outbox.enqueue(post(url), { webhook: `healthy-${index % 20}` }),
    ),
  );
}

describe('one receiver with thousands of pending messages', () => {
  it('that hangs holds its share of the places, and the others get theirs', async () => {
    const held: ServerResponse[] = [];
    const hanging = await httpServer(response => void held.push(response));
    const healthy = await httpServer();
    const outbox = await testOutbox(await openTestDatabase('PostgreSQL'), {
      perEndpoint: 8,
      concurrency: 50,
      // Nothing but the hanging ends an attempt to it: the others cannot have waited for it.
      timeoutMs: 600_000,
      schedule: [],
    });
    await fill(outbox, hanging.url, healthy.url);
    await outbox.start();
    await expect.poll(() => healthy.hits.length).toBe(others);
    expect(hanging.hits.length).toBeLessThanOrEqual(8);
    await outbox.stop({ timeoutMs: 0 });
  });

  it.each([
    ['whose endpoints are known', eachByItself],
    ['whose endpoints are not known yet', inOneTransaction],
  ])(
    '%s, that hangs and has more webhooks than there are places, leaves places to the others',
    async (_, enqueueAll) => {
      const hanging = await httpServer(() => {});
      const healthy = await httpServer();
      const database = await openTestDatabase('PostgreSQL');
      const outbox = await testOutbox(database, {
        perEndpoint: 8,
        concurrency: 50,
        timeoutMs: 600_000,
      });
      for (const [url, count] of [
        [hanging.url, 2000],
        [healthy.url, others],
      ] as const) {
        const enqueues = Array.from({ length: count }, (_, index): Enqueue => {
          const options = { webhook: `w${index % 100}`, ordered: `line-${index}` };
          return given => outbox.enqueue(post(url), { ...options, ...given });
        });
        await enqueueAll(database, enqueues);
      }
      await outbox.start();
      await expect.poll(() => healthy.hits.length).toBe(others);
      // Its bound, and a quarter of the places.
      await expect.poll(() => outbox.inFlight).toBeLessThan(8 + 13);
      await outbox.stop({ timeoutMs: 0 });
      // Each still has one job: what was beyond the bound was not woken twice.
      const { rows } = await executorOf(database).executeSql(
        "select count(*)::int as jobs from hookplate_queue.job where state < 'completed'",
      );
      expect(rows).toEqual([{ jobs: 2000 }]);
    },
  );

  it('that hangs is not read again for each message of the others', async () => {
    const hanging = await httpServer(() => {});
    const healthy = await httpServer();
    const url = await emptyPostgres();
    const database = await openDatabase({ url });
    await database.migrate();
    const outbox = await testOutbox(database, { perEndpoint: 8, concurrency: 50, timeoutMs: 600_000 });
    await fill(outbox, hanging.url, healthy.url);
    await outbox.start();
    await expect.poll(() => healthy.hits.length).toBe(others);
    await outbox.stop({ timeoutMs: 0 });
    // PostgreSQL counts what a connection has read when that ends.
    await database.close();
    const read = 'select seq_tup_read + idx_tup_fetch as rows from pg_stat_user_tables where relname = $1';
    const [counted] = await query(url, read, ['message']);
    // A few for each message that was taken and recorded, whatever is pending.
    expect(numberOf(counted ?? {}, 'rows')).toBeLessThan(troubled);
  });

  it('that fails at once is tried no more than its bound between the others', async () => {
    let failuresBefore = 0;
    const failing = await httpServer(response => response.writeHead(500).end());
    const healthy = await httpServer((response, _hit, before) => {
      if (before === others - 1) failuresBefore = failing.hits.length;
      response.end();
    });
    const outbox = await testOutbox(await openTestDatabase('PostgreSQL'), {
      perEndpoint: 8,
      concurrency: 50,
      schedule: [3_600_000],
    });
    await fill(outbox, failing.url, healthy.url);
    await outbox.start();
    await expect.poll(() => healthy.hits.length).toBe(others);
    // Had they come in their order, all 10,000 would have failed before; each round takes a bound's worth.
    expect(failuresBefore).toBeLessThan(troubled / 10);
  });
});
