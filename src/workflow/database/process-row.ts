import { numberOf, optionalTextOf, type Row, textOf, timeOf } from '../../database/row.ts';
import type { ProcessRecord, ProcessStatus } from '../process/process-record.ts';

/** An SQL condition for statuses that are not final. */
export const unfinished = "status in ('queued', 'running')";

/** PostgreSQL's texts can hold any character but this one. */
export function hasNul(text: string): boolean {
  return text.includes('\0');
}

/** All columns except the body, which may be long. */
const columns = [
  ...['pid', 'project_id', 'task_id', 'profile', 'status', 'created_at', 'started_at', 'ended_at'],
  ...['records_processed', 'error_count', 'error', 'idempotency_key', 'fingerprint', 'owner', 'version'],
];

/** Columns of the table `p`. */
export const processColumns = columns.map(column => `p.${column}`).join(', ');

export function processRecordOf(row: Row): ProcessRecord {
  const key = optionalTextOf(row, 'idempotency_key');
  const error = optionalTextOf(row, 'error');
  const startedAt = timeOf(row, 'started_at');
  const endedAt = timeOf(row, 'ended_at');
  return {
    pid: textOf(row, 'pid'),
    projectId: textOf(row, 'project_id'),
    taskId: textOf(row, 'task_id'),
    // The column holds nothing else.
    status: textOf(row, 'status') as ProcessStatus,
    createdAt: timeOf(row, 'created_at') ?? new Date(0),
    ...(startedAt && { startedAt }),
    ...(endedAt && { endedAt }),
    recordsProcessed: numberOf(row, 'records_processed'),
    errorCount: numberOf(row, 'error_count'),
    ...(error !== undefined && { error }),
    ...(key !== undefined && {
      idempotency: { key: JSON.parse(key), fingerprint: textOf(row, 'fingerprint') },
    }),
  };
}

/** The fields of a record that can change, in the order in which `changing` sets them. */
export function changeOf(record: ProcessRecord): readonly unknown[] {
  const { status, startedAt, endedAt, recordsProcessed, errorCount, error } = record;
  return [
    status,
    startedAt?.toISOString() ?? null,
    endedAt?.toISOString() ?? null,
    recordsProcessed,
    errorCount,
    error?.replaceAll('\0', '\ufffd') ?? null,
  ];
}

/**
 * Changes an unfinished process, and drops its body, which is needed only until it begins. `$8` and later are for
 * further conditions.
 */
export const changing = `
update hookplate.process
set status = $2, started_at = $3::timestamptz, ended_at = $4::timestamptz, records_processed = $5, error_count = $6,
  error = $7, body = null, version = version + 1
where pid = $1 and ${unfinished}`;
