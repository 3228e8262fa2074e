import type { Connection, Database, SqlExecutor } from '../database/database.ts';
import { explainDatabaseError } from '../database/database-error.ts';
import type { KeysetPage } from '../database/keyset-page.ts';
import { anOpenDatabase } from '../database/open-database.ts';
import { retentionDaysCheck, usualRetentionDays } from '../database/retention.ts';
import { aListOfKeys, createSealer, type Sealer } from '../database/sealer.ts';
import { Upkeep } from '../database/upkeep.ts';
import {
  aFunction,
  aListOf,
  aText,
  type Check,
  checkThat,
  defineOptions,
  expected,
  listener,
  milliseconds,
  objectWith,
  optional,
  type WithDefaults,
  wholeNumber,
} from '../options/define-options.ts';
import type { ProgressOptions } from '../outbox/change-messages.ts';
import { aDate } from '../outbox/enqueue.ts';
import { aName, aProfile } from '../outbox/message.ts';
import type { Outbox, WakefulOutbox } from '../outbox/outbox.ts';
import { OutboxError } from '../outbox/outbox-error.ts';
import { usualMaxRequestBytes } from '../outbox/outbox-options.ts';
import type { JsonValue } from '../output/json/json-value.ts';
import { isJsonObject } from '../output/json/json-value.ts';
import { activeTraceparent } from '../tracing/tracing.ts';
import type { WebhookConfig } from '../webhook/config/settings.ts';
import type { AnyEvent } from '../webhook/events/event-catalogue.ts';
import { processEvents } from '../webhook/events/process-events.ts';
import { byNamesOfToday } from '../webhook/events/renamed.ts';
import type { KnownReceiver } from '../webhook/receivers/receiver.ts';
import { aCatalogue, aListOfReceivers } from '../webhook/webhook-options.ts';
import { type Catalogues, createCatalogues, namedCatalogues, type ServedCatalogue } from './catalogues.ts';
import { eraseEvents } from './erase-events.ts';
import type { NewEvent, StoredEvent } from './event.ts';
import { FanOut } from './fan-out.ts';
import {
  contentOf,
  type EventBacklog,
  type EventQuery,
  eventBacklog,
  eventsOfProcess,
  findEvent,
  pageOfEvents,
  pruneEvents,
} from './find-events.ts';
import { compileWebhooks, type WebhooksOf } from './profile-webhooks.ts';
import { type Stored, storeEvents } from './store-events.ts';

export interface NotifyOptions {
  /** The profile whose webhooks are notified. Default: the event's own `profile`; else the webhooks without one. */
  readonly profile?: string | undefined;
  /**
   * The caller's id of the event, of 1 to 256 characters: what is stored with the same one in the same profile adds nothing, as
   * long as history is kept; the first one counts. Default: none.
   */
  readonly id?: string | undefined;
  /** Events of a profile with the same value, of 1 to 256 characters, go to each endpoint one after the other. Default: in no order. */
  readonly ordered?: string | undefined;
  /** The name of the catalogue that created the event, among `catalogues`. Default: the one of `events`. */
  readonly catalogue?: string | undefined;
  /** The caller's transaction: the event, and so its messages, exist if and only if it commits. Default: one of its own. */
  readonly transaction?: SqlExecutor | undefined;
}

export interface Notified {
  /** The id under which the event is listed. */
  readonly id: string;
  /** False if an event with the caller's id was there before: then nothing was added. */
  readonly isNew: boolean;
}

/**
 * Stores an event, as one row, whatever the number of webhooks: workers make the messages about it afterwards. Templates are
 * neither compiled nor rendered here.
 *
 * @throws {InvalidArgument} for an event that is not in the catalogue, for facts that do not fit it, and for more than 1 MiB
 * of them.
 * @throws {DatabaseError}
 * @example
 * await events.notify(orders.create('order.paid', { number: 'A-17', total: 40 }), {
 *   profile: 'acme',
 *   id: 'A-17 paid',
 *   transaction,
 * });
 */
export type Notify = (event: AnyEvent, options?: NotifyOptions) => Promise<Notified>;

interface CatalogueOptions {
  /** The catalogue of the events, made by `defineEvents`. Default: `processEvents`. */
  readonly events?: object | undefined;
  /** Further catalogues by name: a webhook names one of them, or reports events of the default one. Default: none. */
  readonly catalogues?: Readonly<Record<string, object>> | undefined;
}

