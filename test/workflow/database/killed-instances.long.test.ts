import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../src/outbox/index.ts';
import { createDatabaseStore, type DatabaseStore } from '../../../src/workflow/database/index.ts';
import { testEvents } from '../../events/test-events.ts';
import { httpServer, type LoopbackServer } from '../../loopback-server.ts';
import { workerOptions } from '../../outbox/crash/worker-options.ts';
import { emptyPostgres, migratedDirectory } from '../../outbox/test-database.ts';
import { type InstanceProcess, startInstance } from './instance-pool.ts';
import { shortLeaseMs, webhookTo } from './sample-instance.ts';

/** Looks at what instances do, and takes no part in it. */
async function lookAt(database: Awaited<ReturnType<typeof openDatabase>>): Promise<DatabaseStore> {
  onTestFinished(() => database.close());
  await database.migrate();
  return createDatabaseStore({ database, events: await testEvents(database) });
}

async function unfinished(store: DatabaseStore): Promise<number> {
  return (await store.processes({ status: 'unfinished', limit: 500 })).processes.length;
}

/** How many processes of the task `held` have begun; one that has not is run by the next instance, and never ends. */
async function begun(store: DatabaseStore): Promise<number> {
  const { processes } = await store.processes({ limit: 500 });
  return processes.filter(({ taskId, startedAt }) => taskId === 'held' && startedAt).length;
}

/** The events of a process, each with how often its message arrived, in the order in which they arrived first. */
async function arrivals(
  store: DatabaseStore,
  receiver: LoopbackServer,
  pid: string,
): Promise<ReadonlyMap<string, number>> {
  const events = await store.events(pid);
  const names = new Map(
    events.flatMap(({ event, messages = [] }) => messages.map(id => [id, event] as const)),
  );
  const counts = new Map<string, number>();
  for (const { headers } of receiver.hits) {
    const event = names.get(String(headers['webhook-id']));
    if (event !== undefined) counts.set(event, (counts.get(event) ?? 0) + 1);
  }
  return counts;
}

it('processes of killed instances end once, and what they raised arrives in order', async () => {
  const receiver = await httpServer();
  const url = await emptyPostgres();
  const store = await lookAt(await openDatabase({ url }));
  const settings = {
    databaseOptions: { url },
    webhooks: [webhookTo(receiver.url)],
    leaseMs: shortLeaseMs,
  };
  const start = (): Promise<InstanceProcess> => startInstance(settings);
  const kills = 4;
  const instances = await Promise.all([start(), start(), start()]);
  const all = [...instances];
  for (let kill = 0; kill < kills; kill++) {
    for (const instance of instances) instance.run('brief', 20);
    const victim = instances.shift();
    victim?.run('held', 5);
    await expect.poll(() => begun(store)).toBe(5 * (kill + 1));
    await victim?.kill();
    const next = await start();
    instances.push(next);
    all.push(next);
  }
  await expect.poll(() => unfinished(store)).toBe(0);
  const { processes } = await store.processes({ limit: 500 });
  const known = new Set(processes.map(({ pid }) => pid));
  expect(all.flatMap(({ pids }) => pids).filter(pid => !known.has(pid))).toEqual([]);
  expect(processes.some(({ status }) => status === 'error')).toBe(true);
  let repeats = 0;
  for (const { pid, status, startedAt } of processes) {
    const last = status === 'completed' ? 'Completed' : 'Errored';
    const expected = startedAt ? ['Started', last] : [last];
    const events = await store.events(pid);
    expect(events.map(({ event }) => event)).toEqual(expected);
    const arrived = () => arrivals(store, receiver, pid);
    await expect.poll(async () => [...(await arrived()).keys()]).toEqual(expected);
    for (const count of (await arrived()).values()) repeats += count - 1;
    const told = await store.events(pid);
    expect(told.map(({ event, messages }) => [event, messages?.length])).toEqual(
      expected.map(event => [event, 1]),
    );
  }
  // A message arrives again only where whoever was sending it was killed before it had recorded the answer.
  expect(repeats).toBeLessThanOrEqual(kills * workerOptions.concurrency);
});

it('processes of a killed owner of an embedded database end when it is opened again', async () => {
  const receiver = await httpServer();
  const directory = await migratedDirectory();
  const settings = {
    databaseOptions: { directory },
    webhooks: [webhookTo(receiver.url)],
    leaseMs: shortLeaseMs,
  };
  const first = await startInstance(settings);
  // A busy machine may renew the lease too late: then the first instance ends some of them itself.
  const told = (event: string) => receiver.hits.filter(({ path }) => path === `/${event}`).length;
  first.run('held', 3);
  await expect.poll(() => told('Started')).toBe(3);
  await first.kill();
  const second = await startInstance(settings);
  await expect.poll(() => told('Errored')).toBeGreaterThan(2);
  await second.kill();
  const store = await lookAt(await openDatabase({ directory }));
  const { processes } = await store.processes();
  expect(processes.map(({ status }) => status)).toEqual(['error', 'error', 'error']);
});

it('runs that a killed instance had queued are run by another one, each once', async () => {
  const receiver = await httpServer();
  const url = await emptyPostgres();
  const settings = { databaseOptions: { url }, webhooks: [webhookTo(receiver.url)], leaseMs: shortLeaseMs };
  const first = await startInstance({ ...settings, concurrency: 1 });
  first.run('held', 1);
  await expect.poll(() => first.pids.length).toBe(1);
  first.run('brief', 5);
  await expect.poll(() => first.pids.length).toBe(6);
  await first.kill();
  await startInstance(settings);
  const store = await lookAt(await openDatabase({ url }));
  await expect.poll(() => unfinished(store)).toBe(0);
  const { processes } = await store.processes();
  const ended = processes.map(({ status, recordsProcessed }) => [status, recordsProcessed]);
  expect(ended.toSorted()).toEqual([
    ['completed', 0],
    ['completed', 1],
    ['completed', 2],
    ['completed', 3],
    ['completed', 4],
    ['error', 0],
  ]);
  const events = await Promise.all(processes.map(({ pid }) => store.events(pid)));
  expect(events.flat().filter(({ event }) => event === 'Started')).toHaveLength(6);
});

it('an instance whose event loop is busy keeps its processes, and loses them when it is killed', async () => {
  const receiver = await httpServer();
  const url = await emptyPostgres();
  const store = await lookAt(await openDatabase({ url }));
  // The loop is busy for two and a half times as long.
  const settings = { databaseOptions: { url }, webhooks: [webhookTo(receiver.url)], leaseMs: 6000 };
  const [one] = await Promise.all([startInstance(settings), startInstance(settings)]);
  one.run('held', 1);
  await expect.poll(() => begun(store)).toBe(1);
  one.run('busy', 1);
  const told = async (): Promise<readonly (readonly [task: string, status: string])[]> => {
    const { processes } = await store.processes();
    return processes.map(({ taskId, status }) => [taskId, status] as const).toSorted();
  };
  const hasEnded = async (): Promise<boolean> =>
    (await told()).some(([task, status]) => task === 'busy' && status !== 'queued' && status !== 'running');
  await expect.poll(hasEnded).toBe(true);
  expect(await told()).toEqual([
    ['busy', 'completed'],
    ['held', 'running'],
  ]);
  await one.kill();
  await expect.poll(told).toEqual([
    ['busy', 'completed'],
    ['held', 'error'],
  ]);
});
