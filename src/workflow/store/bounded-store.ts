import type { ProcessRecord } from '../process/process-record.ts';
import { WorkflowError } from '../workflow-error.ts';
import type { ProcessStore } from './process-store.ts';

/**
 * A store whose every call ends: what takes longer than the deadline rejects with `store-timeout`. A call that was
 * given up may still be carried out; `onLate` hears of it.
 */
export interface BoundedStore extends Pick<ProcessStore, 'find' | 'findByKey'> {
  readonly add: (record: ProcessRecord, onLate: (added: ProcessRecord) => void) => Promise<ProcessRecord>;
  readonly save: (record: ProcessRecord, onLate: () => void) => Promise<void>;
}

export function createBoundedStore(store: ProcessStore, timeoutMs: number): BoundedStore {
  return {
    add: (record, onLate) => withDeadline(async () => store.add(record), timeoutMs, onLate),
    save: (record, onLate) => withDeadline(async () => store.save(record), timeoutMs, onLate),
    find: pid => withDeadline(async () => store.find(pid), timeoutMs),
    findByKey: key => withDeadline(async () => store.findByKey(key), timeoutMs),
  };
}

function withDeadline<T>(
  call: () => Promise<T>,
  timeoutMs: number,
  onLate: (result: T) => void = () => {},
): Promise<T> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const giveUp = (): void => {
      isLate = true;
      reject(new WorkflowError('store-timeout', `The store has not answered within ${timeoutMs} ms.`));
    };
    // A store that is still at work keeps the process alive by itself.
    const timer = setTimeout(giveUp, timeoutMs).unref();
    const settle = (done: () => void): void => {
      clearTimeout(timer);
      done();
    };
    call().then(
      result => settle(() => (isLate ? onLate(result) : resolve(result))),
      error => settle(() => reject(error)),
    );
  });
}
