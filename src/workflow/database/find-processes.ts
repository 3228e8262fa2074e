import type { Connection } from '../../database/database.ts';
import { createKeyset, type PageQuery, pageLimit, usualPage } from '../../database/keyset-page.ts';
import { numberOf, optionalTimeOf, type Row, textOf } from '../../database/row.ts';
import { aText, defineOptions, oneOf, optional } from '../../options/define-options.ts';
import { type ProcessRecord, processStatuses } from '../process/process-record.ts';
import { processColumns, processRecordOf, unfinished } from './process-row.ts';

/** A process and the instance that holds it. */
export interface StoredProcess extends ProcessRecord {
  readonly profile: string;
  /** The id of the instance that holds it, or held it last; empty if it was handed over and not yet taken. */
  readonly owner: string;
  /** The time until which that instance counts as alive; absent if it has long been gone. */
  readonly leaseUntil: Date | undefined;
  /** Increases with each change. */
  readonly version: number;
}

/** The statuses that can be searched for: those of processes, and the one that all but the final ones share. */
export const searchedStatuses = [...processStatuses, 'unfinished'] as const;
type SearchedStatus = (typeof searchedStatuses)[number];

export interface ProcessQuery extends PageQuery {
  readonly status?: SearchedStatus | undefined;
  readonly projectId?: string | undefined;
  readonly taskId?: string | undefined;
}

/** Newest first. */
export interface ProcessPage {
  readonly processes: readonly StoredProcess[];
  /** The `cursor` of the next page; absent on the last one. */
  readonly next: string | undefined;
}

const newestFirst = createKeyset<StoredProcess>(['time', 'text'], ({ createdAt, pid }) => [createdAt, pid]);

const readQuery = defineOptions<{
  readonly status: SearchedStatus | undefined;
  readonly projectId: string | undefined;
  readonly taskId: string | undefined;
  readonly cursor: string | undefined;
  readonly limit: number;
}>({
  status: optional(oneOf(...searchedStatuses)),
  projectId: optional(aText),
  taskId: optional(aText),
  cursor: optional(aText),
  limit: optional(pageLimit, usualPage),
});

export async function findProcesses(
  { executor }: Connection,
  query: ProcessQuery | undefined,
): Promise<ProcessPage> {
  const { status, projectId, taskId, cursor, limit } = readQuery(query);
  const isUnfinished = status === 'unfinished';
  const { rows } = await executor.query(
    `select ${processColumns}, i.lease_until from hookplate.process p left join hookplate.instance i on i.id = p.owner
     where ($1::timestamptz is null or (p.created_at, p.pid) < ($1::timestamptz, $2))
       and ($4::text is null or p.project_id = $4) and ($5::text is null or p.task_id = $5)
       and ${isUnfinished ? `p.${unfinished}` : '($6::text is null or p.status = $6)'}
     order by p.created_at desc, p.pid desc limit $3`,
    [
      ...newestFirst.keysIn(cursor),
      limit + 1,
      projectId ?? null,
      taskId ?? null,
      ...(isUnfinished ? [] : [status ?? null]),
    ],
  );
  const { items: processes, next } = newestFirst.pageOf(rows.map(storedProcess), limit);
  return { processes, next };
}

function storedProcess(row: Row): StoredProcess {
  return {
    ...processRecordOf(row),
    profile: textOf(row, 'profile'),
    owner: textOf(row, 'owner'),
    leaseUntil: optionalTimeOf(row, 'lease_until'),
    version: numberOf(row, 'version'),
  };
}
