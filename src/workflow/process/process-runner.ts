import type { JsonValue } from '../../http/json-value.ts';
import type { EventName } from '../../webhook/events/process-event.ts';
import type { Parameters } from '../parameters/parameter-mapping.ts';
import type { ProcessStore } from '../store/process-store.ts';
import type { Task } from '../task.ts';
import type { WorkflowFailure } from '../workflow-failure.ts';
import type { EventNotifier } from './event-notifier.ts';
import { LiveProcess, type ProcessEnd } from './live-process.ts';
import type { ProcessRecord } from './process-record.ts';
import type { Reservation, RunQueue } from './run-queue.ts';
import { interruptedEnd, runTask } from './run-task.ts';

export interface ProcessRunnerOptions {
  readonly queue: RunQueue;
  readonly store: ProcessStore;
  readonly notify: EventNotifier;
  readonly onError: (failure: WorkflowFailure) => void;
  readonly now: () => Date;
}

/** What a process is to do. */
export interface Work {
  readonly task: Task;
  readonly parameters: Parameters;
  readonly body: JsonValue;
}

interface Running {
  readonly process: LiveProcess;
  readonly profile: string;
  /** Takes the job out of the queue where it still waits. */
  readonly leaveQueue: () => void;
  /** Writes one after the other, so that the last status is what remains. */
  saving: Promise<void>;
}

/** The processes of one service that have not ended: starts them, stops them, writes down and tells what happens. */
export class ProcessRunner {
  readonly #options: ProcessRunnerOptions;
  readonly #running = new Map<string, Running>();
  #whenIdle: (() => void)[] = [];

  constructor(options: ProcessRunnerOptions) {
    this.#options = options;
  }

  find(pid: string): ProcessRecord | undefined {
    return this.#running.get(pid)?.process.record;
  }

  /** Starts a process in the place that was reserved for it. */
  start(record: ProcessRecord, work: Work, reservation: Reservation): void {
    const job = (): Promise<void> => this.#run(running, work);
    const running: Running = {
      process: new LiveProcess(record),
      profile: work.task.profile,
      leaveQueue: () => this.#options.queue.remove(job),
      saving: Promise.resolve(),
    };
    this.#running.set(record.pid, running);
    reservation.start(job);
  }

  /** Tells a process to stop; one that is queued has then ended. `false` if it was told before or is not here. */
  interrupt(pid: string, reason: string): boolean {
    const running = this.#running.get(pid);
    if (!running?.process.interrupt(reason)) return false;
    if (running.process.record.status === 'queued') this.#abandon(running);
    return true;
  }

  /** Interrupts all processes, or those that wait. */
  interruptAll(which: 'all' | 'queued', reason: string): void {
    for (const [pid, { process }] of this.#running) {
      if (which === 'all' || process.record.status === 'queued') this.interrupt(pid, reason);
    }
  }

  /** Records as interrupted what did not stop when it was told to. */
  abandonAll(): void {
    for (const running of this.#running.values()) this.#abandon(running);
  }

  /** Resolves when no process is left, and all that was to be written is written. */
  idle(): Promise<void> {
    if (this.#running.size === 0) return Promise.resolve();
    return new Promise(resolve => {
      this.#whenIdle.push(resolve);
    });
  }

  async #run(running: Running, { task, parameters, body }: Work): Promise<void> {
    const { process } = running;
    process.begin(this.#options.now());
    this.#save(running);
    this.#raise(running, 'Started', process.record.startedAt);
    const report: LiveProcess['report'] = counts => process.report(counts);
    this.#end(running, await runTask(task, { parameters, body, signal: process.signal, report }));
  }

  #abandon(running: Running): void {
    running.leaveQueue();
    this.#end(running, interruptedEnd(running.process.signal));
  }

  #end(running: Running, end: ProcessEnd): void {
    const { process } = running;
    if (!process.end(end, this.#options.now())) return;
    this.#save(running);
    this.#raise(running, end.status === 'completed' ? 'Completed' : 'Errored', process.record.endedAt);
    void running.saving.then(() => this.#forget(process.record.pid));
  }

  #forget(pid: string): void {
    this.#running.delete(pid);
    if (this.#running.size > 0) return;
    for (const resolve of this.#whenIdle.splice(0)) resolve();
  }

  #save(running: Running): void {
    const { record } = running.process;
    const { store, onError } = this.#options;
    running.saving = running.saving
      .then(() => store.save(record))
      .catch(error => onError({ kind: 'store', pid: record.pid, error }));
  }

  #raise({ process: { record }, profile }: Running, event: EventName, date = this.#options.now()): void {
    this.#options.notify({ event, profile, record, date });
  }
}
