import { expect, it, vi } from 'vitest';
import { numberOf } from '../../src/database/row.ts';
import { vacuum } from '../../src/outbox/upkeep.ts';
import { executorOf, openTestDatabase, testOutbox } from './test-database.ts';

it('an outbox on an embedded database makes the room of dead rows free again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const database = await openTestDatabase('PGlite');
    const { query } = executorOf(database);
    const outbox = await testOutbox(database);
    await outbox.start();
    const touch = async (): Promise<number> => {
      await query('update hookplate.instance set lease_until = lease_until');
      await query('select pg_stat_force_next_flush()');
      const { rows } = await query("select pg_relation_size('hookplate.instance')::int as bytes");
      return numberOf(rows[0] ?? {}, 'bytes');
    };
    const untilVacuumed = async (times: number): Promise<void> => {
      await vi.advanceTimersByTimeAsync(60_000);
      const count = async () =>
        (await query("select vacuum_count from pg_stat_user_tables where relname = 'instance'")).rows;
      await expect.poll(count).toEqual([{ vacuum_count: times }]);
    };
    await query(
      "insert into hookplate.instance select 'instance-' || n, now() from generate_series(1, 5000) n",
    );
    const bytes = await touch();
    await untilVacuumed(1);
    expect(await touch()).toBe(bytes);
    await untilVacuumed(2);
    expect(await touch()).toBe(bytes);
    expect(await touch()).toBeGreaterThan(bytes);
    await untilVacuumed(3);
    expect(await vacuum({ executor: executorOf(database) })).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

it('what PostgreSQL vacuums by itself is left to it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const database = await openTestDatabase('PostgreSQL');
    const { query } = executorOf(database);
    const outbox = await testOutbox(database);
    await outbox.start();
    await query("insert into hookplate.instance select 'i' || n, now() from generate_series(1, 5000) n");
    await vi.advanceTimersByTimeAsync(120_000);
    await outbox.stop();
    const { rows } = await query('select coalesce(sum(vacuum_count), 0)::int as n from pg_stat_user_tables');
    expect(rows).toEqual([{ n: 0 }]);
  } finally {
    vi.useRealTimers();
  }
});
