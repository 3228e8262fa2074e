import { setTimeout as sleep } from 'node:timers/promises';
import type { MessageState, Outbox } from '../../../src/outbox/index.ts';
import { type Receivers, receiverNames } from './receivers.ts';
import { type CrashMessage, workerOptions } from './worker-options.ts';
import type { WorkerPool } from './worker-pool.ts';

/** Messages to all receivers in turn, and a few to one that is dead. */
export function crashMessages(count: number, url: string): readonly CrashMessage[] {
  return Array.from({ length: count }, (_, index) => {
    const receiver = index % 100 === 99 ? 'dead' : (receiverNames[index % receiverNames.length] ?? '');
    return {
      id: `msg_${index}`,
      webhook: receiver,
      request: {
        method: 'POST',
        url: `${url}/${receiver}`,
        headers: [['content-type', 'application/json']],
        body: JSON.stringify({ index, text: 'é😀'.repeat(10) }),
      },
    };
  });
}

/** Kills a process each second until `work` is done. */
export async function whileKilling(workers: WorkerPool, work: () => Promise<void>): Promise<void> {
  const timer = setInterval(() => workers.killOne(), 1000);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
}

/** Enqueues at an even pace; what the database rejects is enqueued again under the same id. */
export async function enqueueAll(
  outbox: Outbox,
  messages: readonly CrashMessage[],
  overMs: number,
): Promise<void> {
  const started = performance.now();
  const enqueueOne = async ({ id, webhook, request }: CrashMessage): Promise<void> => {
    for (;;) {
      try {
        await outbox.enqueue(request, { id, webhook });
        return;
      } catch {
        await sleep(200);
      }
    }
  };
  const all: Promise<void>[] = [];
  for (const [index, message] of messages.entries()) {
    all.push(enqueueOne(message));
    const dueMs = (index / messages.length) * overMs - (performance.now() - started);
    if (dueMs > 5) await sleep(dueMs);
  }
  await Promise.all(all);
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
  messages: readonly CrashMessage[],
  { seen }: Receivers,
): Promise<CrashReport> {
  const stored = await storedStates(outbox);
  const states: Partial<Record<MessageState, number>> = {};
  for (const state of stored.values()) states[state] = (states[state] ?? 0) + 1;
  const wrong = messages.filter(({ id, webhook }) => {
    if (webhook === 'dead') return stored.get(id) !== 'failed';
    return stored.get(id) !== 'delivered' || (seen.get(id)?.accepted ?? 0) === 0;
  });
  const changed = messages.filter(({ id, request }) => {
    const bodies = seen.get(id)?.bodies;
    return bodies?.size !== 1 || !bodies.has(request.body ?? '');
  });
  const repeats = [...seen.values()].reduce((sum, { accepted }) => sum + Math.max(0, accepted - 1), 0);
  return { states, wrong: wrong.map(({ id }) => id), changed: changed.map(({ id }) => id), repeats };
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

/** Waits until every message has ended. */
export async function untilEnded(outbox: Outbox, count: number): Promise<void> {
  for (;;) {
    const isEnded = await outbox.stats({ since: new Date(), bucketMs: 1000 }).then(
      ({ pending, sending }) => pending + sending === 0,
      () => false,
    );
    if (isEnded && (await storedStates(outbox)).size === count) return;
    await sleep(200);
  }
}

/** As many repeats as lost answers can explain. */
export function mostRepeats(workers: WorkerPool, size: number, restarts: number): number {
  return (workers.kills + restarts * size) * workerOptions.concurrency;
}
