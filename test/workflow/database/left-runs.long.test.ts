import { randomBytes } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../src/outbox/index.ts';
import { createDatabaseStore } from '../../../src/workflow/database/index.ts';
import { testEvents } from '../../events/test-events.ts';
import { httpServer } from '../../loopback-server.ts';
import { postgresProxy } from '../../outbox/postgres/postgres-proxy.ts';
import {
  backends,
  dump,
  emptyPostgres,
  executorOf,
  openTestDatabase,
  query,
} from '../../outbox/test-database.ts';
import { briefTask, heldTask } from '../sample-service.ts';
import { sampleInstance, shortLeaseMs, webhookTo } from './sample-instance.ts';

const key = (): string => randomBytes(32).toString('base64');

describe.each(backends)('runs that are left in a queue on %s', backend => {
  it('are handed over when their service is closed, and begin with their bodies', async () => {
    const receiver = await httpServer();
    const database = await openTestDatabase(backend);
    const task = heldTask();
    const options = { tasks: { held: task }, webhooks: [webhookTo(receiver.url)], concurrency: 1 };
    const first = await sampleInstance(database, options);
    const running = await first.service.run('etl', 'held', null);
    const asked = { idempotencyKey: 'k', parameters: { first: 'job' } };
    const queued = await first.service.run('etl', 'held', { job: ['é'] }, asked);
    await expect.poll(async () => (await first.store.find(running.pid))?.status).toBe('running');
    await expect.poll(() => task.inputs.length).toBe(1);
    const closing = first.service.close();
    expect((await first.service.status(queued.pid)).status).toBe('queued');
    const second = await sampleInstance(database, options);
    await expect.poll(() => task.inputs.map(({ body }) => body)).toEqual([null, { job: ['é'] }]);
    expect(task.inputs[1]?.parameters).toEqual({ first: ['é'] });
    task.finish();
    await closing;
    task.finish();
    await expect.poll(async () => (await second.service.status(queued.pid)).status).toBe('completed');
    expect(await second.store.find(running.pid)).toMatchObject({ status: 'completed' });
    const again = await second.service.run('etl', 'held', { job: ['é'] }, { idempotencyKey: 'k' });
    expect(again.pid).toBe(queued.pid);
    const events = async () => (await second.store.events(queued.pid)).map(({ event }) => event);
    await expect.poll(events).toEqual(['Started', 'Completed']);
  });

  it('wait where there is no room, and end where nobody can run them', async () => {
    const database = await openTestDatabase(backend);
    const task = heldTask();
    const first = await sampleInstance(database, {
      tasks: { held: task, old: briefTask },
      concurrency: 1,
    });
    await first.service.run('etl', 'held', null);
    const known = await first.service.run('etl', 'held', 1);
    const unknown = await first.service.run('etl', 'old', 2);
    await expect.poll(() => task.inputs.length).toBe(1);
    await first.service.close({ timeoutMs: 0 });
    const second = await sampleInstance(database, { tasks: { held: task }, concurrency: 1, maxQueued: 0 });
    const busy = await second.service.run('etl', 'held', 3);
    await expect.poll(async () => (await second.store.find(unknown.pid))?.status).toBe('error');
    expect((await second.store.find(unknown.pid))?.error).toContain('No task with the id `old`');
    expect((await second.store.find(known.pid))?.status).toBe('queued');
    await expect.poll(() => task.inputs.length).toBe(2);
    task.finish();
    await expect.poll(() => task.inputs.map(({ body }) => body)).toEqual([null, 3, 1]);
    task.finish();
    await expect.poll(async () => (await second.store.find(known.pid))?.status).toBe('completed');
    expect((await second.service.status(busy.pid)).status).toBe('completed');
  });
});

it('a run that was interrupted while it was queued ends so, also where its instance is gone', async () => {
  const database = await openTestDatabase('PostgreSQL');
  const task = heldTask();
  const options = { tasks: { held: task }, concurrency: 1 };
  const first = await sampleInstance(database, options);
  const running = await first.service.run('etl', 'held', 1);
  const queued = await first.service.run('etl', 'held', 2);
  await expect.poll(() => task.inputs.length).toBe(1);
  // As if the instance had died with both: nobody holds them.
  await executorOf(database).query("update hookplate.process set owner = 'dead'");
  const second = await sampleInstance(database, options);
  await second.service.interrupt(queued.pid);
  await expect.poll(async () => (await second.store.find(queued.pid))?.status).toBe('interrupted');
  expect((await second.store.find(queued.pid))?.error).toBe('The process was interrupted');
  expect((await second.store.events(queued.pid)).map(({ event }) => event)).toEqual(['Errored']);
  await expect.poll(async () => (await second.store.find(running.pid))?.status).toBe('error');
  task.finish();
});

