import { within } from '../../timing/deadline.ts';
import type { ProcessRecord } from '../process/process-record.ts';
import { WorkflowError } from '../workflow-error.ts';
import type { ProcessStore } from './process-store.ts';
import {
  type Instance,
  isShared,
  type Membership,
  type RecordedEvent,
  type StoredRun,
} from './process-store.ts';

/**
 * A store whose calls all end: a call that exceeds the deadline rejects with `store-timeout`. It may still take effect
 * later, in which case `onLate` is called.
 */
export interface BoundedStore extends Pick<ProcessStore, 'find' | 'findByKey'> {
  readonly isShared: boolean;
  readonly add: (run: StoredRun, onLate: (added: ProcessRecord) => void) => Promise<ProcessRecord>;
  readonly save: (
    record: ProcessRecord,
    onLate: () => void,
    events: readonly RecordedEvent[],
  ) => Promise<void>;
  /** Whether another instance was told; always false without other instances. */
  readonly interrupt: (pid: string, reason: string) => Promise<boolean>;
  readonly join: (instance: Instance) => Membership;
}

export function createBoundedStore(store: ProcessStore, timeoutMs: number): BoundedStore {
  const shared = isShared(store) ? store : undefined;
  return {
    isShared: shared !== undefined,
    add: ({ record, ...run }, onLate) =>
      withDeadline(async () => (shared ?? store).add(record, run), timeoutMs, onLate),
    save: (record, onLate, events) =>
      withDeadline(async () => (shared ?? store).save(record, events), timeoutMs, onLate),
    find: pid => withDeadline(async () => store.find(pid), timeoutMs),
    findByKey: key => withDeadline(async () => store.findByKey(key), timeoutMs),
    interrupt: (pid, reason) =>
      withDeadline(async () => (await shared?.interrupt(pid, reason)) ?? false, timeoutMs),
    join: instance => {
      const membership = shared?.join(instance);
      return {
        handOver: () => withDeadline(async () => membership?.handOver(), timeoutMs),
        leave: () => withDeadline(async () => membership?.leave(), timeoutMs),
      };
    },
  };
}

/** A store that is still working keeps the process alive by itself. */
function withDeadline<T>(
  call: () => Promise<T>,
  timeoutMs: number,
  onLate: (result: T) => void = () => {},
): Promise<T> {
  let isLate = false;
  const work = call().then(result => {
    if (isLate) onLate(result);
    return result;
  });
  const giveUp = (): never => {
    isLate = true;
    throw new WorkflowError('store-timeout', `The store has not answered within ${timeoutMs} ms.`);
  };
  return within(timeoutMs, work, giveUp, { keepsAlive: false });
}
