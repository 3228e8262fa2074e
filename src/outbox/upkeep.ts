import type { Connection } from '../database/database.ts';
import { isNull, numberOf, optionalTimeOf, textOf } from '../database/row.ts';
import type { SqlExecutor } from '../database/sql-executor.ts';
import { pause } from '../timing/wait.ts';
import { endCancelled } from './cancelled-webhook.ts';
import { failDisabled } from './change-messages.ts';
import { keepFigures } from './figures.ts';
import { pruneGivenIds } from './given-id.ts';
import { mendLines } from './line.ts';
import { isFree } from './message.ts';

/** Runs each second: ends messages of cancelled webhooks and disabled endpoints, and gives lines without a head one. */
export async function keepGoing(
  database: Pick<Connection, 'executor' | 'transaction'>,
  holdMs: number,
  signal: AbortSignal,
): Promise<void> {
  await endCancelled(database);
  while (!signal.aborted && (await failDisabled(database)) > 0);
  for (let from: string | undefined = ''; from !== undefined && !signal.aborted; ) {
    from = await mendLines(database, from, holdMs);
  }
}

/** Partitions are there for so many days ahead. */
const daysAhead = 2;

const making = `
select hookplate.make_partitions((now() at time zone 'UTC')::date + $1::int) as is_there`;

/**
 * Makes the partitions of history for today and the next days. While somebody uses a table for long, it does nothing: rows
 * without a partition of their day go to the default one, and are moved the next time. Today comes last: should there be too many
 * of its rows to move, the days to come have none yet.
 */
export async function makePartitions({ executor }: Pick<Connection, 'executor'>): Promise<void> {
  for (let ahead = daysAhead; ahead >= 0; ahead--) await executor.query(making, [ahead]);
}

/** What was removed. */
export interface Pruned {
  /** The number of days, with all messages that ended, and attempts that were made, on one of them. */
  readonly days: number;
}

/** At most so many requests, and so many bytes of them, are moved by one statement. */
const maxMoved = 500;
const maxMovedBytes = 8 * 2 ** 20;

/**
 * Moves requests to the partition of today, whose messages wait since before history begins, from a time on. Those whose
 * messages are being sent, or held by somebody else, are left to the function that drops their partition.
 */
const movingRequests = `
with day as materialized (
  select today, today - $1::int as first from (select (now() at time zone 'UTC')::date as today) t
), found as materialized (
  select m.id, m.request_day, m.request_bytes, m.created_at from hookplate.job m
  where m.created_at >= $2::timestamptz and m.created_at < (select first::timestamp at time zone 'UTC' from day)
    and m.request_day < (select first from day) and ${isFree}
  order by m.created_at, m.id limit ${maxMoved} for update skip locked
), waiting as materialized (
  select id, request_day, created_at from (
    select *, sum(request_bytes) over (order by created_at, id) - request_bytes as before from found) f
  where before < ${maxMovedBytes}
), gone as (
  delete from hookplate.request r using waiting w where r.message = w.id and r.day = w.request_day
  returning r.message, r.content, r.bucket
), kept as (
  insert into hookplate.request (message, day, content, bucket) select message, today, content, bucket from gone cross join day
), moved as (
  update hookplate.job j set request_day = d.today from waiting w cross join day d where j.id = w.id
)
select max(created_at) as last from waiting`;

/** Keeps the requests of messages that wait for longer than history is kept, in transactions of a few each. */
async function moveRequests(
  { query }: SqlExecutor,
  retentionDays: number,
  signal?: AbortSignal,
): Promise<void> {
  let from = '-infinity';
  while (!signal?.aborted) {
    const { rows } = await query(movingRequests, [retentionDays, from]);
    const last = rows[0] && optionalTimeOf(rows[0], 'last');
    if (!last) return;
    from = last.toISOString();
  }
}

/** The time between two tries to drop partitions that somebody uses, in milliseconds. */
const busyMs = 1000;
const maxTries = 3;

/**
 * Drops the partitions of days that are over for longer than that, by the clock of the database; messages that have not ended
 * stay, with their requests.
 */
export async function prune(
  { executor }: Pick<Connection, 'executor'>,
  retentionDays: number,
  signal?: AbortSignal,
): Promise<Pruned> {
  let days = 0;
  for (let tries = 0; tries < maxTries && !signal?.aborted; ) {
    await moveRequests(executor, retentionDays, signal);
    const { rows } = await executor.query('select hookplate.drop_partitions($1::int) as days', [
      retentionDays,
    ]);
    const [row = {}] = rows;
    if (isNull(row, 'days')) {
      tries++;
      await pause(busyMs, { signal });
    } else {
      const dropped = numberOf(row, 'days');
      // The requests of days are dropped by the call after the one that dropped their messages.
      if (dropped === 0) break;
      days += dropped;
    }
  }
  await pruneGivenIds(executor, retentionDays);
  await keepFigures(executor, signal);
  return { days };
}

/** Finds tables of which a fifth changed since they were last vacuumed, by the rule of PostgreSQL's own daemon. */
const findingUnvacuumed = `
select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
where schemaname = 'hookplate' and n_dead_tup + n_ins_since_vacuum > 1000 + 0.2 * n_live_tup`;

/**
 * Frees the room of dead rows, and updates statistics for the planner. PostgreSQL does so by itself, but an embedded
 * database has no process for it. Resolves to the number of tables.
 */
export async function vacuum({ executor }: Pick<Connection, 'executor'>): Promise<number> {
  const { rows } = await executor.query(findingUnvacuumed);
  const tables = rows.map(row => textOf(row, 'name'));
  if (tables.length > 0) await executor.query(`vacuum (analyze) ${tables.join(', ')}`);
  return tables.length;
}
