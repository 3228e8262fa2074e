import { expect, it } from 'vitest';
import { createMemoryStore, defaultMaxEnded } from '../../../src/workflow/store/memory-store.ts';
import { describeProcessStore, endedRecord, queuedRecord } from '../process-store-contract.ts';

describeProcessStore('the memory', createMemoryStore);

it('the process that ended first goes first, with its key; those that have not ended stay', async () => {
  const store = createMemoryStore({ maxEnded: 2 });
  for (const pid of ['a', 'b', 'c', 'd']) await store.add(queuedRecord(pid, `key ${pid}`));
  for (const pid of ['c', 'a', 'b']) await store.save(endedRecord(queuedRecord(pid, `key ${pid}`)));
  expect(await store.find('c')).toBeUndefined();
  expect(await store.findByKey('key c')).toBeUndefined();
  expect(store.size()).toEqual({ processes: 3, keys: 3 });
  expect((await store.find('d'))?.status).toBe('queued');
  expect(await store.add(queuedRecord('e', 'key c'))).toEqual(queuedRecord('e', 'key c'));
});

it('1,000 ended processes are kept by default', async () => {
  const store = createMemoryStore();
  for (let index = 0; index < 1500; index++)
    await store.save(endedRecord(queuedRecord(`p${index}`, `k${index}`)));
  expect(defaultMaxEnded).toBe(1000);
  expect(store.size()).toEqual({ processes: 1000, keys: 1000 });
});

it('a store may keep no ended process at all', async () => {
  const store = createMemoryStore({ maxEnded: 0 });
  await store.save(endedRecord(queuedRecord('a', 'k')));
  expect(store.size()).toEqual({ processes: 0, keys: 0 });
});

it.each([-1, 1.5, Number.NaN])('a bound of %d is refused', maxEnded => {
  expect(() => createMemoryStore({ maxEnded })).toThrow(TypeError);
});
