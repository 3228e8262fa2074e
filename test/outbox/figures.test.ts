import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Connection } from '../../src/database/database.ts';
import { anOpenDatabase } from '../../src/database/open-database.ts';
import { numberOf, timeOf } from '../../src/database/row.ts';
import { createSealer } from '../../src/database/sealer.ts';
import { type EndedAttempt, unsendable } from '../../src/outbox/ended-attempt.ts';
import { addUpFigures, keepFigures } from '../../src/outbox/figures.ts';
import { openDatabase, type SqlExecutor, type StatsBucket } from '../../src/outbox/index.ts';
import { recordAttempts } from '../../src/outbox/record.ts';
import { type TakenMessage, Taker } from '../../src/outbox/take.ts';
import { keepGoing } from '../../src/outbox/upkeep.ts';
import { post } from '../delivery/loopback-dispatcher.ts';
import { httpServer } from '../loopback-server.ts';
import { runs } from '../properties.ts';
import {
  backends,
  executorOf,
  migratedPostgres,
  onPostgres,
  openTestDatabase,
  testOutbox,
} from './test-database.ts';

const nowhere = 'http://127.0.0.1:9/';
const hour = 3_600_000;
const day = 24 * hour;

type Query = Connection['executor']['query'];

async function hourOf(query: Query): Promise<Date> {
  const { rows } = await query("select date_trunc('hour', now(), 'UTC') as hour");
  return timeOf(rows[0] ?? {}, 'hour') ?? new Date(0);
}

/** As if so many hours had passed. */
async function passHours(query: Query, hours: number): Promise<void> {
  const by = `interval '${hours} hours'`;
  await query(`update hookplate.job set created_at = created_at - ${by}, due_at = due_at - ${by}`);
  await query(
    `update hookplate.ended set created_at = created_at - ${by}, finished_at = finished_at - ${by}`,
  );
  await query(`update hookplate.attempt set recorded_at = recorded_at - ${by}`);
  await query(`update hookplate.new_figure set hour = hour - ${by}`);
  await query(`with gone as (delete from hookplate.figure returning *)
    insert into hookplate.figure (bucket, endpoint, webhook, profile, hour, enqueued, attempts, succeeded, failed, cancelled)
    select bucket, endpoint, webhook, profile, hour - ${by}, enqueued, attempts, succeeded, failed, cancelled from gone order by hour`);
}

/** The webhooks, with the profiles, that messages are of. */
const owners: readonly { readonly profile?: string; readonly webhook?: string }[] = [
  { profile: 'north', webhook: 'chat' },
  { profile: 'north', webhook: 'pager' },
  { profile: 'south' },
  {},
];

const owner = fc.integer({ min: 0, max: owners.length - 1 });
const message = fc.nat({ max: 30 });
/** What becomes of the messages that are taken next, in turn. */
const ends = fc.array(fc.constantFrom('delivered', 'again', 'failed', 'refused', 'unsendable', 'cancelled'), {
  minLength: 1,
  maxLength: 6,
});
const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('enqueue' as const),
      owner,
      count: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('enqueue unmade' as const), owner }) },
  {
    weight: 5,
    arbitrary: fc.record({ act: fc.constant('send' as const), ends, times: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('resend' as const), message }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('cancel' as const), message }) },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('cancel a webhook' as const), owner: fc.nat({ max: 1 }) }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('disable' as const), owner }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('enable' as const), owner }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('pass an hour' as const) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('add up' as const) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('prune' as const) }) },
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

const names = ['enqueued', 'attempts', 'succeeded', 'failed', 'cancelled'] as const;
type Counts = Record<(typeof names)[number], number>;
const nothing: Counts = { enqueued: 0, attempts: 0, succeeded: 0, failed: 0, cancelled: 0 };

function plus(one: Counts, other: Partial<Counts>): Counts {
  const sum = { ...one };
  for (const name of names) sum[name] += other[name] ?? 0;
  return sum;
}

/** Messages as the test knows them, and what it has seen happen, hour by hour. */
class Seen {
  hours = 0;
  readonly all: { readonly id: string; readonly owner: number; isWaiting: boolean }[] = [];
  readonly cancelledWebhooks = new Set<string>();
  readonly disabled = new Set<number>();
  readonly #counts = new Map<string, Counts>();

