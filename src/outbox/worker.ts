import type { Connection } from '../database/database.ts';
import { DatabaseError, explainDatabaseError } from '../database/database-error.ts';
import type { Sealer } from '../database/sealer.ts';
import type { Dispatcher } from '../delivery/dispatcher.ts';
import type { RetryPolicy } from '../delivery/retry/next-delay.ts';
import { backoffMs, pause, WakeUp } from '../timing/wait.ts';
import { type EndedAttempt, endedAttempt, handedBack, unopened, unsendable } from './ended-attempt.ts';
import { advanceFreeLines } from './line.ts';
import { wakeChannel } from './message.ts';
import { OutboxError } from './outbox-error.ts';
import { type Recorded, recordAttempts } from './record.ts';
import { maxAtOnce, type TakenMessage, Taker } from './take.ts';

/*
 * Two loops: one takes as many messages as there are free slots, the other records ended attempts.
 *
 *     taken ──▶ in flight ──▶ ended ──▶ recorded
 *                  │
 *                  └──it stops, or too little of the lease is left──▶ handed back
 *
 * A *slot* is room for one message in flight, or for messages of one line that follow each other. A message whose
 * endpoint fails, or that is in flight for more than a second, is *slow*. Slow ones have half of the slots; the others
 * get theirs however many are slow, so that up to twice as many may be in flight for as long as attempts take. Once a
 * quarter of the slots are slow because of one host, it gets no more, however many endpoints it has.
 */

export interface WorkerOptions {
  readonly connection: Connection;
  readonly dispatcher: Dispatcher;
  readonly sealer: Sealer;
  readonly policy: RetryPolicy;
  readonly concurrency: number;
  /** Messages in flight to one endpoint, over all processes. */
  readonly perEndpoint: number;
  /** Time for one attempt. */
  readonly timeoutMs: number;
  /** Milliseconds that an idle worker sleeps unless it is woken up. */
  readonly pollMs: number;
  readonly disableAfterMs: number;
  readonly holdMs: number;
  readonly now: () => number;
  readonly random: () => number;
  /** Called once for each period of trouble with the database. */
  readonly onTrouble: (error: unknown) => void;
  /** Called for each message that no key opens. */
  readonly onUnopened: (error: DatabaseError) => void;
  /** Called when attempts were recorded. */
  readonly onRecorded: (recorded: Recorded) => void;
}

/** The waits after trouble with the database. */
const pauses = { firstMs: 250, longestMs: 10_000 };
/** The lease ends so long after the deadline of an attempt that begins at once. In milliseconds. */
const leaseMarginMs = 10_000;
/** The duration after which an attempt is slow, in milliseconds. */
const slowMs = 1000;
/** At most so long do ended attempts wait for others, in milliseconds. */
const maxGatherMs = 20;
/** At most so long do a few free slots wait for more, in milliseconds. */
const refillMs = 10;
/** Time until endpoints that had no room are tried again, in milliseconds. */
const cloggedMs = 100;
/** Time until a line is tried again into which somebody was enqueuing, in milliseconds; twice as long each time. */
const firstLockedMs = 10;
/** At most so many of those lines are remembered; others are left to the upkeep. */
const maxLocked = 10_000;
/** Time that a message is put off if its attempt cannot be recorded, in milliseconds. */
const unrecordedMs = 5 * 60_000;

