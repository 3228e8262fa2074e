import type { EventName, ProcessEvent } from '../../webhook/events/process-events.ts';
import type { RaisedEvent } from '../event/event-message.ts';
import type { ProcessRecord } from '../process/process-record.ts';

/**
 * A store for processes. A record is stored when it is added and after each change of its status; the newest one is
 * retried until that succeeds. Progress that a task reports in between is not stored until it ends. The store decides
 * how long ended processes are kept; others are kept until they end. An idempotency key is kept exactly as long as its
 * process.
 *
 * A call that takes longer than `storeTimeoutMs` is given up, and a failed `save` is called again.
 */
export interface ProcessStore {
  /**
   * Adds a process and resolves to it. If another process has its idempotency key, adds nothing and resolves to that
   * one; of several added at once with one key, only one is added. Rejects if nothing was added.
   */
  readonly add: (record: ProcessRecord) => Promise<ProcessRecord>;
  /** Replaces the record with the same pid. */
  readonly save: (record: ProcessRecord) => Promise<void>;
  readonly find: (pid: string) => Promise<ProcessRecord | undefined>;
  readonly findByKey: (idempotencyKey: string) => Promise<ProcessRecord | undefined>;
}

/** An event that is stored with the change that raised it. */
export interface RecordedEvent {
  readonly event: EventName;
  readonly date: Date;
  readonly profile: string;
  /** The span of the process, if it is known. */
  readonly traceparent?: string | undefined;
  readonly facts: ProcessEvent;
}

/** A queued run as it is stored until it begins, so that any instance can begin it. */
export interface StoredRun {
  readonly record: ProcessRecord;
  /** The webhooks of this profile are notified. */
  readonly profile: string;
  /** The input of the run, as written by `storedContent`. */
  readonly content: Uint8Array;
}

/** A reserved place for a run; call one of the two functions to release it. */
export interface Offer {
  /** The run now belongs to this instance. */
  readonly accept: () => void;
  readonly decline: () => void;
}

/** A service from the point of view of a shared store. */
export interface Instance {
  /** The processes that it holds, with their latest progress. */
  readonly held: () => readonly ProcessRecord[];
  /** Tells a process to stop, if it is held here and has not ended. */
  readonly interrupt: (pid: string, reason: string) => void;
  readonly raise: (raised: RaisedEvent) => readonly RecordedEvent[];
  /**
   * Offers to run a process from the queue of an instance that is gone; undefined if there is no room.
   *
   * @throws if it cannot be run: the task is unknown here, or the body does not fit it.
   */
  readonly offer: (run: StoredRun) => Offer | undefined;
  /** Called when the instance cannot tell the others that it is alive. */
  readonly onError: (error: unknown) => void;
  /** Called for a queued run whose body this instance cannot open, although another one may. */
  readonly onUnopened: (pid: string, error: unknown) => void;
}

export interface Membership {
  /** Leaves queued runs to other instances; those that have begun stay with this one. */
  readonly handOver: () => Promise<void>;
  /** Stops announcing that the instance is alive. */
  readonly leave: () => Promise<void>;
}

/**
 * A store that several instances of a service share. It stores a change of a process together with the event that it
 * raises: both or neither. If an instance is gone, its queued processes run on another one, and its running processes are
 * ended, once, and raise Errored.
 */
export interface SharedStore extends ProcessStore {
  /** Adds a process of this instance. One without a body is never run by another. */
  readonly add: (record: ProcessRecord, run?: Omit<StoredRun, 'record'>) => Promise<ProcessRecord>;
  /** Stores nothing for a process that another instance has ended or taken over; that process is interrupted here. */
  readonly save: (record: ProcessRecord, events?: readonly RecordedEvent[]) => Promise<void>;
  /** Asks the instance that holds a process to interrupt it; `false` if it was told before, or has ended. */
  readonly interrupt: (pid: string, reason: string) => Promise<boolean>;
  /** Begins to announce that the instance is alive. */
  readonly join: (instance: Instance) => Membership;
}

export function isShared(store: ProcessStore): store is SharedStore {
  return 'join' in store;
}
