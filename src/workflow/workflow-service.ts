import { compileWebhooks } from '../events/profile-webhooks.ts';
import { defineOptions, milliseconds, optional, type WithDefaults } from '../options/define-options.ts';
import type { JsonValue } from '../output/json/json-value.ts';
import { within } from '../timing/deadline.ts';
import { EventNotifier, type EventSink, eventRecorder } from './event/event-notifier.ts';
import type { ProcessRecord } from './process/process-record.ts';
import { createRun, type RunOptions } from './process/process-run.ts';
import { ProcessRunner } from './process/process-runner.ts';
import { readServiceOptions, type ServiceSettings, type WorkflowServiceOptions } from './service-options.ts';
import { TaskCatalogue } from './task-catalogue.ts';
import { WorkflowError } from './workflow-error.ts';
import type { WorkflowFailure } from './workflow-failure.ts';

/** The result of an interruption. */
export interface Interruption {
  /** Whether this call told the process to stop; false if it was told before, or had ended. */
  readonly interrupted: boolean;
  readonly process: ProcessRecord;
}

export interface CloseServiceOptions {
  /** Time for processes to finish before they are interrupted. Default 15,000 ms. */
  readonly timeoutMs?: number | undefined;
}

export const defaultCloseTimeoutMs = 15_000;

/** Time that `close` waits for interrupted processes, and again for abandoned ones, in milliseconds each. */
export const stopGraceMs = 1000;

const readCloseOptions = defineOptions<WithDefaults<CloseServiceOptions>>({
  timeoutMs: optional(milliseconds(0), defaultCloseTimeoutMs),
});

/** Runs tasks as processes. Failed calls reject with a `WorkflowError` that has a `code`. */
export interface WorkflowService {
  /** Starts a process, or queues it. Rejects with a `ParameterError` if the body lacks fields that the task needs. */
  readonly run: (
    projectId: string | number,
    taskId: string | number,
    body: JsonValue,
    options?: RunOptions,
  ) => Promise<ProcessRecord>;
  /** The bounds of the queue, as the options or their defaults say. */
  readonly limits: { readonly maxQueued: number; readonly maxQueuedBytes: number };
  /** Whether the queue is full, so that any further run would be refused. */
  readonly isFull: () => boolean;
  readonly status: (pid: string) => Promise<ProcessRecord>;
  /**
   * Tells a process to stop, through the `signal` of its task. A queued process ends at once, and one whose task does
   * not stop within `stopTimeoutMs` ends without it.
   */
  readonly interrupt: (pid: string) => Promise<Interruption>;
  /**
   * Accepts no more runs, and interrupts queued ones (a store on a database hands them over to another instance
   * instead). Until a deadline, running processes may end, their statuses be stored and their events be handed over;
   * then a store that failed is tried once more, and within another two seconds the rest is given up. The dispatcher
   * stays open: close it afterwards, so that the last events still go out.
   */
  readonly close: (options?: CloseServiceOptions) => Promise<void>;
}

/**
 * Creates a service. Its processes raise Started when they begin, Completed when they end, and Errored when they fail
 * or are interrupted; each webhook is notified in this order.
 *
 * @throws {TypeError} naming the invalid option.
 * @throws {WebhookError} for a webhook whose configuration has errors.
 */
export function createWorkflowService(options: WorkflowServiceOptions): WorkflowService {
  const settings = readServiceOptions(options);
  const service = new Service(settings);
  const { maxQueued, maxQueuedBytes } = settings;
  return Object.freeze<WorkflowService>({
    limits: Object.freeze({ maxQueued, maxQueuedBytes }),
    run: (projectId, taskId, body, more) => service.run(String(projectId), String(taskId), body, more),
    isFull: () => service.isFull,
    status: pid => service.status(pid),
    interrupt: pid => service.interrupt(pid),
    close: async more => service.close(readCloseOptions(more)),
  });
}

/**
 * A run passes through these files: `process/process-run` is the request, `run-queue` where it waits, `run-task` its
 * execution, `process-record` and `record-writer` its stored form; `event/event-notifier` notifies webhooks of each
 * change, in order.
 */
class Service {
  readonly #tasks: TaskCatalogue;
  readonly #events: EventSink;
  readonly #runner: ProcessRunner;
  readonly #onError: (failure: WorkflowFailure) => void;
  #closing: Promise<void> | undefined;

  constructor(settings: ServiceSettings) {
    const { projects, dispatcher, onError } = settings;
    this.#tasks = new TaskCatalogue(projects);
    const webhooks = compileWebhooks(settings.webhooks, undefined, settings.receivers);
    this.#events = dispatcher ? new EventNotifier({ webhooks, dispatcher, onError }) : eventRecorder;
    this.#runner = new ProcessRunner(settings, this.#tasks, this.#events);
    this.#onError = onError;
  }

  async run(
    projectId: string,
    taskId: string,
    body: JsonValue,
    options: RunOptions | undefined,
  ): Promise<ProcessRecord> {
    return this.#runner.start(createRun(this.#tasks, { projectId, taskId, body }, options));
  }

  get isFull(): boolean {
    return this.#runner.isFull;
  }

  async status(pid: string): Promise<ProcessRecord> {
    const record = await this.#runner.find(pid);
    if (!record) throw new WorkflowError('unknown-process', 'No process with this pid.');
    return record;
  }

  async interrupt(pid: string): Promise<Interruption> {
    const interrupted = await this.#runner.interrupt(pid, 'The process was interrupted');
    return { interrupted, process: await this.status(pid) };
  }

  close({ timeoutMs }: WithDefaults<CloseServiceOptions>): Promise<void> {
    this.#closing ??= this.#close(timeoutMs);
    return this.#closing;
  }

  async #close(timeoutMs: number): Promise<void> {
    this.#runner.close();
    await this.#endWithin(timeoutMs);
    await this.#runner.leave();
  }

  async #endWithin(timeoutMs: number): Promise<void> {
    if (await this.#isDoneWithin(timeoutMs)) return;
    this.#runner.interruptAll('The service was closed');
    if (!(await this.#isDoneWithin(stopGraceMs))) {
      this.#runner.abandonAll();
      this.#events.flush();
      await this.#isDoneWithin(stopGraceMs);
    }
    const error = new WorkflowError('closed', 'The service was closed before the store had the status.');
    for (const pid of this.#runner.unwritten()) this.#onError({ kind: 'store', pid, error });
  }

  /** Whether every process has ended in time, with its end stored and its events handed over. */
  async #isDoneWithin(timeoutMs: number): Promise<boolean> {
    const done = this.#runner.idle().then(() => this.#events.handedOver());
    return within(
      timeoutMs,
      done.then(() => true),
      () => false,
    );
  }
}
