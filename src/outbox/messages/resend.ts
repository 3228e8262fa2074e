import type { PgBoss } from 'pg-boss';
import type { Connection, SqlExecutor } from '../database/database.ts';
import { isTrue, textOf } from '../database/row.ts';
import { OutboxError } from '../outbox-error.ts';
import { insertJobs } from '../work/take-messages.ts';
import type { MessageState } from './message.ts';
import { wakeChannel } from './store-messages.ts';

/** Which messages are resent; only those that have ended can be. */
export interface ResendFilter {
  readonly state: Exclude<MessageState, 'pending' | 'sending'>;
  readonly webhook?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly host?: string | undefined;
  /** Enqueued at this time or later. */
  readonly since: Date;
}

/** As many as one transaction makes pending. */
const mostResent = 1000;

const resending = `
update hookplate.message m
set state = 'pending', round = round + 1, attempts = 0, reason = null, job = gen_random_uuid(), next_attempt_at = now(),
  finished_at = null
where m.finished_at is not null and m.request is not null
  and not exists (select from hookplate.endpoint e where e.id = m.endpoint and e.disabled_at is not null)`;
const returning = 'returning m.id, m.job, m.endpoint, m.next_attempt_at';

/** @throws {OutboxError} `unknown-message`, or `wrong-state` with the reason. */
export async function resendMessage(id: string, { transaction }: Connection, queue: PgBoss): Promise<void> {
  await transaction(async tx => {
    const { rows } = await tx.executeSql(`${resending} and m.id = $1 ${returning}`, [id]);
    if (rows.length === 0) throw await whyNotResent(id, tx);
    await insertJobs(rows, queue, tx);
    await tx.executeSql(`select pg_notify('${wakeChannel}', '')`);
  });
}

async function whyNotResent(id: string, { executeSql }: SqlExecutor): Promise<OutboxError> {
  const { rows } = await executeSql(
    'select state, request is null as pruned from hookplate.message where id = $1',
    [id],
  );
  const [row] = rows;
  if (!row) return unknownMessage(id);
  const state = textOf(row, 'state');
  const isUnfinished = state === 'pending' || state === 'sending';
  const why = isUnfinished
    ? `it is ${state}`
    : isTrue(row, 'pruned')
      ? 'its request is not kept'
      : 'its endpoint is disabled: enable that first';
  return new OutboxError('wrong-state', `The message ${id} cannot be resent: ${why}.`);
}

/** Those that could be resent when this was called, oldest first; how many they were. */
export async function resendMessages(
  { state, webhook, endpoint, host, since }: ResendFilter,
  { transaction, executor }: Connection,
  queue: PgBoss,
): Promise<number> {
  const { rows: clock } = await executor.executeSql('select now()::text as now');
  // Those that fail once more meanwhile are not taken again.
  const values = [
    state,
    since.toISOString(),
    webhook ?? null,
    host ?? null,
    clock[0] && textOf(clock[0], 'now'),
    mostResent,
    endpoint ?? null,
  ];
  const statement = `${resending} and m.id in (
    select id from hookplate.message
    where state = $1 and created_at >= $2::timestamptz and ($3::text is null or webhook = $3)
      and ($4::text is null or host = $4) and ($7::text is null or endpoint = $7) and finished_at <= $5::timestamptz and request is not null
      and not exists (select from hookplate.endpoint e where e.id = endpoint and e.disabled_at is not null)
    order by created_at limit $6) ${returning}`;
  for (let resent = 0; ; ) {
    const count = await transaction(async tx => {
      const { rows } = await tx.executeSql(statement, values);
      await insertJobs(rows, queue, tx);
      if (rows.length > 0) await tx.executeSql(`select pg_notify('${wakeChannel}', '')`);
      return rows.length;
    });
    resent += count;
    if (count === 0) return resent;
  }
}

/** @throws {OutboxError} `unknown-message`, or `wrong-state` where it has ended. */
export async function cancelMessage(id: string, { transaction }: Connection): Promise<void> {
  await transaction(async ({ executeSql }) => {
    const { rows } = await executeSql(
      `update hookplate.message set state = 'cancelled', job = null, next_attempt_at = null, finished_at = now()
       where id = $1 and finished_at is null returning id`,
      [id],
    );
    if (rows.length > 0) return;
    const known = await executeSql('select state from hookplate.message where id = $1', [id]);
    const [row] = known.rows;
    if (!row) throw unknownMessage(id);
    throw new OutboxError(
      'wrong-state',
      `The message ${id} cannot be cancelled: it is ${textOf(row, 'state')}.`,
    );
  });
}

function unknownMessage(id: string): OutboxError {
  return new OutboxError('unknown-message', `There is no message ${id}.`);
}
