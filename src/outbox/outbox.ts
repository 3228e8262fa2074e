import { explainDatabaseError } from '../database/database-error.ts';
import { Upkeep } from '../database/upkeep.ts';
import type { Dispatcher } from '../delivery/dispatcher.ts';
import { createDispatcher } from '../delivery/dispatcher.ts';
import { parseMessage } from '../delivery/message.ts';
import { publishDelivery } from '../delivery/telemetry.ts';
import {
  aBoolean,
  defineOptions,
  milliseconds,
  optional,
  type WithDefaults,
} from '../options/define-options.ts';
import type { WebhookRequest } from '../webhook/webhook-request.ts';
import {
  type CancelWebhookOptions,
  cancelWebhook,
  type RestoreWebhookOptions,
  restoreWebhook,
} from './cancelled-webhook.ts';
import {
  type CancelQuery,
  cancelMessage,
  cancelMessages,
  type ProgressOptions,
  progressChecks,
  type ResendQuery,
  resendMessage,
  resendMessages,
  retryMessage,
} from './change-messages.ts';
import {
  type DisableOptions,
  disableEndpoint,
  type Endpoint,
  type EndpointPage,
  type EndpointQuery,
  enableEndpoint,
  findEndpoint,
  listEndpoints,
  setRate,
} from './endpoint.ts';
import {
  type EnqueueOptions,
  Enqueuer,
  type InTransaction,
  type MadeRequest,
  type NewRequest,
  type UnmadeRequest,
} from './enqueue.ts';
import { eraseMessages } from './erase.ts';
import { addUpFigures } from './figures.ts';
import {
  countMessages,
  findMessage,
  findMessages,
  type MessageFilter,
  type MessagePage,
  type MessageQuery,
  nextAttemptOf,
} from './find-messages.ts';
import type { MessageDetails } from './message.ts';
import { OutboxError } from './outbox-error.ts';
import { type OutboxOptions, type OutboxSettings, readOutboxOptions } from './outbox-options.ts';
import { type Outcomes, type OutcomesQuery, readOutcomes } from './outcomes.ts';
import type { Recorded } from './record.ts';
import { type Backlog, type OutboxStats, readBacklog, readStats, type StatsQuery } from './stats.ts';
import { createThrottle } from './throttle.ts';
import { keepGoing, makePartitions, type Pruned, prune, vacuum } from './upkeep.ts';
import { Worker } from './worker.ts';

export interface StopOptions {
  /** Time for attempts in flight to finish before they are aborted and handed back. Default 15,000 ms. */
  readonly timeoutMs?: number | undefined;
}

export interface MessageOptions {
  /** Whether to include the request: its URL, headers and body may contain secrets. Default false. */
  readonly request?: boolean | undefined;
}

/** `onProgress` and `signal` are for the resending: the endpoint is enabled in any case. */
export interface EnableOptions extends ProgressOptions {
  /** Whether to resend its messages that were given up: `failed`, `gone` and `refused`. Default false. */
  readonly resend?: boolean | undefined;
}

/**
 * Messages that survive the process. Methods reject with an `OutboxError`, with a `DatabaseError` if the database
 * fails, or with a `TypeError` (code `invalid-argument`) for wrong use.
 */
