import type { Connection } from '../../database/database.ts';
import { DatabaseError, explainDatabaseError } from '../../database/database-error.ts';
import type { SqlExecutor } from '../../database/sql-executor.ts';
import { isStorable } from '../../database/storable-text.ts';
import type { ServedCatalogue } from '../../events/catalogues.ts';
import type { NewEvent } from '../../events/event.ts';
import { contentOfEvent, type Events, type MadeEvent } from '../../events/events.ts';
import {
  defineOptions,
  InvalidArgument,
  isObject,
  type Mistake,
  optional,
  type WithDefaults,
  wholeNumber,
} from '../../options/define-options.ts';
import type { JsonValue } from '../../output/json/json-value.ts';
import { activeTraceparent } from '../../tracing/tracing.ts';
import { RunQueue, type RunSlot } from '../../workflow/process/run-queue.ts';

/** What was received, wherever it came from. */
interface Received {
  /** The id of the source; empty for the API. */
  readonly source: string;
  /** What the sender repeats when it sends the same again; it counts within the source, and at the API within the profile. */
  readonly id?: string | undefined;
  /** 1 to 256 characters; empty for the webhooks without a profile. */
  readonly profile: string;
  /** What arrived, to be kept; secrets are not hidden in it. */
  readonly content: JsonValue;
  /** The id of the event whose content it is. */
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
  /** When it happened, as a fact of the catalogue's, unless the facts have a `date` of their own. Default: now. */
  readonly date?: Date | string | number | undefined;
  /** Messages about events of a profile with the same value go to each endpoint one after the other. Default: in no order. */
  readonly ordered?: string | undefined;
}

/** Something of which no event is made, which is kept all the same. */
interface UnusedEvent extends Received {
  /** The reason, in a sentence. */
  readonly problem: string;
}

export type Incoming = ReportedEvent | UnusedEvent;

/** What is stored of something that arrived: itself, or the first that had its id. */
interface Accepted {
  /** The id of the event. */
  readonly id: string;
  readonly event: string | undefined;
  /** Why no event was made of it. */
  readonly problem: string | undefined;
  /** Whether it had been accepted before. */
  readonly repeated: boolean;
}

/** A mistake in an event that was reported. */
export interface ReportMistake extends Mistake {
  /** The number of the event in its batch, from 0. `name` begins with `event`, `catalogue`, `profile`, `facts`, `date` or `id`. */
  readonly index: number;
}

/**
 * `unacceptable-events`: they are not what their catalogue says; `too-many-reports`: there is no room for more at the
 * moment; `closed`: the server is stopping.
 */
export type IntakeErrorCode = 'unacceptable-events' | 'too-many-reports' | 'closed';

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
  /** The span that its messages belong to. Default: the active one. */
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
   * Checks a batch against its catalogues, and stores it: all of it or nothing. What has the id of an earlier event adds
   * nothing: the first one counts.
   *
   * @throws {IntakeError}
   * @throws {DatabaseError}
   */
  readonly accept: (batch: readonly Incoming[], options?: AcceptOptions) => Promise<readonly Accepted[]>;
  /** Accepts no more, and resolves once all that was begun is stored. */
  readonly close: () => Promise<void>;
}

/** How much of what arrives may wait. */
export interface IntakeOptions {
  /** Maximum number of requests whose events wait to be stored; further ones are refused. Default 1,000. */
  readonly maxQueued?: number | undefined;
  /** Maximum total bytes of these requests; a single one is always accepted. Default 16,777,216 (16 MiB). */
  readonly maxQueuedBytes?: number | undefined;
}

