import { defineOptions, optional, type WithDefaults, wholeNumber } from '../../options/define-options.ts';
import { isFinal, type ProcessRecord } from '../process/process-record.ts';
import type { ProcessStore } from './process-store.ts';

/** Limits of a store in memory. */
export interface MemoryStoreOptions {
  /** The number of ended processes to keep; those that ended first are dropped first. Default 1,000. */
  readonly maxEnded?: number | undefined;
}

export const defaultMaxEnded = 1000;

/** The current size of a store in memory. */
interface MemoryStoreSize {
  readonly processes: number;
  readonly keys: number;
}

/** A store that can also report its size. */
export interface MemoryStore extends ProcessStore {
  readonly size: () => MemoryStoreSize;
}

const readOptions = defineOptions<WithDefaults<MemoryStoreOptions>>({
  maxEnded: optional(wholeNumber(0), defaultMaxEnded),
});

/**
 * Creates a store that keeps processes in memory, and loses them when this Node process ends.
 *
 * @throws {TypeError} naming the invalid option.
 */
export function createMemoryStore(options?: MemoryStoreOptions): MemoryStore {
  const { maxEnded } = readOptions(options);
  const records = new Map<string, ProcessRecord>();
  const pids = new Map<string, string>();
  /** In the order of their ends. */
  const ended = new Set<string>();

  function put(record: ProcessRecord): void {
    records.set(record.pid, record);
    if (record.idempotency) pids.set(record.idempotency.key, record.pid);
    if (!isFinal(record.status)) return;
    ended.add(record.pid);
    const [first] = ended;
    if (ended.size > maxEnded && first !== undefined) remove(first);
  }

  function remove(pid: string): void {
    const key = records.get(pid)?.idempotency?.key;
    if (key !== undefined) pids.delete(key);
    records.delete(pid);
    ended.delete(pid);
  }

  const findByKey = (key: string): ProcessRecord | undefined => records.get(pids.get(key) ?? '');

  return Object.freeze<MemoryStore>({
    add: async record => {
      const holder = record.idempotency && findByKey(record.idempotency.key);
      if (holder) return holder;
      put(record);
      return record;
    },
    save: async record => put(record),
    find: async pid => records.get(pid),
    findByKey: async key => findByKey(key),
    size: () => ({ processes: records.size, keys: pids.size }),
  });
}
