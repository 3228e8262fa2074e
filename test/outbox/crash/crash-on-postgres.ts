import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError, explainDatabaseError } from '../../../src/database/database-error.ts';
import { anOpenDatabase } from '../../../src/database/open-database.ts';
import { numberOf } from '../../../src/database/row.ts';
import { createNotifier } from '../../../src/events/index.ts';
import type { Database } from '../../../src/outbox/index.ts';
import { isFree } from '../../../src/outbox/message.ts';
import { prune } from '../../../src/outbox/upkeep.ts';
import { startPostgres } from '../postgres/postgres-server.ts';
import { crashEvents, crashMessages } from './crash-message.ts';
import {
  createCrash,
  createPacedOffer,
  type Dropped,
  maxRepeats,
  untilArrived,
  untilEnded,
  whileKilling,
} from './crash-run.ts';

const workers = 4;
/** How long a third of the messages takes to be enqueued, in milliseconds: a second for 3,000, but long enough for kills. */
const thirdMs = (count: number): number => Math.max(3000, count / 9);

/** The indexes of the messages that are enqueued before, between or after the restarts. */
const thirdOf = (count: number, third: number): { readonly from: number; readonly to: number } => ({
  from: Math.round((third * count) / 3),
  to: Math.round(((third + 1) * count) / 3),
});

const retentionDays = 30;

/** As many rows of each table stand in a day that is to be dropped. */
const rowsOfDay = 50;

/**
 * Fills a day that history has forgotten, and moves the requests of messages that wait there, as if they had waited for so long:
 * the day is dropped without them.
 */
const filling = `
with day as materialized (
  select (now() at time zone 'UTC')::date + $1::int as day
), past as (
  insert into hookplate.ended (bucket, id, host, method, request_bytes, request_day, created_at, position, state, finished_at)
  select 0, gen_random_uuid(), 'past', 'POST', 1, day, at, 0, 'cancelled', at
  from (select day, day::timestamp at time zone 'UTC' as at from day) d cross join generate_series(1, ${rowsOfDay}) returning id, request_day, finished_at
), requests as (
  insert into hookplate.request (bucket, message, day, content) select 0, id, request_day, '' from past
), tried as (
  insert into hookplate.attempt (bucket, message, round, number, started_at, duration_ms, recorded_at)
  select 0, id, 0, 1, finished_at, 1, finished_at from past
), told as (
  insert into hookplate.past_event (bucket, id, profile, source, event, happened_at, stored_at, told_at, content, messages)
  select 0, id, 'past', '', 'past', finished_at, finished_at, finished_at, '', '[]' from past
), waiting as materialized (
  select m.id, m.request_day from hookplate.job m cross join day where ${isFree} and m.request_day > day.day
  order by m.position desc limit 20 for update of m skip locked
), gone as (
  delete from hookplate.request r using waiting w where r.message = w.id and r.day = w.request_day
  returning r.message, r.content, r.bucket
), kept as (
  insert into hookplate.request (message, day, content, bucket) select message, day, content, bucket from gone cross join day
), moved as (
  update hookplate.job j set request_day = d.day, created_at = d.day::timestamp at time zone 'UTC'
  from gone g cross join day d where j.id = g.message returning 1
)
select (select count(*) from moved) as moved`;

const countingPast = `select (select count(*) from hookplate.ended where host = 'past') + (select count(*) from hookplate.past_event where event = 'past')
  + (select count(*) from hookplate.attempt a where a.recorded_at < now() - interval '20 days') as count`;

/**
 * Makes a day that history has forgotten, and one to come, and drops the former, each second until `work` is done, and then what
 * is left of them.
 */
async function whileDaysPass(database: Database, work: () => Promise<void>): Promise<Dropped> {
  const connection = anOpenDatabase(database, 'database');
  const { query } = connection.executor;
  const dropped = { days: 0, rows: 0, kept: 0 };
  const countOf = async (text: string, values: unknown[], column: string): Promise<number> => {
    const { rows } = await query(text, values);
    return rows[0] ? numberOf(rows[0], column) : 0;
  };
  const unlessAway = async (act: () => Promise<void>): Promise<void> => {
    try {
      await act();
    } catch (error) {
      const explained = explainDatabaseError(error);
      const isAway = explained instanceof DatabaseError && explained.code === 'database-unreachable';
      if (!isAway) throw error;
    }
  };
  const drop = async (): Promise<void> => {
    const before = await countOf(countingPast, [], 'count');
    dropped.days += (await prune(connection, retentionDays)).days;
    dropped.rows += before - (await countOf(countingPast, [], 'count'));
  };
  let isOver = false;
  const days = (async () => {
    for (let day = 1; !isOver; day++) {
      await unlessAway(async () => {
        const forgotten = -retentionDays - 1 - (day % 10);
        await query(
          `select hookplate.make_partitions((now() at time zone 'UTC')::date + n) from (values ($1::int), ($2)) days (n)`,
          [forgotten, 3 + (day % 100)],
        );
        dropped.kept += await countOf(filling, [forgotten], 'moved');
        await drop();
      });
      await sleep(1000);
    }
  })();
  const worked = work().finally(() => {
    isOver = true;
  });
  await Promise.all([worked, days]);
  while ((await countOf(countingPast, [], 'count')) > 0) await drop();
  return dropped;
}

/**
 * Four workers on a PostgreSQL of their own, of which one after the other is killed and replaced, while the database
 * restarts twice, and partitions are made and dropped: until all messages have arrived.
 */
export const crashOnPostgres = createCrash(async setup => {
  const { count, killEveryMs, receivers, cleanup, open, startPool } = setup;
  const server = await startPostgres();
  cleanup.defer(server.remove);
  const { database, outbox } = await open({ url: server.url });
  const pool = await startPool(workers, { url: server.url });
  const { notify } = createNotifier({ database, events: crashEvents });
  const { offerAll, places } = createPacedOffer({ outbox, notify }, receivers);
  const allArrived = () =>
    whileKilling(pool, killEveryMs, async () => {
      const enqueued: Promise<void>[] = [];
      for (const restart of [0, 1, 2]) {
        const part = crashMessages(receivers.url, thirdOf(count, restart));
        enqueued.push(offerAll(part, (3 * thirdMs(count)) / count));
        // The database stops while messages are being enqueued.
        await Promise.all([sleep(0.7 * thirdMs(count)), pool.untilKilled(2 * restart + 2)]);
        if (restart < 2) await server.stop().then(server.start);
      }
      await Promise.all(enqueued);
      await untilArrived(receivers, count);
    });
  const dropped = await whileDaysPass(database, allArrived);
  // An endpoint that is dead is tried by one process at a time. Whoever is killed meanwhile keeps that place until its lease ends:
  // the last attempts would wait for little else.
  await untilEnded(outbox, count);
  return { database, outbox, pool, dropped, places, maxRepeats: maxRepeats(pool, workers, 2) };
});
