import { beginSpan, endFailed, type Span, traceparentOf, withinSpan } from '../../tracing/tracing.ts';
import type { EventName } from '../../webhook/events/process-events.ts';
import type { EventSink } from '../event/event-notifier.ts';
import type { ServiceSettings } from '../service-options.ts';
import { type BoundedStore, createBoundedStore } from '../store/bounded-store.ts';
import type { Membership, Offer, StoredRun } from '../store/process-store.ts';
import type { TaskCatalogue } from '../task-catalogue.ts';
import { tooManyQueued, WorkflowError } from '../workflow-error.ts';
import { createHeld, type Held } from './held.ts';
import { keyReused } from './idempotency.ts';
import type { LiveProcess, ProcessEnd } from './live-process.ts';
import type { ProcessRecord } from './process-record.ts';
import { queuedRecord, type Run, restoreRun, storedContent } from './process-run.ts';
import { RunQueue, type RunSlot } from './run-queue.ts';
import { abandonedEnd, closedReason, interruptedEnd, lateEnd, runTask } from './run-task.ts';

/** Turns runs into processes, sees them to their ends, and stores and reports each change. */
export class ProcessRunner {
  readonly #settings: ServiceSettings;
  readonly #tasks: TaskCatalogue;
  readonly #events: EventSink;
  readonly #queue: RunQueue;
  readonly #store: BoundedStore;
  readonly #membership: Membership;
  readonly #held = new Map<string, Held>();
  /** Runs that are being accepted: others with the same key wait for the first of them. */
  readonly #taking = new Map<string, Promise<ProcessRecord>>();
  readonly #lastCall = new AbortController();
  readonly #tellOfLease = (error: unknown): void => this.#settings.onError({ kind: 'lease', error });
  #isClosed = false;