export class Worker {
  readonly #options: WorkerOptions;
  readonly #taker: Taker;
  readonly #slots: Slots;
  readonly #aborting = new AbortController();
  readonly #toTake = new WakeUp();
  readonly #toRecord = new WakeUp();
  #ended: EndedAttempt[] = [];
  #refilling: NodeJS.Timeout | undefined;
  /** The number of messages in flight after the last round of taking. */
  #sizeBefore = 0;
  /** The time when it may go from endpoint to endpoint again. */
  #nextOfEach = 0;
  #recordingMs = 0;
  /** Lines whose next message has yet to be made due: somebody was enqueuing when the one before it was recorded. */
  #locked: ReadonlySet<string> = new Set();
  #lockedMs = firstLockedMs;
  /** The time when they are tried again. */
  #nextLocked = Number.POSITIVE_INFINITY;
  /** The number of attempts at the front of `#ended` to record together; reduced when a batch cannot be stored. */
  #batch = maxAtOnce;
  #isStopping = false;
  #isTaking = false;
  #loops: Promise<unknown> = Promise.resolve();
  #stopListening: (() => Promise<void>) | undefined;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#taker = new Taker(options.connection.executor, options.sealer);
    this.#slots = new Slots(options.concurrency);
  }

  get inFlight(): number {
    return this.#slots.size;
  }

  async start(): Promise<void> {
    const listening = await this.#options.connection.listen(wakeChannel, () => this.wake());
    this.#stopListening = listening.close;
    this.#isTaking = true;
    this.#loops = Promise.all([this.#takeLoop(), this.#recordLoop()]);
  }

  /**
   * Hands back messages that have not begun, lets attempts finish, and aborts them at the deadline; they are repeated
   * later.
   */
  async stop(timeoutMs: number): Promise<void> {
    this.#isStopping = true;
    this.wake();
    this.#toRecord.call();
    const deadline = setTimeout(() => this.#aborting.abort(), timeoutMs);
    await this.#loops;
    clearTimeout(this.#refilling);
    clearTimeout(deadline);
    await this.#stopListening?.();
  }

  wake(): void {
    clearTimeout(this.#refilling);
    this.#refilling = undefined;
    this.#toTake.call();
  }

  async #takeLoop(): Promise<void> {
    for (let failures = 0; !this.#isStopping; ) {
      try {
        const sleepMs = await this.#takeRound();
        failures = 0;
        if (sleepMs > 0) await this.#toTake.sleep(sleepMs);
      } catch (error) {
        await this.#pauseAfter(error, ++failures);
      }
    }
    this.#isTaking = false;
    this.#toRecord.call();
  }

  /** Reports only the first failure in a row, then waits, at most until the deadline for stopping. */
  async #pauseAfter(error: unknown, failures: number): Promise<void> {
    if (failures === 1) this.#options.onTrouble(error);
    await pause(backoffMs(failures, pauses), { signal: this.#aborting.signal });
  }

  /** Takes messages for the free slots; resolves to the time to sleep unless it is woken up. */
  async #takeRound(): Promise<number> {
    const { pollMs } = this.#options;
    if (this.#slots.free === 0) return this.#slots.size > 0 ? Math.min(slowMs, pollMs) : pollMs;
    const { messages, isClogged, hasCancelled } = await this.#taker.take(this.#wanted());
    for (const message of messages) this.#begin(message);
    if (!isClogged) {
      this.#sizeBefore = this.#slots.size;
      return messages.length > 0 && this.#slots.free > 0 ? 0 : pollMs;
    }
    const waitMs = this.#nextOfEach - performance.now();
    if (this.#slots.free > 0 && waitMs <= 0) await this.#takeOfEach();
    this.#sizeBefore = this.#slots.size;
    if (hasCancelled) return 0;
    // A message of an endpoint with room may be what woke it up.
    return Math.min(cloggedMs, pollMs, waitMs > 0 ? waitMs : Number.POSITIVE_INFINITY);
  }

  /** More expensive than the other way, so it pauses for three times its duration. */
  async #takeOfEach(): Promise<void> {
    const begun = performance.now();
    for (const message of await this.#taker.takeOfEach(this.#wanted())) this.#begin(message);
    const ended = performance.now();
    this.#nextOfEach = ended + 3 * (ended - begun);
  }

  #wanted() {
    const { perEndpoint, timeoutMs } = this.#options;
    return {
      most: Math.min(this.#slots.free, maxAtOnce),
      maxFailing: this.#slots.freeForFailing,
      perEndpoint,
      leaseMs: timeoutMs + leaseMarginMs,
      fullHosts: this.#slots.fullHosts,
    };
  }

  /** Taking costs about the same for one message as for many: a few free slots wait a moment for more. */
  #refill(): void {
    if (this.#slots.size * 2 <= this.#sizeBefore) this.wake();
    else this.#refilling ??= setTimeout(() => this.wake(), refillMs);
  }

  #begin(message: TakenMessage): void {
    const { host, known, followers } = message;
    const line = [message, ...followers];
    // Messages for a full host are taken only if their endpoint was still unknown, which it no longer is.
    if (this.#slots.fullHosts.includes(host)) for (const one of line) this.#end(handedBack(one));
    else void this.#sendLine(line, this.#slots.take({ host, isFailing: (known?.failures ?? 0) > 0 }));
  }

  /** Sends a message, then those behind it as long as each of them ends; the rest is handed back. */
  async #sendLine(line: readonly TakenMessage[], slot: Slot): Promise<void> {
    let index = 0;
    for (let mayGoOn = true; mayGoOn; index++) {
      const message = line[index];
      if (!message) break;
      this.#slots.begin(slot);
      const ended = await this.#send(message);
      const isLast = index === line.length - 1;
      mayGoOn = ended.state !== 'pending' && !isLast && !this.#isStopping;
      this.#end({ ...ended, endsLine: !mayGoOn });
    }
    for (const message of line.slice(index)) this.#end(handedBack(message));
    this.#slots.leave(slot);
    this.#refill();
  }

  #end(ended: EndedAttempt): void {
    this.#ended.push(ended);
    this.#slots.toRecord++;
    this.#toRecord.call();
  }

  /**
   * Whether an attempt that begins now ends before anybody else may take the message: this process may have been
   * asleep.
   */
  #hasTime({ takenAt }: TakenMessage): boolean {
    return performance.now() - takenAt < leaseMarginMs;
  }

  async #send(message: TakenMessage): Promise<EndedAttempt> {
    const { id, number, request, webhook, trace, dueMs, takenAt } = message;
    const { dispatcher, policy, now, random } = this.#options;
    if (request instanceof Error) return this.#withoutRequest(message, request);
    if (!this.#hasTime(message) || this.#aborting.signal.aborted) return handedBack(message);
    try {
      const attempt = await dispatcher.send(request, {
        id,
        number,
        webhook,
        signal: this.#aborting.signal,
        waitedMs: dueMs + performance.now() - takenAt,
        ...(trace !== undefined && { traceparent: trace }),
      });
      return endedAttempt(message, attempt, { now: now(), random: random(), policy });
    } catch (error) {
      // Thrown only for something that is not a valid request.
      return unsendable(message, error instanceof Error ? error.message : 'invalid request');
    }
  }

  /** Another process may have the key that opens it; a request that is missing is for all of them. */
  #withoutRequest(message: TakenMessage, { code }: OutboxError | DatabaseError): EndedAttempt {
    if (code !== 'wrong-key') return unsendable(message, code);
    this.#options.onUnopened(new DatabaseError(code, unopenedMessage(message.id)));
    return unopened(message);
  }

  /** Records ended attempts as long as there are any, or any to wait for. */
  async #recordLoop(): Promise<void> {
    for (let failures = 0; this.#isTaking || this.#slots.size > 0; ) {
      if (performance.now() >= this.#nextLocked) await this.#tryLocked();
      if (this.#ended.length === 0) {
        await this.#toRecord.sleep(
          Math.min(this.#options.pollMs, Math.max(1, this.#nextLocked - performance.now())),
        );
        continue;
      }
      await this.#gather();
      try {
        await this.#recordEnded(failures > 0);
        failures = 0;
      } catch (error) {
        // Attempts that cannot be recorded are repeated by another process.
        if (this.#aborting.signal.aborted) return;
        failures++;
        if (isOfDatabase(error)) await this.#pauseAfter(error, failures);
        else if (failures > 1) await this.#isolate(error);
      }
    }
  }

  /**
   * Attempts that end within the duration of a recording are recorded together. An embedded database runs in this very
   * thread: without the wait, each answer would be recorded on its own.
   */
  async #gather(): Promise<void> {
    const isAll = this.#ended.length >= Math.min(this.#batch, this.#slots.size);
    if (!isAll) await pause(this.#recordingMs / 2);
  }

  /** Goes on with lines into which nobody is enqueuing any more. Where the database fails, they are left to the upkeep. */
  async #tryLocked(): Promise<void> {
    const { connection, holdMs, pollMs } = this.#options;
    const locked = await advanceFreeLines(connection, [...this.#locked], holdMs).catch(() => []);
    this.#waitForLocked(locked, Math.min(pollMs, 2 * this.#lockedMs));
  }

  #waitForLocked(lines: readonly string[], waitMs: number): void {
    this.#locked = new Set(lines.slice(0, maxLocked));
    this.#lockedMs = waitMs;
    this.#nextLocked = lines.length > 0 ? performance.now() + waitMs : Number.POSITIVE_INFINITY;
  }

  async #recordEnded(isRepeated: boolean): Promise<void> {
    const ended = this.#ended.slice(0, this.#batch);
    const started = performance.now();
    const recorded = await this.#record(ended, isRepeated);
    this.#recordingMs = Math.min(maxGatherMs, performance.now() - started);
    this.#drop(ended.length);
    if (recorded.locked.length > 0) this.#waitForLocked([...this.#locked, ...recorded.locked], firstLockedMs);
    this.#options.onRecorded(recorded);
  }

  #record(ended: readonly EndedAttempt[], isRepeated: boolean): Promise<Recorded> {
    const { connection, disableAfterMs, perEndpoint, holdMs } = this.#options;
    return recordAttempts(ended, connection, { disableAfterMs, perEndpoint, holdMs, isRepeated });
  }

  #drop(count: number): void {
    this.#ended = this.#ended.slice(count);
    this.#slots.toRecord -= count;
    this.#batch = Math.min(maxAtOnce, this.#batch * 2);
    this.#refill();
  }

  /**
   * Something in a batch cannot be stored, however often it is tried: the batch is halved until only the culprit is
   * left. Its result is reported instead of stored, and its message is put off.
   */
  async #isolate(error: unknown): Promise<void> {
    const tried = Math.min(this.#batch, this.#ended.length);
    if (tried > 1) {
      this.#batch = Math.ceil(tried / 2);
      return;
    }
    const [one] = this.#ended;
    if (!one) return;
    const { message } = one;
    const text = `The outcome of an attempt to send the message ${message.id} could not be stored: storing it is tried again later.`;
    this.#options.onTrouble(new OutboxError('unrecorded', text, { cause: error }));
    const putOff = { ...handedBack(message), delayMs: unrecordedMs };
    // Should even that fail, the message returns when its lease ends.
    await this.#record([putOff], true).catch(() => {});
    this.#drop(1);
  }
}

