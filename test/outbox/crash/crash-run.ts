import { setTimeout as sleep } from 'node:timers/promises';
import { anOpenDatabase } from '../../../src/database/open-database.ts';
import { numberOf, textOf } from '../../../src/database/row.ts';
import type { SqlExecutor } from '../../../src/database/sql-executor.ts';
import {
  createOutbox,
  type Database,
  type DatabaseOptions,
  type MessageState,
  type Outbox,
  openDatabase,
} from '../../../src/outbox/index.ts';
import {
  type CrashMessage,
  crashMessages,
  indexOf,
  inLines,
  isOfEvent,
  offer,
  sentAs,
} from './crash-message.ts';
import { type Receivers, startReceivers } from './receivers.ts';
import { workerOptions } from './worker-options.ts';
import { WorkerPool } from './worker-pool.ts';

interface CrashOptions {
  /** How many milliseconds pass from kill to kill. Default: 1000. */
  readonly killEveryMs?: number;
  /** Is told each minute how many messages have arrived. */
  readonly onMinute?: (arrived: number) => void;
}

/** Enqueues so many messages and kills processes. */
export type Crash = (count: number, options?: CrashOptions) => Promise<CrashFigures>;

/** The tools of a run; anything that it opens is closed when it ends. */
export interface CrashSetup {
  readonly count: number;
  readonly killEveryMs: number;
  readonly receivers: Receivers;
  readonly cleanup: AsyncDisposableStack;
  readonly open: (options: DatabaseOptions) => Promise<CrashDatabase>;
  readonly startPool: (
    size: number,
    database: DatabaseOptions,
    onStored?: (id: string) => void,
  ) => Promise<WorkerPool>;
}

interface CrashDatabase {
  readonly database: Database;
  readonly outbox: Outbox;
}

/** The state of a run when every message has ended. */
interface Crashed extends CrashDatabase {
  readonly pool: WorkerPool;
  readonly maxRepeats: number;
  /** How many days were dropped from history meanwhile, and how many rows of them. */
  readonly dropped?: Dropped;
  /** The place of each event in the order in which those of its line were stored. Default: that of all messages. */
  readonly places?: ReadonlyMap<string, number>;
}

export interface Dropped {
  readonly days: number;
  readonly rows: number;
  /** How many messages that waited had their requests in one of them. */
  readonly kept: number;
}

/** Gives a run its receivers and looks at what it leaves. */
export function createCrash(run: (setup: CrashSetup) => Promise<Crashed>): Crash {
  return async (count, { killEveryMs = 1000, onMinute = () => {} } = {}) => {
    await using cleanup = new AsyncDisposableStack();
    const receivers = await startReceivers();
    cleanup.defer(receivers.close);
    const minutes = setInterval(() => onMinute(receivers.seen.size), 60_000);
    cleanup.defer(() => clearInterval(minutes));
    const { database, outbox, pool, maxRepeats, dropped, places } = await run({
      count,
      killEveryMs,
      receivers,
      cleanup,
      async open(options) {
        const opened = await openDatabase(options);
        cleanup.defer(opened.close);
        await opened.migrate();
        const outbox = await createOutbox({ database: opened });
        cleanup.defer(() => outbox.stop());
        return { database: opened, outbox };
      },
      async startPool(size, database, onStored) {
        const started = await WorkerPool.start(size, { database, url: receivers.url }, onStored);
        cleanup.defer(() => started.close());
        return started;
      },
    });
    const requests = requestsSeen(receivers);
    const { executor } = anOpenDatabase(database, 'database');
    const positions = await storedPositions(executor);
    await assertInOneTable(executor);
    await assertAllTold(executor, count);
    const messages = crashMessages(receivers.url, { to: count });
    const report = await reportOf(outbox, messages, receivers, { positions, places });
    return { report, kills: pool.kills, requests, maxRepeats, dropped };
  };
}

/** Kills one process after the other until `work` is done. */
export async function whileKilling(
  workers: WorkerPool,
  everyMs: number,
  work: () => Promise<void>,
): Promise<void> {
  const timer = setInterval(() => workers.killOne(), everyMs);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
}