export interface EventsOptions extends CatalogueOptions {
  /** The result of `openDatabase`, migrated. */
  readonly database: Database;
  /** Delivers the messages. */
  readonly outbox: Outbox;
  /** The webhooks, or a function that finds those of a profile when the messages about an event are made. */
  readonly webhooks: readonly WebhookConfig[] | WebhooksOf;
  /** The receivers that listed webhooks may name, which those with a message do. Default: none. */
  readonly receivers?: readonly KnownReceiver[] | undefined;
  /**
   * The facts of an event in what a source sent, if there are sources; undefined if it cannot be read. Default: nothing of
   * sources can be read.
   */
  readonly factsIn?: ((stored: StoredEvent, content: JsonValue) => object | undefined) | undefined;
  /** The `maxRequestBytes` of the outbox: what is longer is stored as failed. Default 1,048,576 (1 MiB). */
  readonly maxRequestBytes?: number | undefined;
  /** Milliseconds between two looks of an idle worker for events. Default 1000. */
  readonly pollMs?: number | undefined;
  /**
   * The number of days after which events that nobody could tell are removed; all others, and ids, are kept as long as the
   * outbox keeps messages. Default 30.
   */
  readonly retentionDays?: number | undefined;
  /** Keys that seal facts, like `encryptionKeys` of the outbox. Default: none. */
  readonly encryptionKeys?: readonly string[] | undefined;
  /**
   * Called once when the database becomes unavailable, for an event whose messages cannot be stored, and for a profile whose
   * webhooks cannot be found. Default: emits a warning of the process.
   */
  readonly onError?: ((error: unknown) => void) | undefined;
}

export interface StopEventsOptions {
  /** The time for events that are there to be told. Default 5,000 ms. */
  readonly timeoutMs?: number | undefined;
}

/** What happened: stored once, told to webhooks by workers, and kept as history. */
export interface Events {
  readonly notify: Notify;
  /** Lets this process make the messages about events; any number of processes may. */
  readonly start: () => Promise<void>;
  readonly stop: (options?: StopEventsOptions) => Promise<void>;
  /** Stores events in a transaction, in their order. */
  readonly store: (events: readonly NewEvent[], transaction: SqlExecutor) => Promise<readonly Stored[]>;
  /** Newest first. */
  readonly page: (query?: EventQuery) => Promise<KeysetPage<StoredEvent>>;
  readonly find: (id: string) => Promise<StoredEvent | undefined>;
  /** Facts, or what a source sent. @throws {DatabaseError} `wrong-key`. */
  readonly content: (id: string) => Promise<JsonValue | undefined>;
  readonly ofProcess: (pid: string) => Promise<readonly StoredEvent[]>;
  /**
   * Deletes all events of a profile that are there, told or not, and the ids given to them; their messages stay: see `erase` of
   * the outbox. Resolves to the number of events.
   */
  readonly erase: (profile: string, options?: ProgressOptions) => Promise<number>;
  /** What waits for its messages: gauges for metrics. */
  readonly backlog: () => Promise<EventBacklog>;
}

const transaction = optional(objectWith<SqlExecutor>('query'));
const readNotifyOptions = defineOptions<Required<NotifyOptions>>({
  profile: optional(aProfile),
  id: optional(aName),
  ordered: optional(aName),
  catalogue: optional(aText),
  transaction,
});
const anEvent = checkThat(
  'an event made by `create` of its catalogue',
  (value): value is AnyEvent & { readonly profile?: unknown } =>
    typeof value === 'object' && value !== null && 'event' in value && typeof value.event === 'string',
);

/** Each event that a catalogue has made has a date. */
export type MadeEvent = AnyEvent & { readonly date: Date };

/** At most so many bytes of facts, as JSON. */
const maxFactBytes = 2 ** 20;

export interface NotifierOptions
  extends CatalogueOptions,
    Pick<EventsOptions, 'database' | 'encryptionKeys'> {}

const notifierChecks = {
  database: anOpenDatabase,
  events: aCatalogue,
  catalogues: optional(namedCatalogues, {}),
  encryptionKeys: optional(aListOfKeys, []),
};
interface NotifierSettings {
  readonly database: Connection;
  readonly events: ServedCatalogue;
  readonly catalogues: Readonly<Record<string, ServedCatalogue>>;
  readonly encryptionKeys: readonly string[];
}
const readNotifierOptions = defineOptions<NotifierSettings>(notifierChecks);

