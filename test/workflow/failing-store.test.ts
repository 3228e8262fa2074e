import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createWorkflowApi } from '../../src/server/processes/workflow-api.ts';
import type { ProcessRecord } from '../../src/workflow/process/process-record.ts';
import { createMemoryStore } from '../../src/workflow/store/memory-store.ts';
import type { ProcessStore } from '../../src/workflow/store/process-store.ts';
import type { Task } from '../../src/workflow/task.ts';
import type { WorkflowFailure } from '../../src/workflow/workflow-failure.ts';
import { heldTask, sampleService, settle } from './sample-service.ts';
import { serve } from './serve-workflow.ts';

const never = (): Promise<never> => new Promise(() => {});
const brief: Task = { profile: 'nightly', run: () => undefined };

/** A store over memory whose calls go through these functions first. */
function storeWith(changes: Partial<ProcessStore>): ProcessStore {
  return { ...createMemoryStore(), ...changes };
}

describe('a store that never answers', () => {
  it.each(['add', 'save', 'find', 'findByKey'] as const)(
    'by %s does not keep a service from closing',
    async call => {
      const service = sampleService({ store: storeWith({ [call]: never }), onError: () => {} });
      const started = service.run('etl', 'brief', null, { idempotencyKey: 'k' });
      started.catch(() => {});
      await settle();
      await service.close({ timeoutMs: 0 });
      await expect(service.run('etl', 'brief', null)).rejects.toMatchObject({ code: 'closed' });
    },
  );

  it.each(['add', 'findByKey'] as const)('by %s makes a run fail at its deadline', async call => {
    const service = sampleService({ store: storeWith({ [call]: never }), storeTimeoutMs: 5 });
    const run = service.run('etl', 'brief', null, { idempotencyKey: 'k' });
    await expect(run).rejects.toMatchObject({ code: 'store-timeout' });
  });

  it('makes a status fail at its deadline', async () => {
    const service = sampleService({ store: storeWith({ find: never }), storeTimeoutMs: 5 });
    await expect(service.status('p')).rejects.toMatchObject({ code: 'store-timeout' });
  });

  it('is 503 with Retry-After over HTTP', async () => {
    const service = sampleService({ store: storeWith({ find: never }), storeTimeoutMs: 5 });
    const origin = await serve(createWorkflowApi(service, { authenticate: () => true }).fetch);
    const answer = await fetch(`${origin}/api/v2/status/p`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await answer.json()).toMatchObject({ code: 'store-timeout' });
  });

  it('leaves the right status to be asked for, and says which processes it does not know', async () => {
    const failures: WorkflowFailure[] = [];
    const service = sampleService({
      tasks: { brief },
      store: storeWith({ save: never }),
      onError: failure => failures.push(failure),
    });
    const { pid } = await service.run('etl', 'brief', null);
    await service.close({ timeoutMs: 0 });
    expect((await service.status(pid)).status).toBe('completed');
    expect(failures).toMatchObject([{ kind: 'store', pid, error: { code: 'closed' } }]);
  });

  it('does not fill the memory with processes that have ended', async () => {
    const service = sampleService({
      store: storeWith({ save: never }),
      concurrency: 1,
      maxQueued: 4,
      onError: () => {},
    });
    for (let index = 0; index < 10; index++) {
      expect(service.isFull()).toBe(false);
      await service.run('etl', 'brief', null);
      await settle();
    }
    expect(service.isFull()).toBe(true);
    await expect(service.run('etl', 'brief', null)).rejects.toMatchObject({ code: 'too-many-queued' });
  });
});