  count(of: number, what: Partial<Counts>): void {
    const key = `${this.hours} ${of}`;
    this.#counts.set(key, plus(this.#counts.get(key) ?? nothing, what));
  }

  of(id: string) {
    const found = this.all.find(each => each.id === id);
    if (!found) throw new Error(`${id} was not enqueued`);
    return found;
  }

  end(id: string, what: Partial<Counts>): void {
    const one = this.of(id);
    one.isWaiting = false;
    this.count(one.owner, what);
  }

  /** The counts of these owners, hour by hour. */
  hourly(isMeant: (owner: number) => boolean): readonly Counts[] {
    return Array.from({ length: this.hours + 1 }, (_, index) => {
      const meant = owners.flatMap((_each, of) =>
        isMeant(of) ? (this.#counts.get(`${index} ${of}`) ?? []) : [],
      );
      return meant.reduce(plus, nothing);
    });
  }
}

const withoutTimes = (buckets: readonly StatsBucket[]) => buckets.map(({ from: _from, ...counts }) => counts);
const withoutCancelled = (all: readonly Counts[]) =>
  all.map(({ cancelled: _cancelled, ...counts }) => counts);

/** Adds up each two buckets. */
function pairs(buckets: readonly StatsBucket[], count: number) {
  return Array.from({ length: count }, (_, index) => {
    const both = withoutTimes(buckets).slice(2 * index, 2 * index + 2);
    const sum = (name: keyof (typeof both)[number]) => both.reduce((all, each) => all + each[name], 0);
    return {
      enqueued: sum('enqueued'),
      attempts: sum('attempts'),
      succeeded: sum('succeeded'),
      failed: sum('failed'),
    };
  });
}

describe.each(backends)('figures on %s', backend => {
  async function opened(retentionDays?: number) {
    const database = await openTestDatabase(backend);
    const connection = anOpenDatabase(database, 'database');
    const outbox = await testOutbox(database, { retentionDays });
    return { outbox, connection, query: connection.executor.query };
  }

  /** Does one thing, and notes what has to be counted. */
  async function perform(one: Act, seen: Seen, { outbox, connection }: Awaited<ReturnType<typeof opened>>) {
    const endpointOf = async (of: number) => {
      const sent = seen.all.find(each => each.owner === of && each.id.startsWith('m'));
      const endpoint = sent && (await outbox.message(sent.id))?.endpoint;
      return endpoint !== undefined && (await outbox.endpoint(endpoint)) ? endpoint : undefined;
    };
    const goOn = () => keepGoing(connection, 1000, new AbortController().signal);
    switch (one.act) {
      case 'enqueue':
      case 'enqueue unmade': {
        const { profile, webhook } = owners[one.owner] ?? {};
        const url = `${nowhere}${one.owner}`;
        const isMade = one.act === 'enqueue';
        const given = Array.from({ length: isMade ? one.count : 1 }, (_, index) => ({
          id: `${isMade ? 'm' : 'u'}${seen.all.length + index}`,
          request: isMade ? post(url) : { failed: 'missing-value' },
          ...{ profile, webhook },
        }));
        await outbox.enqueueAll(given);
        const isCancelled = webhook !== undefined && seen.cancelledWebhooks.has(webhook);
        const isFailed = !isMade || (!isCancelled && seen.disabled.has(one.owner));
        for (const { id } of given) {
          seen.all.push({ id, owner: one.owner, isWaiting: !isFailed && !isCancelled });
          const end = isFailed ? { failed: 1 } : isCancelled ? { cancelled: 1 } : {};
          seen.count(one.owner, { enqueued: 1, ...end });
        }
        return;
      }
      case 'send': {
        const taker = new Taker(connection.executor, createSealer([]));
        const { messages } = await taker.take({
          ...{ most: 10, maxFailing: 10, perEndpoint: 64, leaseMs: 60_000, fullHosts: [] },
        });
        const ended: EndedAttempt[] = [];
        for (const [index, taken] of messages.entries()) {
          const end = one.ends[index % one.ends.length] ?? 'delivered';
          const { owner: of } = seen.of(taken.id);
          if (end === 'cancelled') {
            await outbox.cancel(taken.id);
            seen.end(taken.id, { cancelled: 1 });
          }
          ended.push(endedAs(end, taken));
          const isSent = end !== 'unsendable';
          seen.count(of, { attempts: Number(isSent), succeeded: Number(end === 'delivered') });
          if (end === 'delivered') seen.end(taken.id, {});
          if (['failed', 'refused', 'unsendable'].includes(end)) seen.end(taken.id, { failed: 1 });
        }
        // The first answer was lost, and so on.
        for (let time = 0; time < one.times; time++) {
          const limits = { disableAfterMs: 1_000_000_000, perEndpoint: 64, holdMs: 1000 };
          await recordAttempts(ended, connection, { ...limits, isRepeated: time > 0 });
        }
        return;
      }
      case 'resend': {
        const found = seen.all[one.message % seen.all.length];
        if (found?.isWaiting !== false) return;
        found.isWaiting = await outbox.resend(found.id).then(
          () => true,
          () => false,
        );
        return;
      }
      case 'cancel': {
        const found = seen.all[one.message % seen.all.length];
        if (!found?.isWaiting) return;
        await outbox.cancel(found.id);
        seen.end(found.id, { cancelled: 1 });
        return;
      }
      case 'cancel a webhook': {
        const { webhook } = owners[one.owner] ?? {};
        if (webhook === undefined) return;
        await outbox.cancelWebhook(webhook);
        await goOn();
        seen.cancelledWebhooks.add(webhook);
        for (const { id, owner: of, isWaiting } of seen.all)
          if (of === one.owner && isWaiting) seen.end(id, { cancelled: 1 });
        return;
      }
      case 'disable': {
        const endpoint = await endpointOf(one.owner);
        if (endpoint === undefined) return;
        await outbox.disableEndpoint(endpoint);
        seen.disabled.add(one.owner);
        await goOn();
        for (const { id, owner: of, isWaiting } of seen.all)
          if (of === one.owner && isWaiting) seen.end(id, { failed: 1 });
        return;
      }
      case 'enable': {
        const endpoint = await endpointOf(one.owner);
        if (endpoint === undefined) return;
        await outbox.enableEndpoint(endpoint);
        seen.disabled.delete(one.owner);
        return;
      }
      case 'pass an hour':
        seen.hours++;
        return passHours(connection.executor.query, 1);
      case 'add up':
        return addUpFigures(connection.executor);
      case 'prune':
        return void (await outbox.prune());
    }
  }

  it('and history both agree with what was seen to happen', async () => {
    const tested = await opened();
    const { outbox, query } = tested;
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 40 }), async acts => {
        const begun = await hourOf(query);
        await query(`truncate hookplate.job, hookplate.ended, hookplate.attempt, hookplate.request, hookplate.given_id,
          hookplate.endpoint, hookplate.cancelled_webhook, hookplate.figure, hookplate.new_figure`);
        const seen = new Seen();
        for (const one of acts) await perform(one, seen, tested);
        const since = new Date(begun.getTime() - seen.hours * hour);
        const sent = seen.all.find(({ id }) => id.startsWith('m'));
        const endpoint = sent && (await outbox.message(sent.id))?.endpoint;
        const filters: { filter: object; isMeant: (of: number) => boolean }[] = [
          { filter: {}, isMeant: () => true },
          { filter: { profile: 'north' }, isMeant: of => owners[of]?.profile === 'north' },
          { filter: { webhook: 'pager' }, isMeant: of => owners[of]?.webhook === 'pager' },
          { filter: { profile: 'south', webhook: 'chat' }, isMeant: () => false },
        ];
        const found = [];
        for (const { filter } of filters) {
          const { buckets } = await outbox.stats({ ...filter, since, bucketMs: hour });
          const counted = await outbox.stats({ ...filter, since, bucketMs: hour / 2 });
          found.push([buckets, counted.buckets] as const);
        }
        const atEndpoint = endpoint && (await outbox.stats({ endpoint, since, bucketMs: hour })).buckets;
        const half = endpoint && (await outbox.stats({ endpoint, since, bucketMs: hour / 2 })).buckets;
        const outcomes = await outbox.outcomes({ since, periodMs: hour, periods: seen.hours + 1 });
        // Another hour has begun: the test does not know what happened in which.
        fc.pre((await hourOf(query)).getTime() === begun.getTime());
        for (const [index, { isMeant }] of filters.entries()) {
          const expected = withoutCancelled(seen.hourly(isMeant));
          const [figures = [], history = []] = found[index] ?? [];
          expect(withoutTimes(figures)).toEqual(expected);
          expect(pairs(history, expected.length)).toEqual(expected);
        }
        if (atEndpoint && half) expect(pairs(half, seen.hours + 1)).toEqual(withoutTimes(atEndpoint));
        for (const [of, { profile, webhook }] of owners.entries()) {
          const all = outcomes.find(each => each.profile === profile && each.webhook === webhook);
          const hourly = seen.hourly(each => each === of);
          const none = hourly.map(() => 0);
          expect(all?.delivered ?? none).toEqual(hourly.map(({ succeeded }) => succeeded));
          expect(all?.failed ?? none).toEqual(hourly.map(({ failed }) => failed));
          expect(all?.cancelled ?? 0).toEqual(hourly.reduce((sum, { cancelled }) => sum + cancelled, 0));
          const waiting = seen.all.filter(each => each.owner === of && each.isWaiting).length;
          expect((all?.waiting ?? 0) + (all?.retrying ?? 0)).toBe(waiting);
        }
      }),
      { numRuns: runs(200, 40) },
    );
  });

  it('outlive history, and are counted again nowhere else', async () => {
    const receiver = await httpServer();
    const { outbox, query } = await opened(2);
    await outbox.start();
    const begun = await hourOf(query);
    await outbox.enqueue(post(receiver.url), { id: 'sent', profile: 'north' });
    await outbox.enqueue({ failed: 'missing-value' }, { id: 'unmade', profile: 'north' });
    await expect.poll(async () => (await outbox.message('sent'))?.state).toBe('delivered');
    await passHours(query, 9 * 24);
    await outbox.prune();
    expect((await outbox.messages()).items).toEqual([]);
    const since = new Date(begun.getTime() - 9 * day);
    const { buckets } = await outbox.stats({ since, bucketMs: hour, profile: 'north' });
    const total = (name: 'enqueued' | 'attempts' | 'succeeded' | 'failed') =>
      buckets.slice(0, 2).reduce((sum, bucket) => sum + bucket[name], 0);
    expect([total('enqueued'), total('attempts'), total('succeeded'), total('failed')]).toEqual([2, 1, 1, 1]);
    expect(withoutTimes(buckets.slice(2)).every(bucket => Object.values(bucket).every(n => n === 0))).toBe(
      true,
    );
  });

  it('are folded to days after 30 of them, and removed after a year, whoever else does so at once', async () => {
    const { outbox, connection, query } = await opened();
    const today = `date_trunc('day', now(), 'UTC')`;
    // Four hours of each day: of the last fifty, and of those that are over for a year.
    await query(`insert into hookplate.figure (bucket, endpoint, webhook, profile, hour, enqueued, attempts, succeeded, failed, cancelled)
      select 0, lpad(e::text, 32, '0')::uuid, 'w', 'p', ${today} - n * interval '6 hours', 1, 2, n, 0, 0 from generate_series(1, 1600) n, generate_series(1, 3) e
      where n <= 200 or n > 1440`);
    const kept = async () =>
      (
        await query(`select sum(attempts)::int as attempts, count(*)::int as rows,
        count(*) filter (where hour < ${today} - interval '744 hours' and hour <> date_trunc('day', hour, 'UTC'))::int as unfolded,
        count(*) filter (where hour >= ${today} - interval '744 hours')::int as hours from hookplate.figure`)
      ).rows[0] ?? {};
    const countedBy = async (bucketMs: number, days: number) => {
      const since = new Date(Math.floor((await hourOf(query)).getTime() / day) * day - days * day);
      return (await outbox.stats({ since, bucketMs, webhook: 'w' })).buckets;
    };
    const before = [await countedBy(day, 364), await countedBy(hour, 29)];
    expect(before[0]?.[364 - 40]).toMatchObject({ attempts: 4 * 3 * 2 });
    await Promise.all([1, 2, 3].map(() => keepFigures(connection.executor)));
    await keepFigures(connection.executor);
    const [hours, days] = [31 * 4 * 3, (19 + 6) * 3];
    expect(await kept()).toEqual({ attempts: (50 + 6) * 4 * 3 * 2, rows: hours + days, unfolded: 0, hours });
    expect([await countedBy(day, 364), await countedBy(hour, 29)]).toEqual(before);
    // What ends after so long was enqueued in an hour that is folded.
    await outbox.enqueue(post(nowhere), { id: 'late', webhook: 'w' });
    await query(
      `update hookplate.job set created_at = ${today} - interval '1000 hours' + interval '90 minutes'`,
    );
    const waiting = await countedBy(day, 364);
    await outbox.cancel('late');
    expect(await countedBy(day, 364)).toEqual(waiting);
    await keepFigures(connection.executor);
    expect(await countedBy(day, 364)).toEqual(waiting);
    expect(await kept()).toMatchObject({ unfolded: 0 });
  });
});