export const readIntakeOptions = defineOptions<WithDefaults<IntakeOptions>>({
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
  readonly database: Pick<Connection, 'transaction'>;
  readonly events: Pick<Events, 'store'>;
  readonly findCatalogue: (name: string | undefined) => ServedCatalogue | undefined;
  readonly limits: IntakeLimits;
  readonly now: () => number;
  readonly count: (outcome: EventOutcome, count: number) => void;
}

/** Transactions that store at the same time; batches that arrive meanwhile share the next ones. */
const maxTransactions = 2;
/** At most so many events, and so many bytes of requests, share a transaction, unless a single batch has more. */
const maxTogether = 500;
const maxBytesTogether = 1024 * 1024;
const maxMistakes = 100;

export function createIntake(parts: IntakeParts): Intake {
  const { database, limits, count } = parts;
  const room = new RunQueue({ ...limits, concurrency: maxTransactions });
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
        line.store({ items: checkedItems(parts, batch, traceparent), bytes }),
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

interface CheckedBatch {
  readonly items: readonly NewEvent[];
  /** The length of what it was read from. */
  readonly bytes: number;
}

/** @throws {IntakeError} `unacceptable-events` with all mistakes. */
function checkedItems(
  parts: IntakeParts,
  batch: readonly Incoming[],
  traceparent: string | undefined,
): readonly NewEvent[] {
  const { items, mistakes } = checkBatch(parts, batch, traceparent);
  const [first] = mistakes;
  if (!first) return items;
  throw new IntakeError('unacceptable-events', `${first.name}: ${first.fault}`, mistakes);
}

function checkBatch(
  parts: IntakeParts,
  batch: readonly Incoming[],
  traceparent?: string,
): { readonly items: readonly NewEvent[]; readonly mistakes: readonly ReportMistake[] } {
  const mistakes: ReportMistake[] = [];
  const items = batch.flatMap((given, index): NewEvent[] => {
    if (mistakes.length >= maxMistakes) return [];
    const { source, profile, id: givenId, content, replayOf, by } = given;
    const known = { source, profile, givenId, replayOf, reportedBy: by, process: undefined, traceparent };
    if ('problem' in given) {
      const { problem } = given;
      const nothing = { catalogue: undefined, event: undefined, ordered: undefined };
      const happenedAt = new Date(parts.now());
      return [{ ...known, ...nothing, problem, happenedAt, content: JSON.stringify(content) }];
    }
    const made = madeOf(given, parts);
    if (Array.isArray(made)) {
      mistakes.push(...made.slice(0, maxMistakes - mistakes.length).map(mistake => ({ index, ...mistake })));
      return [];
    }
    const { event, happenedAt, facts } = made;
    return [
      {
        ...known,
        ...{ catalogue: given.catalogue, event, problem: undefined, happenedAt, ordered: given.ordered },
        // The facts of a source are in what it has sent.
        content: source === '' ? facts : JSON.stringify(content),
      },
    ];
  });
  return { items, mistakes };
}

/** The event, with its facts as JSON, or what is wrong with it. */
function madeOf(
  { catalogue: name, event, facts, date, profile }: ReportedEvent,
  { findCatalogue, now }: IntakeParts,
): { readonly event: string; readonly happenedAt: Date; readonly facts: string } | Mistake[] {
  if (!isName(profile)) return [{ name: 'profile', fault: 'expected up to 256 characters without NUL' }];
  const catalogue = findCatalogue(name);
  if (!catalogue) return [{ name: 'catalogue', fault: 'there is no catalogue of this name' }];
  if (!catalogue.names.includes(event)) {
    const refuse = (): never => {
      catalogue.create(event);
      throw new InvalidArgument('event: expected the name of an event');
    };
    return mistakesOf(refuse, 'event');
  }
  const isDated = date !== undefined && isObject(facts) && !Object.hasOwn(facts, 'date');
  const known = isDated ? { ...facts, date } : facts;
  const made = mistakesOf(() => {
    // The catalogue refuses what is none of its facts.
    const created = catalogue.create(event, known as object, { now }) as MadeEvent;
    return { event, happenedAt: created.date, facts: contentOfEvent(created, catalogue) };
  });
  if (!isDated || !Array.isArray(made)) return made;
  return made.map(mistake => (mistake.name === 'facts.date' ? { ...mistake, name: 'date' } : mistake));
}

function isName(text: string): boolean {
  return text.length <= 256 && isStorable(text);
}

/** `place` replaces the name of what `create` complains of. */
function mistakesOf<T>(create: () => T, place?: string): T | Mistake[] {
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
    while (this.#transactions < maxTransactions && this.#waiting.length > 0) {
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
      return index > 0 && (count > maxTogether || length > maxBytesTogether);
    });
    return this.#waiting.splice(0, beyond === -1 ? this.#waiting.length : beyond);
  }

  /** A batch that cannot be stored does not keep the others from being stored. */
  async #storeAll(batches: readonly Waiting[]): Promise<void> {
    try {
      const stored = await this.#store(batches.map(({ batch }) => batch));
      for (const [index, { resolve }] of batches.entries()) resolve(stored[index] ?? []);
    } catch (error) {
      const explained = explainDatabaseError(error);
      // What is wrong with the database is wrong for all of them.
      const isOver = explained instanceof DatabaseError || batches.length === 1;
      if (isOver) for (const { reject } of batches) reject(explained);
      else for (const waiting of batches) await this.#storeAll([waiting]);
    }
  }
}

/** Resolves to what is stored of each batch. */
async function storeTogether(
  { events }: IntakeParts,
  batches: readonly CheckedBatch[],
  tx: SqlExecutor,
): Promise<readonly (readonly Accepted[])[]> {
  const stored = await events.store(
    batches.flatMap(({ items }) => items),
    tx,
  );
  let next = 0;
  return batches.map(({ items: { length } }) => {
    const ofBatch = stored.slice(next, next + length);
    next += length;
    return ofBatch.map(({ id, event, problem, isNew }) => ({ id, event, problem, repeated: !isNew }));
  });
}
