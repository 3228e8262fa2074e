import { checkThat, defineOptions, oneOf, optional, wholeNumber } from '../../http/define-options.ts';
import type { Connection } from '../../outbox/database/database.ts';
import { numberOf, type Row, textOf, timeOf } from '../../outbox/database/row.ts';
import type { EventName } from '../../webhook/events/process-events.ts';
import type { ProcessRecord, ProcessStatus } from '../process/process-record.ts';
import { hasNul, processColumns, recordOf, unfinished } from './process-row.ts';

/** A process, and who holds it. */
export interface StoredProcess extends ProcessRecord {
  readonly profile: string;
  /** The id of the instance that holds it, or held it last; empty where it was handed over and nobody has it yet. */
  readonly owner: string;
  /** Until when that instance is taken to be alive; absent where it has long been gone. */
  readonly leaseUntil: Date | undefined;
  /** Grows with each change. */
  readonly version: number;
}

export interface ProcessQuery {
  readonly status?: ProcessStatus | 'unfinished';
  readonly projectId?: string;
  readonly taskId?: string;
  /** The `next` of the page before. */
  readonly cursor?: string;
  /** Default 50, at most 500. */
  readonly limit?: number;
}

/** Newest first. */
export interface ProcessPage {
  readonly processes: readonly StoredProcess[];
  /** The `cursor` of the next page, if there is more. */
  readonly next: string | undefined;
}

/** An event that a process raised. */
export interface ProcessEventRecord {
  /** From 1. */
  readonly number: number;
  readonly event: EventName;
  readonly raisedAt: Date;
  /** The ids of its messages in the outbox. */
  readonly messages: readonly string[];
}

const text = checkThat('text', (value): value is string => typeof value === 'string');
const date = checkThat(
  'the `next` of a page',
  (value): value is Date => value instanceof Date && !Number.isNaN(value.getTime()),
);
const readQuery = defineOptions<{
  readonly status: ProcessStatus | 'unfinished' | undefined;
  readonly projectId: string | undefined;
  readonly taskId: string | undefined;
  readonly cursor: string | undefined;
  readonly limit: number;
}>({
  status: optional(oneOf('queued', 'running', 'completed', 'error', 'interrupted', 'unfinished')),
  projectId: optional(text),
  taskId: optional(text),
  cursor: optional(text),
  limit: optional(wholeNumber(1, 500), 50),
});

export async function findProcesses(
  { executor }: Connection,
  query: ProcessQuery | undefined,
): Promise<ProcessPage> {
  const { status, projectId, taskId, cursor, limit } = readQuery(query);
  const [before, pid] = cursor === undefined ? [null, null] : parseCursor(cursor);
  const isUnfinished = status === 'unfinished';
  const { rows } = await executor.executeSql(
    `select ${processColumns}, i.lease_until from hookplate.process p left join hookplate.instance i on i.id = p.owner
     where ($1::timestamptz is null or (p.created_at, p.pid) < ($1::timestamptz, $2))
       and ($4::text is null or p.project_id = $4) and ($5::text is null or p.task_id = $5)
       and ${isUnfinished ? `p.${unfinished}` : '($6::text is null or p.status = $6)'}
     order by p.created_at desc, p.pid desc limit $3`,
    [before, pid, limit + 1, projectId ?? null, taskId ?? null, ...(isUnfinished ? [] : [status ?? null])],
  );
  const processes = rows.slice(0, limit).map(storedProcess);
  const last = rows.length > limit ? processes.at(-1) : undefined;
  return { processes, next: last && formatCursor(last) };
}

export async function findEvents(
  { executor }: Connection,
  pid: string,
): Promise<readonly ProcessEventRecord[]> {
  if (hasNul(pid)) return [];
  const { rows } = await executor.executeSql(
    'select * from hookplate.process_event where pid = $1 order by number',
    [pid],
  );
  return rows.map(({ messages, ...row }) => ({
    number: numberOf(row, 'number'),
    // Its column holds nothing else.
    event: textOf(row, 'event') as EventName,
    raisedAt: timeOf(row, 'raised_at') ?? new Date(0),
    messages: Array.isArray(messages) ? messages.map(String) : [],
  }));
}

function storedProcess(row: Row): StoredProcess {
  return {
    ...recordOf(row),
    profile: textOf(row, 'profile'),
    owner: textOf(row, 'owner'),
    leaseUntil: timeOf(row, 'lease_until'),
    version: numberOf(row, 'version'),
  };
}

function formatCursor({ createdAt, pid }: StoredProcess): string {
  return Buffer.from(`${createdAt.toISOString()} ${pid}`).toString('base64url');
}

function parseCursor(cursor: string): readonly [createdAt: string, pid: string] {
  const [time = '', ...pid] = Buffer.from(cursor, 'base64url').toString().split(' ');
  return [date(new Date(time), 'options.cursor').toISOString(), pid.join(' ')];
}
