import type { RecordedEvent } from '../store/shared-store.ts';
import type { WorkflowFailure } from '../workflow-failure.ts';
import { messagesOf, type RaisedEvent } from './event-message.ts';
import type { ProfileWebhooks, WebhookSource } from './profile-webhooks.ts';

/** Where the service takes its events. */
export interface EventSink {
  /** Never throws; what the store has to keep together with the change that raised it. */
  readonly raise: (raised: RaisedEvent) => readonly RecordedEvent[];
  /** Resolves when somebody else sees to every event. */
  readonly handedOver: () => Promise<void>;
  readonly flush: () => void;
}

/** Events that the store keeps, and has delivered. */
export function createEventRecorder(
  webhooks: ProfileWebhooks | WebhookSource,
  onError: (failure: WorkflowFailure) => void,
): EventSink {
  const makerOf = (raised: RaisedEvent): RecordedEvent['messages'] => {
    if (typeof webhooks === 'function') {
      return async tx => messagesOf(await webhooks(raised.profile, tx), raised, onError);
    }
    const messages = messagesOf(webhooks.get(raised.profile) ?? [], raised, onError);
    return async () => messages;
  };
  return {
    raise: raised => {
      const { event, date, profile } = raised;
      return [{ event, date, profile, messages: makerOf(raised) }];
    },
    handedOver: async () => {},
    flush: () => {},
  };
}