/**
 * For a process that only stores events, beside workers elsewhere: it needs neither webhooks nor an outbox.
 *
 * @throws {InvalidArgument} naming the invalid option.
 * @example
 * const { notify } = createNotifier({ database, events: orders });
 */
export function createNotifier(options: NotifierOptions): { readonly notify: Notify } {
  const { database, encryptionKeys, ...catalogues } = readNotifierOptions(options);
  return Object.freeze({
    notify: notifierOf(database, createSealer(encryptionKeys), createCatalogues(catalogues)),
  });
}

function notifierOf(
  database: Connection,
  sealer: Sealer,
  catalogues: Catalogues,
  onStored = (): void => {},
): Notify {
  return async (given, options) => {
    const { event: name, ...facts } = anEvent(given, 'event');
    const { catalogue, id, ordered, profile = profileOf(facts), transaction } = readNotifyOptions(options);
    const served = catalogues.find(catalogue);
    if (!served) throw expected('options.catalogue', 'the name of a catalogue');
    const made = served.create(name, facts) as MadeEvent;
    const event: NewEvent = {
      ...{ profile, source: '', catalogue, event: name, ordered, happenedAt: made.date },
      ...{ problem: undefined, process: undefined, reportedBy: undefined, replayOf: undefined },
      givenId: id === undefined ? undefined : JSON.stringify([id]),
      traceparent: activeTraceparent(),
      content: contentOfEvent(made, served),
    };
    try {
      const store = (tx: SqlExecutor): Promise<readonly Stored[]> => storeEvents([event], sealer, tx);
      // A single one is stored by a single statement.
      const [stored] = await store(transaction ? database.within(transaction) : database.executor);
      if (!transaction) onStored();
      return { id: stored?.id ?? '', isNew: stored?.isNew ?? false };
    } catch (error) {
      throw explainDatabaseError(error);
    }
  };
}

function profileOf({ profile }: { readonly profile?: unknown }): string {
  return typeof profile === 'string' ? aProfile(profile, 'event.profile') : '';
}

/**
 * The content of an event as JSON, without what its catalogue knows: dates are ISO 8601, and numbers that JSON lacks are text,
 * which a catalogue reads like the numbers themselves.
 */
