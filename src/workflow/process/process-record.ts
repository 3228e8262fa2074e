import type { Idempotency } from './idempotency.ts';

/** The states of a process; the last three are final. */
export type ProcessStatus = 'queued' | 'running' | 'completed' | 'error' | 'interrupted';

/** What a task has done so far. */
export interface ProcessCounts {
  /** Inserted plus updated, over all objects. */
  readonly recordsProcessed: number;
  /** Objects that met an error. */
  readonly errorCount: number;
}

/** A process as it is kept and shown. */
export interface ProcessRecord extends ProcessCounts {
  /** Opaque, and impossible to guess. */
  readonly pid: string;
  readonly projectId: string;
  readonly taskId: string;
  readonly status: ProcessStatus;
  readonly createdAt: Date;
  /** Absent while it is queued, and if it was interrupted before it started. */
  readonly startedAt?: Date;
  /** Present exactly when the status is final. */
  readonly endedAt?: Date;
  /** Why it ended so: only of `error` and `interrupted`. */
  readonly error?: string;
  readonly idempotency?: Idempotency;
}

export type FinalStatus = Exclude<ProcessStatus, 'queued' | 'running'>;

/** Whether a process with this status has ended. */
export function isFinal(status: ProcessStatus): status is FinalStatus {
  return status !== 'queued' && status !== 'running';
}
