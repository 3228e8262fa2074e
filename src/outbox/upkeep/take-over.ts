import type { PgBoss } from 'pg-boss';
import type { Connection } from '../database/database.ts';
import { queueName } from '../database/queue-settings.ts';
import { textOf } from '../database/row.ts';
import { insertJobs } from '../work/take-messages.ts';

const taking = `
with orphan as (select id, job as orphaned from hookplate.message where finished_at is null and state = 'sending' for update)
update hookplate.message m set state = 'pending', job = gen_random_uuid(), next_attempt_at = now()
from orphan where orphan.id = m.id
returning m.id, m.job, m.endpoint, m.next_attempt_at, orphan.orphaned`;

/** What a former owner of an embedded database was sending is pending at once: nobody sends it any more. */
export async function takeOver(
  { transaction }: Pick<Connection, 'transaction'>,
  queue: PgBoss,
): Promise<void> {
  await transaction(async tx => {
    const { rows } = await tx.executeSql(taking);
    if (rows.length === 0) return;
    const orphaned = rows.map(row => textOf(row, 'orphaned'));
    await queue.complete(queueName, orphaned, null, { db: tx });
    await insertJobs(rows, queue, tx);
  });
}
