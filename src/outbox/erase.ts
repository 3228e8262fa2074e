import type { Connection, SqlExecutor } from '../database/database.ts';
import { defineOptions } from '../options/define-options.ts';
import { pause } from '../timing/wait.ts';
import {
  inChunks,
  isAfter,
  type ProgressOptions,
  progressChecks,
  timeOfDatabase,
} from './change-messages.ts';
import { aName, isTaken } from './message.ts';

/*
 * Everything of one profile is erased in chunks, each in a transaction of its own: first what waits, so that nothing more comes
 * of it, then history. What somebody is working on ends first; what is stored meanwhile stays.
 */

/** The number of rows that one transaction erases, beside what belongs to them. */
export const chunk = 1000;
/** Time until what somebody was working on is looked for again, in milliseconds. */
const againMs = 500;

/**
 * Statements, each with a profile and a time as parameters: what was stored later stays. A chunk begins after the row whose time
 * and id are two more, and returns the `at` and `id` of each of its rows, in that order.
 */
export interface Erasing {
  /** Erases a chunk of what waits, but for what somebody is working on. */
  readonly waiting: string;
  /** Returns a row if anything waits. */
  readonly isWaiting: string;
  /** Erases a chunk of history. */
  readonly past: string;
}

const readOptions = defineOptions<Required<ProgressOptions>>(progressChecks);

/** Resolves to the number of rows. */
export async function eraseProfile(
  { waiting, isWaiting, past }: Erasing,
  { query }: SqlExecutor,
  { profile, options }: { readonly profile: string; readonly options: ProgressOptions | undefined },
): Promise<number> {
  const { onProgress, signal } = readOptions(options);
  const started = await timeOfDatabase({ query });
  const values = [aName(profile, 'profile'), started.toISOString()];
  let done = 0;
  const erase = async (statement: string): Promise<void> => {
    done = await inChunks(last => query(statement, [...values, ...last]), { onProgress, signal }, done);
  };
  for (let isOver = false; !isOver; ) {
    await erase(waiting);
    isOver = signal?.aborted || (await query(isWaiting, values)).rows.length === 0;
    await erase(past);
    if (!isOver) await pause(againMs, { signal });
  }
  return done;
}

/** SQL, as parts of a `with`: what belongs to the messages `found`. It is worded so that each is looked up by an index. */
const erasingParts = `attempts as (
  delete from hookplate.attempt a where a.message = any(array(select id from found))
), requests as (
  delete from hookplate.request r where r.message = any(array(select id from found))
    and r.day between (select min(request_day) from found) and (select max(request_day) from found)
), ids as (
  delete from hookplate.given_id g where g.id = any(array(select id from found))
)`;
const ofProfile = 'm.profile = $1::text and m.created_at <= $2::timestamptz';

const erasing: Erasing = {
  waiting: `
with found as materialized (
  select m.id, m.created_at, m.request_day from hookplate.job m
  where ${ofProfile} and ${isAfter('$3', '$4')} and not coalesce(${isTaken}, false)
  order by m.created_at, m.id limit ${chunk} for update skip locked
), ${erasingParts}, gone as (
  delete from hookplate.job m where m.id = any(array(select id from found))
)
select created_at as at, id from found order by created_at, id`,
  isWaiting: `select 1 from hookplate.job m where ${ofProfile} limit 1`,
  past: `
with found as materialized (
  select m.id, m.created_at, m.request_day, m.finished_at from hookplate.ended m
  where ${ofProfile} and ${isAfter('$3', '$4')}
  order by m.created_at, m.id limit ${chunk} for update skip locked
), ${erasingParts}, gone as (
  delete from hookplate.ended m where m.id = any(array(select id from found))
    and m.finished_at between (select min(finished_at) from found) and (select max(finished_at) from found)
)
select created_at as at, id from found order by created_at, id`,
};

/** First those that are not added up yet: it waits for whoever does that, so that they stand among the others afterwards. */
const erasingOthers = ['new_figure', 'figure', 'endpoint'].map(
  table => `delete from hookplate.${table} where profile = $1::text`,
);

/** Erases the messages, the figures and the endpoints of a profile; resolves to the number of messages. */
export async function eraseMessages(
  { executor }: Pick<Connection, 'executor'>,
  profile: string,
  options: ProgressOptions | undefined,
): Promise<number> {
  const erased = await eraseProfile(erasing, executor, { profile, options });
  if (options?.signal?.aborted) return erased;
  for (const statement of erasingOthers) await executor.query(statement, [profile]);
  return erased;
}
