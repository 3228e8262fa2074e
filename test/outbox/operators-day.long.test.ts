import { expect, it, onTestFinished } from 'vitest';
import type { Events } from '../../src/events/index.ts';
import { defineEvents } from '../../src/index.ts';
import { DatabaseError, type Outbox, openDatabase } from '../../src/outbox/index.ts';
import { pause } from '../../src/timing/wait.ts';
import { post } from '../delivery/loopback-dispatcher.ts';
import { testEvents, webhook } from '../events/test-events.ts';
import { httpServer, type LoopbackServer } from '../loopback-server.ts';
import { postgresProxy } from './postgres/postgres-proxy.ts';
import { disconnectAll, executorOf, fillDisk, migratedPostgres, query, testOutbox } from './test-database.ts';

const day = 86_400_000;
const lines = 3;

/** Stores something under an id, once, also if it is repeated; in one of the lines, or in none. */
type Store = (id: string, ordered: { readonly ordered?: string }) => Promise<unknown>;

/** An application that stores one after the other, half of them in lines, and repeats what was rejected. */
class Application {
  readonly accepted: string[] = [];
  readonly refusals = new Set<string>();
  readonly #store: Store;
  readonly #working: Promise<void>;
  #isStopping = false;

  constructor(name: string, store: Store) {
    this.#store = store;
    this.#working = this.#work(name);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#working;
  }

  async #work(name: string): Promise<void> {
    for (let number = 0; !this.#isStopping; number++) {
      const id = `${name}${number}`;
      const line = lineOf(id);
      const ordered = line === undefined ? {} : { ordered: `line${line}` };
      while (!(await this.#isStored(id, ordered))) await pause(100);
      this.accepted.push(id);
      await pause(20);
    }
  }

  async #isStored(...given: Parameters<Store>): Promise<boolean> {
    try {
      await this.#store(...given);
      return true;
    } catch (error) {
      this.refusals.add(error instanceof DatabaseError ? error.code : String(error));
      return false;
    }
  }
}

function lineOf(id: string): number | undefined {
  const line = Number(id.slice(1)) % (2 * lines);
  return line < lines ? line : undefined;
}

const happenings = defineEvents({ variables: { id: 'string' }, events: { happened: { title: 'Happened' } } });

/** What arrived, in the order of its first arrival. */
function arrived({ hits }: LoopbackServer): readonly string[] {
  return [...new Set(hits.map(({ body }) => body.replace(/^body of /, '')))];
}

