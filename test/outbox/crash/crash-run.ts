import { setTimeout as sleep } from 'node:timers/promises';
import type { MessageState, Outbox } from '../../../src/outbox/index.ts';
import type { CrashMessage } from './crash-message.ts';
import type { Receivers } from './receivers.ts';
import { workerOptions } from './worker-options.ts';
import type { WorkerPool } from './worker-pool.ts';

/** Kills a process each second until `work` is done. */
export async function whileKilling(workers: WorkerPool, work: () => Promise<void>): Promise<void> {
  const timer = setInterval(() => workers.killOne(), 1000);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
}

/** As many messages as wait at the same time to be stored: a database that is away must not fill the memory. */
const mostEnqueuing = 2000;

/** Enqueues at an even pace; what the database rejects is enqueued again under the same id. */
export async function enqueueAll(
  outbox: Outbox,
  messages: Iterable<CrashMessage>,
  everyMs: number,
): Promise<void> {
  const started = performance.now();
  const left = messages[Symbol.iterator]();
  let taken = 0;
  const enqueueInTurn = async (): Promise<void> => {
    for (let next = left.next(); !next.done; next = left.next()) {
      const waitMs = taken++ * everyMs - (performance.now() - started);
      if (waitMs > 5) await sleep(waitMs);
      await enqueueOne(outbox, next.value);
    }
  };
  await Promise.all(Array.from({ length: mostEnqueuing }, enqueueInTurn));
}

async function enqueueOne(outbox: Outbox, { id, webhook, request }: CrashMessage): Promise<void> {
  for (;;) {
    try {
      await outbox.enqueue(request, { id, webhook });
      return;
    } catch {
      await sleep(200);
    }
  }
}

/** What was found when every message had ended. */
export interface CrashReport {
  readonly states: Readonly<Partial<Record<MessageState, number>>>;
  /** Messages that no receiver accepted although they are delivered, or that ended in another state than they had to. */
  readonly wrong: readonly string[];
  /** Messages of which a repeat had other bytes. */
  readonly changed: readonly string[];
  /** Requests that came after the message had been accepted. */
  readonly repeats: number;
}

export async function reportOf(
  outbox: Outbox,
  messages: Iterable<CrashMessage>,
  { seen }: Receivers,
): Promise<CrashReport> {
  const stored = await storedStates(outbox);
  const states: Partial<Record<MessageState, number>> = {};
  for (const state of stored.values()) states[state] = (states[state] ?? 0) + 1;
  const wrong: string[] = [];
  const changed: string[] = [];
  for (const { id, webhook } of messages) {
    const { accepted = 0, isChanged = true } = seen.get(id) ?? {};
    const isRight =
      webhook === 'dead' ? stored.get(id) === 'failed' : stored.get(id) === 'delivered' && accepted > 0;
    if (!isRight) wrong.push(id);
    if (isChanged) changed.push(id);
  }
  const repeats = [...seen.values()].reduce((sum, { accepted }) => sum + Math.max(0, accepted - 1), 0);
  return { states, wrong, changed, repeats };
}

async function storedStates(outbox: Outbox): Promise<ReadonlyMap<string, MessageState>> {
  const states = new Map<string, MessageState>();
  let cursor: string | undefined;
  do {
    const page = await outbox.messages({ limit: 500, ...(cursor !== undefined && { cursor }) });
    for (const { id, state } of page.messages) states.set(id, state);
    cursor = page.next;
  } while (cursor !== undefined);
  return states;
}

/** Waits until every message has ended; counting many takes long, and is done less often. */
export async function untilEnded(outbox: Outbox, count: number): Promise<void> {
  for (;;) {
    const isEnded = await outbox.backlog().then(
      ({ pending, sending }) => pending + sending === 0,
      () => false,
    );
    if (isEnded && (await storedStates(outbox)).size === count) return;
    await sleep(Math.max(200, count / 200));
  }
}

/** As many repeats as lost answers can explain. */
export function mostRepeats(workers: WorkerPool, size: number, restarts: number): number {
  return (workers.kills + restarts * size) * workerOptions.concurrency;
}