it('a run whose body no key of an instance opens waits for one that has it, and holds up no other', async () => {
  const database = await openTestDatabase('PostgreSQL');
  const events = await testEvents(database);
  const [oldKey, youngKey] = [key(), key()];
  const storeWith = (...encryptionKeys: string[]) =>
    createDatabaseStore({ database, events, leaseMs: shortLeaseMs, encryptionKeys });
  const task = heldTask();
  const options = { tasks: { held: task }, concurrency: 1 };
  const first = await sampleInstance(database, { ...options, store: storeWith(youngKey) });
  await first.service.run('etl', 'held', 0);
  await expect.poll(() => task.inputs.length).toBe(1);
  // More than one look finds.
  const queued = await Promise.all(Array.from({ length: 101 }, () => first.service.run('etl', 'held', 1)));
  await first.service.close({ timeoutMs: 0 });
  const other = await sampleInstance(database, { ...options, store: storeWith(oldKey) });
  await other.service.run('etl', 'held', 2);
  await expect.poll(() => task.inputs.length).toBe(2);
  await other.service.run('etl', 'held', 'opened');
  await other.service.close({ timeoutMs: 0 });
  const second = await sampleInstance(database, { ...options, store: storeWith(oldKey) });
  await expect.poll(() => task.inputs.map(({ body }) => body)).toEqual([0, 2, 'opened']);
  await expect.poll(() => second.failures.filter(({ kind }) => kind === 'unopened').length).toBe(1);
  expect((await second.store.find(queued[0]?.pid ?? ''))?.status).toBe('queued');
  const third = await sampleInstance(database, { ...options, store: storeWith(oldKey, youngKey) });
  await expect.poll(() => task.inputs.length).toBe(4);
  await second.service.close({ timeoutMs: 0 });
  const left = await third.store.processes({ status: 'unfinished', limit: 500 });
  expect(left.processes).toHaveLength(101);
  expect((await third.store.processes({ status: 'error' })).processes).toEqual([]);
});

it('a run that was stored, while the answer was lost, is run after a lease', async () => {
  const proxy = await postgresProxy();
  const url = await emptyPostgres();
  const database = await openDatabase({ url: proxy.urlOf(url) });
  onTestFinished(() => database.close());
  await database.migrate();
  const { service } = await sampleInstance(database, { tasks: { brief: briefTask } });
  const statuses = async () =>
    (await query(url, 'select status from hookplate.process order by created_at')).map(
      ({ status }) => status,
    );
  await service.run('etl', 'brief', null);
  await expect.poll(statuses).toEqual(['completed']);
  proxy.silence();
  const lost = expect(service.run('etl', 'brief', null)).rejects.toThrow();
  await expect.poll(statuses).toEqual(['completed', 'queued']);
  await proxy.cut();
  await lost;
  await proxy.restore();
  await expect.poll(statuses).toEqual(['completed', 'completed']);
});

it('a run that another instance has taken over does not begin here as well', async () => {
  const database = await openTestDatabase('PostgreSQL');
  const task = heldTask();
  const { service, store } = await sampleInstance(database, { tasks: { held: task }, concurrency: 1 });
  await service.run('etl', 'held', 1);
  const queued = await service.run('etl', 'held', 2);
  await expect.poll(() => task.inputs.length).toBe(1);
  // As another instance does, for which this one's lease has ended.
  await executorOf(database).query("update hookplate.process set owner = 'other' where pid = $1", [
    queued.pid,
  ]);
  task.finish();
  await expect.poll(async () => (await store.processes({ status: 'completed' })).processes.length).toBe(1);
  await expect.poll(async () => (await service.status(queued.pid)).status).not.toBe('running');
  expect(task.inputs).toHaveLength(1);
});

it('bodies of runs are sealed while they are queued, and gone when they have begun', async () => {
  for (const [encryptionKeys, isFound] of [
    [[], true],
    [[key()], false],
  ] as const) {
    const database = await openTestDatabase('PGlite');
    const events = await testEvents(database);
    const task = heldTask();
    const store = createDatabaseStore({ database, events, leaseMs: shortLeaseMs, encryptionKeys });
    const options = { tasks: { held: task }, concurrency: 1, store };
    const { service } = await sampleInstance(database, options);
    await service.run('etl', 'held', null);
    const { pid } = await service.run('etl', 'held', 'canary-body', { idempotencyKey: 'k' });
    const queued = await dump(executorOf(database));
    expect(queued).toContain(pid);
    expect(queued.includes('canary')).toBe(isFound);
    await expect.poll(() => task.inputs.length).toBe(1);
    task.finish();
    await expect.poll(() => task.inputs.map(({ body }) => body)).toEqual([null, 'canary-body']);
    expect(await dump(executorOf(database))).not.toContain('canary');
  }
});
