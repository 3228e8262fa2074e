import * as v from 'valibot';
import type { ProcessRecord, ProcessStatus } from '../process/process-record.ts';

// What the API answers: types for the code that writes it and for its users, held to by the schemas that the OpenAPI
// document shows.

interface ProcessIdentity {
  readonly pid: string;
  readonly status: ProcessStatus;
  readonly projectId: string;
  readonly taskId: string;
}

/** The answer to a run. */
export interface RunBody extends ProcessIdentity {
  readonly statusUrl: string;
  readonly interruptUrl: string;
}

/** The answer to a question for the status. */
export interface StatusBody extends ProcessIdentity {
  /** ISO 8601; `null` while the process is queued. */
  readonly startedAt: string | null;
  /** ISO 8601; `null` until the status is final. */
  readonly endedAt: string | null;
  /** Inserted plus updated, over all objects. */
  readonly recordsProcessed: number;
  /** Objects with errors. */
  readonly errorCount: number;
  /** Why the process failed or was interrupted. */
  readonly error?: string | undefined;
}

/** A problem document (RFC 9457). */
export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  /** One sentence for people. */
  readonly detail: string;
  /** For programs; does not change. */
  readonly code: string;
  /** Where the body is not JSON: characters from 0, line and column from 1. */
  readonly position?: { readonly offset: number; readonly line: number; readonly column: number } | undefined;
  /** The parameters of the task whose fields are missing, and the fields that the body has. */
  readonly missing?:
    | readonly {
        readonly parameter: string;
        readonly reference: string;
        readonly available: readonly string[];
      }[]
    | undefined;
}

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const time = v.nullable(v.pipe(v.string(), v.isoTimestamp()));
const url = v.pipe(v.string(), v.url());
const processStatus = v.pipe(
  v.picklist(['queued', 'running', 'completed', 'error', 'interrupted']),
  v.description('The last three are final.'),
);

const processIdentity = {
  pid: v.pipe(v.string(), v.description('Opaque; percent-encode it in a path.')),
  status: processStatus,
  projectId: v.string(),
  taskId: v.string(),
};

export const runBodySchema = v.object({
  ...processIdentity,
  statusUrl: url,
  interruptUrl: url,
}) satisfies v.GenericSchema<unknown, RunBody>;

export const statusBodySchema = v.object({
  ...processIdentity,
  startedAt: v.pipe(time, v.description('`null` while the process is queued.')),
  endedAt: v.pipe(time, v.description('`null` until the status is final.')),
  recordsProcessed: v.pipe(count, v.description('Inserted plus updated, over all objects.')),
  errorCount: v.pipe(count, v.description('Objects with errors.')),
  error: v.optional(v.pipe(v.string(), v.description('Why the process failed or was interrupted.'))),
}) satisfies v.GenericSchema<unknown, StatusBody>;

export const problemBodySchema = v.pipe(
  v.object({
    type: v.string(),
    title: v.pipe(v.string(), v.description('The name of the status.')),
    status: v.pipe(v.number(), v.integer()),
    detail: v.pipe(v.string(), v.description('One sentence for people.')),
    code: v.pipe(v.string(), v.description('For programs; does not change.')),
    position: v.optional(
      v.pipe(
        v.object({ offset: count, line: count, column: count }),
        v.description('Where the body is not JSON: characters from 0, line and column from 1.'),
      ),
    ),
    missing: v.optional(
      v.pipe(
        v.array(v.object({ parameter: v.string(), reference: v.string(), available: v.array(v.string()) })),
        v.description(
          'The parameters of the task whose fields are missing, and the fields that the body has.',
        ),
      ),
    ),
  }),
  v.description('RFC 9457'),
) satisfies v.GenericSchema<unknown, ProblemBody>;

/** `base` is the address that the API is found under, without a slash at its end. */
export function formatRun({ pid, status, projectId, taskId }: ProcessRecord, base: string): RunBody {
  const encoded = encodeURIComponent(pid);
  const urls = { statusUrl: `${base}/status/${encoded}`, interruptUrl: `${base}/interrupt/${encoded}` };
  return { pid, status, projectId, taskId, ...urls };
}

export function formatStatus(record: ProcessRecord): StatusBody {
  const { pid, status, projectId, taskId, startedAt, endedAt, recordsProcessed, errorCount, error } = record;
  return {
    pid,
    status,
    projectId,
    taskId,
    startedAt: startedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    recordsProcessed,
    errorCount,
    ...(error !== undefined && { error }),
  };
}
