import type { Idempotency } from './idempotency.ts';

/** The states of a process; the last three are final. */
export const processStatuses = ['queued', 'running', 'completed', 'error', 'interrupted'] as const;
export type ProcessStatus = (typeof processStatuses)[number];

/** The progress of a task. */
export interface ProcessCounts {
  /** Inserted plus updated records, over all objects. */
  readonly recordsProcessed: number;
  /** The number of objects with an error. */
  readonly errorCount: number;
}

/** A process as it is stored and shown. */
export interface ProcessRecord extends ProcessCounts {
  /** Opaque and unguessable. */
  readonly pid: string;
  readonly projectId: string;
  readonly taskId: string;
  readonly status: ProcessStatus;
  readonly createdAt: Date;
  /** Absent while it is queued, and if it was interrupted before it started. */
  readonly startedAt?: Date;
  /** Present if and only if the status is final. */
  readonly endedAt?: Date;
  /** The reason for its end; only with `error` and `interrupted`. */
  readonly error?: string;
  readonly idempotency?: Idempotency;
}

export type FinalStatus = Exclude<ProcessStatus, 'queued' | 'running'>;

export function isFinal(status: ProcessStatus): status is FinalStatus {
  return status !== 'queued' && status !== 'running';
}
