import { hash } from 'node:crypto';
import type { Connection } from '../../database/database.ts';
import { DatabaseError, explainDatabaseError } from '../../database/database-error.ts';
import { newId } from '../../database/new-id.ts';
import type { SqlExecutor } from '../../database/sql-executor.ts';
import {
  defineOptions,
  InvalidArgument,
  type Mistake,
  optional,
  type WithDefaults,
  wholeNumber,
} from '../../options/define-options.ts';
import type { NewRequest } from '../../outbox/enqueue.ts';
import { requestBytes } from '../../outbox/message.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import type { JsonValue } from '../../output/json/json-value.ts';
import { activeTraceparent } from '../../tracing/tracing.ts';
import type { AnyEvent } from '../../webhook/events/event-catalogue.ts';
import type { ProfileWebhook, WebhookSource } from '../../workflow/event/event-message.ts';
import { RunQueue, type RunSlot } from '../../workflow/process/run-queue.ts';
import type { ServedCatalogue } from '../catalogues.ts';
import { requestsAbout } from '../webhooks/notify.ts';
import type { ArrivalStore, NewArrival } from './arrival-store.ts';

/** What was received, wherever it came from. */
interface Received {
  /** The id of the source; empty for the API. */
  readonly source: string;
  /** What the sender repeats when it sends the same again; it counts within the source, and at the API within the profile. */
  readonly identity?: string | undefined;
  /** 1 to 256 characters; empty for the webhooks without a profile. */
  readonly profile: string;
  /** What arrived, to be kept; secrets are not hidden in it. */
  readonly content: JsonValue;
  /** The id of the arrival whose content it is. */
  readonly replayOf?: string | undefined;
  /** The name of the caller, for the history. */
  readonly by: string;
}

/** An event that was reported. */
export interface ReportedEvent extends Received {
  /** The name of the catalogue. Default: the default one. */
  readonly catalogue?: string | undefined;
  readonly event: string;
  /** What `create` of the catalogue is given. */
  readonly facts: unknown;
  /** What has to be the same where its identity comes again. Default: the facts. */
  readonly told?: unknown;
  /** Whether its identity is a digest of what was signed: then it is the same, whatever is read. Default: no. */
  readonly isDigest?: boolean;
  /** When it happened, as a fact of the catalogue's, unless the facts have a `date` of their own. Default: now. */
  readonly date?: Date | string | number | undefined;
  /** Messages about events of a source with the same text leave one after the other. Default: in no order. */
  readonly ordered?: string | undefined;
}

/** Something of which no event is made, which is kept all the same. */
interface UnusedArrival extends Received {
  /** The reason, in a sentence. */
  readonly problem: string;
}

export type Incoming = ReportedEvent | UnusedArrival;

/** What became of something that arrived. */
interface Accepted {
  /** The id of the arrival; if it is repeated, all is said of the first one. */
  readonly arrival: string;
  readonly event: string | undefined;
  /** Why no event was made of it. */
  readonly problem: string | undefined;
  /** The ids of the messages about it. */
  readonly messages: readonly string[];
  /** Whether it had been accepted before. */
  readonly repeated: boolean;
}

/** A mistake in an event that was reported. */
export interface ReportMistake extends Mistake {
  /** The number of the event in its batch, from 0. `name` begins with `event`, `catalogue`, `profile`, `facts`, `date` or `id`. */
  readonly index: number;
}

/**
 * `unacceptable-events`: they are not what their catalogue says; `identity-reused`: others were reported with the same
 * identities; `too-many-reports`: there is no room for more at the moment; `closed`: the server is stopping.
 */
export type IntakeErrorCode = 'unacceptable-events' | 'identity-reused' | 'too-many-reports' | 'closed';

/** Thrown where nothing of a batch was accepted. */
export class IntakeError extends Error {
  override readonly name = 'IntakeError';
  readonly code: IntakeErrorCode;
  /** All that were found, up to 100. */
  readonly mistakes: readonly ReportMistake[];

