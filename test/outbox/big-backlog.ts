import { expect } from 'vitest';
import type { Connection } from '../../src/database/database.ts';
import { newId } from '../../src/database/new-id.ts';
import { anOpenDatabase } from '../../src/database/open-database.ts';
import { createSealer } from '../../src/database/sealer.ts';
import { type EndedAttempt, endedAttempt } from '../../src/outbox/ended-attempt.ts';
import { endpointOf } from '../../src/outbox/endpoint.ts';
import { addUpFigures } from '../../src/outbox/figures.ts';
import {
  createOutbox,
  type Database,
  type MessageFilter,
  type ProgressOptions,
} from '../../src/outbox/index.ts';
import { recordAttempts } from '../../src/outbox/record.ts';
import { type TakenMessage, type TakeOptions, Taker } from '../../src/outbox/take.ts';
import { keepGoing, prune } from '../../src/outbox/upkeep.ts';
import { post } from '../delivery/loopback-dispatcher.ts';
import { explaining, grownTables, longSteps, type Plan } from './explain.ts';
import { numberedInSql, numberedUuid } from './numbered-uuid.ts';

/** Twice the number at which counting stops: a step with more rows has read a backlog. */
const maxRows = 20_000;
const endpoint = (number: number): string => numberedUuid('e', number);
const past = (number: number): string => numberedUuid('a', number);
const due = (number: number): string => numberedUuid('d', number);
const recent = (number: number): string => numberedUuid('b', number);
const old = (number: number): string => numberedUuid('f', number);
const sql = {
  endpoint: (number: string) => numberedInSql('e', number),
  past: numberedInSql('a', 'n'),
  due: numberedInSql('d', 'n'),
  recent: numberedInSql('b', 'n'),
  inLine: numberedInSql('c', 'n'),
  old: numberedInSql('f', 'n'),
  unplaced: numberedInSql('9', 'n'),
};
const hour = 3_600_000;
const ago = (ms: number): Date => new Date(Date.now() - ms);
const filters: readonly MessageFilter[] = [
  ...[
    { webhook: 'w3' },
    { webhook: 'none' },
    { state: 'pending' },
    { state: 'failed' },
    { state: 'given-up' },
  ],
  ...[{ idPrefix: 'past12' }, { idPrefix: past(0x1000).slice(0, -3) }, { idPrefix: 'a' }],
  ...[{ ids: [past(12), recent(7), due(3), 'given'] }, { since: ago(hour) }, { until: ago(60 * hour) }],
  ...[
    { endedSince: ago(4 * hour) },
    { endedSince: ago(60_000) },
    { state: 'given-up', endedSince: ago(hour) },
  ],
] as const;
/** No index tells these messages from others that wait: docs/outbox.md says what that costs. */
const unindexed: readonly MessageFilter[] = [
  ...[{ endpoint: endpoint(3) }, { host: 'h3' }, { event: 'event' }, { event: 'none' }, { profile: 'p' }],
  ...[{ state: 'sending' }, { failing: true }],
] as const;
/** Lists and figures for people may read all that wait, but no history. */
const readsBacklog = new Set([
  'to erase what waits of a profile',
  'to erase what has ended of a profile',
  'to erase a profile that has none',
  ...unindexed.map(nameOf),
  'to find messages of an endpoint',
  'to find messages of an event that fail',
  'to count messages',
  'to count over time what is about an event',
  'to count over time what ended lately',
  'to count by the hour',
  'to count by the day',
  'to count at an endpoint by the day',
  'to count for a webhook by the day',
  'to say what became of messages',
  'to say what became of messages of a profile',
]);
/** New figures are those of a minute: whoever asks for figures reads them all, and whoever erases some. */
const readsFigures = /^to (?:erase|count (?:by|at|for)|say what became)/;

/** What marks each statement that is made only where there is something to do. */
const markers: Readonly<Record<string, string>> = {
  'to enqueue many under ids': 'with ordinality as m(',
  'to enqueue under the ids of others': 'as possible(id)',
  'to take': 'where r.message = j.id and r.day = j.request_day',
  'to count over time what is about an event': 'where m.id = a.message',
};

function nameOf(filter: MessageFilter): string {
  return `to find messages by ${JSON.stringify(filter)}`;
}

