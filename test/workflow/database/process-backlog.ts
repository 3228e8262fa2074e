import { expect } from 'vitest';
import type { Connection } from '../../../src/database/database.ts';
import { anOpenDatabase } from '../../../src/database/open-database.ts';
import type { Database } from '../../../src/outbox/index.ts';
import type { ProcessQuery } from '../../../src/workflow/database/find-processes.ts';
import { createDatabaseStore } from '../../../src/workflow/database/index.ts';
import type { Instance } from '../../../src/workflow/store/process-store.ts';
import { testEvents } from '../../events/test-events.ts';
import { explaining, grownTables, longSteps, type Plan } from '../../outbox/explain.ts';
import { queuedRecord } from '../process-store-contract.ts';

/** More than those that have yet to end, and fewer than those of any flow, status, project or task with many. */
const maxRows = 3000;

/**
 * Processes of two projects, one of which has run `copy` ten times, although it has run much, and the other has copied much.
 * Most have completed. Those that have yet to end belong to an instance that is alive, or to one that is gone.
 */
const filling = [
  `insert into hookplate.process (bucket, pid, project_id, task_id, profile, status, created_at, started_at, ended_at, records_processed, error_count, owner,
     idempotency_key, fingerprint, error)
   select 0, 'p' || n, case when n % 2 = 0 then 'even' else 'odd' end, case when n % 2 = 0 then 'copy' else 'load ' || n % 20 end, 'nightly',
     case when n % 100 = 0 then 'error' when n % 200 = 1 then 'interrupted' else 'completed' end, at, at, at, 1, 0, 'gone', case when n % 3 = 0 then '"k' || n || '"' end, 'f',
     case when n % 100 = 0 then 'It broke' end
   from (select n, now() - interval '29 days' + n * (interval '28 days' / $1::int) as at from generate_series(1, $1::int) n) n`,
  `update hookplate.process set project_id = 'odd', task_id = 'copy' where pid in (select 'p' || n * ($1::int / 10) from generate_series(1, 10) n)`,
  `insert into hookplate.process (bucket, pid, project_id, task_id, profile, status, created_at, records_processed, error_count, owner, body)
   select 0, 'q' || n, 'odd', 'load 1', 'nightly', case when n % 20 = 0 then 'running' else 'queued' end, now() - interval '1 hour', 0, 0, case when n % 4 = 0 then 'gone' else 'alive' end,
     convert_to('null', 'UTF8')
   from generate_series(1, 2000) n`,
  `insert into hookplate.instance (id, lease_until) values ('alive', now() + interval '1 hour'), ('gone', now() - interval '2 days')`,
];
/** No index leads to the processes of a profile, which are seldom erased. */
const readsAll = new Set(['to erase those of a profile without any']);
const filters: readonly ProcessQuery[] = [
  {},
  ...(['queued', 'running', 'unfinished', 'completed', 'error', 'interrupted'] as const).map(status => ({
    status,
  })),
  ...[{ projectId: 'even' }, { projectId: 'none' }, { taskId: 'copy' }, { taskId: 'none' }],
  ...[
    { projectId: 'even', taskId: 'copy' },
    { projectId: 'odd', taskId: 'copy' },
    { projectId: 'even', taskId: 'load 1' },
  ],
];

/** Holds one process, whose progress it reports, and has room for others. */
const instance: Instance = {
  held: () => [{ ...queuedRecord('held'), status: 'running' }],
  interrupt: () => {},
  raise: () => [],
  offer: () => ({ accept: () => {}, decline: () => {} }),
  onError: error => expect.soft(error).toBeUndefined(),
  onUnopened: () => {},
};

/** Asks a database with so many ended processes all that a store asks, and expects that no statement reads them from end to end. */
export async function expectShortProcessPlans(database: Database, count: number): Promise<void> {
  const connection = anOpenDatabase(database, 'database');
  const { executor } = connection;
  for (const statement of filling) await executor.query(statement, statement.includes('$1') ? [count] : []);
  await executor.query('vacuum analyze hookplate.process, hookplate.instance');
  const grown = await grownTables(executor);
  expect(grown).toContain('process');
  for (const [name, plans] of await plansOf(connection)) {
    expect(plans, `${name} asks the database`).not.toEqual([]);
    const readWhole = new Set(readsAll.has(name) ? ['process'] : []);
    expect
      .soft(
        plans.flatMap(plan => longSteps(plan, { grown, maxRows, readWhole })),
        name,
      )
      .toEqual([]);
  }
}

/** Makes the plans of all statements, by what is done with them. */
async function plansOf(connection: Connection): Promise<ReadonlyMap<string, readonly Plan[]>> {
  let plans: Plan[] = [];
  const database = explaining(connection, plan => plans.push(plan));
  const events = await testEvents(connection);
  const store = createDatabaseStore({ database, events, leaseMs: 100 });
  const queued = queuedRecord('held', 'own');
  const running = { ...queued, status: 'running', startedAt: new Date() } as const;
  const run = { profile: 'nightly', content: Buffer.from('null') };
  const asked = (beginning: string) => () => plans.some(({ statement }) => statement.includes(beginning));
  const acts: Readonly<Record<string, () => Promise<unknown>>> = {
    'to store a process': () => store.add(queued, run),
    'to store it again': () => store.add(queued, run),
    'to store its beginning': () => store.save(running),
    'to store one that is left': () => store.add(queuedRecord('left'), run),
    'to find one': () => store.find('p7'),
    'to find one by its key': () => store.findByKey('k3'),
    'to interrupt one': () => store.interrupt('q1', 'because'),
    ...Object.fromEntries(
      filters.map(filter => [
        `to list those of ${JSON.stringify(filter)}`,
        async () => {
          const { next: cursor } = await store.processes(filter);
          if (cursor !== undefined) await store.processes({ ...filter, cursor });
        },
      ]),
    ),
    'to be one of several instances': async () => {
      const membership = store.join(instance);
      // What it does seldom: it gives up what nobody holds, and then looks after the others.
      await expect.poll(asked("set owner = ''")).toBe(true);
      await expect.poll(asked('delete from hookplate.process')).toBe(true);
      expect(asked('update hookplate.process p set records_processed')()).toBe(true);
      expect(asked('update hookplate.process set owner = $2')()).toBe(true);
      await membership.handOver();
      await membership.leave();
    },
    'to erase those of a profile': async () => {
      const stopping = new AbortController();
      const { signal } = stopping;
      expect(await store.erase('nightly', { signal, onProgress: () => stopping.abort() })).toBe(1000);
    },
    'to erase those of a profile without any': () => store.erase('none'),
  };
  const found = new Map<string, readonly Plan[]>();
  for (const [name, act] of Object.entries(acts)) {
    plans = [];
    await act();
    found.set(name, plans);
  }
  return found;
}