  constructor(code: IntakeErrorCode, message: string, mistakes: readonly ReportMistake[] = []) {
    super(message);
    this.code = code;
    this.mistakes = mistakes;
  }
}

interface AcceptOptions {
  /** The length of what the batch was read from, in bytes. Default 0. */
  readonly bytes?: number;
  /** The span that the messages belong to. Default: the active one. */
  readonly traceparent?: string | undefined;
}

/** What became of a reported event, for metrics; `full` where there was no room for it. */
export type EventOutcome = 'accepted' | 'repeated' | 'refused' | 'full';

/** Where everything that happened elsewhere comes in. */
export interface Intake {
  /**
   * For callers who would have to read much first.
   *
   * @throws {IntakeError} where any batch would be refused, whatever is in it: `too-many-reports` or `closed`.
   */
  readonly assertRoom: () => void;
  /** What `accept` would refuse in a batch without asking the database, up to 100 mistakes. */
  readonly mistakesIn: (batch: readonly Incoming[]) => readonly ReportMistake[];
  /**
   * Checks a batch against its catalogues, and stores it with its messages: all of it or nothing. What has the identity
   * of an earlier arrival, and is the same, counts as accepted then.
   *
   * @throws {IntakeError}
   * @throws {DatabaseError}
   */
  readonly accept: (batch: readonly Incoming[], options?: AcceptOptions) => Promise<readonly Accepted[]>;
  /** Accepts no more, and resolves once all that was begun is stored. */
  readonly close: () => Promise<void>;
}

/** How much of what arrives may wait. */
export interface ArrivalOptions {
  /** Maximum number of requests whose events wait to be stored; further ones are refused. Default 1,000. */
  readonly maxQueued?: number | undefined;
  /** Maximum total bytes of these requests; a single one is always accepted. Default 16,777,216 (16 MiB). */
  readonly maxQueuedBytes?: number | undefined;
}

export const readArrivalOptions = defineOptions<WithDefaults<ArrivalOptions>>({
  maxQueued: optional(wholeNumber(0), 1000),
  maxQueuedBytes: optional(wholeNumber(0), 16 * 1024 * 1024),
});

export interface IntakeLimits {
  /** Maximum number of batches that wait to be stored; further ones are refused. */
  readonly maxQueued: number;
  /** Maximum total bytes of these batches; a single one is always accepted. */
  readonly maxQueuedBytes: number;
}

export interface IntakeParts {
  readonly database: Connection;
  readonly outbox: Outbox;
  readonly arrivals: Pick<ArrivalStore, 'insert'>;
  readonly webhooks: WebhookSource;
  readonly findCatalogue: (name: string | undefined) => ServedCatalogue | undefined;
  readonly limits: IntakeLimits;
  /** The size of a request that the outbox takes. */
  readonly maxRequestBytes: number;
  readonly now: () => number;
  readonly count: (outcome: EventOutcome, count: number) => void;
}

/** Transactions that store at the same time; batches that arrive meanwhile share the next ones. */
const mostTransactions = 2;
/** At most so many arrivals, and so many bytes of requests, share a transaction, unless a single batch has more. */
const mostTogether = 500;
const mostBytesTogether = 1024 * 1024;
const mostMistakes = 100;

export function createIntake(parts: IntakeParts): Intake {
  const { database, limits, count } = parts;
  const room = new RunQueue({ ...limits, concurrency: mostTransactions });
  const line = new StoringLine(batches => database.transaction(tx => storeTogether(parts, batches, tx)));
  let isClosed = false;
  const assertOpen = (): void => {
    if (isClosed) throw new IntakeError('closed', 'The server is stopping, and accepts no more events.');
  };
  return {
    assertRoom: () => {
      assertOpen();
      if (!room.isFull) return;
      count('full', 1);
      throw tooMany();
    },
    mistakesIn: batch => checkBatch(parts, batch).mistakes,
    accept: async (batch, { bytes = 0, traceparent = activeTraceparent() } = {}) => {
      assertOpen();
      const slot = room.reserve(bytes);
      if (!slot) {
        count('full', batch.length);
        throw tooMany();
      }
      return counted(batch.length, count, slot, async () =>
        line.store({ items: checkedItems(parts, batch), bytes, traceparent }),
      );
    },
    close: () => {
      isClosed = true;
      return room.empty();
    },
  };
}

