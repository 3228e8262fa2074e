import { isGivenUp } from './message.ts';

/*
 * What was tried, delivered and given up at a time, for the chart of attempts and the bars of webhooks: what happened then
 * stays then, whatever becomes of the message later. An attempt stands with the message that it ended, until that is resent.
 */

/** SQL: the message `m` of the attempt `a`, looked up one by one: a join would read all messages. */
const itsMessage = (conditions: readonly string[]): string =>
  `cross join lateral (
  select m.webhook, m.profile from hookplate.message m where m.id = a.message${and(conditions)} limit 1) m`;

const and = (conditions: readonly string[]): string =>
  conditions.map(condition => ` and ${condition}`).join('');

/** SQL: the attempts of messages `m` that meet the conditions, each with its time as `at`, and its `status`. */
export function attemptsSince(since: string, conditions: readonly string[]): string {
  const ofMessage = conditions.length > 0 ? itsMessage(conditions) : '';
  return `
select a.recorded_at as at, a.status from hookplate.attempt a ${ofMessage} where a.recorded_at >= ${since}
union all
select m.finished_at, m.status from hookplate.ended m
where m.finished_at >= ${since} and m.number is not null${and(conditions)}`;
}

/** An SQL condition on the status of an attempt: it delivered its message. */
export const isSuccess = (status: string): string => `${status} between 200 and 299`;

/** SQL: the times, as `at`, at which messages `m` that meet the conditions were delivered, with their `webhook` and `profile`. */
export function successesSince(since: string, conditions: readonly string[]): string {
  return `
select m.webhook, m.profile, m.finished_at as at from hookplate.ended m
where m.finished_at >= ${since} and ${isSuccess('m.status')}${and(conditions)}
union all
select m.webhook, m.profile, a.recorded_at from hookplate.attempt a ${itsMessage(conditions)}
where a.recorded_at >= ${since} and ${isSuccess('a.status')}`;
}

/**
 * SQL: the times, as `at`, at which messages `m` that meet the conditions were given up, with their `webhook` and
 * `profile`. Of messages that were resent, those that had been given up without an attempt are not known any more.
 */
export function failuresSince(since: string, conditions: readonly string[]): string {
  return `
select m.webhook, m.profile, m.finished_at as at from hookplate.ended m
where m.finished_at >= ${since} and m.state <> 'delivered' and ${isGivenUp}${and(conditions)}
union all
select m.webhook, m.profile, a.recorded_at from hookplate.attempt a ${itsMessage(conditions)}
where a.gave_up and a.recorded_at >= ${since}`;
}
