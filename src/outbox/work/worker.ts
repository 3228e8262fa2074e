import { setTimeout as sleep } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import type { Dispatcher } from '../../delivery/dispatcher.ts';
import type { RetryPolicy } from '../../delivery/retry/next-delay.ts';
import type { Connection } from '../database/database.ts';
import { queueName } from '../database/queue-settings.ts';
import type { Sealer } from '../encryption/sealer.ts';
import { endpointsOfHosts } from '../endpoints/endpoints.ts';
import { wakeChannel } from '../messages/store-messages.ts';
import { OutboxError } from '../outbox-error.ts';
import { type EndedAttempt, endedAttempt, handedBack, unopened, unsendable } from './ended-attempt.ts';
import { Places } from './places.ts';
import { type Recorded, recordAttempts } from './record-attempts.ts';
import { asAttempt, type FetchedJob, type TakenMessage, takeMessages } from './take-messages.ts';
import { WakeUp } from './wake-up.ts';

/*
 * Terms: a *place* is room for one message in flight; a *round* of the loop fetches as many jobs as there are free
 * places. Places are refilled as attempts end: nobody waits for a batch.
 */

export interface WorkerOptions {
  readonly connection: Connection;
  readonly queue: PgBoss;
  readonly dispatcher: Dispatcher;
  readonly sealer: Sealer;
  readonly policy: RetryPolicy;
  /** Messages in flight in this process. */
  readonly concurrency: number;
  /** Messages in flight to one endpoint, over all processes: approximately, since two may fetch at once. */
  readonly perEndpoint: number;
  /** How long an idle worker sleeps where nothing wakes it up. */
  readonly pollMs: number;
  /** An endpoint that only fails for so long is disabled. */
  readonly disableAfterMs: number;
  readonly now: () => number;
  readonly random: () => number;
  /** Told once of each trouble with the database. */
  readonly onTrouble: (error: unknown) => void;
  /** Told of each message that no key opens. */
  readonly onUnopened: (error: OutboxError) => void;
  /** Told of attempts when they are recorded. */
  readonly onRecorded: (recorded: Recorded) => void;
}

/** As many attempts as one transaction records. */
const mostRecorded = 500;
/** After a trouble with the database: twice as long each time, up to this. In milliseconds. */
const longestPauseMs = 10_000;
const firstPauseMs = 250;
/** A worker that died is noticed after 10 s without a sign of life. */
const touchMs = 3000;
/** As long as attempts that have ended wait for others, in milliseconds. */
const longestGatherMs = 50;
/** How long a few free places wait for more, in milliseconds. */
const refillMs = 20;

