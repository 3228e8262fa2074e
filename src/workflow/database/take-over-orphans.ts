import type { Connection, SqlExecutor } from '../../outbox/database/database.ts';
import { bytesOf, optionalTextOf, type Row, textOf, timeOf } from '../../outbox/database/row.ts';
import type { Sealer } from '../../outbox/encryption/sealer.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import type { Instance, Offer } from '../store/shared-store.ts';
import { changeOf, changing, processColumns, recordOf, unfinished } from './process-row.ts';
import { storeEvents } from './store-events.ts';

/** As many as one transaction looks after. */
const mostAtOnce = 100;

/** One instance at a time sees a row, so that each is ended, or taken over, once. What has begun comes first. */
const finding = `
select ${processColumns}, p.body, p.interrupt_reason, now() as now from hookplate.process p
where ${unfinished} and not exists (
  select from hookplate.instance i where i.id = p.owner and i.lease_until >= now())
order by status desc, created_at limit ${mostAtOnce} for update of p skip locked`;

const taking = 'update hookplate.process set owner = $2, version = version + 1 where pid = any($1::text[])';

const forgetting = `
delete from hookplate.instance i where lease_until < now() - interval '1 day'
and not exists (select from hookplate.process p where p.owner = i.id and ${unfinished})`;

export interface OrphanOptions {
  readonly connection: Connection;
  readonly outbox: Outbox;
  readonly sealer: Sealer;
  /** The id of this instance. */
  readonly owner: string;
  readonly instance: Instance;
}

/**
 * Looks after processes whose instance is gone: takes over those that are queued, as far as there is room, ends the
 * others, and raises Errored for them.
 */
export async function takeOverOrphans(options: OrphanOptions): Promise<void> {
  while ((await takeOverSome(options)) === mostAtOnce);
  await options.connection.executor.executeSql(forgetting);
}

/** How many were taken over or ended. */
async function takeOverSome(options: OrphanOptions): Promise<number> {
  const offers = new Map<string, Offer>();
  try {
    const ended = await options.connection.transaction(async tx => {
      const { rows } = await tx.executeSql(finding);
      const reasons = new Map<Row, string>();
      for (const row of rows) {
        const answer = answerTo(row, options);
        if (typeof answer === 'string') reasons.set(row, answer);
        else if (answer) offers.set(textOf(row, 'pid'), answer);
      }
      for (const [row, reason] of reasons) await end(row, reason, options, tx);
      if (offers.size > 0) await tx.executeSql(taking, [[...offers.keys()], options.owner]);
      return reasons.size;
    });
    for (const { accept } of offers.values()) accept();
    return ended + offers.size;
  } catch (error) {
    for (const { decline } of offers.values()) decline();
    throw error;
  }
}

/** An offer to run it, why it cannot be run, or nothing where it has to wait for room. */
function answerTo(row: Row, { sealer, instance }: OrphanOptions): Offer | string | undefined {
  const record = recordOf(row);
  const sealed = bytesOf(row, 'body');
  if (record.status !== 'queued' || !sealed || optionalTextOf(row, 'interrupt_reason')) return orphanError;
  try {
    const content = sealer.open(sealed, record.pid);
    return instance.offer({ record, profile: textOf(row, 'profile'), content });
  } catch (error) {
    return `${orphanError}, and another one cannot run it: ${error instanceof Error ? error.message : error}`;
  }
}

async function end(
  row: Row,
  error: string,
  { outbox, instance }: OrphanOptions,
  tx: SqlExecutor,
): Promise<void> {
  const date = timeOf(row, 'now') ?? new Date();
  const record = { ...recordOf(row), status: 'error', endedAt: date, error } as const;
  await tx.executeSql(changing, [record.pid, ...changeOf(record)]);
  const raised = instance.raise({ event: 'Errored', profile: textOf(row, 'profile'), record, date });
  await storeEvents(record.pid, raised, tx, outbox);
}

const orphanError = 'The instance that had the process is gone';