export interface Outbox {
  /**
   * Stores a message; resolves to its id once it is stored, or is part of the transaction. A message with a known id
   * and the same content counts as already stored.
   */
  readonly enqueue: (request: WebhookRequest | UnmadeRequest, options?: EnqueueOptions) => Promise<string>;
  /** Stores all of these messages or none; resolves to their ids, in order. */
  readonly enqueueAll: (
    requests: readonly NewRequest[],
    options?: InTransaction,
  ) => Promise<readonly string[]>;
  /** Starts delivering in this process. */
  readonly start: () => Promise<void>;
  /** Stops everything except the database; unfinished messages are handed back. */
  readonly stop: (options?: StopOptions) => Promise<void>;
  readonly messages: (query?: MessageQuery) => Promise<MessagePage>;
  /** The number of messages that match, at most 10,000. */
  readonly count: (filter?: MessageFilter) => Promise<number>;
  /** The time of the first attempt that any of them waits for; undefined if none does. */
  readonly nextAttemptAt: (filter?: MessageFilter) => Promise<Date | undefined>;
  readonly message: (id: string, options?: MessageOptions) => Promise<MessageDetails | undefined>;
  /** Makes an ended message pending again, under the same id. */
  readonly resend: (id: string) => Promise<void>;
  /**
   * Resends all matching messages that still have a request and whose endpoint is not disabled; with `failing: true`,
   * makes those due that wait for another attempt. Resolves to their number.
   */
  readonly resendAll: (query: ResendQuery) => Promise<number>;
  /** Makes a pending message due at once. */
  readonly retryNow: (id: string) => Promise<void>;
  /** Ends a message that has not ended yet; an attempt in flight may still arrive. */
  readonly cancel: (id: string) => Promise<void>;
  /** Ends all matching messages that have not ended; resolves to their number. */
  readonly cancelAll: (query: CancelQuery) => Promise<number>;
  /**
   * Ends the messages of a webhook that have not ended: from the commit of the transaction on, nobody begins to send one,
   * those that wait become `cancelled`, a thousand each second or faster, new ones are stored so, and none is resent.
   */
  readonly cancelWebhook: (id: string, options?: CancelWebhookOptions) => Promise<void>;
  /**
   * Lets the id of a cancelled webhook be used again: messages enqueued from this transaction on are sent. Earlier ones stay
   * cancelled. Does nothing for a webhook that was not cancelled.
   */
  readonly restoreWebhook: (id: string, options?: RestoreWebhookOptions) => Promise<void>;
  readonly endpoints: (query?: EndpointQuery) => Promise<EndpointPage>;
  readonly endpoint: (id: string) => Promise<Endpoint | undefined>;
  /** Stops sending to an endpoint: its messages fail, including new ones. */
  readonly disableEndpoint: (id: string, options?: DisableOptions) => Promise<void>;
  /** Lets a disabled endpoint receive messages again; resolves to the number of resent messages. */
  readonly enableEndpoint: (id: string, options?: EnableOptions) => Promise<number>;
  /**
   * Limits the messages that leave for an endpoint per second, over all processes; without a number, removes the limit.
   */
  readonly setRate: (id: string, perSecond?: number) => Promise<void>;
  /**
   * Counts what happened over time, and the current amount of work. Whole hours of the last 30 days, and whole days of the last
   * year (UTC), are counted also where history has been removed, unless other filters than `profile`, `webhook` and `endpoint` are given.
   */
  readonly stats: (query: StatsQuery) => Promise<OutboxStats>;
  /** What became of the messages of each webhook, over time. */
  readonly outcomes: (query: OutcomesQuery) => Promise<readonly Outcomes[]>;
  /** The current amount of work: gauges for metrics, cheaper than `stats`. */
  readonly backlog: () => Promise<Backlog>;
  /**
   * Removes the days of history that are older than `retentionDays`, and figures that are older than a year; a delivering process
   * does so every hour by itself.
   */
  readonly prune: () => Promise<Pruned>;
  /**
   * Deletes all messages of a profile that are there, whatever their state, with their attempts, requests and given ids, its
   * figures and its endpoints. Waits for attempts in flight. Resolves to the number of messages. The events of the profile are
   * erased first, by `erase` of events: new messages would come of those that wait.
   */
  readonly erase: (profile: string, options?: ProgressOptions) => Promise<number>;
  /** The number of messages that this process is sending. */
  readonly inFlight: number;
}

/** An outbox with what is for the rooms of this package. */
export interface WakefulOutbox extends Outbox {
  /**
   * Called when messages were stored in a transaction that has committed, so that this process need not wait for the
   * database's notification, which a pooler may keep from it.
   */
  readonly wake?: (() => void) | undefined;
  readonly enqueueAll: (
    requests: readonly MadeRequest[],
    options?: InTransaction,
  ) => Promise<readonly string[]>;
}