/** As many messages as wait at the same time to be stored: a database that is away must not fill the memory. */
const maxEnqueuing = 2000;
/** As many as are stored and have not arrived: each look for work at a queue of a million would take long. */
const maxAhead = 20_000;

/** Where each message stands among those of its line: by the database, and for events by the order in which they were stored. */
interface Places {
  readonly positions: ReadonlyMap<string, number>;
  readonly places: ReadonlyMap<string, number> | undefined;
}

interface PacedOffer {
  readonly offerAll: (messages: Iterable<CrashMessage>, everyMs: number) => Promise<void>;
  readonly places: ReadonlyMap<string, number>;
}

/** Stores at an even pace, and not far ahead; what the database rejects is stored again under the same id. */
export function createPacedOffer(stores: Parameters<typeof offer>[1], { seen }: Receivers): PacedOffer {
  let begun = 0;
  const places = new Map<string, number>();
  /** The last event of each line: the next one is stored after it. */
  const lasts = new Map<string, Promise<void>>();
  const store = (message: CrashMessage): Promise<void> => {
    const { id, webhook, isEvent, ordered } = message;
    if (!isEvent || ordered === undefined) return offerOne(message, stores);
    places.set(id, places.size);
    const stored = (lasts.get(webhook) ?? Promise.resolve()).then(() => offerOne(message, stores));
    lasts.set(webhook, stored);
    return stored;
  };
  const offerAll: PacedOffer['offerAll'] = async (messages, everyMs) => {
    const offering = new Set<Promise<void>>();
    let dueAt = performance.now();
    for (const message of messages) {
      const waitMs = dueAt - performance.now();
      if (waitMs > 5) await sleep(waitMs);
      while (offering.size >= maxEnqueuing || begun - seen.size >= maxAhead) await sleep(20);
      const stored = store(message).finally(() => offering.delete(stored));
      offering.add(stored);
      begun++;
      dueAt += everyMs;
    }
    await Promise.all(offering);
  };
  return { offerAll, places };
}

async function offerOne(message: CrashMessage, stores: Parameters<typeof offer>[1]): Promise<void> {
  for (;;) {
    try {
      await offer(message, stores);
      return;
    } catch {
      await sleep(200);
    }
  }
}

/** The findings once every message has ended. */
interface CrashReport {
  readonly states: Readonly<Partial<Record<MessageState, number>>>;
  /** Messages that no receiver accepted although they are delivered, or that ended in another state than they had to. */
  readonly wrong: readonly string[];
  /** Those of the wrong ones that failed after all their attempts, none of which was answered in time: by a busy machine. */
  readonly exhausted: readonly string[];
  /** Messages of which a request was another one than was enqueued. */
  readonly changed: readonly string[];
  /** Requests that came after the message had been accepted. */
  readonly repeats: number;
  /** Messages in a line that came before one that had been stored before them. */
  readonly disordered: readonly string[];
}

interface CrashFigures {
  readonly report: CrashReport;
  /** Fewer repeats than this can be explained by lost answers. */
  readonly maxRepeats: number;
  readonly kills: number;
  readonly requests: number;
  readonly dropped: Dropped | undefined;
}

/** How many requests arrived, repeats included. */
function requestsSeen({ seen }: Receivers): number {
  return [...seen.values()].reduce((sum, { hits }) => sum + hits, 0);
}

async function reportOf(
  outbox: Outbox,
  messages: Iterable<CrashMessage>,
  { seen }: Receivers,
  places: Places,
): Promise<CrashReport> {
  const stored = await storedStates(outbox);
  const states: Partial<Record<MessageState, number>> = {};
  for (const state of stored.values()) states[state] = (states[state] ?? 0) + 1;
  const wrong: string[] = [];
  const exhausted: string[] = [];
  const changed: string[] = [];
  for (const { id, webhook } of messages) {
    const { webhookId = id, accepted = 0, isChanged = true } = seen.get(id) ?? {};
    const state = stored.get(webhookId);
    const isRight = webhook === 'dead' ? state === 'failed' : state === 'delivered' && accepted > 0;
    if (!isRight) wrong.push(id);
    if (!isRight && (await isExhausted(outbox, webhookId))) exhausted.push(id);
    if (isChanged) changed.push(id);
  }
  const repeats = [...seen.values()].reduce((sum, { accepted }) => sum + Math.max(0, accepted - 1), 0);
  return { states, wrong, exhausted, changed, repeats, disordered: disorderedOf(seen, places) };
}

