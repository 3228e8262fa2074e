import type { JsonValue } from '../http/json-value.ts';
import { createEventNotifier } from './process/event-notifier.ts';
import type { ProcessRecord } from './process/process-record.ts';
import { ProcessRunner } from './process/process-runner.ts';
import { ProcessStarter } from './process/process-starter.ts';
import { RunQueue } from './process/run-queue.ts';
import { normalizeOptions, type ServiceSettings, type WorkflowServiceOptions } from './service-options.ts';
import type { ProcessStore } from './store/process-store.ts';
import { TaskCatalogue } from './task-catalogue.ts';
import { WorkflowError } from './workflow-error.ts';

export interface RunOptions {
  /** Runs under the same key start one process: 1 to 255 characters. Kept as long as its process. */
  readonly idempotencyKey?: string | undefined;
}

/** What an interruption came to. */
export interface Interruption {
  /** Whether this one told the process to stop; not if it had been told before, or had ended. */
  readonly interrupted: boolean;
  readonly process: ProcessRecord;
}

export interface CloseServiceOptions {
  /** How long processes may go on before they are interrupted. Default 15,000 ms. */
  readonly timeoutMs?: number;
}

/** How long an interrupted process may take to stop before `close` goes on without it, in milliseconds. */
export const stopGraceMs = 1000;

export const defaultCloseTimeoutMs = 15_000;

/** Runs tasks as processes. What cannot be done rejects with a `WorkflowError` that has a `code`. */
export interface WorkflowService {
  /** Starts a process, or queues it. Rejects with a `ParameterError` where the body lacks what the task needs. */
  readonly run: (
    projectId: string | number,
    taskId: string | number,
    body: JsonValue,
    options?: RunOptions,
  ) => Promise<ProcessRecord>;
  readonly status: (pid: string) => Promise<ProcessRecord>;
  /** Tells a process to stop, through the `signal` of its task. One that is queued ends at once. */
  readonly interrupt: (pid: string) => Promise<Interruption>;
  /**
   * Takes no more runs, interrupts those that are queued, and lets those that run end up to a deadline. The
   * dispatcher stays open: close it afterwards, so that the last events still go out.
   */
  readonly close: (options?: CloseServiceOptions) => Promise<void>;
}

/**
 * Makes a service. Its processes raise Started when they begin, Completed when they end, and Errored when they fail
 * or are interrupted.
 *
 * @throws {TypeError} naming the option that cannot be.
 * @throws {WebhookError} for a webhook whose configuration cannot be.
 */
export function createWorkflowService(options: WorkflowServiceOptions): WorkflowService {
  const service = new Service(normalizeOptions(options));
  return Object.freeze<WorkflowService>({
    run: (projectId, taskId, body, more) => service.run(String(projectId), String(taskId), body, more),
    status: pid => service.status(pid),
    interrupt: pid => service.interrupt(pid),
    close: more => service.close(more),
  });
}

class Service {
  readonly #tasks: TaskCatalogue;
  readonly #store: ProcessStore;
  readonly #runner: ProcessRunner;
  readonly #starter: ProcessStarter;
  #closing: Promise<void> | undefined;

  constructor(settings: ServiceSettings) {
    const { projects, store, now } = settings;
    this.#tasks = new TaskCatalogue(projects);
    this.#store = store;
    const queue = new RunQueue(settings);
    this.#runner = new ProcessRunner({ ...settings, queue, notify: createEventNotifier(settings) });
    this.#starter = new ProcessStarter({ runner: this.#runner, queue, store, now });
  }

  async run(
    projectId: string,
    taskId: string,
    body: JsonValue,
    options: RunOptions = {},
  ): Promise<ProcessRecord> {
    if (this.#closing) throw new WorkflowError('closed', 'The service is closed and takes no more runs.');
    const { task, mapBody } = this.#tasks.find(projectId, taskId);
    const work = { task, body, parameters: mapBody(body) };
    return this.#starter.start({ projectId, taskId, work, idempotencyKey: options.idempotencyKey });
  }

  async status(pid: string): Promise<ProcessRecord> {
    const record = this.#runner.find(pid) ?? (await this.#store.find(pid));
    if (!record) throw new WorkflowError('unknown-process', 'There is no process of this pid.');
    return record;
  }

  async interrupt(pid: string): Promise<Interruption> {
    const interrupted = this.#runner.interrupt(pid, 'The process was interrupted');
    return { interrupted, process: await this.status(pid) };
  }

  close({ timeoutMs = defaultCloseTimeoutMs }: CloseServiceOptions = {}): Promise<void> {
    this.#closing ??= this.#close(timeoutMs);
    return this.#closing;
  }

  async #close(timeoutMs: number): Promise<void> {
    await this.#starter.settled();
    this.#runner.interruptAll('queued', 'The service was closed before the process began');
    if (await endsWithin(this.#runner.idle(), timeoutMs)) return;
    this.#runner.interruptAll('all', 'The service was closed');
    if (await endsWithin(this.#runner.idle(), stopGraceMs)) return;
    this.#runner.abandonAll();
    await this.#runner.idle();
  }
}

async function endsWithin(end: Promise<void>, timeoutMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>(resolve => {
    timer = setTimeout(resolve, timeoutMs, false);
  });
  try {
    return await Promise.race([end.then(() => true), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
