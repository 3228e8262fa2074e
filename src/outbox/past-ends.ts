import { isGivenUp, isSuccess } from './message.ts';

/*
 * What was enqueued, tried and given up at a time, counted in history, where there are no figures for it: what happened then
 * stays then, whatever becomes of the message later. An attempt stands with the message that it ended, until that is resent.
 */

/** SQL: what history has since a time of messages `m` that meet the conditions: each row has its time as `at`, and ones and zeros. */
export function historySince(since: string, conditions: readonly string[]): string {
  const matching = conditions.map(condition => ` and ${condition}`).join('');
  const hasNotEnded = `(m.finished_at is null or m.finished_at >= ${since})`;
  // Looked up one by one, by their ids alone: a join, or an index of the conditions, would read all messages.
  const ofMessage = `cross join lateral (
  select from (select * from hookplate.message m where m.id = a.message and ${hasNotEnded} limit 1) m where true${matching}) m`;
  return `
select m.created_at as at, 1 as enqueued, 0 as attempts, 0 as succeeded, 0 as failed from hookplate.message m
where m.created_at >= ${since} and ${hasNotEnded}${matching}
union all
select m.finished_at, 0, (m.number is not null)::int, (${isSuccess('m.status')})::int, (${isGivenUp})::int from hookplate.ended m
where m.finished_at >= ${since}${matching}
union all
select a.recorded_at, 0, (a.number > 0)::int, (${isSuccess('a.status')})::int, a.gave_up::int
from hookplate.attempt a ${conditions.length > 0 ? ofMessage : ''} where a.recorded_at >= ${since}`;
}
