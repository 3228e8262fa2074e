import type { PgBoss } from 'pg-boss';
import { createDispatcher } from '../delivery/dispatcher.ts';
import { checkThat, defineOptions, milliseconds, oneOf, optional } from '../http/define-options.ts';
import type { WebhookRequest } from '../webhook/webhook-request.ts';
import type { Connection } from './database/database.ts';
import { explainDatabaseError } from './database/explain-database-error.ts';
import { openQueue } from './database/open-queue.ts';
import { type Endpoint, enableEndpoint, listEndpoints } from './endpoints/endpoints.ts';
import { Enqueuer } from './messages/enqueuer.ts';
import type { MessagePage, MessageQuery } from './messages/find-messages.ts';
import type { MessageDetails } from './messages/message.ts';
import type { EnqueueOptions, UnmadeRequest } from './messages/new-message.ts';
import { cancelMessage, type ResendFilter, resendMessage, resendMessages } from './messages/resend.ts';
import { OutboxError } from './outbox-error.ts';
import { type OutboxOptions, readOptions } from './outbox-options.ts';
import { type Pruned, prune } from './upkeep/prune.ts';
import { type Backlog, type OutboxStats, readBacklog, readStats, type StatsQuery } from './upkeep/stats.ts';
import { BackgroundWork } from './work/background-work.ts';

export interface StopOptions {
  /** How long attempts in flight may go on before they are aborted and handed back. Default 15,000 ms. */
  readonly timeoutMs?: number;
}

export interface MessageOptions {
  /** Whether the request is wanted as well: its URL, headers and body may hold secrets. Default false. */
  readonly request?: boolean;
}

/**
 * Messages that survive the process. What rejects does so with an `OutboxError`, or with a `TypeError` (code
 * `invalid-argument`) for wrong use.
 */
export interface Outbox {
  /**
   * Stores a message; its id, once it is stored, or is part of the transaction. An id that is known with the same
   * content is taken for stored.
   */
  readonly enqueue: (request: WebhookRequest | UnmadeRequest, options?: EnqueueOptions) => Promise<string>;
  /** Delivers, from now on, in this process. */
  readonly start: () => Promise<void>;
  /** Ends everything but the database; what is not finished is handed back. */
  readonly stop: (options?: StopOptions) => Promise<void>;
  readonly messages: (query?: MessageQuery) => Promise<MessagePage>;
  readonly message: (id: string, options?: MessageOptions) => Promise<MessageDetails | undefined>;
  /** Makes a message that has ended pending again, under the same id. */
  readonly resend: (id: string) => Promise<void>;
  /** How many are pending again: all that match, have a request and whose endpoint is not disabled. */
  readonly resendAll: (filter: ResendFilter) => Promise<number>;
  /** Ends a message that has not ended; an attempt in flight may still arrive. */
  readonly cancel: (id: string) => Promise<void>;
  readonly endpoints: () => Promise<readonly Endpoint[]>;
  readonly enableEndpoint: (id: string) => Promise<void>;
  readonly stats: (query: StatsQuery) => Promise<OutboxStats>;
  /** What there is to do at the moment: gauges for metrics, cheaper than `stats`. */
  readonly backlog: () => Promise<Backlog>;
  /** Removes what is older than `retention` says; also done every hour by a process that delivers. */
  readonly prune: () => Promise<Pruned>;
  /** Messages that this process sends at the moment. */
  readonly inFlight: number;
}

const aDate = checkThat(
  'a valid date',
  (value): value is Date => value instanceof Date && !Number.isNaN(value.getTime()),
);
const aBoolean = checkThat('true or false', (value): value is boolean => typeof value === 'boolean');
const aName = checkThat('text', (value): value is string => typeof value === 'string');
const readStopOptions = defineOptions<Required<StopOptions>>({
  timeoutMs: optional(milliseconds(0), 15_000),
});
const readMessageOptions = defineOptions<Required<MessageOptions>>({ request: optional(aBoolean, false) });
const readResendFilter = defineOptions<ResendFilter>({
  state: oneOf('delivered', 'failed', 'gone', 'refused', 'cancelled'),
  webhook: optional(aName),
  endpoint: optional(aName),
  host: optional(aName),
  since: aDate,
});

/**
 * Makes an outbox on a database that has been migrated. It delivers nothing before `start`.
 *
 * @throws {TypeError} naming the invalid option.
 * @throws {OutboxError} `database-unreachable`, `database-not-migrated` or `database-full`.
 */
export async function createOutbox(options: OutboxOptions): Promise<Outbox> {
  const { settings, dispatcherOptions } = readOptions(options);
  const { database, encryptionKeys: sealer, retention } = settings;
  const dispatcher = createDispatcher(dispatcherOptions);
  const queue = await explained(() => open(database));
  const { findMessage, findMessages } = await import('./messages/find-messages.ts');
  const enqueuer = new Enqueuer(database, queue, sealer);
  const work = new BackgroundWork(settings, dispatcher, queue);
  const ask = <T>(task: () => Promise<T>): Promise<T> => {
    if (work.isStopped) return Promise.reject(new OutboxError('closed', 'The outbox has been stopped.'));
    return explained(task);
  };

  return Object.freeze<Outbox>({
    enqueue: (request, enqueueOptions) => ask(() => enqueuer.enqueue(request, enqueueOptions)),
    start: () => ask(() => work.start()),
    stop: async stopOptions => work.stop(readStopOptions(stopOptions).timeoutMs),
    messages: query => ask(() => findMessages(database, query)),
    message: (id, messageOptions) =>
      ask(async () => {
        const { request } = readMessageOptions(messageOptions);
        return findMessage(database, id, request ? sealer : undefined);
      }),
    resend: id => ask(() => resendMessage(id, database, queue)),
    resendAll: filter => ask(() => resendMessages(readResendFilter(filter), database, queue)),
    cancel: id => ask(() => cancelMessage(id, database)),
    endpoints: () => ask(() => listEndpoints(database)),
    enableEndpoint: id => ask(() => enableEndpoint(id, database)),
    stats: query => ask(() => readStats(database, query)),
    backlog: () => ask(() => readBacklog(database)),
    prune: () => ask(() => prune(database.forUpkeep(), retention)),
    get inFlight() {
      return work.inFlight;
    },
  });
}

/** Says that the tables are missing before the queue makes its own. */
async function open(database: Connection): Promise<PgBoss> {
  await database.executor.executeSql('select from hookplate.message limit 0');
  return openQueue(database);
}

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explainDatabaseError(error);
  }
}