it('a day of outages, a standby, a full disk, clocks that jump and history that is dropped loses, changes and reorders nothing', async () => {
  const receiver = await httpServer();
  const proxy = await postgresProxy();
  const url = await migratedPostgres();
  const name = new URL(url).pathname.slice(1);
  const onServer = (text: string) => query(url.replace(`/${name}`, '/postgres'), text);
  const troubles: unknown[] = [];
  const jumps = [0, 0];
  const webhooks = [
    webhook('happenings', { events: { happened: true }, url: receiver.url, payload: 'body of $id$' }),
  ];
  const start = async (index: number): Promise<{ readonly outbox: Outbox; readonly events: Events }> => {
    const database = await openDatabase({ url: proxy.urlOf(url) });
    onTestFinished(() => database.close());
    const onError = (error: unknown): void => void troubles.push(error);
    const now = () => Date.now() + (jumps[index] ?? 0);
    const outbox = await testOutbox(database, { timeoutMs: 2000, pollMs: 500, now, onError });
    const events = await testEvents(database, { outbox, webhooks, events: happenings, pollMs: 500, onError });
    await Promise.all([outbox.start(), events.start()]);
    return { outbox, events };
  };
  const [first] = await Promise.all([0, 1].map(start));
  if (!first) throw new Error('no outbox');
  const { outbox, events } = first;
  const applications = [
    new Application('m', (id, ordered) =>
      outbox.enqueue(post(receiver.url, `body of ${id}`), { id, ...ordered }),
    ),
    new Application('e', (id, ordered) =>
      events.notify(happenings.create('happened', { id }), { profile: 'shop', id, ...ordered }),
    ),
  ];
  /** Resolves when more is stored and delivered than there was. */
  const goesOn = async (): Promise<void> => {
    for (const { accepted } of applications) {
      const before = accepted.length;
      await expect.poll(() => accepted.length).toBeGreaterThan(before + 20);
      const last = accepted.at(-1);
      await expect.poll(() => arrived(receiver)).toContain(last);
    }
  };
  /** Resolves when each was refused for this reason. */
  const areRefused = async (code: string): Promise<void> => {
    for (const { refusals } of applications) await expect.poll(() => [...refusals]).toContain(code);
  };
  await goesOn();

  await proxy.cut();
  const stored = applications.map(({ accepted }) => accepted.length);
  await pause(60_000);
  // One of each may have been on its way.
  for (const [index, { accepted }] of applications.entries())
    expect(accepted.length).toBeLessThanOrEqual((stored[index] ?? 0) + 1);
  // Taking, recording, the upkeep of each second, that of each minute, and events report it once for each process.
  expect(troubles.length).toBeLessThanOrEqual(10);
  await proxy.restore();
  await goesOn();

  await onServer(`alter database ${name} set default_transaction_read_only = on`);
  await disconnectAll(url);
  await areRefused('database-read-only');
  await pause(5000);
  await onServer(`alter database ${name} reset default_transaction_read_only`);
  await disconnectAll(url);
  await goesOn();

  const onDatabase = await openDatabase({ url });
  onTestFinished(() => onDatabase.close());
  const free = await fillDisk(executorOf(onDatabase), ['job', 'ended', 'attempt', 'request', 'event']);
  await areRefused('database-full');
  await pause(3000);
  await free();
  await goesOn();

  for (const [one, other] of [
    [40 * day, -40 * day],
    [-40 * day, 40 * day],
    [0, 0],
  ]) {
    jumps[0] = one ?? 0;
    jumps[1] = other ?? 0;
    await goesOn();
    expect(await outbox.prune()).toEqual({ days: 0 });
  }

  const forgottenDay = "(now() - interval '40 days')";
  await query(url, `select hookplate.make_partitions((${forgottenDay} at time zone 'UTC')::date)`);
  const forgotten = await query(
    url,
    `update hookplate.ended set finished_at = ${forgottenDay}
     where id = any(array(select id from hookplate.ended order by finished_at limit 20)) returning id`,
  );
  expect(forgotten).toHaveLength(20);
  const isThere = () =>
    query(
      url,
      `select 1 from pg_class where relname = to_char(${forgottenDay} at time zone 'UTC', '"ended_"YYYYMMDD')`,
    );
  // It gives way to whoever uses the tables for long: the upkeep comes again later, and an operator asks again.
  const drop = async () => {
    await outbox.prune();
    return isThere();
  };
  await expect.poll(drop).toEqual([]);
  await goesOn();

  for (const application of applications) await application.stop();
  await expect.poll(async () => (await events.backlog()).waiting).toBe(0);
  await expect.poll(async () => (await outbox.backlog()).pending + (await outbox.backlog()).sending).toBe(0);
  const order = arrived(receiver);
  for (const { accepted, refusals } of applications) {
    expect([...refusals].toSorted()).toEqual(['database-full', 'database-read-only', 'database-unreachable']);
    const own = order.filter(id => id[0] === accepted[0]?.[0]);
    expect(own.toSorted()).toEqual(accepted.toSorted());
    for (let line = 0; line < lines; line++) {
      const isOfLine = (id: string): boolean => lineOf(id) === line;
      expect(own.filter(isOfLine)).toEqual(accepted.filter(isOfLine));
    }
  }
  for (const { headers, body } of receiver.hits)
    if (body.startsWith('body of m')) expect(body).toBe(`body of ${headers['webhook-id']}`);
  for (const { disabledAt, failures } of (await outbox.endpoints()).items)
    expect([disabledAt, failures]).toEqual([undefined, 0]);
  const states = await query(
    url,
    'select state, count(*)::int as count from hookplate.message group by state',
  );
  const count = applications.flatMap(({ accepted }) => accepted).length - forgotten.length;
  expect(states).toEqual([{ state: 'delivered', count }]);
});