const request = post('http://127.0.0.1:1/');
/** What somebody enqueues into a line that is long. */
const ofLine = { webhook: 'w1', profile: 'p' };
const line = `${endpointOf({ ...ofLine, url: request.url, givenName: null }).endpoint} line`;

const content = `'\\x00'::bytea || convert_to('["POST","http://127.0.0.1:1/",[],"{}"]', 'utf8')`;

/** One endpoint with `$1` messages due, 20,000 others, a thousand of them with a history of fifty messages each, and a line of 2,000. */
const filling = [
  `insert into hookplate.endpoint (bucket, id, profile, given_name, webhook, origin, host)
   select 0, ${sql.endpoint('n')}, 'p' || n % 100, 'n' || n, 'w' || n, 'http://h' || n, 'h' || n from generate_series(0, 20000) n`,
  `insert into hookplate.ended (bucket, id, given_id, endpoint, webhook, event, profile, host, method, request_bytes, request_day, created_at, position, state, attempts, finished_at,
     number, started_at, duration_ms, status)
   select 0, ${sql.past}, case when n % 2 = 0 then 'past' || n end, ${sql.endpoint('n % 1000 + 1')}, 'w' || n % 1000 + 1, 'event', 'p', 'h' || n % 1000 + 1, 'POST', 1, ended at time zone 'UTC', ended, 0,
     case when n % 100 = 0 then 'failed' else 'delivered' end, 2, ended, 2, ended, 1, case when n % 100 = 0 then 500 else 200 end
   from (select n, now() - interval '3 hours' - n * interval '5 seconds' as ended from generate_series(1, 50000) n order by n desc) past`,
  `insert into hookplate.job (bucket, id, endpoint, webhook, event, profile, host, method, request_bytes, request_day, line, created_at, due_at)
   select 0, ${sql.inLine}, '${endpoint(1)}'::uuid, 'w1', 'event', 'p', 'h1', 'POST', 1, now() at time zone 'UTC', '${line}', now() - interval '2 hours', case when n = 1 then now() - interval '2 hours' end
   from generate_series(1, 2000) n`,
  `insert into hookplate.job (bucket, id, endpoint, webhook, event, profile, host, method, request_bytes, request_day, created_at, due_at)
   select 0, ${sql.due}, '${endpoint(0)}'::uuid, 'w0', 'event', 'p', 'h0', 'POST', 1, now() at time zone 'UTC', at, at
   from (select n, now() - interval '1 hour' + n * interval '1 millisecond' as at from generate_series(1, $1::int) n) due`,
  `insert into hookplate.request (bucket, message, day, content)
   select 0, id, request_day, ${content} from hookplate.message order by created_at`,
  `insert into hookplate.attempt (bucket, message, round, number, started_at, duration_ms, recorded_at, status)
   select 0, id, 0, 1, finished_at, 1, finished_at, 500 from hookplate.ended order by finished_at`,
  `insert into hookplate.given_id (bucket, id, digest) select 0, id, '' from hookplate.message order by created_at`,
  // Half of them are older than a month.
  `insert into hookplate.figure (bucket, endpoint, webhook, profile, hour, enqueued, attempts, succeeded, failed, cancelled)
   select 0, ${sql.endpoint('n % 500')}, 'w' || n % 500, 'p' || n % 50, date_trunc('hour', now(), 'UTC') - (n / 500) * interval '15 hours', 1, 1, 1, 0, 0
   from generate_series(0, 49999) n`,
  // As many as a busy minute brings.
  `insert into hookplate.new_figure (bucket, endpoint, webhook, profile, hour, enqueued, attempts, succeeded, failed, cancelled)
   select 0, ${sql.endpoint('n % 1000')}, 'w' || n % 1000, 'p' || n % 50, date_trunc('hour', now(), 'UTC'), 1, 1, 1, 0, 0 from generate_series(1, 10000) n`,
];

