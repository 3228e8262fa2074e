import { createHash } from 'node:crypto';
import type { Delivery } from '../../delivery/delivery.ts';
import { type EventName, type ProcessEvent, processEvents } from '../../webhook/events/process-events.ts';
import type { WebhookRequest } from '../../webhook/webhook-request.ts';
import type { ProcessRecord } from '../process/process-record.ts';
import type { WebhookFailure, WorkflowFailure } from '../workflow-failure.ts';
import { DeliveryLine } from './ordered-deliveries.ts';
import type { ProfileWebhook, ProfileWebhooks } from './profile-webhooks.ts';

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

/** What happened to which process, and when. */
export interface RaisedEvent {
  readonly event: EventName;
  readonly profile: string;
  readonly record: ProcessRecord;
  readonly date: Date;
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
  readonly #lines = new Map<string, DeliveryLine>();
  #waiting = 0;
  #whenHandedOver: (() => void)[] = [];

  constructor(options: EventNotifierOptions) {
    this.#options = options;
  }

  /** Returns at once, and never throws. */
  raise(raised: RaisedEvent): void {
    for (const webhook of this.#options.webhooks.get(raised.profile) ?? []) this.#tell(webhook, raised);
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

  #tell({ name, webhook }: ProfileWebhook, raised: RaisedEvent): void {
    const { event, record } = raised;
    const { pid } = record;
    const about = { kind: 'webhook', pid, event, webhook: name } as const;
    const { dispatcher, onError } = this.#options;
    let request: WebhookRequest | undefined;
    try {
      request = webhook.requestFor(processEvent(raised));
    } catch (error) {
      onError({ ...about, error });
    }
    if (!request) return;
    const ready = request;
    this.#lineOf(JSON.stringify([pid, name])).push(async onAttempt => {
      try {
        const delivery = await dispatcher.deliver(ready, { id: messageId(about), onAttempt });
        if (delivery.state !== 'delivered') onError({ ...about, delivery });
      } catch (error) {
        onError({ ...about, error });
      }
    });
  }

  #lineOf(key: string): DeliveryLine {
    const known = this.#lines.get(key);
    if (known) return known;
    const onWaiting = (change: number): void => this.#count(change);
    const line = new DeliveryLine({ onWaiting, onEmpty: () => this.#lines.delete(key) });
    this.#lines.set(key, line);
    return line;
  }

  #count(change: number): void {
    this.#waiting += change;
    if (this.#waiting > 0) return;
    for (const resolve of this.#whenHandedOver.splice(0)) resolve();
  }
}

/** Started is the first event of a process, and its end the second, or the first of one that never started. */
function processEvent({ event, profile, record, date }: RaisedEvent): ProcessEvent {
  const { pid, recordsProcessed, errorCount, startedAt, error } = record;
  return processEvents.create(event, {
    profile,
    date,
    pid,
    sequence: event === 'Started' || startedAt === undefined ? 1 : 2,
    recordsProcessed,
    errorCount,
    ...(startedAt && { startedAt, durationSeconds: (date.getTime() - startedAt.getTime()) / 1000 }),
    ...(event === 'Errored' && { errorMessage: error }),
  });
}

/**
 * The identity of a message, the same however often it is sent and wherever its webhook stands in a list. Hashed,
 * because a pid of another store and the name of a profile may hold characters that an id must not.
 */
function messageId({ pid, event, webhook }: WebhookFailure): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([pid, event, webhook]))
    .digest('hex');
  return `msg_${digest.slice(0, 32)}`;
}