describe('a store that always fails', () => {
  const save = (): never => {
    throw new Error('The disk is full');
  };

  it('lets a service close at its deadline, and not later: nothing else has to be waited for', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const failures: WorkflowFailure[] = [];
    const store = storeWith({ save });
    const service = sampleService({ tasks: { brief }, store, onError: failure => failures.push(failure) });
    const { pid } = await service.run('etl', 'brief', null);
    const closed = service.close({ timeoutMs: 15_000 });
    await vi.advanceTimersByTimeAsync(15_000);
    // No timer fires any more, so this would wait for ever if it needed one.
    await closed;
    expect((await service.status(pid)).status).toBe('completed');
    expect(failures.at(-1)).toMatchObject({ kind: 'store', pid, error: { code: 'closed' } });
  });

  it('is asked once more at the deadline, when it may be well again', async () => {
    const store = createMemoryStore();
    let isFull = true;
    const failures: WorkflowFailure[] = [];
    const service = sampleService({
      tasks: { brief },
      store: { ...store, save: async record => (isFull ? save() : store.save(record)) },
      onError: failure => failures.push(failure),
    });
    const { pid } = await service.run('etl', 'brief', null);
    await expect.poll(() => failures.length).toBeGreaterThan(0);
    isFull = false;
    await service.close({ timeoutMs: 0 });
    expect((await store.find(pid))?.status).toBe('completed');
  });
});

describe('a store that answers too late', () => {
  it('a run whose key it has looked up is refused where the service was closed meanwhile', async () => {
    let answer = (): void => {};
    const findByKey = (): Promise<undefined> =>
      new Promise(resolve => {
        answer = () => resolve(undefined);
      });
    const task = heldTask();
    const service = sampleService({ tasks: { load: task }, store: storeWith({ findByKey }) });
    const run = service.run('etl', 'load', null, { idempotencyKey: 'k' });
    await service.close();
    answer();
    await expect(run).rejects.toMatchObject({ code: 'closed' });
    expect(task.inputs).toEqual([]);
  });

  it('a run that was refused never begins, and its record says so', async () => {
    const store = createMemoryStore();
    let land = (): void => {};
    let added: ProcessRecord | undefined;
    const add: ProcessStore['add'] = async record => {
      added = record;
      await new Promise<void>(resolve => {
        land = resolve;
      });
      return store.add(record);
    };
    const task = heldTask();
    const service = sampleService({ tasks: { load: task }, store: { ...store, add }, storeTimeoutMs: 5 });
    await expect(service.run('etl', 'load', null)).rejects.toMatchObject({ code: 'store-timeout' });
    land();
    await settle();
    expect(task.inputs).toEqual([]);
    expect(await service.status(added?.pid ?? '')).toMatchObject({
      status: 'interrupted',
      error: expect.stringContaining('never began'),
    });
  });

  it('a status that lands over a newer one is written over', async () => {
    const store = createMemoryStore();
    const land: (() => void)[] = [];
    const save: ProcessStore['save'] = async record => {
      if (record.status === 'running') {
        await new Promise<void>(resolve => {
          land.push(resolve);
        });
      }
      await store.save(record);
    };
    const service = sampleService({ store: { ...store, save }, storeTimeoutMs: 5, onError: () => {} });
    const { pid } = await service.run('etl', 'brief', null);
    await expect.poll(async () => (await store.find(pid))?.status).toBe('completed');
    land[0]?.();
    await expect.poll(async () => (await store.find(pid))?.status).toBe('completed');
    await settle();
    expect((await store.find(pid))?.status).toBe('completed');
  });
});

it('a status that cannot be written is told, and written again until it is', async () => {
  const failures: WorkflowFailure[] = [];
  const store = createMemoryStore();
  const save: ProcessStore['save'] = record => {
    if (failures.length < 2) throw new Error('The disk is full');
    return store.save(record);
  };
  const onError = (failure: WorkflowFailure): unknown => failures.push(failure);
  const service = sampleService({ store: { ...store, save }, onError });
  const { pid } = await service.run('etl', 'brief', null);
  await expect.poll(async () => (await store.find(pid))?.status).toBe('completed');
  expect(failures).toMatchObject([
    { kind: 'store', pid, error: { message: 'The disk is full' } },
    { kind: 'store', pid, error: { message: 'The disk is full' } },
  ]);
});