it.each(onPostgres)(
  'nobody who enqueues waits for another whose transaction is open, also where messages end at once',
  async () => {
    const database = await openTestDatabase('PostgreSQL');
    const { transaction, executor } = anOpenDatabase(database, 'database');
    const outbox = await testOutbox(database);
    const of = { profile: 'north', webhook: 'chat' };
    const begun = await hourOf(executor.query);
    await outbox.cancelWebhook('chat');
    const enqueue = (tx: SqlExecutor) =>
      outbox.enqueueAll(
        [
          { request: post(nowhere), ...of },
          { request: { failed: 'missing-value' }, ...of },
        ],
        {
          transaction: tx,
        },
      );
    await transaction(async first => {
      await enqueue(first);
      await transaction(async second => {
        await enqueue(second);
        await addUpFigures(executor);
      });
      await addUpFigures(executor);
    });
    const { buckets } = await outbox.stats({ since: begun, bucketMs: 2 * hour });
    expect(withoutTimes(buckets)).toEqual([{ enqueued: 4, attempts: 0, succeeded: 0, failed: 2 }]);
  },
);

it.each(onPostgres)(
  'several processes count what they send to one endpoint once each, while others add up',
  async () => {
    const receiver = await httpServer((response, { body }) =>
      response.writeHead(body === 'bad' ? 400 : 200).end(),
    );
    const url = await migratedPostgres();
    const databases = await Promise.all([1, 2, 3].map(() => openDatabase({ url })));
    onTestFinished(async () => void (await Promise.all(databases.map(database => database.close()))));
    const outboxes = await Promise.all(databases.map(database => testOutbox(database, { schedule: [] })));
    const [outbox] = outboxes;
    const [connection] = databases.map(database => anOpenDatabase(database, 'database'));
    if (!outbox || !connection) throw new Error('Three were opened.');
    const begun = await hourOf(connection.executor.query);
    await Promise.all(outboxes.map(each => each.start()));
    const request = (index: number) => post(receiver.url, index % 3 === 0 ? 'bad' : 'good');
    for (let batch = 0; batch < 10; batch++)
      await outbox.enqueueAll(
        Array.from({ length: 60 }, (_, index) => ({ request: request(index), webhook: 'w' })),
      );
    const addingUp = async () => {
      await Promise.all(databases.map(database => keepFigures(executorOf(database))));
      return (await outbox.backlog()).pending + (await outbox.backlog()).sending;
    };
    await expect.poll(addingUp).toBe(0);
    const { buckets } = await outbox.stats({ since: begun, bucketMs: 2 * hour, webhook: 'w' });
    expect(withoutTimes(buckets)).toEqual([{ enqueued: 600, attempts: 600, succeeded: 400, failed: 200 }]);
    const { rows } = await connection.executor.query('select count(*) as count from hookplate.new_figure');
    await addUpFigures(connection.executor);
    expect(numberOf(rows[0] ?? {}, 'count')).toBeLessThan(600);
  },
);

function endedAs(end: string, message: TakenMessage): EndedAttempt {
  if (end === 'unsendable') return unsendable(message, 'request-damaged');
  const outcome =
    end === 'refused'
      ? ({ kind: 'failed', error: 'refused-address', message: 'refused' } as const)
      : ({
          kind: 'answered',
          status: end === 'delivered' ? 204 : 503,
          headers: [],
          body: '',
          truncated: false,
        } as const);
  const isOver = end === 'delivered' || end === 'failed' || end === 'refused';
  return {
    message,
    attempt: { number: message.number, startedAt: new Date(), durationMs: 1, outcome },
    ...(isOver ? { state: end, delayMs: undefined } : { state: 'pending', delayMs: 0 }),
    reason: undefined,
    endsLine: false,
  };
}
