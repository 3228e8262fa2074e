import {
  numberOf,
  oneOfTexts,
  optionalTextOf,
  optionalTimeOf,
  type Row,
  rowReader,
  textOf,
  timeOf,
} from '../../database/row.ts';
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

const read = rowReader({
  pid: textOf,
  projectId: textOf,
  taskId: textOf,
  status: oneOfTexts<ProcessStatus>(),
  createdAt: timeOf,
  startedAt: optionalTimeOf,
  endedAt: optionalTimeOf,
  recordsProcessed: numberOf,
  errorCount: numberOf,
  error: optionalTextOf,
  idempotency: row => {
    const key = optionalTextOf(row, 'idempotency_key');
    return key === undefined ? undefined : { key: JSON.parse(key), fingerprint: textOf(row, 'fingerprint') };
  },
});

export function processRecordOf(row: Row): ProcessRecord {
  const { startedAt, endedAt, error, idempotency, ...record } = read(row);
  return {
    ...record,
    ...(startedAt && { startedAt }),
    ...(endedAt && { endedAt }),
    ...(error !== undefined && { error }),
    ...(idempotency && { idempotency }),
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
