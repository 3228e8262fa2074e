import type { Connection, SqlExecutor } from '../../database/database.ts';
import { bytesOf, optionalTextOf, optionalTimeOf, type Row, textOf } from '../../database/row.ts';
import type { Sealer } from '../../database/sealer.ts';
import type { Events } from '../../events/events.ts';
import type { ProcessEnd } from '../process/live-process.ts';
import type { Instance, Offer } from '../store/process-store.ts';
import { insertEvents } from './insert-events.ts';
import { changeOf, changing, processColumns, processRecordOf, unfinished } from './process-row.ts';

/** At most so many processes are treated in one transaction. */
const maxAtOnce = 100;

const isOrphan = `${unfinished} and not exists (
  select from hookplate.instance i where i.id = p.owner and i.lease_until >= now())`;

/** Whether a key of this instance opens the body of a run; if not, the run is left to an instance with its key. */
const isOpened = `encode(substring(p.body from 1 for 5), 'hex') like any ($1::text[])`;
const isUnopened = `p.status = 'queued' and p.interrupt_reason is null and not (${isOpened})`;

/**
 * Rows are locked by one instance at a time, so that each process is ended, or taken over, once. Begun processes come
 * first.
 */
const finding = `
select ${processColumns}, p.body, p.interrupt_reason, now() as now from hookplate.process p
where ${isOrphan} and (${isUnopened}) is not true
order by status desc, created_at limit ${maxAtOnce} for update of p skip locked`;

const taking = 'update hookplate.process set owner = $2, version = version + 1 where pid = any($1::text[])';

const findingUnopened = `
select p.pid from hookplate.process p where ${isOrphan} and ${isUnopened} limit 1`;

const forgetting = `
delete from hookplate.instance i where lease_until < now() - interval '1 day'
and not exists (select from hookplate.process p where p.owner = i.id and ${unfinished})`;

export interface OrphanOptions {
  readonly connection: Connection;
  readonly events: Pick<Events, 'store'>;
  readonly sealer: Sealer;
  /** The id of this instance. */
  readonly owner: string;
  readonly instance: Instance;
  /** Called for a queued run that waits for an instance with its key. */
  readonly onUnopened: (pid: string) => void;
  /** Called before runs are taken over. */
  readonly onTakeOver: () => void;
}

/**
 * Takes care of processes whose instance is gone: takes over queued ones, as far as there is room, ends the others, and
 * raises Errored for them. A process that was to be interrupted before it began never begins. One whose body no key of
 * this instance opens is left to an instance with its key.
 */
export async function takeOverOrphans(options: OrphanOptions): Promise<void> {
  while ((await takeOverSome(options)) === maxAtOnce);
  const { query } = options.connection.executor;
  await query(forgetting);
  const { rows } = await query(findingUnopened, [knownStarts(options)]);
  for (const row of rows) options.onUnopened(textOf(row, 'pid'));
}

/** The known beginnings as patterns for `like`. */
function knownStarts({ sealer }: OrphanOptions): readonly string[] {
  return sealer.knownStarts.map(start => `${start}%`);
}

/** Resolves to the number of processes taken over or ended. */
async function takeOverSome(options: OrphanOptions): Promise<number> {
  const offers = new Map<string, Offer>();
  try {
    const ended = await options.connection.transaction(async tx => {
      const { rows } = await tx.query(finding, [knownStarts(options)]);
      const ends = new Map<Row, ProcessEnd>();
      for (const row of rows) {
        const answer = answerTo(row, options);
        if (!answer) continue;
        if ('status' in answer) ends.set(row, answer);
        else offers.set(textOf(row, 'pid'), answer);
      }
      for (const [row, processEnd] of ends) await end(row, processEnd, options, tx);
      if (offers.size > 0) await tx.query(taking, [[...offers.keys()], options.owner]);
      return ends.size;
    });
    if (offers.size > 0) options.onTakeOver();
    for (const { accept } of offers.values()) accept();
    return ended + offers.size;
  } catch (error) {
    for (const { decline } of offers.values()) decline();
    throw error;
  }
}

/** An offer to run it, its end, or undefined if it has to wait for room. */
function answerTo(row: Row, { sealer, instance }: OrphanOptions): Offer | ProcessEnd | undefined {
  const record = processRecordOf(row);
  const sealed = bytesOf(row, 'body');
  const reason = optionalTextOf(row, 'interrupt_reason');
  if (record.status !== 'queued' || !sealed) return { status: 'error', error: orphanError };
  if (reason !== undefined) return { status: 'interrupted', error: reason };
  try {
    const content = sealer.open(sealed, record.pid);
    return instance.offer({ record, profile: textOf(row, 'profile'), content });
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    return { status: 'error', error: `${orphanError}, and another one cannot run it: ${why}` };
  }
}

async function end(
  row: Row,
  processEnd: ProcessEnd,
  { events, instance }: OrphanOptions,
  tx: SqlExecutor,
): Promise<void> {
  const date = optionalTimeOf(row, 'now') ?? new Date();
  const record = { ...processRecordOf(row), ...processEnd, endedAt: date };
  await tx.query(changing, [record.pid, ...changeOf(record)]);
  const raised = instance.raise({ event: 'Errored', profile: textOf(row, 'profile'), record, date });
  await insertEvents(record.pid, raised, tx, events);
}

const orphanError = 'The instance that had the process is gone';