export class Worker {
  readonly #options: WorkerOptions;
  readonly #places: Places;
  readonly #aborting = new AbortController();
  #ended: EndedAttempt[] = [];
  readonly #toFetch = new WakeUp();
  readonly #toRecord = new WakeUp();
  #refilling: NodeJS.Timeout | undefined;
  #recordingMs = 0;
  #isStopping = false;
  #loops: Promise<unknown> = Promise.resolve();
  #stopListening: (() => Promise<void>) | undefined;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#places = new Places(options);
  }

  get inFlight(): number {
    return this.#places.size;
  }

  async start(): Promise<void> {
    const { connection } = this.#options;
    const listening = await connection.listen(wakeChannel, () => this.wake());
    this.#stopListening = listening.close;
    const touching = setInterval(() => void this.#touch(), touchMs);
    this.#loops = Promise.all([this.#fetchLoop(), this.#recordLoop()]).finally(() => clearInterval(touching));
  }

  /** Hands back what has not begun, lets attempts end, and aborts them at the deadline: they are made again. */
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
    this.#toFetch.call();
  }

  async #fetchLoop(): Promise<void> {
    let pauseMs = 0;
    while (!this.#isStopping) {
      try {
        const found = await this.#fetchRound();
        pauseMs = 0;
        if (found === 0) await this.#toFetch.sleep(this.#options.pollMs);
      } catch (error) {
        pauseMs = await this.#pauseAfter(error, pauseMs);
      }
    }
  }

  /** Tells of a trouble once, and waits, at most for the deadline; how long the next pause begins with. */
  async #pauseAfter(error: unknown, pauseMs: number): Promise<number> {
    if (pauseMs === 0) this.#options.onTrouble(error);
    const nextMs = Math.min(longestPauseMs, Math.max(firstPauseMs, pauseMs * 2));
    await sleep(nextMs, undefined, { signal: this.#aborting.signal }).catch(() => {});
    return nextMs;
  }

  /** How many messages were begun. */
  async #fetchRound(): Promise<number> {
    const { queue, connection, sealer, perEndpoint } = this.#options;
    const returned = new Set<string>();
    let found = 0;
    for (let round = 0; round < 10 && this.#places.free > 0 && !this.#isStopping; round++) {
      const full = this.#places.fullHosts();
      const ignored = [...returned, ...(await endpointsOfHosts(full, connection))];
      const jobs: FetchedJob[] = await queue.fetch(queueName, {
        batchSize: Math.min(this.#places.free, this.#places.share, mostRecorded),
        groupConcurrency: perEndpoint,
        ...(ignored.length > 0 && { ignoreGroups: ignored }),
      });
      if (jobs.length === 0) break;
      // A job whose heartbeat was late comes back, although its attempt is still being made here.
      const idle = jobs.filter(({ id }) => !this.#places.has(id));
      const taken = await takeMessages(idle, connection, queue, sealer);
      for (const message of taken) this.#begin(message, full);
      found += jobs.length;
      for (const { groupId } of jobs) if (groupId) returned.add(groupId);
    }
    return found;
  }

  /** A fetch costs about the same for one job as for many: few places wait a moment for others to become free. */
  #refill(): void {
    if (this.#places.free >= this.#places.share) this.wake();
    else this.#refilling ??= setTimeout(() => this.wake(), refillMs);
  }

  /** Of a full host only endpoints that were not known yet are fetched: now they are, and their messages go back. */
  #begin(message: TakenMessage, fullHosts: ReadonlyMap<string, unknown>): void {
    this.#places.take(message);
    const isBeyond = fullHosts.has(message.host) && !(message.request instanceof OutboxError);
    const sent = isBeyond ? Promise.resolve(handedBack(message)) : this.#send(message);
    void sent.then(ended => {
      this.#ended.push(ended);
      this.#toRecord.call();
    });
  }

  async #send(message: TakenMessage): Promise<EndedAttempt> {
    const { id, number, request, webhook } = message;
    const { dispatcher, policy, now, random } = this.#options;
    if (request instanceof OutboxError) return this.#withoutRequest(message, request);
    try {
      const attempt = await dispatcher.send(request, {
        id,
        number,
        webhook,
        signal: this.#aborting.signal,
      });
      return endedAttempt(message, attempt, { now: now(), random: random(), policy });
    } catch (error) {
      // Only what is not a request at all throws.
      return unsendable(message, error instanceof Error ? error.message : 'invalid request');
    }
  }

  /** Another process may have the key that opens it; what was pruned is gone for all of them. */
  #withoutRequest(message: TakenMessage, { code }: OutboxError): EndedAttempt {
    if (code !== 'wrong-key') return unsendable(message, code);
    this.#options.onUnopened(new OutboxError(code, unopenedMessage(message.id)));
    return unopened(message);
  }

  /** Records what has ended as long as there is something to record, or to wait for. */
  async #recordLoop(): Promise<void> {
    let pauseMs = 0;
    while (!this.#isStopping || this.#places.size > 0) {
      if (this.#ended.length === 0) {
        await this.#toRecord.sleep(this.#options.pollMs);
        continue;
      }
      await this.#gather();
      try {
        await this.#recordEnded();
        pauseMs = 0;
      } catch (error) {
        // What cannot be recorded is taken over by another process, and made again.
        if (this.#aborting.signal.aborted) return;
        pauseMs = await this.#pauseAfter(error, pauseMs);
      }
    }
  }

  /**
   * Attempts that end within the time that a recording takes are recorded together. An embedded database runs in this
   * very thread: without it, each answer would be recorded on its own.
   */
  async #gather(): Promise<void> {
    if (this.#ended.length < Math.min(mostRecorded, this.#places.size)) await sleep(this.#recordingMs);
  }

  async #recordEnded(): Promise<void> {
    const { connection, queue, disableAfterMs, onRecorded } = this.#options;
    const ended = this.#ended.slice(0, mostRecorded);
    const started = performance.now();
    const recorded = await recordAttempts(ended, connection, queue, { disableAfterMs });
    this.#recordingMs = Math.min(longestGatherMs, performance.now() - started);
    this.#ended = this.#ended.slice(ended.length);
    for (const { message } of ended) this.#places.leave(message);
    this.#refill();
    onRecorded(recorded);
  }

  async #touch(): Promise<void> {
    const jobs = this.#places.taken.map(({ job }) => asAttempt(job));
    if (jobs.length === 0) return;
    await this.#options.queue.touch(queueName, jobs).catch(() => {});
  }
}

function unopenedMessage(id: string): string {
  const what = `None of the encryption keys opens the message ${id}: it waits for a process that has its key.`;
  return `${what} Add that key at the end of \`encryptionKeys\`; if it is lost, cancel the message.`;
}