const isRecent = `id between '${recent(0)}' and '${recent(0xffffff)}'`;
const begun = [
  `insert into hookplate.ended (bucket, id, endpoint, webhook, event, profile, host, method, request_bytes, request_day, created_at, position, state, attempts, finished_at,
     number, started_at, duration_ms, status)
   select 0, ${sql.recent}, ${sql.endpoint('n % 1000 + 1')}, 'w' || n % 1000 + 1, 'event', 'recent', 'h' || n % 1000 + 1, 'POST', 1, ended at time zone 'UTC', ended, 0, 'delivered', 1, ended, 1, ended, 1, 200
   from (select n, date_trunc('day', now(), 'UTC') - interval '5 days' + n * interval '1 second' as ended from generate_series(1, 5000) n) n`,
  `insert into hookplate.request (bucket, message, day, content) select 0, id, request_day, '' from hookplate.ended where ${isRecent}`,
  `insert into hookplate.attempt (bucket, message, round, number, started_at, duration_ms, recorded_at, status)
   select 0, id, 0, 1, finished_at, 1, finished_at, 500 from hookplate.ended where ${isRecent} order by finished_at`,
  // Messages wait since before history begins; as long as they are being sent, only the function that drops days moves their requests.
  `insert into hookplate.job (bucket, id, endpoint, host, method, request_bytes, request_day, created_at, due_at, taken_until, taken_by)
   select 0, ${sql.old}, ${sql.endpoint('19999')}, 'h', 'POST', 1, at at time zone 'UTC', at, now() + interval '1 day', now() + interval '1 hour', 1
   from (select n, date_trunc('day', now(), 'UTC') - interval '5 days' + n * interval '1 second' as at from generate_series(1, 100) n) n`,
  `insert into hookplate.request (bucket, message, day, content) select 0, id, request_day, ${content} from hookplate.job where taken_by = 1`,
  // Of two days no partition was made.
  `insert into hookplate.ended (bucket, id, host, method, request_bytes, request_day, created_at, position, state, finished_at)
   select 0, ${sql.unplaced}, 'h', 'POST', 1, at at time zone 'UTC', at, 0, 'cancelled', at
   from (select n, now() - (8 + n % 2) * interval '24 hours' as at from generate_series(1, 100) n) n`,
  `insert into hookplate.request (bucket, message, day, content) select 0, id, request_day, '' from hookplate.ended_default`,
  `insert into hookplate.attempt (bucket, message, round, number, started_at, duration_ms, recorded_at, status)
   select 0, id, 0, 1, finished_at, 1, finished_at, 500 from hookplate.ended_default`,
  // The request of one that is due is not where its message was seen.
  `delete from hookplate.request where message = '${due(1)}'`,
];

/**
 * Asks a database with so many messages due at one endpoint everything that an outbox asks, and expects that no statement
 * reads a table that grows, or a backlog, from end to end.
 */
export async function expectShortPlans(database: Database, backlog: number): Promise<void> {
  const connection = anOpenDatabase(database, 'database');
  const { query } = connection.executor;
  const make = (from: number, to: number) =>
    query(
      `select hookplate.make_partitions((now() at time zone 'UTC')::date + n) from generate_series(${from}, ${to}) n`,
    );
  await make(-4, 0);
  for (const statement of filling) await query(statement, statement.includes('$1') ? [backlog] : []);
  await query(
    'vacuum analyze hookplate.job, hookplate.ended, hookplate.request, hookplate.attempt, hookplate.given_id, hookplate.endpoint, hookplate.figure, hookplate.new_figure',
  );
  // Of new ones, nothing is known: neither of those without rows, nor of one that has just begun to fill.
  await make(-5, -5);
  await make(1, 24);
  for (const statement of begun) await query(statement);
  const grown = await grownTables(connection.executor);
  for (const table of ['job', 'new_figure']) expect(grown).toContain(table);
  for (const [name, plans] of await plansOf(connection)) {
    expect(plans, `${name} asks the database`).not.toEqual([]);
    const marker = markers[name] ?? '';
    const isMarked = plans.some(({ statement }) => statement.includes(marker));
    expect.soft(isMarked, `a statement with ${marker} ${name}`).toBe(true);
    const readWhole = [
      ...(readsBacklog.has(name) ? ['job'] : []),
      ...(readsFigures.test(name) ? ['new_figure'] : []),
    ];
    const limits = { grown, maxRows, readWhole: new Set(readWhole) };
    expect
      .soft(
        plans.flatMap(plan => longSteps(plan, limits)),
        name,
      )
      .toEqual([]);
  }
}

/** Makes the plans of all statements, by what is done with them. */
async function plansOf(connection: Connection): Promise<ReadonlyMap<string, readonly Plan[]>> {
  let plans: Plan[] = [];
  const database = explaining(connection, plan => plans.push(plan));
  const found = new Map<string, readonly Plan[]>();
  for (const [name, act] of Object.entries(await everyAct(database))) {
    plans = [];
    await act();
    found.set(name, plans);
  }
  return found;
}

