import { isGivenUp } from './message.ts';

/*
 * What was delivered and what failed at a time, for the chart of attempts and the bars of webhooks: what happened then
 * stays then, whatever becomes of the message later.
 */

/** An SQL condition: the attempt `a` delivered its message, when it was recorded. */
export const isSuccess = 'a.status between 200 and 299';

/**
 * SQL: the times, as `at`, at which messages `m` that meet the conditions were given up, with their `webhook` and
 * `profile`. Of messages that were resent, those that had been given up without an attempt are not known any more.
 */
export function failuresSince(since: string, conditions: readonly string[]): string {
  const matching = conditions.map(condition => ` and ${condition}`).join('');
  return `
select m.webhook, m.profile, m.finished_at as at from hookplate.message m
where m.finished_at >= ${since} and m.state <> 'delivered' and ${isGivenUp}${matching}
union all
select m.webhook, m.profile, a.recorded_at from hookplate.attempt a join hookplate.message m on m.id = a.message${matching}
where a.gave_up and a.recorded_at >= ${since} and m.round > a.round`;
}
