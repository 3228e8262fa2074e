import type { EventName } from '../../webhook/events/process-events.ts';
import type { EventMessage, RaisedEvent } from '../event/event-message.ts';
import type { ProcessRecord } from '../process/process-record.ts';
import type { ProcessStore } from './process-store.ts';

/** An event with the messages that tell of it. */
export interface RecordedEvent {
  readonly event: EventName;
  readonly date: Date;
  readonly profile: string;
  readonly messages: readonly EventMessage[];
}

/** A service, as a store that it shares with others sees it. */
export interface Instance {
  /** The processes that it holds, with what their tasks have reported. */
  readonly held: () => readonly ProcessRecord[];
  /** Tells a process to stop, if it is held here and has not ended. */
  readonly interrupt: (pid: string, reason: string) => void;
  readonly raise: (raised: RaisedEvent) => readonly RecordedEvent[];
  /** Told when it cannot tell the others that it lives. */
  readonly onError: (error: unknown) => void;
}

/**
 * A store that several instances of a service share, and that keeps what happens to a process and the messages that tell
 * of it together: both are there, or neither. It ends the processes of an instance that is gone, once, and raises Errored
 * for them.
 */
export interface SharedStore extends ProcessStore {
  /** A process of this instance; the webhooks of its profile are told of it. */
  readonly add: (record: ProcessRecord, profile?: string) => Promise<ProcessRecord>;
  /** Of a process that another instance has ended, nothing is kept. */
  readonly save: (record: ProcessRecord, events?: readonly RecordedEvent[]) => Promise<void>;
  /** Has the instance that holds a process interrupt it; `false` if it was told before, or has ended. */
  readonly interrupt: (pid: string, reason: string) => Promise<boolean>;
  /** Begins to say that the instance lives; `leave` ends that, and leaves its processes to others. */
  readonly join: (instance: Instance) => { readonly leave: () => Promise<void> };
}

export function isShared(store: ProcessStore): store is SharedStore {
  return 'join' in store;
}