async function counted(
  length: number,
  count: IntakeParts['count'],
  slot: RunSlot,
  work: () => Promise<readonly Accepted[]>,
): Promise<readonly Accepted[]> {
  try {
    const accepted = await work();
    const repeated = accepted.filter(each => each.repeated).length;
    if (repeated > 0) count('repeated', repeated);
    if (length > repeated) count('accepted', length - repeated);
    return accepted;
  } catch (error) {
    if (error instanceof IntakeError) count('refused', length);
    throw error;
  } finally {
    slot.leave();
  }
}

function tooMany(): IntakeError {
  return new IntakeError('too-many-reports', 'Too many events are waiting to be stored; try again later.');
}

/** An incoming thing that was checked, with its event if it has one. */
interface CheckedItem {
  readonly given: Incoming;
  readonly event: AnyEvent | undefined;
  readonly fingerprint: string | undefined;
}

interface CheckedBatch {
  readonly items: readonly CheckedItem[];
  /** The length of what it was read from. */
  readonly bytes: number;
  readonly traceparent: string | undefined;
}

/** @throws {IntakeError} `unacceptable-events` with all mistakes. */
function checkedItems(parts: IntakeParts, batch: readonly Incoming[]): readonly CheckedItem[] {
  const { items, mistakes } = checkBatch(parts, batch);
  const [first] = mistakes;
  if (!first) return items;
  throw new IntakeError('unacceptable-events', `${first.name}: ${first.fault}`, mistakes);
}

function checkBatch(
  parts: IntakeParts,
  batch: readonly Incoming[],
): { readonly items: readonly CheckedItem[]; readonly mistakes: readonly ReportMistake[] } {
  const mistakes: ReportMistake[] = [];
  const items = batch.flatMap((given, index): CheckedItem[] => {
    if (mistakes.length >= mostMistakes) return [];
    if ('problem' in given) return [{ given, event: undefined, fingerprint: undefined }];
    const event = createEvent(given, parts);
    if (!Array.isArray(event))
      return [{ given, event, fingerprint: given.isDigest ? undefined : fingerprintOf(given) }];
    mistakes.push(...event.slice(0, mostMistakes - mistakes.length).map(mistake => ({ index, ...mistake })));
    return [];
  });
  return { items, mistakes };
}

