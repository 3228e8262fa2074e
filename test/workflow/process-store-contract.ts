import { describe, expect, it } from 'vitest';
import type { ProcessRecord } from '../../src/workflow/process/process-record.ts';
import type { ProcessStore } from '../../src/workflow/store/process-store.ts';

export function queuedRecord(pid: string, key?: string): ProcessRecord {
  return {
    pid,
    projectId: 'etl',
    taskId: 'load',
    status: 'queued',
    createdAt: new Date('2026-03-29T01:30:00Z'),
    recordsProcessed: 0,
    errorCount: 0,
    ...(key !== undefined && { idempotency: { key, fingerprint: `print of ${pid}` } }),
  };
}

export function endedRecord(queued: ProcessRecord): ProcessRecord {
  return {
    ...queued,
    status: 'error',
    startedAt: new Date('2026-03-29T01:30:01Z'),
    endedAt: new Date('2026-03-29T01:30:02Z'),
    recordsProcessed: 12,
    errorCount: 3,
    error: 'It broke: ünïcödé',
  };
}

type CreateStore = () => Promise<ProcessStore> | ProcessStore;

/** The contract of every store. `create` makes an empty one. */
export function describeProcessStore(name: string, create: CreateStore): void {
  describe(`${name} as a process store`, () => {
    givesBackRecords(create);
    keepsRecordsApart(create);
  });
}

function givesBackRecords(create: CreateStore): void {
  it('gives back what was added', async () => {
    const store = await create();
    const record = queuedRecord('p1', 'k1');
    expect(await store.add(record)).toEqual(record);
    expect(await store.find('p1')).toEqual(record);
    expect(await store.findByKey('k1')).toEqual(record);
  });

  it('gives back every field of what was saved last', async () => {
    const store = await create();
    const record = queuedRecord('p1', 'k1');
    await store.add(record);
    await store.save({ ...record, status: 'running', startedAt: new Date('2026-03-29T01:30:01Z') });
    await store.save(endedRecord(record));
    expect(await store.find('p1')).toEqual(endedRecord(record));
    expect(await store.findByKey('k1')).toEqual(endedRecord(record));
  });

  it('finds nothing under pids and keys that nobody has', async () => {
    const store = await create();
    await store.add(queuedRecord('p1'));
    expect(await store.find('p2')).toBeUndefined();
    expect(await store.find('__proto__')).toBeUndefined();
    expect(await store.findByKey('p1')).toBeUndefined();
    expect(await store.findByKey('')).toBeUndefined();
  });
}

function keepsRecordsApart(create: CreateStore): void {
  it('adds nothing under a key that is held, not even after its process has ended', async () => {
    const store = await create();
    const first = queuedRecord('p1', 'k1');
    await store.add(first);
    expect(await store.add(queuedRecord('p2', 'k1'))).toEqual(first);
    await store.save(endedRecord(first));
    expect(await store.add(queuedRecord('p3', 'k1'))).toEqual(endedRecord(first));
    expect(await store.find('p2')).toBeUndefined();
    expect(await store.find('p3')).toBeUndefined();
  });

  it('adds one of many that come at once under one key', async () => {
    const store = await create();
    const added = await Promise.all(
      Array.from({ length: 50 }, (_, index) => store.add(queuedRecord(`p${index}`, 'k1'))),
    );
    expect(new Set(added.map(({ pid }) => pid)).size).toBe(1);
  });

  it('keeps processes without a key apart, and pids and keys of any text', async () => {
    const store = await create();
    const records = ['a', 'user@host/1', 'ü"\'; --', 'x'.repeat(200)].map(pid =>
      queuedRecord(pid, `key ${pid}`),
    );
    for (const record of [...records, queuedRecord('b'), queuedRecord('c')]) await store.add(record);
    for (const record of records) {
      expect(await store.find(record.pid)).toEqual(record);
      expect(await store.findByKey(`key ${record.pid}`)).toEqual(record);
    }
    expect(await store.find('c')).toEqual(queuedRecord('c'));
  });
}
