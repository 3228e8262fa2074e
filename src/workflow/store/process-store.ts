import type { ProcessRecord } from '../process/process-record.ts';

/**
 * Where processes are kept. A record is written when it is added and after each change of its status, the newest until
 * that succeeds; what a task reports in between is not written until it ends. How long ended processes are kept is the
 * store's decision; others are kept until they end. An idempotency key is kept exactly as long as its process.
 *
 * A call that takes longer than `storeTimeoutMs` is given up, and a failed `save` is called again.
 */
export interface ProcessStore {
  /**
   * Adds a process and resolves to it. If its idempotency key is held by another one, adds nothing and resolves to
   * that one: of all that are added at once under one key, one is. Rejects where nothing was added.
   */
  readonly add: (record: ProcessRecord) => Promise<ProcessRecord>;
  /** Replaces the record of the same pid. */
  readonly save: (record: ProcessRecord) => Promise<void>;
  readonly find: (pid: string) => Promise<ProcessRecord | undefined>;
  readonly findByKey: (idempotencyKey: string) => Promise<ProcessRecord | undefined>;
}
