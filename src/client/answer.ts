import * as v from 'valibot';
import { WorkflowClientError } from './client-error.ts';

/** A response that has been read. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** How long the server says to wait. */
  readonly retryAfterMs: number | undefined;
  /** JSON where it was JSON, text otherwise. */
  readonly raw: unknown;
}

/** A process that has been started. */
export interface StartedProcess {
  readonly pid: string;
  /** As the server names it. */
  readonly status: string | undefined;
  readonly statusUrl: string | undefined;
  readonly interruptUrl: string | undefined;
  readonly raw: unknown;
}

/** A process as the server tells of it; what it does not tell, or not as expected, is undefined. */
export interface ProcessStatusAnswer {
  /** As the server names it. */
  readonly status: string | undefined;
  /** Whether the process has ended: a status that is not known is not final. */
  readonly isFinal: boolean;
  readonly pid: string | undefined;
  readonly projectId: string | undefined;
  readonly taskId: string | undefined;
  readonly startedAt: Date | undefined;
  readonly endedAt: Date | undefined;
  readonly recordsProcessed: number | undefined;
  readonly errorCount: number | undefined;
  readonly error: string | undefined;
  /** How long the server says to wait before it is asked again. */
  readonly retryAfterMs: number | undefined;
  readonly raw: unknown;
}

/** A field that is not as expected counts as absent. */
function lenient<T>(schema: v.GenericSchema<unknown, T>): v.GenericSchema<unknown, T | undefined> {
  return v.fallback(v.optional(schema), undefined);
}

const text = lenient(v.string());
const count = lenient(v.number());
const id = lenient(v.pipe(v.union([v.string(), v.number()]), v.transform(String)));
const time = lenient(
  v.pipe(
    v.string(),
    v.transform(written => new Date(written)),
    v.date(),
  ),
);

const runSchema = v.object({ pid: id, processId: id, id, status: text, statusUrl: text, interruptUrl: text });

const statusSchema = v.object({
  pid: id,
  projectId: id,
  taskId: id,
  status: text,
  state: text,
  startedAt: time,
  endedAt: time,
  recordsProcessed: count,
  errorCount: count,
  error: text,
});

const problemSchema = v.object({ title: text, detail: text, code: text });

/**
 * The pid is the body's `pid`, `processId` or `id`, the body itself where it is bare text or a number, or the end of
 * the `Location`.
 *
 * @throws {WorkflowClientError} where there is none.
 */
export function readStarted({ status, headers, raw }: Answer): StartedProcess {
  const { pid, processId, id, ...rest } = fieldsOf(runSchema, raw);
  const known = pid ?? processId ?? id ?? bareText(raw) ?? pidOf(headers.get('location'));
  if (known) {
    return {
      pid: known,
      status: rest.status,
      statusUrl: rest.statusUrl,
      interruptUrl: rest.interruptUrl,
      raw,
    };
  }
  throw new WorkflowClientError(
    'unreadable',
    'The run was accepted, but the answer does not name a process',
    {
      status,
      raw,
    },
  );
}

export function readStatus(answer: Answer): ProcessStatusAnswer {
  const { status, state, ...rest } = fieldsOf(statusSchema, answer.raw);
  const named = (status ?? state ?? bareText(answer.raw)) || undefined;
  return {
    status: named,
    isFinal: /^(?:completed|error|interrupted)$/i.test(named ?? ''),
    pid: rest.pid,
    projectId: rest.projectId,
    taskId: rest.taskId,
    startedAt: rest.startedAt,
    endedAt: rest.endedAt,
    recordsProcessed: rest.recordsProcessed,
    errorCount: rest.errorCount,
    error: rest.error,
    retryAfterMs: answer.retryAfterMs,
    raw: answer.raw,
  };
}

/** The error that an unsuccessful answer means. */
export function answeredError({ status, retryAfterMs, raw }: Answer, call: string): WorkflowClientError {
  const { title, detail, code: problemCode } = fieldsOf(problemSchema, raw);
  const reason = detail ?? title;
  return new WorkflowClientError('answered', `${call} answered ${status}${reason ? `: ${reason}` : ''}`, {
    status,
    raw,
    ...(problemCode !== undefined && { problemCode }),
    ...(detail !== undefined && { detail }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}

function fieldsOf<S extends v.GenericSchema>(schema: S, raw: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, raw);
  return parsed.success ? parsed.output : v.parse(schema, {});
}

/** Of an answer that is not an object: a word or two, never a page. */
function bareText(raw: unknown): string | undefined {
  if (typeof raw !== 'string' && typeof raw !== 'number') return undefined;
  const word = String(raw).trim();
  return /^[^<>{}\r\n]{1,200}$/.test(word) ? word : undefined;
}

function pidOf(location: string | null): string | undefined {
  const encoded = /\/status\/([^?#]+)/.exec(location ?? '')?.[1];
  try {
    return encoded === undefined ? undefined : decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