/** The event, or what is wrong with it. */
function createEvent(
  { catalogue: name, event, facts, date, profile }: ReportedEvent,
  { findCatalogue, now }: IntakeParts,
): AnyEvent | Mistake[] {
  if (!isName(profile)) return [{ name: 'profile', fault: 'expected up to 256 characters without NUL' }];
  const catalogue = findCatalogue(name);
  if (!catalogue) return [{ name: 'catalogue', fault: 'there is no catalogue of this name' }];
  if (!catalogue.names.includes(event)) return mistakesOf(() => catalogue.create(event), 'event');
  const isDated = date !== undefined && isObject(facts) && !Object.hasOwn(facts, 'date');
  const known = isDated ? { ...facts, date } : facts;
  // The catalogue refuses what is none of its facts.
  const made = mistakesOf(() => catalogue.create(event, known as object, { now }));
  if (!isDated || !Array.isArray(made)) return made;
  return made.map(mistake => (mistake.name === 'facts.date' ? { ...mistake, name: 'date' } : mistake));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** PostgreSQL cannot store NUL or half of a surrogate pair. */
function isName(text: string): boolean {
  return text.length <= 256 && !/[\0\p{Surrogate}]/u.test(text);
}

/** `place` replaces the name of what `create` complains of. */
function mistakesOf(create: () => AnyEvent, place?: string): AnyEvent | Mistake[] {
  try {
    return create();
  } catch (error) {
    if (!isInvalidArgument(error)) throw error;
    return error.mistakes.map(({ name, fault }) => ({ name: place ?? name, fault }));
  }
}

/** A catalogue may come from another copy of the package than the server, such as one that is installed for all: its classes are others. */
function isInvalidArgument(error: unknown): error is Pick<InvalidArgument, 'mistakes'> {
  if (error instanceof InvalidArgument) return true;
  const { code, mistakes } = error instanceof TypeError ? (error as Partial<InvalidArgument>) : {};
  return code === 'invalid-argument' && Array.isArray(mistakes);
}

/**
 * Equal for equal reports of one source, in whatever order their members are. Many libraries date a CloudEvent when it is made, so that one
 * that is made anew to be sent again has another date.
 */
function fingerprintOf({ catalogue = '', event, facts, told = facts }: ReportedEvent): string {
  return hash('sha256', JSON.stringify([catalogue, event, told], sorted), 'hex');
}

function sorted(_: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Thrown so that a transaction is rolled back. */
class Reused extends Error {
  /** For each of the batches, its items whose identities belong to other reports. */
  readonly items: readonly (readonly number[])[];

  constructor(items: readonly (readonly number[])[]) {
    super('Identities belong to other reports.');
    this.items = items;
  }
}

interface Waiting {
  readonly batch: CheckedBatch;
  readonly resolve: (accepted: readonly Accepted[]) => void;
  readonly reject: (error: unknown) => void;
}

type Store = (batches: readonly CheckedBatch[]) => Promise<readonly (readonly Accepted[])[]>;

/** Batches that arrive at the same time share a transaction. */
class StoringLine {
  readonly #store: Store;
  #waiting: Waiting[] = [];
  #transactions = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  store(batch: CheckedBatch): Promise<readonly Accepted[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ batch, resolve, reject });
      if (this.#waiting.length === 1) setImmediate(() => this.#next());
    });
  }

  #next(): void {
    while (this.#transactions < mostTransactions && this.#waiting.length > 0) {
      const taken = this.#take();
      this.#transactions++;
      void this.#storeAll(taken).finally(() => {
        this.#transactions--;
        this.#next();
      });
    }
  }

  #take(): Waiting[] {
    let count = 0;
    let length = 0;
    const beyond = this.#waiting.findIndex(({ batch: { items, bytes } }, index) => {
      count += items.length;
      length += bytes;
      return index > 0 && (count > mostTogether || length > mostBytesTogether);
    });
    return this.#waiting.splice(0, beyond === -1 ? this.#waiting.length : beyond);
  }

  /** A batch that is refused does not keep the others from being stored. */
  async #storeAll(batches: readonly Waiting[]): Promise<void> {
    let rest = batches;
    const refused: Waiting[] = [];
    while (rest.length > 1) {
      try {
        const stored = await this.#store(rest.map(({ batch }) => batch));
        for (const [index, { resolve }] of rest.entries()) resolve(stored[index] ?? []);
        rest = [];
      } catch (error) {
        if (!(error instanceof Reused)) {
          const explained = explainDatabaseError(error);
          // What is wrong with the database is wrong for all of them.
          if (explained instanceof DatabaseError) {
            for (const { reject } of rest) reject(explained);
            rest = [];
          }
          break;
        }
        const { items } = error;
        const isRefused = (index: number): boolean => (items[index] ?? []).length > 0;
        refused.push(...rest.filter((_, index) => isRefused(index)));
        rest = rest.filter((_, index) => !isRefused(index));
      }
    }
    // One that was refused beside another may be fine if that one is refused, too.
    for (const waiting of [...rest, ...refused]) await this.#storeAlone(waiting);
  }

  async #storeAlone({ batch, resolve, reject }: Waiting): Promise<void> {
    try {
      const [accepted = []] = await this.#store([batch]);
      resolve(accepted);
    } catch (error) {
      reject(error instanceof Reused ? identityReused(error.items[0] ?? []) : explainDatabaseError(error));
    }
  }
}

