import { counting } from './figures.ts';
import { isStateOfGivenUp } from './message.ts';

/*
 * A message is in exactly one of two tables, `job` until it ends and `ended` from then on: whatever moves it deletes it from
 * one and inserts it into the other in a single statement. Its request stays where it is, under its day.
 */

/** SQL: the columns that a message has in both tables, but for its round, its attempts and its reason. */
export const keptColumns =
  'id, given_id, endpoint, endpoint_name, webhook, name, event, profile, host, method, request_bytes, request_day, trace, line, position, created_at, bucket';

const ofOutcome = 'address, status, headers, body, truncated, error, explanation';
/** SQL: the columns of an attempt, in `attempt` and in `ended`. */
export const attemptColumns = `number, started_at, duration_ms, ${ofOutcome}`;

/** SQL, as parts of a `with`: ends and counts jobs without an attempt; `gone` has what they were. `reason` may refer to the job `m`. */
export function endingJobs(ids: string, state: 'cancelled' | 'failed', reason: string): string {
  return `gone as (
  delete from hookplate.job m where m.id = any(array(${ids})) returning m.*
), ended as (
  insert into hookplate.ended (${keptColumns}, round, attempts, state, reason, finished_at)
  select ${keptColumns}, round, attempts, '${state}', ${reason}, now() from gone m
), ${counting(`
  select bucket, endpoint, webhook, profile, created_at, round, '${state}' as state, null::int as number, null::int as status from gone`)}`;
}

/**
 * SQL, as parts of a `with`: makes the ended messages `m` that meet a condition jobs again, which are due at a time; `resent`
 * has their ids and times. The attempts that had ended them go to the others, and so do ends without an attempt of those that
 * were given up, under the number 0: history goes on counting them. Figures stay as they are.
 */
export function resending(which: string, dueAt: string): string {
  return `gone as (
  delete from hookplate.ended m where ${which} returning m.*
), tried as (
  insert into hookplate.attempt (message, bucket, round, number, started_at, duration_ms, ${ofOutcome}, recorded_at, gave_up)
  select id, bucket, round, coalesce(number, 0), coalesce(started_at, finished_at), coalesce(duration_ms, 0), ${ofOutcome}, finished_at,
    ${isStateOfGivenUp('state')}
  from gone where number is not null or ${isStateOfGivenUp('state')}
), resent as (
  insert into hookplate.job (${keptColumns}, round, due_at)
  select ${keptColumns}, round + 1, ${dueAt} from gone m returning id, created_at
)`;
}
