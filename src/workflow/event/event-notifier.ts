import type { Delivery } from '../../delivery/delivery.ts';
import type { WebhookRequest } from '../../webhook/webhook-request.ts';
import type { WorkflowFailure } from '../workflow-failure.ts';
import { type EventMessage, messagesOf, type RaisedEvent } from './event-message.ts';
import { OrderedDeliveries } from './ordered-deliveries.ts';
import type { ProfileWebhooks } from './profile-webhooks.ts';

/** The part of a dispatcher that events need; any sender that keeps messages by their id will do. */
export interface EventDispatcher {
  readonly deliver: (
    request: WebhookRequest,
    options: {
      readonly id: string;
      /** Called after each attempt: a sender that does not holds up the next event until it is done with this one. */
      readonly onAttempt: () => void;
    },
  ) => Promise<Delivery>;
}

export interface EventNotifierOptions {
  readonly webhooks: ProfileWebhooks;
  readonly dispatcher: EventDispatcher;
  readonly onError: (failure: WorkflowFailure) => void;
}

/** Turns events into requests of the webhooks of their profile, and has them delivered in order. */
export class EventNotifier {
  readonly #options: EventNotifierOptions;
  /** By process and webhook. */
  readonly #lines = new Map<string, OrderedDeliveries>();
  #waiting = 0;
  #whenHandedOver: (() => void)[] = [];

  constructor(options: EventNotifierOptions) {
    this.#options = options;
  }

  /** Returns at once, and never throws. */
  raise(raised: RaisedEvent): readonly [] {
    const { webhooks, onError } = this.#options;
    const messages = messagesOf(webhooks.get(raised.profile) ?? [], raised, onError);
    for (const message of messages) this.#deliver(message, raised);
    return [];
  }

  /** Resolves when the dispatcher has every event. */
  handedOver(): Promise<void> {
    if (this.#waiting === 0) return Promise.resolve();
    return new Promise(resolve => {
      this.#whenHandedOver.push(resolve);
    });
  }

  /** Hands over at once what waits for its turn. */
  flush(): void {
    for (const line of this.#lines.values()) line.flush();
  }

  #deliver({ id, webhook, request }: EventMessage, { event, record: { pid } }: RaisedEvent): void {
    if ('failed' in request) return;
    const about = { kind: 'webhook', pid, event, webhook } as const;
    const { dispatcher, onError } = this.#options;
    this.#lineOf(JSON.stringify([pid, webhook])).push(async onAttempt => {
      try {
        const delivery = await dispatcher.deliver(request, { id, onAttempt });
        if (delivery.state !== 'delivered') onError({ ...about, delivery });
      } catch (error) {
        onError({ ...about, error });
      }
    });
  }

  #lineOf(key: string): OrderedDeliveries {
    const known = this.#lines.get(key);
    if (known) return known;
    const onWaiting = (change: number): void => this.#count(change);
    const line = new OrderedDeliveries({ onWaiting, onEmpty: () => this.#lines.delete(key) });
    this.#lines.set(key, line);
    return line;
  }

  #count(change: number): void {
    this.#waiting += change;
    if (this.#waiting > 0) return;
    for (const resolve of this.#whenHandedOver.splice(0)) resolve();
  }
}