function identityReused(items: readonly number[]): IntakeError {
  const fault = 'something else was reported with this id before';
  const mistakes = items.slice(0, mostMistakes).map(index => ({ index, name: 'id', fault }));
  return new IntakeError('identity-reused', 'Something else was reported with the same id before.', mistakes);
}

/** Resolves to what became of each batch. @throws {Reused} where not all of them can be stored. */
async function storeTogether(
  { outbox, arrivals, webhooks, maxRequestBytes }: IntakeParts,
  batches: readonly CheckedBatch[],
  tx: SqlExecutor,
): Promise<readonly (readonly Accepted[])[]> {
  const known = new Map<string, readonly ProfileWebhook[]>();
  const webhooksOf = async ({ profile, catalogue }: ReportedEvent): Promise<readonly ProfileWebhook[]> => {
    const key = `${catalogue ?? ''} ${profile}`;
    const found = known.get(key) ?? (await webhooks(profile, tx, catalogue));
    known.set(key, found);
    return found;
  };
  const made: { readonly batch: number; readonly arrival: NewArrival; readonly requests: NewRequest[] }[] =
    [];
  for (const [batch, { items, traceparent }] of batches.entries()) {
    for (const { given, event, fingerprint } of items) {
      const about =
        event && 'event' in given ? requestsAbout(event, given.profile, await webhooksOf(given)) : [];
      const requests = about.map(({ request: rendered, ...facts }) => {
        const request = fitting(rendered, maxRequestBytes);
        return {
          ...{ ...facts, request, id: newId('msg_') },
          // One that is never sent must not hold up others.
          ...('event' in given && !('failed' in request) && orderOf(given)),
          ...(traceparent && { traceparent }),
        };
      });
      const messages = requests.map(({ id }) => id);
      made.push({ batch, arrival: newArrival(given, messages, fingerprint), requests });
    }
  }
  const stored = await arrivals.insert(
    made.map(({ arrival }) => arrival),
    tx,
  );
  const reused = batches.map((): number[] => []);
  const accepted = batches.map((): Accepted[] => []);
  const requests: NewRequest[] = [];
  for (const [index, { batch, requests: own }] of made.entries()) {
    const row = stored[index];
    const ofBatch = accepted[batch];
    if (!row || !ofBatch) continue;
    if (!row.isSame) reused[batch]?.push(ofBatch.length);
    if (row.isNew) requests.push(...own);
    const { id, event, problem, messages, isNew } = row;
    ofBatch.push({ arrival: id, event, problem, messages, repeated: !isNew });
  }
  if (reused.some(items => items.length > 0)) throw new Reused(reused);
  await outbox.enqueueAll(requests, { transaction: tx });
  return accepted;
}

/** One that the outbox would refuse is stored as failed: it must not undo the others. */
function fitting(request: NewRequest['request'], most: number): NewRequest['request'] {
  if ('failed' in request) return request;
  const { url, headers, body = '' } = request;
  const length = headers.reduce(
    (sum, [name, value]) => sum + name.length + value.length,
    url.length + body.length,
  );
  // What may be too long is measured as it is stored: JSON writes a character in six bytes at most, and the rest is short.
  if (6 * length < most / 2) return request;
  return requestBytes(request).length > most ? { failed: 'request-too-large' } : request;
}

/** The name of an order, which is short whatever was given. */
function orderOf({ source, ordered }: ReportedEvent): { readonly ordered?: string } {
  return ordered === undefined ? {} : { ordered: hash('sha256', JSON.stringify([source, ordered]), 'hex') };
}

function newArrival(
  given: Incoming,
  messages: readonly string[],
  fingerprint: string | undefined,
): NewArrival {
  const { source, identity, profile, content, replayOf, by } = given;
  return {
    id: newId('arr_'),
    ...{ source, identity, fingerprint, profile, messages, content, replayOf, receivedBy: by },
    catalogue: 'event' in given ? given.catalogue : undefined,
    event: 'event' in given ? given.event : undefined,
    problem: 'problem' in given ? given.problem : undefined,
  };
}
