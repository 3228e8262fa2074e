import type { Connection } from '../../outbox/database/database.ts';
import { textOf, timeOf } from '../../outbox/database/row.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import type { Instance } from '../store/shared-store.ts';
import { changeOf, changing, recordOf, unfinished } from './process-row.ts';
import { storeEvents } from './store-events.ts';

/** As many as one transaction ends. */
const mostEnded = 100;

/** One instance at a time sees a row, so that each is ended once. */
const finding = `
select *, now() as now from hookplate.process p
where ${unfinished} and not exists (
  select from hookplate.instance i where i.id = p.owner and i.lease_until >= now())
order by created_at limit ${mostEnded} for update of p skip locked`;

const forgetting = `
delete from hookplate.instance i where lease_until < now() - interval '1 day'
and not exists (select from hookplate.process p where p.owner = i.id and ${unfinished})`;

/** Ends processes whose instance is gone, and raises Errored for them. */
export async function endOrphans(
  { transaction, executor }: Connection,
  outbox: Outbox,
  raise: Instance['raise'],
): Promise<void> {
  for (;;) {
    const ended = await transaction(async tx => {
      const { rows } = await tx.executeSql(finding);
      for (const row of rows) {
        const date = timeOf(row, 'now') ?? new Date();
        const record = { ...recordOf(row), status: 'error', endedAt: date, error: orphanError } as const;
        await tx.executeSql(changing, [record.pid, ...changeOf(record)]);
        const raised = raise({ event: 'Errored', profile: textOf(row, 'profile'), record, date });
        await storeEvents(record.pid, raised, tx, outbox);
      }
      return rows.length;
    });
    if (ended < mostEnded) break;
  }
  await executor.executeSql(forgetting);
}

const orphanError = 'The instance that ran the process is gone';