export function contentOfEvent({ event, date, ...facts }: MadeEvent, catalogue: ServedCatalogue): string {
  aDate(date, 'facts.date');
  const constants = catalogue.events[event]?.constants ?? {};
  const own = Object.fromEntries(Object.entries(facts).filter(([name]) => !Object.hasOwn(constants, name)));
  const json = JSON.stringify({ facts: own }, (_, value) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  if (Buffer.byteLength(json) <= maxFactBytes) return json;
  throw expected('facts', `at most ${maxFactBytes.toLocaleString('en')} bytes as JSON`);
}

const aListOfWebhooks = aListOf(objectWith<WebhookConfig>());
const readWebhooks: Check<readonly WebhookConfig[] | WebhooksOf> = (value, name) =>
  typeof value === 'function' ? aFunction<WebhooksOf>()(value, name) : aListOfWebhooks(value, name);

type EventSettings = NotifierSettings &
  WithDefaults<Omit<EventsOptions, 'database' | 'events' | 'catalogues' | 'encryptionKeys' | 'outbox'>> & {
    readonly outbox: WakefulOutbox;
  };

const readEventsOptions = defineOptions<EventSettings>({
  ...notifierChecks,
  outbox: objectWith<WakefulOutbox>('enqueueAll'),
  webhooks: readWebhooks,
  receivers: aListOfReceivers,
  factsIn: optional(aFunction<EventSettings['factsIn']>(), () => undefined),
  maxRequestBytes: optional(wholeNumber(1), usualMaxRequestBytes),
  pollMs: optional(milliseconds(1), 1000),
  retentionDays: optional(retentionDaysCheck, usualRetentionDays),
  onError: optional(listener(), warn),
});
const readStopOptions = defineOptions<WithDefaults<StopEventsOptions>>({
  timeoutMs: optional(milliseconds(0), 5000),
});

const pruneMs = 10 * 60_000;

/**
 * Creates the place for events on a migrated database: they are stored there, told to webhooks through the outbox once it is
 * started, and kept as history.
 *
 * @throws {InvalidArgument} naming the invalid option.
 * @throws {WebhookError} for a webhook whose configuration has errors.
 * @example
 * const events = createEvents({ database, outbox, events: orders, webhooks: [webhook] });
 * await events.start();
 * await events.notify(orders.create('order.paid', { number: 'A-17', total: 40 }), { profile: 'acme' });
 */
export function createEvents(options: EventsOptions): Events {
  const settings = readEventsOptions(options);
  const { database, retentionDays, onError } = settings;
  const sealer = createSealer(settings.encryptionKeys);
  const catalogues = createCatalogues(settings);
  const tell = (error: unknown): void => onError(explainDatabaseError(error));
  const fanOut = new FanOut({
    ...settings,
    ...{ connection: database, sealer, onTrouble: onError },
    webhooksOf: webhooksOf(settings, catalogues),
    eventOf: eventReader(catalogues, settings.factsIn),
  });
  let pruning: Upkeep | undefined;
  let starting: Promise<void> | undefined;
  let stopping: Promise<void> | undefined;
  const start = async (): Promise<void> => {
    await fanOut.start();
    pruning = new Upkeep(
      signal => pruneEvents(database.forUpkeep(signal), retentionDays, signal),
      pruneMs,
      tell,
    );
  };
  const stop = async (timeoutMs: number): Promise<void> => {
    await starting?.catch(() => {});
    await Promise.all([fanOut.stop(timeoutMs), pruning?.stop()]);
  };
  const ask = async <T>(task: () => Promise<T>): Promise<T> => {
    try {
      return await task();
    } catch (error) {
      throw explainDatabaseError(error);
    }
  };
  return Object.freeze<Events>({
    notify: notifierOf(database, sealer, catalogues, () => fanOut.wake()),
    start: () => {
      if (stopping) return Promise.reject(new OutboxError('closed', 'The events have been stopped.'));
      starting ??= ask(start).catch(error => {
        starting = undefined;
        throw error;
      });
      return starting;
    },
    stop: given => {
      stopping ??= stop(readStopOptions(given).timeoutMs);
      return stopping;
    },
    store: (events, tx) => storeEvents(events, sealer, tx),
    page: (query = {}) => ask(() => pageOfEvents(database, query)),
    find: id => ask(() => findEvent(database, id)),
    content: id => ask(() => contentOf(database, sealer, id)),
    ofProcess: pid => ask(() => eventsOfProcess(database, pid)),
    erase: (profile, given) => ask(() => eraseEvents(database.forUpkeep(), profile, given)),
    backlog: () => ask(() => eventBacklog(database)),
  });
}

function webhooksOf(
  { webhooks: given, receivers }: Pick<EventSettings, 'webhooks' | 'receivers'>,
  catalogues: Catalogues,
): WebhooksOf {
  if (typeof given === 'function') return given;
  const webhooks = compileWebhooks(given, catalogues, receivers);
  return async (profile, _, catalogue = '') =>
    (webhooks.get(profile) ?? []).filter(webhook => (webhook.catalogue ?? '') === catalogue);
}

/** Makes an event again of what was stored; undefined if it is none of the catalogue any more, or yet. */
function eventReader(
  catalogues: Catalogues,
  factsIn: EventSettings['factsIn'],
): (stored: StoredEvent, content: JsonValue) => AnyEvent | undefined {
  return (stored, content) => {
    const { process, source, event = '', happenedAt } = stored;
    const catalogue = process === undefined ? catalogues.find(stored.catalogue) : ofProcesses;
    const facts = source === '' ? ownFacts(content) : factsIn(stored, content);
    if (!catalogue?.names.includes(event) || typeof facts !== 'object' || facts === null) return undefined;
    const described = catalogue.events[event];
    // It may have been stored before a variable was renamed.
    const named = described ? byNamesOfToday(facts, described) : facts;
    return catalogue.create(event, { ...named, date: happenedAt });
  };
}

function ownFacts(content: JsonValue): JsonValue | undefined {
  if (!isJsonObject(content)) return undefined;
  const { facts } = content;
  return facts;
}

/** The catalogue of the events that processes raise, whatever the default one is. */
export const ofProcesses: ServedCatalogue = processEvents as ServedCatalogue;

function warn(error: unknown): void {
  const why = error instanceof Error ? error.message : 'unknown error';
  process.emitWarning(`Events wait: ${why}`, { type: 'HookplateWarning' });
}