const readStopOptions = defineOptions<WithDefaults<StopOptions>>({
  timeoutMs: optional(milliseconds(0), 15_000),
});
const readMessageOptions = defineOptions<WithDefaults<MessageOptions>>({
  request: optional(aBoolean, false),
});
const readEnableOptions = defineOptions<Required<EnableOptions>>({
  resend: optional(aBoolean, false),
  ...progressChecks,
});

/**
 * Creates an outbox on a migrated database. It delivers nothing before `start`.
 *
 * @throws {TypeError} naming the invalid option.
 * @throws {DatabaseError} `database-unreachable`, `database-not-migrated`, `database-not-granted` or `database-newer`.
 */
export async function createOutbox(options: OutboxOptions): Promise<Outbox> {
  const { settings, dispatcherOptions } = readOutboxOptions(options);
  const { database, sealer, retentionDays, maxRequestBytes, onEndpointDisabled } = settings;
  const dispatcher = createDispatcher(dispatcherOptions);
  const work = new BackgroundWork(settings, dispatcher);
  const onStored = (): void => work.wake();
  const enqueuer = new Enqueuer({ connection: database, sealer, maxRequestBytes, onStored });
  const ask = async <T>(task: () => Promise<T>): Promise<T> => {
    if (work.isStopped) throw new OutboxError('closed', 'The outbox has been stopped.');
    try {
      return await task();
    } catch (error) {
      throw explainDatabaseError(error);
    }
  };
  // Reports missing tables before anybody relies on them.
  await ask(() => database.assertMigrated());
  await work.keepPartitions();

  return Object.freeze<WakefulOutbox>({
    enqueue: (request, given) => ask(() => enqueuer.enqueue(request, given)),
    enqueueAll: (requests, given) => ask(() => enqueuer.enqueueAll(requests, given)),
    start: () => ask(() => work.start()),
    stop: async given => work.stop(readStopOptions(given).timeoutMs),
    messages: query => ask(() => findMessages(database, query)),
    count: filter => ask(() => countMessages(database, filter)),
    nextAttemptAt: filter => ask(() => nextAttemptOf(database, filter)),
    message: (id, given) =>
      ask(async () => {
        const { request } = readMessageOptions(given);
        return findMessage(database, id, request ? sealer : undefined);
      }),
    resend: id => ask(() => resendMessage(database, id)),
    resendAll: query => ask(() => resendMessages(database.forUpkeep(), query)),
    retryNow: id => ask(() => retryMessage(database, id)),
    cancel: id => ask(() => cancelMessage(database, id)),
    cancelAll: query => ask(() => cancelMessages(database.forUpkeep(), query)),
    cancelWebhook: (id, given) => ask(() => cancelWebhook(database, id, given)),
    restoreWebhook: (id, given) => ask(() => restoreWebhook(database, id, given)),
    endpoints: query => ask(() => listEndpoints(database, query)),
    endpoint: id => ask(() => findEndpoint(database, id)),
    disableEndpoint: (id, given) =>
      ask(async () => onEndpointDisabled(await disableEndpoint(database, id, given))),
    enableEndpoint: (id, given) =>
      ask(async () => {
        const { resend, ...progress } = readEnableOptions(given);
        await enableEndpoint(database, id);
        if (!resend) return 0;
        return resendMessages(database.forUpkeep(), { ...progress, state: 'given-up', endpoint: id });
      }),
    setRate: (id, perSecond) => ask(() => setRate(database, id, perSecond)),
    stats: query => ask(() => readStats(database, query)),
    outcomes: query => ask(() => readOutcomes(database, query)),
    backlog: () => ask(() => readBacklog(database)),
    prune: () => ask(() => prune(database.forUpkeep(), retentionDays)),
    erase: (profile, given) => ask(() => eraseMessages(database.forUpkeep(), profile, given)),
    wake: onStored,
    get inFlight() {
      return work.inFlight;
    },
  });
}

const keepGoingMs = 1000;
const addUpMs = 60_000;
const partitionsMs = 60 * 60_000;
const pruneMs = 60 * 60_000;
const vacuumMs = 60_000;

