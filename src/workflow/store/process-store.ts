import type { SqlExecutor } from '../../database/sql-executor.ts';
import type { EventName } from '../../webhook/events/process-events.ts';
import type { EventMessage, RaisedEvent } from '../event/event-message.ts';
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

/** An event, and how the messages that tell of it are made. */
export interface RecordedEvent {
  readonly event: EventName;
  readonly date: Date;
  readonly profile: string;
  /** Makes them, in the transaction that is to store them. */
  readonly messages: (transaction: SqlExecutor) => Promise<readonly EventMessage[]>;
}

/** A queued run as it is kept until it begins, so that any instance can begin it. */
export interface StoredRun {
  readonly record: ProcessRecord;
  /** The webhooks of this profile are told of it. */
  readonly profile: string;
  /** What it was started with, as `storedContent` writes it. */
  readonly content: Uint8Array;
}

/** Room for a run, held until one of the two is called. */
export interface Offer {
  /** The run is this instance's. */
  readonly accept: () => void;
  readonly decline: () => void;
}

/** A service, as a store that it shares with others sees it. */
export interface Instance {
  /** The processes that it holds, with what their tasks have reported. */
  readonly held: () => readonly ProcessRecord[];
  /** Tells a process to stop, if it is held here and has not ended. */
  readonly interrupt: (pid: string, reason: string) => void;
  readonly raise: (raised: RaisedEvent) => readonly RecordedEvent[];
  /**
   * Offers to run what an instance that is gone has left in its queue; nothing where there is no room for it.
   *
   * @throws where it cannot be run: the task is unknown here, or the body is not what it needs.
   */
  readonly offer: (run: StoredRun) => Offer | undefined;
  /** Told when it cannot tell the others that it lives. */
  readonly onError: (error: unknown) => void;
  /** Told of a queued run whose body this one cannot open; another one may. */
  readonly onUnopened: (pid: string, error: unknown) => void;
}

export interface Membership {
  /** Leaves what is queued to other instances; what this one has begun stays with it. */
  readonly handOver: () => Promise<void>;
  /** Says no longer that the instance lives. */
  readonly leave: () => Promise<void>;
}

/**
 * A store that several instances of a service share, and that keeps what happens to a process and the messages that tell
 * of it together: both are there, or neither. Where an instance is gone, it has another one run what was queued there, and
 * ends what was running, once, and raises Errored for it.
 */
export interface SharedStore extends ProcessStore {
  /** A process of this instance. One without a body is never run by another. */
  readonly add: (record: ProcessRecord, run?: Omit<StoredRun, 'record'>) => Promise<ProcessRecord>;
  /** Of a process that another instance has ended or taken over, nothing is kept; it is interrupted here. */
  readonly save: (record: ProcessRecord, events?: readonly RecordedEvent[]) => Promise<void>;
  /** Has the instance that holds a process interrupt it; `false` if it was told before, or has ended. */
  readonly interrupt: (pid: string, reason: string) => Promise<boolean>;
  /** Begins to say that the instance lives. */
  readonly join: (instance: Instance) => Membership;
}

export function isShared(store: ProcessStore): store is SharedStore {
  return 'join' in store;
}
