import { randomUUID } from 'node:crypto';
import type { ProcessStore } from '../store/process-store.ts';
import { WorkflowError } from '../workflow-error.ts';
import { fingerprint } from './fingerprint.ts';
import type { ProcessRecord } from './process-record.ts';
import type { ProcessRunner, Work } from './process-runner.ts';
import type { RunQueue } from './run-queue.ts';

export interface ProcessStarterOptions {
  readonly runner: ProcessRunner;
  readonly queue: RunQueue;
  readonly store: ProcessStore;
  readonly now: () => Date;
}

/** One wish for a process. */
export interface RunRequest {
  readonly projectId: string;
  readonly taskId: string;
  readonly work: Work;
  readonly idempotencyKey: string | undefined;
}

/** In characters. */
export const longestIdempotencyKey = 255;

/** Makes one process of each run, and of all runs under one idempotency key together. */
export class ProcessStarter {
  readonly #options: ProcessStarterOptions;
  /** What has not come back from the store: runs under the same key wait for the first of them. */
  readonly #startingByKey = new Map<string, Promise<ProcessRecord>>();
  readonly #starting = new Set<Promise<ProcessRecord>>();

  constructor(options: ProcessStarterOptions) {
    this.#options = options;
  }

  /** @throws {WorkflowError} where the queue is full, and for a key that cannot be or holds another run. */
  async start(request: RunRequest): Promise<ProcessRecord> {
    const key = request.idempotencyKey;
    if (key === undefined) return this.#track(this.#add(request, undefined));
    if (key === '' || key.length > longestIdempotencyKey)
      throw new WorkflowError('idempotency-key-invalid', keyMessage);
    const print = fingerprint([request.projectId, request.taskId, request.work.body]);
    const record = await (this.#startingByKey.get(key) ?? this.#startUnder(key, print, request));
    if (record.idempotency?.fingerprint !== print)
      throw new WorkflowError('idempotency-key-reused', reusedMessage);
    return this.#options.runner.find(record.pid) ?? record;
  }

  /** Resolves when every run that was taken has become a process, or has failed to. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#starting);
  }

  #startUnder(key: string, print: string, request: RunRequest): Promise<ProcessRecord> {
    const starting = this.#findOrAdd({ key, fingerprint: print }, request);
    this.#startingByKey.set(key, starting);
    const forget = (): unknown => this.#startingByKey.delete(key);
    starting.then(forget, forget);
    return this.#track(starting);
  }

  async #findOrAdd(
    idempotency: { key: string; fingerprint: string },
    request: RunRequest,
  ): Promise<ProcessRecord> {
    return (await this.#options.store.findByKey(idempotency.key)) ?? this.#add(request, idempotency);
  }

  async #add(request: RunRequest, idempotency: ProcessRecord['idempotency']): Promise<ProcessRecord> {
    const { queue, store, runner, now } = this.#options;
    const reservation = queue.reserve();
    if (!reservation)
      throw new WorkflowError('too-many-queued', 'Too many runs are queued; try again later.');
    const { projectId, taskId, work } = request;
    const record: ProcessRecord = {
      pid: randomUUID(),
      projectId,
      taskId,
      status: 'queued',
      createdAt: now(),
      recordsProcessed: 0,
      errorCount: 0,
      ...(idempotency && { idempotency }),
    };
    try {
      const added = await store.add(record);
      if (added.pid !== record.pid) {
        // Another instance on the same store was faster.
        reservation.release();
        return added;
      }
    } catch (error) {
      reservation.release();
      throw error;
    }
    runner.start(record, work, reservation);
    return runner.find(record.pid) ?? record;
  }

  #track(starting: Promise<ProcessRecord>): Promise<ProcessRecord> {
    this.#starting.add(starting);
    const forget = (): unknown => this.#starting.delete(starting);
    starting.then(forget, forget);
    return starting;
  }
}

const keyMessage = `An idempotency key has 1 to ${longestIdempotencyKey} characters.`;
const reusedMessage = 'Under this idempotency key another run was started: another task, or another body.';
