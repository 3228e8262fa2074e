import type { RecordedEvent } from '../store/shared-store.ts';
import { type MessageMaker, messagesOf, type RaisedEvent } from './event-message.ts';

/** Where the service takes its events. */
export interface EventSink {
  /** Never throws; what the store has to keep together with the change that raised it. */
  readonly raise: (raised: RaisedEvent) => readonly RecordedEvent[];
  /** Resolves when somebody else sees to every event. */
  readonly handedOver: () => Promise<void>;
  readonly flush: () => void;
}

/** Events that the store keeps, and has delivered. */
export function createStoredEvents(maker: MessageMaker): EventSink {
  return {
    raise: raised => [
      {
        event: raised.event,
        date: raised.date,
        profile: raised.profile,
        messages: messagesOf(maker, raised),
      },
    ],
    handedOver: async () => {},
    flush: () => {},
  };
}
