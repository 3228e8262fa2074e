import { expect, it, onTestFinished } from 'vitest';
import { DatabaseError, type Outbox, openDatabase } from '../../src/outbox/index.ts';
import { pause } from '../../src/timing/wait.ts';
import { post } from '../delivery/loopback-dispatcher.ts';
import { httpServer, type LoopbackServer } from '../loopback-server.ts';
import { postgresProxy } from './postgres/postgres-proxy.ts';
import { disconnectAll, executorOf, fillDisk, migratedPostgres, query, testOutbox } from './test-database.ts';

const day = 86_400_000;
const lines = 3;

/** An application that enqueues one message after the other, half of them in lines, and repeats what was rejected. */
class Application {
  readonly accepted: string[] = [];
  readonly refusals = new Set<string>();
  readonly #outbox: Outbox;
  readonly #url: string;
  readonly #working: Promise<void>;
  #isStopping = false;

  constructor(outbox: Outbox, url: string) {
    this.#outbox = outbox;
    this.#url = url;
    this.#working = this.#work();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#working;
  }

  async #work(): Promise<void> {
    for (let number = 0; !this.#isStopping; number++) {
      const id = `m${number}`;
      const line = number % (2 * lines);
      const ordered = line < lines ? { ordered: `line${line}` } : {};
      while (!(await this.#enqueue(id, ordered))) await pause(100);
      this.accepted.push(id);
      await pause(20);
    }
  }

  async #enqueue(id: string, ordered: { readonly ordered?: string }): Promise<boolean> {
    try {
      await this.#outbox.enqueue(post(this.#url, `body of ${id}`), { id, ...ordered });
      return true;
    } catch (error) {
      this.refusals.add(error instanceof DatabaseError ? error.code : String(error));
      return false;
    }
  }
}

/** Which messages arrived, in the order of their first arrival. */
function arrived({ hits }: LoopbackServer): readonly string[] {
  return [...new Set(hits.map(({ headers }) => String(headers['webhook-id'])))];
}

it('a day of outages, a standby, a full disk and clocks that jump loses, changes and reorders nothing', async () => {
  const receiver = await httpServer();
  const proxy = await postgresProxy();
  const url = await migratedPostgres();
  const name = new URL(url).pathname.slice(1);
  const onServer = (text: string) => query(url.replace(`/${name}`, '/postgres'), text);
  const troubles: unknown[] = [];
  const jumps = [0, 0];
  const start = async (index: number): Promise<Outbox> => {
    const database = await openDatabase({ url: proxy.urlOf(url) });
    onTestFinished(() => database.close());
    const outbox = await testOutbox(database, {
      timeoutMs: 2000,
      pollMs: 500,
      now: () => Date.now() + (jumps[index] ?? 0),
      onError: error => void troubles.push(error),
    });
    await outbox.start();
    return outbox;
  };
  const [first] = await Promise.all([0, 1].map(start));
  if (!first) throw new Error('no outbox');
  const application = new Application(first, receiver.url);
  const { accepted, refusals } = application;
  /** Resolves when more is stored and delivered than there was. */
  const goesOn = async (): Promise<void> => {
    const before = accepted.length;
    await expect.poll(() => accepted.length).toBeGreaterThan(before + 20);
    const last = accepted.at(-1);
    await expect.poll(() => arrived(receiver)).toContain(last);
  };
  await goesOn();

  await proxy.cut();
  const stored = accepted.length;
  await pause(60_000);
  // One may have been on its way.
  expect(accepted.length).toBeLessThanOrEqual(stored + 1);
  // Taking, recording, the upkeep of each second and that of each minute report it once for each process.
  expect(troubles.length).toBeLessThanOrEqual(8);
  await proxy.restore();
  await goesOn();

  await onServer(`alter database ${name} set default_transaction_read_only = on`);
  await disconnectAll(url);
  await expect.poll(() => [...refusals]).toContain('database-read-only');
  await pause(5000);
  await onServer(`alter database ${name} reset default_transaction_read_only`);
  await disconnectAll(url);
  await goesOn();

  const onDatabase = await openDatabase({ url });
  onTestFinished(() => onDatabase.close());
  const free = await fillDisk(executorOf(onDatabase), ['job', 'ended', 'attempt', 'request']);
  await expect.poll(() => [...refusals]).toContain('database-full');
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
    expect(await first.prune()).toEqual({ days: 0 });
  }

  await application.stop();
  await expect.poll(async () => (await first.backlog()).pending + (await first.backlog()).sending).toBe(0);
  expect([...refusals].toSorted()).toEqual(['database-full', 'database-read-only', 'database-unreachable']);
  const order = arrived(receiver);
  expect(order.toSorted()).toEqual(accepted.toSorted());
  for (let line = 0; line < lines; line++) {
    const isOfLine = (id: string): boolean => Number(id.slice(1)) % (2 * lines) === line;
    expect(order.filter(isOfLine)).toEqual(accepted.filter(isOfLine));
  }
  for (const { headers, body } of receiver.hits) expect(body).toBe(`body of ${headers['webhook-id']}`);
  const [endpoint] = (await first.endpoints()).items;
  expect(endpoint).toMatchObject({ disabledAt: undefined, failures: 0 });
  const states = await query(
    url,
    'select state, count(*)::int as count from hookplate.message group by state',
  );
  expect(states).toEqual([{ state: 'delivered', count: accepted.length }]);
});