/** Whether the database itself is the problem, rather than the data. */
function isOfDatabase(error: unknown): boolean {
  return explainDatabaseError(error) instanceof DatabaseError;
}

interface Slot {
  readonly host: string;
  readonly isFailing: boolean;
  begun: number;
}

/** Room for messages in flight in this process, and the messages that occupy it. */
class Slots {
  readonly #concurrency: number;
  readonly #taken = new Set<Slot>();
  /** Attempts that have ended but are not recorded: while there are many, nothing more is taken. */
  toRecord = 0;

  constructor(concurrency: number) {
    this.#concurrency = concurrency;
  }

  /** The number of messages that are not recorded. */
  get size(): number {
    return this.#taken.size + this.toRecord;
  }

  get #half(): number {
    return Math.floor(this.#concurrency / 2);
  }

  get #slow(): number {
    const slowSince = performance.now() - slowMs;
    let slow = 0;
    for (const { isFailing, begun } of this.#taken) if (isFailing || begun < slowSince) slow++;
    return slow;
  }

  get fullHosts(): readonly string[] {
    const slowSince = performance.now() - slowMs;
    const byHost = new Map<string, number>();
    for (const { host, begun } of this.#taken) {
      if (begun < slowSince) byHost.set(host, (byHost.get(host) ?? 0) + 1);
    }
    return [...byHost].filter(([, count]) => count * 4 >= this.#concurrency).map(([host]) => host);
  }

  /** The number of messages that may be taken now. */
  get free(): number {
    const slow = this.#slow;
    const usual = this.size - slow;
    const free = this.#concurrency - usual - Math.min(slow, this.#half);
    return Math.max(0, Math.min(free, 2 * this.#concurrency - this.size));
  }

  /** How many of those may go to failing endpoints. */
  get freeForFailing(): number {
    return Math.max(0, Math.min(this.free, Math.max(1, this.#half) - this.#slow));
  }

  take(message: Pick<Slot, 'host' | 'isFailing'>): Slot {
    const slot = { ...message, begun: performance.now() };
    this.#taken.add(slot);
    return slot;
  }

  /** The next message of a slot begins. */
  begin(slot: Slot): void {
    slot.begun = performance.now();
  }

  leave(slot: Slot): void {
    this.#taken.delete(slot);
  }
}

function unopenedMessage(id: string): string {
  const what = `None of the encryption keys opens the message ${id}: it waits for a process that has its key.`;
  return `${what} Add that key at the end of \`encryptionKeys\`; if it is lost, cancel the message.`;
}
