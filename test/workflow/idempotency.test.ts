import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../src/output/json/json-value.ts';
import { maxIdempotencyKeyLength } from '../../src/workflow/process/idempotency.ts';
import { createMemoryStore } from '../../src/workflow/store/memory-store.ts';
import type { ProcessStore } from '../../src/workflow/store/process-store.ts';
import { runs } from '../properties.ts';
import { heldTask, sampleService, settle } from './sample-service.ts';

const under = (idempotencyKey: string): { idempotencyKey: string } => ({ idempotencyKey });

/** A store that takes its time, as one over a network does, so that runs meet in the middle. */
function slowStore(): ProcessStore {
  const store = createMemoryStore();
  const later = async <T>(value: () => Promise<T>): Promise<T> => {
    await settle();
    return value();
  };
  return {
    add: record => later(() => store.add(record)),
    save: record => later(() => store.save(record)),
    find: pid => later(() => store.find(pid)),
    findByKey: key => later(() => store.findByKey(key)),
  };
}

describe('200 concurrent runs under one key', () => {
  it.each([
    ['the memory', createMemoryStore],
    ['a slow store', slowStore],
  ])('start one process over %s, also where the queue takes but one', async (_, createStore) => {
    const task = heldTask();
    const service = sampleService({
      tasks: { load: task },
      store: createStore(),
      concurrency: 1,
      maxQueued: 0,
    });
    const runs = await Promise.all(
      Array.from({ length: 200 }, () => service.run('etl', 'load', { a: 1, b: [2] }, under('k'))),
    );
    expect(new Set(runs.map(({ pid }) => pid)).size).toBe(1);
    expect(task.inputs).toHaveLength(1);
  });

  it('start one process for each of several keys, in any mixture with runs without a key', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 60 }), async keys => {
        const task = heldTask();
        const service = sampleService({ tasks: { load: task }, store: slowStore(), concurrency: 100 });
        const runs = keys.map(key => service.run('etl', 'load', key, key === 0 ? {} : under(`k${key}`)));
        const pids = new Set((await Promise.all(runs)).map(({ pid }) => pid));
        const keyless = keys.filter(key => key === 0).length;
        const expected = new Set(keys.filter(key => key !== 0)).size + keyless;
        expect(pids.size).toBe(expected);
        expect(task.inputs).toHaveLength(expected);
      }),
      { numRuns: runs(50) },
    );
  });

  it('start one process for two services on one store', async () => {
    const store = slowStore();
    const [first, second] = [heldTask(), heldTask()];
    const services = [first, second].map(task => sampleService({ tasks: { load: task }, store }));
    const runs = await Promise.all(
      Array.from({ length: 200 }, (_, index) => services[index % 2]?.run('etl', 'load', 1, under('k'))),
    );
    expect(new Set(runs.map(run => run?.pid)).size).toBe(1);
    expect(first.inputs.length + second.inputs.length).toBe(1);
  });
});

describe('a key that is held', () => {
  it('gives the process as it is now, also after its end', async () => {
    const task = heldTask();
    const service = sampleService({ tasks: { load: task } });
    const { pid } = await service.run('etl', 'load', { a: 1, b: 2 }, under('k'));
    task.finish();
    await settle();
    expect(await service.run('etl', 'load', { a: 1, b: 2 }, under('k'))).toMatchObject({
      pid,
      status: 'completed',
    });
    expect(task.inputs).toHaveLength(1);
  });

  it('gives the process also while the queue is full', async () => {
    const service = sampleService({ tasks: { load: heldTask() }, concurrency: 1, maxQueued: 0 });
    const { pid } = await service.run('etl', 'load', 1, under('k'));
    expect(await service.run('etl', 'load', 1, under('k'))).toMatchObject({ pid });
    await expect(service.run('etl', 'load', 1, under('other'))).rejects.toMatchObject({
      code: 'too-many-queued',
    });
  });

  it('gives the process to the same bytes of the body alone, where it came as bytes', async () => {
    const service = sampleService({ tasks: { load: heldTask() } });
    const run = (body: JsonValue, json: string) =>
      service.run('etl', 'load', body, { ...under('k'), bodyBytes: Buffer.from(json) });
    const { pid } = await run([1], '[1]');
    expect(await run([1], '[1]')).toMatchObject({ pid });
    await expect(run([1], '[ 1]')).rejects.toMatchObject({ code: 'idempotency-key-reused' });
  });

  it('is refused for another body and for another task', async () => {
    const tasks = { load: heldTask(), other: heldTask() };
    const service = sampleService({ tasks });
    await service.run('etl', 'load', { a: 1 }, under('k'));
    await expect(service.run('etl', 'load', { a: 2 }, under('k'))).rejects.toMatchObject({
      code: 'idempotency-key-reused',
    });
    await expect(service.run('etl', 'other', { a: 1 }, under('k'))).rejects.toMatchObject({
      code: 'idempotency-key-reused',
    });
    expect(tasks.other.inputs).toEqual([]);
  });

  it('is refused for another body also where both come at once', async () => {
    const task = heldTask();
    const service = sampleService({ tasks: { load: task }, store: slowStore() });
    const runs = await Promise.allSettled(
      [1, 2, 1].map(body => service.run('etl', 'load', body, under('k'))),
    );
    expect(runs.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(task.inputs).toHaveLength(1);
  });

  it('is free again when its process is no longer kept', async () => {
    const task = heldTask();
    const service = sampleService({ tasks: { load: task }, store: createMemoryStore({ maxEnded: 0 }) });
    const { pid } = await service.run('etl', 'load', 1, under('k'));
    task.finish();
    await settle();
    expect((await service.run('etl', 'load', 2, under('k'))).pid).not.toBe(pid);
  });
});

it('a key under which nothing could be started is free again', async () => {
  const store = createMemoryStore();
  let isBroken = true;
  const add: ProcessStore['add'] = record =>
    isBroken ? Promise.reject(new Error('The disk is full')) : store.add(record);
  const service = sampleService({ store: { ...store, add }, concurrency: 1, maxQueued: 0 });
  for (let index = 0; index < 3; index++) {
    await expect(service.run('etl', 'brief', 1, under('k'))).rejects.toThrow('The disk is full');
  }
  isBroken = false;
  expect((await service.run('etl', 'brief', 2, under('k'))).projectId).toBe('etl');
});

it('a key has 1 to 255 characters', async () => {
  const service = sampleService();
  expect(maxIdempotencyKeyLength).toBe(255);
  await service.run('etl', 'brief', null, under('x'.repeat(255)));
  for (const key of ['', 'x'.repeat(256)]) {
    await expect(service.run('etl', 'brief', null, under(key))).rejects.toMatchObject({
      code: 'idempotency-key-invalid',
    });
  }
});