/** Receivers have seen messages in the order of their first requests. */
function disorderedOf(seen: Receivers['seen'], { positions, places }: Places): readonly string[] {
  const latest = new Map<string, number>();
  return [...seen.keys()].filter(id => {
    const { receiver } = sentAs(id);
    if (!inLines.includes(receiver)) return false;
    const isEvent = isOfEvent(id);
    const line = `${receiver} ${isEvent}`;
    const position = (isEvent ? (places?.get(id) ?? indexOf(id)) : positions.get(id)) ?? 0;
    const before = latest.get(line) ?? -1;
    latest.set(line, Math.max(before, position));
    return position < before;
  });
}

/** Where each message stands in the order in which they were stored. */
async function storedPositions({ query }: SqlExecutor): Promise<ReadonlyMap<string, number>> {
  const { rows } = await query(
    'select given_id as id, position from hookplate.message where line is not null',
  );
  return new Map(rows.map(row => [textOf(row, 'id'), numberOf(row, 'position')]));
}

/** A message that two tables had, or that lacks its request, would be sent twice or never. */
async function assertInOneTable({ query }: SqlExecutor): Promise<void> {
  const { rows } = await query(`select m.id from hookplate.message m
    left join hookplate.request r on r.message = m.id and r.day = m.request_day
    group by m.id having count(*) <> 1 or count(r.message) <> 1`);
  if (rows.length > 0) throw new Error(`${rows.length} messages are not in one table, with one request.`);
}

/** Each event was told once, by one message. */
async function assertAllTold({ query }: SqlExecutor, count: number): Promise<void> {
  let events = 0;
  for (let index = 0; index < count; index++) if (isOfEvent(`msg_${index}`)) events++;
  const { rows } = await query(`select (select count(*) from hookplate.event) as waiting, count(*) as told,
    count(*) filter (where jsonb_array_length(messages) <> 1) as wrong from hookplate.past_event where event <> 'past'`);
  const [row = {}] = rows;
  const found = {
    waiting: numberOf(row, 'waiting'),
    told: numberOf(row, 'told'),
    wrong: numberOf(row, 'wrong'),
  };
  if (found.waiting > 0 || found.told !== events || found.wrong > 0)
    throw new Error(`Of ${events} events, ${JSON.stringify(found)}.`);
}

async function isExhausted(outbox: Outbox, id: string): Promise<boolean> {
  const { state, history = [] } = (await outbox.message(id)) ?? {};
  const wasAccepted = history.some(({ outcome }) => outcome.kind === 'answered' && outcome.status < 300);
  return state === 'failed' && history.length > workerOptions.schedule.length && !wasAccepted;
}

async function storedStates(outbox: Outbox): Promise<ReadonlyMap<string, MessageState>> {
  const states = new Map<string, MessageState>();
  let cursor: string | undefined;
  do {
    const page = await outbox.messages({ limit: 500, ...(cursor !== undefined && { cursor }) });
    for (const { id, state } of page.items) states.set(id, state);
    cursor = page.next;
  } while (cursor !== undefined);
  return states;
}

/** Waits until every message has arrived, whatever it was answered. */
export async function untilArrived({ seen }: Receivers, count: number): Promise<void> {
  while (seen.size < count) await sleep(200);
}

/** Waits until every message has ended. */
export async function untilEnded(outbox: Outbox, count: number): Promise<void> {
  for (;;) {
    const isEnded = await outbox.backlog().then(
      ({ pending, sending }) => pending + sending === 0,
      () => false,
    );
    if (isEnded && (await storedStates(outbox)).size === count) return;
    await sleep(200);
  }
}

/** As many repeats as lost answers can explain. */
export function maxRepeats(workers: WorkerPool, size: number, restarts: number): number {
  return (workers.kills + restarts * size) * workerOptions.concurrency;
}