  constructor(settings: ServiceSettings, tasks: TaskCatalogue, events: EventSink) {
    this.#settings = settings;
    this.#tasks = tasks;
    this.#events = events;
    this.#queue = new RunQueue(settings);
    this.#store = createBoundedStore(settings.store, settings.storeTimeoutMs);
    this.#membership = this.#store.join({
      held: () => [...this.#held.values()].map(({ process }) => process.record),
      interrupt: (pid, reason) => this.#interruptHeld(pid, reason),
      raise: raised => events.raise(raised),
      offer: run => this.#offer(run),
      onError: this.#tellOfLease,
      onUnopened: (pid, error) => settings.onError({ kind: 'unopened', pid, error }),
    });
  }

  get isFull(): boolean {
    return this.#queue.isFull;
  }

  async find(pid: string): Promise<ProcessRecord | undefined> {
    return this.#held.get(pid)?.process.record ?? (await this.#store.find(pid));
  }

  /**
   * Starts a process for a run; all runs with one idempotency key share a process.
   *
   * @throws {WorkflowError} if the service is closed, the queue is full, the store does not answer, or the key belongs
   * to a different run.
   */
  async start(run: Run): Promise<ProcessRecord> {
    this.#assertOpen();
    const { idempotency } = run;
    if (!idempotency) return this.#take(run);
    const record = await (this.#taking.get(idempotency.key) ?? this.#takeOnce(idempotency.key, run));
    if (record.idempotency?.fingerprint !== idempotency.fingerprint) {
      throw keyReused();
    }
    return this.#held.get(record.pid)?.process.record ?? record;
  }

  /** Tells a process to stop, whichever instance holds it. `false` if it was told before, or has ended. */
  async interrupt(pid: string, reason: string): Promise<boolean> {
    return this.#held.has(pid) ? this.#interruptHeld(pid, reason) : this.#store.interrupt(pid, reason);
  }

  /** A queued process ends at once. */
  #interruptHeld(pid: string, reason: string): boolean {
    const held = this.#held.get(pid);
    if (!held?.process.interrupt(reason)) return false;
    if (held.process.record.status === 'queued') this.#end(held, interruptedEnd(held.process.signal));
    else this.#abandonAfter(held, this.#settings.stopTimeoutMs);
    return true;
  }

  /** Accepts no more runs, and ends queued ones and those being accepted, or hands them over. */
  close(): void {
    this.#isClosed = true;
    for (const held of this.#held.values()) {
      if (held.process.record.status === 'queued') this.#leaveQueued(held);
    }
    this.#membership.handOver().catch(this.#tellOfLease);
  }

  /** Tells all processes to stop. From now on, a record that the store refuses is not retried. */
  interruptAll(reason: string): void {
    this.#lastCall.abort();
    for (const pid of this.#held.keys()) this.#interruptHeld(pid, reason);
  }

  /** Records processes as interrupted that did not stop when told to. */
  abandonAll(): void {
    for (const held of this.#held.values()) this.#abandon(held);
  }

  /** Resolves when no process is held. */
  idle(): Promise<void> {
    return this.#queue.empty();
  }

  /** Leaves unfinished processes to other instances. */
  leave(): Promise<void> {
    return this.#membership.leave().catch(this.#tellOfLease);
  }

  /** Ids of processes whose status in the store is out of date. */
  unwritten(): readonly string[] {
    return [...this.#held].filter(([, { writer }]) => !writer.isWritten).map(([pid]) => pid);
  }

  #takeOnce(key: string, run: Run): Promise<ProcessRecord> {
    const found = this.#store.findByKey(key).then(holder => holder ?? this.#take(run));
    const taking = found.finally(() => this.#taking.delete(key));
    this.#taking.set(key, taking);
    return taking;
  }

  #assertOpen(): void {
    if (this.#isClosed) throw new WorkflowError('closed', 'The service is closed and takes no more runs.');
  }

  async #take(run: Run): Promise<ProcessRecord> {
    this.#assertOpen();
    const slot = this.#queue.reserve(run.bytes.length);
    if (!slot) throw tooManyQueued();
    const record = queuedRecord(run, this.#settings.now());
    const held = this.#hold(record, run, slot);
    let added: ProcessRecord;
    try {
      const stored = { record, profile: run.task.profile, content: storedContent(run) };
      added = await this.#store.add(stored, late => this.#refuseLate(held, late));
    } catch (error) {
      slot.leave();
      throw error;
    }
    if (added.pid !== record.pid) {
      // Another instance on the same store was faster.
      slot.leave();
      return added;
    }
    this.#enter(held, run);
    return held.process.record;
  }

  /** Offers to run a process that another instance has queued. */
  #offer(stored: StoredRun): Offer | undefined {
    const run = restoreRun(this.#tasks, stored);
    const slot = this.#isClosed ? undefined : this.#queue.reserve(run.bytes.length);
    if (!slot) return undefined;
    const held = this.#hold(stored.record, run, slot);
    return { accept: () => this.#enter(held, run), decline: slot.leave };
  }

  #enter(held: Held, run: Run): void {
    this.#held.set(held.process.record.pid, held);
    if (this.#isClosed) this.#leaveQueued(held);
    else held.slot.enter(() => this.#run(held, run));
  }

  #leaveQueued({ process, slot }: Held): void {
    const { pid } = process.record;
    if (!this.#store.isShared) return void this.#interruptHeld(pid, closedReason);
    this.#held.delete(pid);
    slot.leave();
  }

  #hold(record: ProcessRecord, { task: { profile }, traceparent }: Run, slot: RunSlot): Held {
    const { onError } = this.#settings;
    const writing = { store: this.#store, lastCall: this.#lastCall.signal, onError };
    return createHeld(record, { profile, slot, traceparent, ...writing });
  }

  /**
   * Ends a run whose caller got an error: nobody would know about it. Where a connection broke, it may still have been
   * stored.
   */
  #refuseLate(held: Held, { pid }: ProcessRecord): void {
    if (pid !== held.process.record.pid) return;
    held.process.end(lateEnd, this.#date());
    // Held until that is stored; otherwise it would be given up, and run elsewhere.
    this.#held.set(pid, held);
    void held.writer.write(held.process.record).then(() => this.#dropWritten(held));
  }

  #dropWritten({ process, writer }: Held): void {
    if (writer.isWritten) this.#held.delete(process.record.pid);
  }

  async #run(held: Held, run: Run): Promise<void> {
    const { task, timeoutMs, parameters, body } = run;
    const { process } = held;
    const span = beginRun(run, process.record.pid);
    held.span = span;
    held.traceparent = traceparentOf(span) ?? held.traceparent;
    process.begin(this.#date());
    const begun = this.#write(held, 'Started', process.record.startedAt);
    if (this.#store.isShared) {
      // Another instance may have taken it over while this one seemed to be gone: it must not run twice.
      await Promise.race([begun, process.ended]);
      if (process.signal.aborted) return this.#end(held, interruptedEnd(process.signal));
    }
    const tooLong = `The process has run longer than ${timeoutMs} ms`;
    const overtime = setTimeout(() => this.#interruptHeld(process.record.pid, tooLong), timeoutMs).unref();
    const report: LiveProcess['report'] = counts => process.report(counts);
    const running = withinSpan(span, () =>
      runTask(task, { parameters, body, signal: process.signal, report }),
    );
    void running.then(end => this.#end(held, end));
    await process.ended;
    clearTimeout(overtime);
  }

  #abandonAfter(held: Held, delayMs: number): void {
    held.abandonment = setTimeout(() => this.#abandon(held), delayMs).unref();
  }

  #abandon(held: Held): void {
    this.#end(held, abandonedEnd(held.process.signal));
  }

  #end(held: Held, end: ProcessEnd): void {
    const { process, slot } = held;
    if (!process.end(end, this.#date())) return;
    clearTimeout(held.abandonment);
    endRun(held.span, end);
    slot.finish();
    const event = end.status === 'completed' ? 'Completed' : 'Errored';
    void this.#write(held, event, process.record.endedAt).then(() => {
      this.#dropWritten(held);
      slot.leave();
    });
  }

  /** Stores a change of the status together with the event that it raises. */
  #write(
    { process: { record }, profile, writer, traceparent }: Held,
    event: EventName,
    date = this.#date(),
  ): Promise<void> {
    return writer.write(record, this.#events.raise({ event, profile, record, date, traceparent }));
  }

  #date(): Date {
    return new Date(this.#settings.now());
  }
}

function beginRun({ projectId, taskId, traceparent }: Run, pid: string): Span {
  const attributes = { 'hookplate.pid': pid, 'hookplate.project': projectId, 'hookplate.task': taskId };
  return beginSpan(`run ${projectId}/${taskId}`, { kind: 'internal', traceparent, attributes });
}

/** The text of an error may hold anything, and stays out of the span. */
function endRun(span: Span | undefined, { status }: ProcessEnd): void {
  if (!span) return;
  span.setAttribute('hookplate.status', status);
  if (status === 'completed') span.end();
  else endFailed(span, status);
}
