import { columnArrays } from '../database/column-arrays.ts';
import type { Connection } from '../database/database.ts';
import { textOf } from '../database/row.ts';
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
 * of it, then history; again until nothing is left, since what somebody is working on ends first, and what has ended may be resent.
 * What is stored meanwhile stays.
 */

/** The number of rows that one transaction erases, beside what belongs to them. */
export const chunk = 1000;
/** Time until what is left is erased, in milliseconds. */
const againMs = 500;

/** Statements on one of two tables. */
interface ErasingChunk {
  /**
   * Locks a chunk of the rows of a profile that were stored until a time, both parameters, after the row whose time and id are two
   * more; returns the `at` and the `id` of each, in that order.
   */
  readonly locking: string;
  /** Erases the locked rows, whose ids are its parameter, with all that belongs to them. */
  readonly erasing: string;
}

export interface Erasing {
  /** What waits, but for what somebody is working on. */
  readonly waiting: ErasingChunk;
  readonly past: ErasingChunk;
  /** Returns a row if either is left: a look at both at once, since rows move from one to the other. */
  readonly left: string;
}

const readOptions = defineOptions<Required<ProgressOptions>>(progressChecks);

/** Resolves to the number of rows. */
export async function eraseRowsOfProfile(
  { waiting, past, left }: Erasing,
  { executor: { query }, transaction }: Pick<Connection, 'executor' | 'transaction'>,
  { profile, options }: { readonly profile: string; readonly options: ProgressOptions | undefined },
): Promise<number> {
  const { onProgress, signal } = readOptions(options);
  const started = await timeOfDatabase({ query });
  const values = [aName(profile, 'profile'), started.toISOString()];
  // What belongs to a row may change until it is locked: only a later statement is sure to see it.
  const erase = ({ locking, erasing }: ErasingChunk, before: number): Promise<number> =>
    inChunks(
      last =>
        transaction(async tx => {
          const { rows } = await tx.query(locking, [...values, ...last]);
          const ids = rows.map(row => ({ id: textOf(row, 'id') }));
          if (ids.length > 0) await tx.query(erasing, columnArrays({ id: 'uuid' }, ids));
          return { rows };
        }),
      { onProgress, signal },
      before,
    );
  for (let done = 0; ; await pause(againMs, { signal })) {
    done = await erase(past, await erase(waiting, done));
    if (signal?.aborted || (await query(left, values)).rows.length === 0) return done;
  }
}

const ofProfile = 'm.profile = $1::text and m.created_at <= $2::timestamptz';
/** SQL: the ids of the locked rows. It is worded so that all rows are looked up by an index. */
export const lockedIds = 'any(array(select id from unnest((select $1::text::uuid[])) as locked(id)))';

/** Erases messages in one of their tables. */
function erasingMessages(table: 'job' | 'ended', isOurs: string): ErasingChunk {
  return {
    locking: `
select m.created_at as at, m.id from hookplate.${table} m where ${ofProfile} and ${isOurs} and ${isAfter('$3', '$4')}
order by m.created_at, m.id limit ${chunk} for update skip locked`,
    erasing: `
with gone as (
  delete from hookplate.${table} m where m.id = ${lockedIds} returning m.request_day
), attempts as (
  delete from hookplate.attempt a where a.message = ${lockedIds}
), requests as (
  delete from hookplate.request r where r.message = ${lockedIds}
    and r.day between (select min(request_day) from gone) and (select max(request_day) from gone)
)
delete from hookplate.given_id g where g.id = ${lockedIds}`,
  };
}

const erasing: Erasing = {
  waiting: erasingMessages('job', `not coalesce(${isTaken}, false)`),
  past: erasingMessages('ended', 'true'),
  left: `select 1 from hookplate.message m where ${ofProfile} limit 1`,
};

/** First those that are not added up yet: it waits for whoever does that, so that they stand among the others afterwards. */
const erasingOthers = ['new_figure', 'figure', 'endpoint'].map(
  table => `delete from hookplate.${table} where profile = $1::text`,
);

/** Erases the messages, the figures and the endpoints of a profile; resolves to the number of messages. */
export async function eraseMessages(
  database: Pick<Connection, 'executor' | 'transaction'>,
  profile: string,
  options: ProgressOptions | undefined,
): Promise<number> {
  const erased = await eraseRowsOfProfile(erasing, database, { profile, options });
  if (options?.signal?.aborted) return erased;
  for (const statement of erasingOthers) await database.executor.query(statement, [profile]);
  return erased;
}
