import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Connection } from '../../src/database/database.ts';
import { anOpenDatabase } from '../../src/database/open-database.ts';
import { createSealer } from '../../src/database/sealer.ts';
import { isAnythingSealed, rotateKeys } from '../../src/server/reseal.ts';
import { createSourceStore } from '../../src/server/sources/source-store.ts';
import { explaining, grownTables, longSteps, type Plan } from '../outbox/explain.ts';
import { numberedInSql } from '../outbox/numbered-uuid.ts';
import { openTestDatabase } from '../outbox/test-database.ts';

const columns = 'bucket, id, profile, source, event, happened_at, stored_at, content';

/** What sources have sent, most of it lately, and few contents that anything seals. */
const filling = [
  `insert into hookplate.event (${columns})
   select 0, ${numberedInSql('e', 'n')}, 'p', case when n % 10 = 0 then 'code' else 'busy' end, 'push', at, at, case when n <= 3 then '\\x007b7d'::bytea else '' end
   from (select n, now() - n * interval '0.1 seconds' as at from generate_series(1, 50000) n) n`,
  `insert into hookplate.past_event (${columns}, problem, told_at, messages)
   select 0, ${numberedInSql('a', 'n')}, 'p', case when n % 10 = 0 then 'code' else 'busy' end, 'push', at, at, case when n <= 3 then '\\x007b7d'::bytea else '' end,
     case when n % 100 = 0 then 'It is not JSON.' end, at, '[]'
   from (select n, now() - n * interval '5 seconds' as at from generate_series(1, 50000) n) n`,
  `insert into hookplate.request (bucket, message, day, content)
   select 0, ${numberedInSql('b', 'n')}, now() at time zone 'UTC', case when n <= 3 then '\\x007b7d'::bytea else '' end from generate_series(1, 50000) n`,
  `insert into hookplate.process (bucket, pid, project_id, task_id, profile, status, created_at, records_processed, error_count, owner, body)
   select 0, 'p' || n, 'etl', 'copy', 'p', case when n <= 3 then 'queued' else 'completed' end, now(), 0, 0, '', case when n <= 3 then '\\x007b7d'::bytea end
   from generate_series(1, 50000) n`,
];

/** Looking for values that some key has sealed reads them all, as it has to: with each new key, and before the first one is made. */
const readsAll = new Set(['to rotate keys', 'to find out whether anything is sealed']);

it('no statement of a server reads tables that grow from end to end, but those that look for sealed values', async () => {
  const connection = anOpenDatabase(await openTestDatabase('PostgreSQL'), 'database');
  const { query } = connection.executor;
  await query(
    "select hookplate.make_partitions((now() at time zone 'UTC')::date - n) from generate_series(0, 4) n",
  );
  for (const statement of filling) await query(statement);
  await query('vacuum analyze hookplate.event, hookplate.past_event, hookplate.request, hookplate.process');
  const grown = await grownTables(connection.executor);
  expect(grown.size).toBeGreaterThan(4);
  for (const [name, plans] of await plansOf(connection)) {
    expect(plans, `${name} asks the database`).not.toEqual([]);
    const short = readsAll.has(name)
      ? plans.filter(({ statement }) => statement.startsWith('update'))
      : plans;
    expect
      .soft(
        short.flatMap(plan => longSteps(plan, { grown, maxRows: 20_000 })),
        name,
      )
      .toEqual([]);
  }
});

/** Makes the plans of statements, by what is done with them. */
async function plansOf(connection: Connection): Promise<ReadonlyMap<string, readonly Plan[]>> {
  let plans: Plan[] = [];
  const database = explaining(connection, plan => plans.push(plan));
  const sources = createSourceStore(database, { sealer: createSealer([]), onError: () => {} });
  const acts: Readonly<Record<string, () => Promise<unknown>>> = {
    'to count what sources have sent': async () => {
      const use = await sources.useOf(['code', 'none', 'a source before both']);
      expect(use.get('code')?.events).toBeGreaterThan(5000);
    },
    'to find out whether anything is sealed': () => isAnythingSealed(database),
    'to rotate keys': async () => {
      const encryptionKeys = [randomBytes(32).toString('base64')];
      const { signal } = new AbortController();
      const { resealed } = await rotateKeys({ database, encryptionKeys, onProgress: () => {}, signal });
      expect(resealed).toBe(12);
    },
  };
  const found = new Map<string, readonly Plan[]>();
  for (const [name, act] of Object.entries(acts)) {
    plans = [];
    await act();
    found.set(name, plans);
  }
  return found;
}