/** The worker of a delivering process, and the upkeep beside it. */
class BackgroundWork {
  readonly #settings: OutboxSettings;
  readonly #dispatcher: Dispatcher;
  readonly #worker: Worker;
  #upkeep: readonly Upkeep[] = [];
  #starting: Promise<void> | undefined;
  #stopping: Promise<void> | undefined;

  constructor(settings: OutboxSettings, dispatcher: Dispatcher) {
    const { database, schedule, finalStatuses, hold, onError } = settings;
    this.#settings = settings;
    this.#dispatcher = dispatcher;
    this.#worker = new Worker({
      ...settings,
      connection: database,
      dispatcher,
      policy: { schedule, finalStatuses },
      holdMs: hold,
      onTrouble: this.#tellTrouble,
      onUnopened: createThrottle(onError),
      onRecorded: recorded => this.#tell(recorded),
    });
  }

  get isStopped(): boolean {
    return this.#stopping !== undefined;
  }

  get inFlight(): number {
    return this.#worker.inFlight;
  }

  /** Called when this process has stored something, so that it need not wait for the database's notification. */
  wake(): void {
    if (this.#starting) this.#worker.wake();
  }

  /** For processes that only enqueue, too. Without a partition nothing is lost: that it could not be made is only told. */
  async keepPartitions(): Promise<void> {
    const { database } = this.#settings;
    const tell = this.#tellTrouble;
    await makePartitions(database).catch(tell);
    this.#upkeep = [new Upkeep(signal => makePartitions(database.forUpkeep(signal)), partitionsMs, tell)];
  }

  start(): Promise<void> {
    this.#starting ??= this.#start().catch(error => {
      this.#starting = undefined;
      throw error;
    });
    return this.#starting;
  }

  async #start(): Promise<void> {
    const { database, retentionDays, hold } = this.#settings;
    const tell = this.#tellTrouble;
    await this.#worker.start();
    this.#upkeep = [
      ...this.#upkeep,
      new Upkeep(signal => keepGoing(database.forUpkeep(signal), hold, signal), keepGoingMs, tell),
      new Upkeep(signal => addUpFigures(database.forUpkeep(signal).executor), addUpMs, tell),
      new Upkeep(signal => prune(database.forUpkeep(signal), retentionDays, signal), pruneMs, tell),
      ...(database.kind === 'embedded' ? [new Upkeep(() => vacuum(database), vacuumMs, tell)] : []),
    ];
  }

  stop(timeoutMs: number): Promise<void> {
    this.#stopping ??= this.#stop(timeoutMs);
    return this.#stopping;
  }

  async #stop(timeoutMs: number): Promise<void> {
    // The caller of `start` was already told why it failed.
    await this.#starting?.catch(() => {});
    await this.#worker.stop(timeoutMs);
    await Promise.all(this.#upkeep.map(upkeep => upkeep.stop()));
    await this.#dispatcher.close({ timeoutMs: 0 });
  }

  readonly #tellTrouble = (error: unknown): void => this.#settings.onError(explainDatabaseError(error));

  #tell({ ended, health }: Recorded): void {
    const { onDelivery, onEndpointFailing, onEndpointDisabled, now } = this.#settings;
    for (const one of ended) {
      onDelivery(one.message);
      publishEnded(one, now());
    }
    for (const endpoint of health.warned) onEndpointFailing(endpoint);
    for (const endpoint of health.disabled) onEndpointDisabled(endpoint);
  }
}

/** Publishes an ended message to subscribers in the form of a delivery of the dispatcher. */
function publishEnded({ message, last }: Recorded['ended'][number], now: number): void {
  const { id, state, attempts } = message;
  const { attempt, message: taken } = last;
  const { request, createdAt } = taken;
  if (!attempt || request instanceof Error) return;
  if (state === 'pending' || state === 'sending' || state === 'cancelled') return;
  const durationMs = Math.max(0, now - createdAt.getTime());
  publishDelivery({ id, state, attempts, startedAt: createdAt, durationMs }, () => ({
    message: parseMessage(request, id, ''),
    attempt,
  }));
}