async function everyAct(database: Connection): Promise<Readonly<Record<string, () => Promise<unknown>>>> {
  const outbox = await createOutbox({ database });
  const taker = new Taker(database.executor, createSealer([]));
  const taking: TakeOptions = { most: 100, maxFailing: 50, perEndpoint: 64, leaseMs: 60_000, fullHosts: [] };
  const limits = { disableAfterMs: 1000, perEndpoint: 64, holdMs: 1000 };
  let taken: readonly TakenMessage[] = [];
  const record = (status: number, isRepeated: boolean) =>
    recordAttempts(
      taken.flatMap(message => [message, ...message.followers]).map(message => answered(message, status)),
      database,
      { ...limits, isRepeated },
    );
  const recently = ago(60_000);
  const before = ago(4 * hour);
  const hours = (ago: number): Date => new Date(Math.floor(Date.now() / hour - ago) * hour);
  const days = (ago: number): Date => new Date(Math.floor(Date.now() / (24 * hour) - ago) * 24 * hour);
  /** A hundred messages ended before. */
  const { signal } = new AbortController();
  return {
    'to enqueue': () => outbox.enqueue(request),
    'to enqueue under an id': () => outbox.enqueue(request, { id: 'own' }),
    'to enqueue under an id that is known': () => outbox.enqueue(request, { id: 'own' }),
    'to enqueue under a UUID': () => outbox.enqueue(request, { id: newId() }),
    'to enqueue into a line': () => outbox.enqueue(request, { ...ofLine, ordered: 'line' }),
    'to enqueue many': () => outbox.enqueueAll(Array.from({ length: 500 }, () => ({ request }))),
    'to enqueue many under ids': () =>
      outbox.enqueueAll(Array.from({ length: 500 }, (_, n) => ({ request, id: `own-${n}` }))),
    'to enqueue many under ids that are known': () =>
      outbox.enqueueAll(Array.from({ length: 500 }, (_, n) => ({ request, id: `own-${n}` }))),
    'to enqueue under the ids of others': () =>
      outbox.enqueueAll(Array.from({ length: 500 }, () => ({ request, id: newId() }))),
    'to take': async () => {
      taken = (await taker.take(taking)).messages;
      expect(taken.some(({ followers }) => followers.length > 0)).toBe(true);
    },
    'to record': () => record(500, false),
    'to record again': () => record(200, true),
    'to take endpoint by endpoint': async () => {
      taken = await taker.takeOfEach(taking);
      expect(taken).not.toEqual([]);
    },
    'to record what was taken endpoint by endpoint': () => record(410, false),
    'to find messages': () => outbox.messages(),
    ...Object.fromEntries(
      [...filters, ...unindexed].map(filter => [nameOf(filter), () => outbox.messages(filter)]),
    ),
    'to find messages of an endpoint': () => outbox.messages({ endpoint: endpoint(0) }),
    'to find messages of an event that fail': () => outbox.messages({ event: 'event', failing: true }),
    'to find a message': () => outbox.message(past(7), { request: true }),
    'to find one without its request': () => outbox.message(past(7)),
    'to count messages': () => outbox.count({ endpoint: endpoint(0), state: 'pending' }),
    'to say when the next attempt is': () => outbox.nextAttemptAt({ webhook: 'w3' }),
    'to count over time': () => outbox.stats({ since: recently, bucketMs: 10_000 }),
    'to count over time what is about an event': () =>
      outbox.stats({ since: ago(3.5 * hour), bucketMs: 600_000, event: 'event' }),
    'to count over time what ended lately': () =>
      outbox.stats({ since: ago(3.5 * hour), bucketMs: 600_000, endedSince: ago(3.25 * hour), host: 'h3' }),
    'to count by the hour': () => outbox.stats({ since: hours(23), bucketMs: hour }),
    'to count by the day': () => outbox.stats({ since: days(60), bucketMs: 24 * hour, profile: 'p3' }),
    'to count at an endpoint by the day': () =>
      outbox.stats({ since: days(60), bucketMs: 24 * hour, endpoint: endpoint(3) }),
    'to count for a webhook by the day': () =>
      outbox.stats({ since: days(60), bucketMs: 24 * hour, webhook: 'w3' }),
    'to say what became of messages': () =>
      outbox.outcomes({ since: hours(23), periodMs: hour, periods: 24 }),
    'to say what became of messages of a profile': () =>
      outbox.outcomes({ since: hours(23), periodMs: hour, periods: 24, profile: 'p3' }),
    'to add up figures': () => addUpFigures(database.executor),
    'to measure the backlog': () => outbox.backlog(),
    'to resend': () => outbox.resend(past(100)),
    'to resend all that were given up': () => outbox.resendAll({ state: 'given-up', until: before }),
    'to count what may be resent': () => outbox.resendAll({ state: 'given-up', until: before, dryRun: true }),
    'to count what fails and is due earlier': () =>
      outbox.resendAll({ failing: true, webhook: 'w1', dryRun: true }),
    'to count what may be cancelled': () => outbox.cancelAll({ webhook: 'w1', dryRun: true }),
    'to resend all of an endpoint': () => outbox.resendAll({ endpoint: endpoint(2) }),
    'to make those that fail due': () => outbox.resendAll({ failing: true, endpoint: endpoint(1) }),
    'to retry': () => outbox.retryNow(due(40)),
    'to cancel': () => outbox.cancel(due(41)),
    'to cancel one of another day': async () => {
      await outbox.cancel(old(1));
      const found = await outbox.message(old(1), { request: true });
      expect(found).toMatchObject({ state: 'cancelled', request: { method: 'POST' } });
    },
    'to cancel all of a webhook': () => outbox.cancelAll({ webhook: 'w1' }),
    'to list endpoints': () => outbox.endpoints(),
    'to list those of a profile': () => outbox.endpoints({ profile: 'p7' }),
    'to list those of a name': () => outbox.endpoints({ givenName: 'n7' }),
    'to read an endpoint': () => outbox.endpoint(endpoint(3)),
    'to limit an endpoint': () => outbox.setRate(endpoint(3), 10),
    'to disable an endpoint': () => outbox.disableEndpoint(endpoint(4)),
    'to enable an endpoint': () => outbox.enableEndpoint(endpoint(4), { resend: true }),
    'to keep going': () => keepGoing(database, limits.holdMs, signal),
    'to cancel a webhook': () => outbox.cancelWebhook('w0'),
    'to take what is due beside a cancelled backlog': async () => {
      await outbox.enqueue(request, { id: 'beside', webhook: 'w5' });
      expect(await taker.take(taking)).toMatchObject({ messages: [], isClogged: true, hasCancelled: true });
    },
    'to take endpoint by endpoint beside a cancelled backlog': async () => {
      taken = await taker.takeOfEach(taking);
      expect(taken.map(({ id }) => id)).toContain('beside');
    },
    'to end a cancelled backlog': () => keepGoing(database, limits.holdMs, signal),
    'to restore a webhook': () => outbox.restoreWebhook('w0'),
    'to end what is left of a restored webhook': () => keepGoing(database, limits.holdMs, signal),
    'to erase what waits of a profile': () => outbox.erase('p', once()),
    'to erase what has ended of a profile': () => outbox.erase('recent', once()),
    'to erase a profile that has none': () => outbox.erase('p7'),
    'to make the partitions of a day': () =>
      database.executor.query("select hookplate.make_partitions((now() at time zone 'UTC')::date - 8)"),
    'to prune': async () => {
      expect((await prune(database, 3)).days).toBeGreaterThan(0);
      const moved = `select from hookplate.job m join hookplate.request r on r.message = m.id and r.day = m.request_day
        where m.id between '${old(0)}' and '${old(0xffff)}' and r.day = (now() at time zone 'UTC')::date`;
      expect((await database.executor.query(moved)).rows).toHaveLength(99);
    },
  };
}

/** Stops after a chunk. */
function once(): ProgressOptions {
  const stopping = new AbortController();
  return { signal: stopping.signal, onProgress: () => stopping.abort() };
}

function answered(message: TakenMessage, status: number): EndedAttempt {
  const outcome = { kind: 'answered', status, headers: [], body: '', truncated: false } as const;
  const attempt = { number: message.number, startedAt: new Date(), durationMs: 1, outcome };
  const policy = { schedule: [1000], finalStatuses: [] };
  return {
    ...endedAttempt(message, attempt, { now: Date.now(), random: 0, policy }),
    endsLine: message.line !== undefined,
  };
}
