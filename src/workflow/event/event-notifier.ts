import type { Delivery } from '../../delivery/delivery.ts';
import type { ProfileWebhooks } from '../../events/profile-webhooks.ts';
import type { WebhookRequest } from '../../webhook/webhook-request.ts';
import type { RecordedEvent } from '../store/process-store.ts';
import type { WorkflowFailure } from '../workflow-failure.ts';
import { type EventMessage, messagesOf, processEventOf, type RaisedEvent } from './event-message.ts';

/** The part of a dispatcher that events need; any sender that keeps messages by id will do. */
export interface EventDispatcher {
  readonly deliver: (
    request: WebhookRequest,
    options: {
      readonly id: string;
      /** Call it after each attempt; without that, the next event waits until this delivery is finished. */
      readonly onAttempt: () => void;
    },
  ) => Promise<Delivery>;
}

interface EventNotifierOptions {
  readonly webhooks: ProfileWebhooks;
  readonly dispatcher: EventDispatcher;
  readonly onError: (failure: WorkflowFailure) => void;
}

/** Turns events into requests of their profile's webhooks, and delivers these in order. */
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

  /** Resolves when the dispatcher has received every event. */
  handedOver(): Promise<void> {
    if (this.#waiting === 0) return Promise.resolve();
    return new Promise(resolve => {
      this.#whenHandedOver.push(resolve);
    });
  }

  /** Hands over all waiting events at once. */
  flush(): void {
    for (const line of this.#lines.values()) line.flush();
  }

  #deliver({ id, webhook, request }: EventMessage, { event, record: { pid } }: RaisedEvent): void {
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

/** Delivers one message; resolves when no further attempt will be made. Must not reject. */
type Deliver = (onAttempt: () => void) => Promise<void>;

/** The time that a message with repeated attempts holds up the next one, in milliseconds: five minutes. */
export const maxHoldMs = 300_000;

interface OrderedDeliveriesOptions {
  /** Called when the number of waiting messages changes: with `1`, or a negative number. */
  readonly onWaiting: (change: number) => void;
  /** Called when nothing is left. */
  readonly onEmpty: () => void;
}

/**
 * The messages of one process for one webhook, in order: the next one is delivered when the one before it is finished,
 * or has been tried at least once and is five minutes old.
 */
export class OrderedDeliveries {
  readonly #options: OrderedDeliveriesOptions;
  readonly #waiting: Deliver[] = [];
  #isHeld = false;

  constructor(options: OrderedDeliveriesOptions) {
    this.#options = options;
  }

  push(deliver: Deliver): void {
    if (this.#isHeld) {
      this.#waiting.push(deliver);
      this.#options.onWaiting(1);
    } else {
      this.#begin(deliver);
    }
  }

  /** Delivers all waiting messages at once, in order. */
  flush(): void {
    const flushed = this.#waiting.splice(0);
    this.#options.onWaiting(-flushed.length);
    for (const deliver of flushed) void deliver(() => {});
  }

  #begin(deliver: Deliver): void {
    this.#isHeld = true;
    let isTried = false;
    let isOld = false;
    let isOver = false;
    const goOn = (): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      this.#next();
    };
    const timer = setTimeout(() => {
      isOld = true;
      if (isTried) goOn();
    }, maxHoldMs).unref();
    const onAttempt = (): void => {
      isTried = true;
      if (isOld) goOn();
    };
    void deliver(onAttempt).then(goOn);
  }

  #next(): void {
    this.#isHeld = false;
    const deliver = this.#waiting.shift();
    if (deliver) {
      this.#options.onWaiting(-1);
      this.#begin(deliver);
    } else {
      this.#options.onEmpty();
    }
  }
}

/** The destination of a service's events. */
export interface EventSink {
  /** Returns the events that the store has to keep together with the change that raised them. Never throws. */
  readonly raise: (raised: RaisedEvent) => readonly RecordedEvent[];
  /** Resolves when somebody else takes care of every event. */
  readonly handedOver: () => Promise<void>;
  readonly flush: () => void;
}

/** A sink for events that the store keeps. */
export const eventRecorder: EventSink = {
  raise: raised => {
    const { event, date, profile, traceparent } = raised;
    return [{ event, date, profile, traceparent, facts: processEventOf(raised) }];
  },
  handedOver: async () => {},
  flush: () => {},
};
