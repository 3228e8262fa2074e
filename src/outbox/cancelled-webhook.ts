import { withoutNul } from '../database/column-arrays.ts';
import type { Connection } from '../database/database.ts';
import type { SqlExecutor } from '../database/sql-executor.ts';
import { aText, defineOptions, objectWith, optional } from '../options/define-options.ts';
import { aName, isTaken } from './message.ts';
import { endingJobs } from './moves.ts';

/*
 * A cancelled webhook sends nothing any more. Its messages that wait are ended by two: the upkeep, a chunk each second, and
 * taking, which ends those that it meets. Neither passes over them again and again, however many there are.
 */

/** SQL: a column of the cancellation that applies to the row `m`, looked up row by row, or null. */
const cancellation = (column: string): string =>
  `(select ${column} from hookplate.cancelled_webhook w where w.webhook = m.webhook and m.created_at < w.until)`;

/**
 * An SQL condition: the webhook of the row `m` was not cancelled. It is worded so that the planner expects many such
 * rows: after a join, or `is null`, it would read all messages.
 */
export const isOfLiveWebhook = `${cancellation('true')} is not true`;
/** SQL: the reason that the cancelled webhook of the row `m` gives its messages; null if it was not cancelled. */
export const reasonOfCancelled = cancellation('w.reason');
/** SQL, as parts of a `with`: ends jobs of cancelled webhooks; `gone` has what they were. */
export const endingOfCancelled = (ids: string): string => endingJobs(ids, 'cancelled', reasonOfCancelled);

interface OfTransaction {
  /** The caller's transaction, such as the one that deletes or creates the webhook. Default: none. */
  readonly transaction?: SqlExecutor | undefined;
}

export interface CancelWebhookOptions extends OfTransaction {
  /** The `reason` that its messages get. Default `webhook-cancelled`. */
  readonly reason?: string | undefined;
}

export interface RestoreWebhookOptions extends OfTransaction {}

const transactionCheck = optional(objectWith<SqlExecutor>('query'));
const readCancelWebhook = defineOptions<{
  readonly reason: string;
  readonly transaction: SqlExecutor | undefined;
}>({ reason: optional(aText, 'webhook-cancelled'), transaction: transactionCheck });
const readRestoreWebhook = defineOptions<Required<RestoreWebhookOptions>>({ transaction: transactionCheck });

/** Cancels a webhook until it is restored. Once this is committed, nobody takes its messages. */
export async function cancelWebhook(
  { executor, within }: Pick<Connection, 'executor' | 'within'>,
  id: string,
  options: CancelWebhookOptions | undefined,
): Promise<void> {
  const { reason, transaction } = readCancelWebhook(options);
  const { query } = transaction ? within(transaction) : executor;
  await query(
    `insert into hookplate.cancelled_webhook as w (webhook, reason) values ($1::text, $2::text)
     on conflict (webhook) do update set reason = excluded.reason, cancelled_at = now(), until = 'infinity', is_settled = false
     where w.until < 'infinity'`,
    [aName(id, 'webhook'), withoutNul(reason)],
  );
}

/** Lets a webhook of that id send what is enqueued from this transaction on; earlier messages stay cancelled. */
export async function restoreWebhook(
  { executor, within }: Pick<Connection, 'executor' | 'within'>,
  id: string,
  options: RestoreWebhookOptions | undefined,
): Promise<void> {
  const { transaction } = readRestoreWebhook(options);
  const { query } = transaction ? within(transaction) : executor;
  await query(
    "update hookplate.cancelled_webhook set until = now() where webhook = $1::text and until = 'infinity'",
    [aName(id, 'webhook')],
  );
}

/** The number of messages that the upkeep ends each second. */
const chunk = 1000;

/** A transaction that was open when a webhook was cancelled may add messages, but not later than this. */
const settledAfter = "interval '1 hour'";

/** Worded so that only the index by webhook serves it, and in its order, so that none are collected before the limit. */
const ofUnsettled = (condition: string): string =>
  `select m.id from hookplate.job m
   where m.webhook >= w.webhook and (m.webhook, m.created_at) < (w.webhook, w.until) and ${condition}
   order by m.webhook, m.created_at`;

const endingSome = `
with ${endingOfCancelled(`
  select f.id from hookplate.cancelled_webhook w cross join lateral (
    ${ofUnsettled(`not coalesce(${isTaken}, false)`)} limit ${chunk} for update skip locked) f
  where not w.is_settled limit ${chunk}`)}
select 1 from gone`;
const settling = `
update hookplate.cancelled_webhook w set is_settled = true
where not w.is_settled and case when w.cancelled_at < now() - ${settledAfter}
  then (${ofUnsettled('true')} limit 1) is null else false end`;

/** Ends a chunk of the messages that wait for cancelled webhooks; those under way end by themselves. */
export async function endCancelled({ executor: { query } }: Pick<Connection, 'executor'>): Promise<void> {
  const { rows } = await query(endingSome);
  if (rows.length === 0) await query(settling);
}
