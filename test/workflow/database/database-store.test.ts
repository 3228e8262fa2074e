import { describe, expect, it } from 'vitest';
import { bucketOf } from '../../../src/database/bucket.ts';
import { processEvents } from '../../../src/webhook/events/process-events.ts';
import { createDatabaseStore } from '../../../src/workflow/database/index.ts';
import type { RecordedEvent } from '../../../src/workflow/store/process-store.ts';
import { testEvents } from '../../events/test-events.ts';
import { httpServer } from '../../loopback-server.ts';
import { backends, executorOf, openTestDatabase, testOutbox } from '../../outbox/test-database.ts';
import { describeProcessStore, queuedRecord } from '../process-store-contract.ts';
import { briefTask, heldTask } from '../sample-service.ts';
import { sampleInstance, webhookTo } from './sample-instance.ts';

describe.each(backends)('on %s', backend => {
  describeProcessStore(`a database of ${backend}`, async () => {
    const database = await openTestDatabase(backend);
    return createDatabaseStore({ database, events: await testEvents(database) });
  });

  it('a process, its events and its messages are kept, and arrive in their order', async () => {
    const receiver = await httpServer();
    const { service, store, failures } = await sampleInstance(await openTestDatabase(backend), {
      webhooks: [webhookTo(receiver.url)],
    });
    const { pid } = await service.run('etl', 'brief', null, { idempotencyKey: 'k' });
    await expect.poll(() => receiver.hits.map(({ path }) => path)).toEqual(['/Started', '/Completed']);
    expect((await service.run('etl', 'brief', null, { idempotencyKey: 'k' })).pid).toBe(pid);
    expect(await store.find(pid)).toMatchObject({ status: 'completed', idempotency: { key: 'k' } });
    const events = await store.events(pid);
    expect(events).toMatchObject([{ event: 'Started' }, { event: 'Completed' }]);
    const sent = receiver.hits.map(({ headers }) => headers['webhook-id']);
    expect(sent).toEqual(events.flatMap(({ messages = [] }) => messages));
    expect(failures).toEqual([]);
  });

  it('a process stands in the bucket of its profile, with its events and messages', async () => {
    const database = await openTestDatabase(backend);
    const { service, store } = await sampleInstance(database, {
      tasks: { brief: { ...briefTask, profile: 'shop' } },
      webhooks: [{ ...webhookTo('http://127.0.0.1:9'), profile: 'shop' }],
    });
    const { pid } = await service.run('etl', 'brief', null);
    const told = async () => (await store.events(pid)).flatMap(({ messages = [] }) => messages);
    await expect.poll(told).toHaveLength(2);
    const { rows } = await executorOf(database).query(`select bucket from hookplate.process
      union select bucket from hookplate.past_event union select bucket from hookplate.message`);
    expect(rows).toEqual([{ bucket: bucketOf('shop') }]);
  });

  it('an event that cannot be told is a failed message, and the process goes on', async () => {
    const database = await openTestDatabase(backend);
    const webhook = webhookTo('http://127.0.0.1:9');
    const { service, store, failures } = await sampleInstance(database, {
      // No segment of a path can be two dots.
      tasks: { brief: { ...briefTask, profile: '..' } },
      webhooks: [{ ...webhook, profile: '..', url: 'http://127.0.0.1:9/$profile$/hook' }],
    });
    const { pid } = await service.run('etl', 'brief', null);
    await expect.poll(async () => (await store.find(pid))?.status).toBe('completed');
    const outbox = await testOutbox(database);
    const told = async () =>
      (await outbox.messages()).items.toSorted((one, other) =>
        (one.event ?? '') < (other.event ?? '') ? -1 : 1,
      );
    await expect.poll(told).toMatchObject([
      { event: 'Completed', state: 'failed', reason: 'refused-value', profile: '..' },
      { event: 'Started', state: 'failed', reason: 'refused-value', profile: '..' },
    ]);
    const [started] = await store.events(pid);
    expect(started?.messages).toHaveLength(1);
    expect(failures).toEqual([]);
  });

  it('a save that is repeated adds nothing to what was stored with it', async () => {
    const database = await openTestDatabase(backend);
    const events = await testEvents(database);
    const store = createDatabaseStore({ database, events });
    const running = { ...queuedRecord('p'), status: 'running' } as const;
    await store.add(queuedRecord('p'));
    const raised = (recordsProcessed: number): RecordedEvent => ({
      event: 'Started',
      date: new Date('2026-03-29T01:30:01Z'),
      profile: 'nightly',
      facts: { ...processEvents.sample('Started'), recordsProcessed },
    });
    await store.save(running, [raised(1)]);
    await store.save(running, [raised(2)]);
    const [started, ...others] = await store.events('p');
    expect(others).toEqual([]);
    expect(started).toMatchObject({ event: 'Started', messages: undefined });
    expect(await events.content(started?.id ?? '')).toMatchObject({ facts: { recordsProcessed: 1 } });
  });

  it('processes are listed newest first, by their status, with their owners', async () => {
    const task = heldTask();
    const { service, store } = await sampleInstance(await openTestDatabase(backend), {
      tasks: { held: task },
    });
    const pids: string[] = [];
    for (let index = 0; index < 3; index++) pids.push((await service.run('etl', 'held', null)).pid);
    await expect.poll(() => task.inputs.length).toBe(3);
    const first = await store.processes({ status: 'unfinished', limit: 2 });
    const second = await store.processes({
      status: 'unfinished',
      limit: 2,
      ...(first.next && { cursor: first.next }),
    });
    const all = [...first.processes, ...second.processes];
    expect(all.map(({ pid }) => pid).toSorted()).toEqual(pids.toSorted());
    expect(second.next).toBeUndefined();
    expect(new Set(all.map(({ owner }) => owner)).size).toBe(1);
    expect(all.every(({ leaseUntil }) => leaseUntil instanceof Date)).toBe(true);
    task.finish();
    await expect.poll(async () => (await store.processes({ status: 'completed' })).processes.length).toBe(1);
    const [completed] = (await store.processes({ status: 'completed' })).processes;
    expect(completed?.version).toBeGreaterThan(1);
  });

  it('what a task reports is seen from elsewhere before it ends', async () => {
    const task = heldTask();
    const database = await openTestDatabase(backend);
    const { service } = await sampleInstance(database, { tasks: { held: task } });
    const other = await sampleInstance(database);
    const { pid } = await service.run('etl', 'held', null);
    await expect.poll(() => task.inputs.length).toBe(1);
    task.inputs[0]?.report({ recordsProcessed: 7 });
    await expect.poll(async () => (await other.service.status(pid)).recordsProcessed).toBe(7);
  });

  it('a process is interrupted from any instance, and once', async () => {
    const receiver = await httpServer();
    const database = await openTestDatabase(backend);
    const options = { tasks: { held: heldTask() }, webhooks: [webhookTo(receiver.url)] };
    const one = await sampleInstance(database, options);
    const other = await sampleInstance(database, options);
    const { pid } = await one.service.run('etl', 'held', null);
    await expect.poll(async () => (await other.service.status(pid)).status).toBe('running');
    expect((await other.service.interrupt(pid)).interrupted).toBe(true);
    expect((await other.service.interrupt(pid)).interrupted).toBe(false);
    await expect.poll(async () => (await other.service.status(pid)).status).toBe('interrupted');
    expect((await other.service.interrupt(pid)).interrupted).toBe(false);
    await expect.poll(() => receiver.hits.map(({ path }) => path)).toEqual(['/Started', '/Errored']);
  });

  it('of what another instance has ended, nothing is written, and its task is told to stop', async () => {
    const database = await openTestDatabase(backend);
    const task = heldTask();
    const { service, store } = await sampleInstance(database, { tasks: { held: task } });
    const { pid } = await service.run('etl', 'held', null);
    await expect.poll(async () => (await store.find(pid))?.status).toBe('running');
    const [running] = (await store.processes()).processes;
    expect(running).toBeDefined();
    // As another instance does, for which this one's lease has ended.
    await executorOf(database).query(
      "update hookplate.process set status = 'error', error = 'ended by another', ended_at = now() where pid = $1",
      [pid],
    );
    await expect.poll(() => task.inputs[0]?.signal.aborted).toBe(true);
    await expect.poll(async () => (await service.status(pid)).error).toBe('ended by another');
    expect((await store.events(pid)).map(({ event }) => event)).toEqual(['Started']);
  });

  it('a process is kept for days after its end, and one that goes on for as long as it does', async () => {
    const database = await openTestDatabase(backend);
    const task = heldTask();
    const { service, store } = await sampleInstance(database, { tasks: { brief: briefTask, held: task } });
    const run = async (name: string) => (await service.run('etl', name, null)).pid;
    const [past, recent, held] = [await run('brief'), await run('brief'), await run('held')];
    for (const pid of [past, recent])
      await expect.poll(async () => (await store.find(pid))?.status).toBe('completed');
    const { query } = executorOf(database);
    const age = (pid: string, days: number) =>
      query(
        `update hookplate.process set created_at = created_at - $2 * interval '1 day', ended_at = ended_at - $2 * interval '1 day' where pid = $1`,
        [pid, days],
      );
    await Promise.all([age(past, 31), age(recent, 29), age(held, 40)]);
    await expect.poll(() => store.find(past)).toBeUndefined();
    expect(await store.find(recent)).toMatchObject({ status: 'completed' });
    expect((await store.find(held))?.status).not.toBe('completed');
    task.finish();
    await expect.poll(async () => (await store.find(held))?.status).toBe('completed');
  });

  it('the processes of a profile that have ended are erased, and their keys are free again', async () => {
    const database = await openTestDatabase(backend);
    const held = { ...heldTask(), profile: 'gone' };
    const { service, store } = await sampleInstance(database, {
      tasks: {
        brief: { ...briefTask, profile: 'gone' },
        broken: {
          profile: 'gone',
          run: () => {
            throw new Error('canary');
          },
        },
        other: { ...briefTask, profile: 'kept' },
        held,
      },
    });
    const run = async (task: string, idempotencyKey: string) =>
      (await service.run('etl', task, null, { idempotencyKey })).pid;
    const [brief, broken, other] = [
      await run('brief', 'canary'),
      await run('broken', 'b'),
      await run('other', 'o'),
    ];
    const going = await run('held', 'h');
    for (const pid of [brief, broken, other])
      await expect.poll(async () => (await store.find(pid))?.endedAt).toBeDefined();
    const done: number[] = [];
    expect(await store.erase('gone', { onProgress: erased => void done.push(erased) })).toBe(2);
    expect(done).toEqual([2]);
    const { processes } = await store.processes();
    expect(processes.map(({ pid }) => pid).toSorted()).toEqual([other, going].toSorted());
    const { rows } = await executorOf(database).query('select p::text from hookplate.process p');
    expect(JSON.stringify(rows)).not.toContain('canary');
    expect(await run('other', 'canary')).not.toBe(brief);
    await service.interrupt(going);
    await expect.poll(async () => (await store.find(going))?.status).toBe('interrupted');
    expect(await store.erase('gone')).toBe(1);
    await expect(store.erase('')).rejects.toThrow('profile: expected text of 1 to 256 characters');
  });

  it('finds nothing by a pid that no database can hold', async () => {
    const { service } = await sampleInstance(await openTestDatabase(backend));
    await expect(service.status('\0')).rejects.toMatchObject({ code: 'unknown-process' });
    await expect(service.interrupt('\0')).rejects.toMatchObject({ code: 'unknown-process' });
  });
});
