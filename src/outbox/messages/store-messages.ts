import type { PgBoss } from 'pg-boss';
import { columnArrays, unnestColumns } from '../database/column-arrays.ts';
import type { SqlExecutor } from '../database/database.ts';
import { queueName } from '../database/queue-settings.ts';
import { OutboxError } from '../outbox-error.ts';
import type { NewMessage } from './new-message.ts';

/** Wakes up workers in every process once the transaction commits. */
export const wakeChannel = 'hookplate_message';

/** What became of each: its id, or the conflict that it met. */
export type Stored = string | OutboxError;

/** Whose transaction it is: that of a caller's may stay open for long. */
export type TransactionOwner = 'outbox' | 'caller';

/**
 * Stores messages and the jobs that wake somebody up for them, through one transaction. A message for a disabled
 * endpoint is stored as failed; one whose id is known is taken for stored if its bytes are the same. Of two with one id, the
 * first is stored.
 *
 * The row of a new endpoint is not part of a caller's transaction: until that ended, everybody else who enqueues for the
 * endpoint would wait for it. Who takes the message adds it.
 */
export async function storeMessages(
  messages: readonly NewMessage[],
  { executeSql }: SqlExecutor,
  queue: PgBoss,
  owner: TransactionOwner,
): Promise<readonly Stored[]> {
  const firsts = new Map(messages.toReversed().map(message => [message.id, message]));
  const unique = messages.filter(message => firsts.get(message.id) === message);
  const { rows } = await executeSql(insertions[owner], columnArrays(columns, unique.map(rowOf)));
  const states = new Map(rows.map(({ id, state }) => [String(id), state]));
  const jobs = unique
    .filter(({ id }) => states.get(id) === 'pending')
    .map(({ id, job, endpoint, notBefore }) => ({
      id: job,
      data: { message: id },
      group: { id: endpoint },
      ...(notBefore && { startAfter: notBefore }),
    }));
  if (jobs.length > 0) await queue.insert(queueName, jobs, { db: { executeSql } });
  const conflicts = await findConflicts(
    messages.filter(message => !states.has(message.id) || firsts.get(message.id) !== message),
    { executeSql },
  );
  return messages.map(message => conflicts.get(message) ?? message.id);
}

const columns = {
  id: 'text',
  job: 'uuid',
  endpoint: 'text',
  origin: 'text',
  host: 'text',
  webhook: 'text',
  event: 'text',
  profile: 'text',
  method: 'text',
  request: 'text',
  request_bytes: 'int',
  digest: 'text',
  line: 'text',
  not_before: 'timestamptz',
  reason: 'text',
} as const;

/** In one order everywhere, so that two transactions never wait for each other. */
const withEndpoints = `, endpoints as (
  insert into hookplate.endpoint (id, webhook, origin, host)
  select distinct on (endpoint) endpoint, webhook, origin, host from new where endpoint <> '' order by endpoint
  on conflict do nothing
)`;

const insertionWith = (endpoints: string): string => `
with new as materialized (
  select * from ${unnestColumns(columns)} with ordinality as m(${Object.keys(columns).join(', ')}, number)
)${endpoints}
insert into hookplate.message (id, job, endpoint, webhook, event, profile, host, method, request, request_bytes, digest,
  line, next_attempt_at, reason, state, finished_at)
select m.id, m.job, m.endpoint, m.webhook, m.event, m.profile, m.host, m.method, decode(m.request, 'base64'),
  m.request_bytes, decode(m.digest, 'base64'), m.line, coalesce(m.not_before, now()),
  case when m.reason is null and e.disabled_at is not null then 'endpoint-disabled' else m.reason end,
  case when m.reason is not null or e.disabled_at is not null then 'failed' else 'pending' end,
  case when m.reason is not null or e.disabled_at is not null then now() end
from new m left join hookplate.endpoint e on e.id = m.endpoint
order by m.number
on conflict (id) do nothing
returning id, state, (select pg_notify('${wakeChannel}', '')) as woken`;

const insertions: Readonly<Record<TransactionOwner, string>> = {
  outbox: insertionWith(withEndpoints),
  caller: insertionWith(''),
};

function rowOf({ request, requestBytes, digest, notBefore, ...row }: NewMessage) {
  return {
    ...row,
    request: request && Buffer.from(request).toString('base64'),
    request_bytes: requestBytes,
    digest: digest.toString('base64'),
    not_before: notBefore?.toISOString(),
  };
}

async function findConflicts(
  messages: readonly NewMessage[],
  { executeSql }: SqlExecutor,
): Promise<ReadonlyMap<NewMessage, OutboxError>> {
  if (messages.length === 0) return new Map();
  const { rows } = await executeSql(
    `select id, encode(digest, 'base64') as digest from hookplate.message
     where id in (select jsonb_array_elements_text($1::jsonb))`,
    [JSON.stringify(messages.map(({ id }) => id))],
  );
  const digests = new Map(rows.map(({ id, digest }) => [id, digest]));
  const different = messages.filter(({ id, digest }) => digests.get(id) !== digest.toString('base64'));
  return new Map(
    different.map(message => [
      message,
      new OutboxError(
        'id-conflict',
        `A message with the id ${message.id} is there already, with other content.`,
      ),
    ]),
  );
}
