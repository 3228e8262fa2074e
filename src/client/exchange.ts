import * as v from 'valibot';
import type { ProblemBody, ProcessState, RunBody, StatusBody } from '../api/answers.ts';
import { parseRetryAfter } from '../http/retry-after.ts';
import { signalWithin } from '../timing/deadline.ts';
import { type Backoff, backoffMs, pause } from '../timing/wait.ts';
import { type ClientSettings, mergeHeaders } from './client-options.ts';

/** One call to the API. */
interface Call {
  readonly method: 'GET' | 'POST';
  /** Relative to the base URL, encoded. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whether the server may receive it twice. */
  readonly canRepeat: boolean;
  readonly signal: AbortSignal | undefined;
}

/** The pauses before retries. If the server asks for a longer pause, the call fails instead. */
const retrying: Backoff = { firstMs: 250, longestMs: 60_000 };

/** Makes a call, and retries it if that cannot do anything twice. If `signal` is aborted, rejects with its reason. */
export async function exchange(settings: ClientSettings, call: Call): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await attemptCall(settings, call);
    } catch (error) {
      const delayMs = attempt < settings.retries ? retryDelay(error, attempt, call) : undefined;
      if (delayMs === undefined) throw error;
      await sleep(delayMs, call.signal);
    }
  }
}

function retryDelay(error: unknown, attempt: number, { canRepeat }: Call): number | undefined {
  if (!(error instanceof WorkflowClientError)) return undefined;
  const isSafe = error.code === 'refused' || (canRepeat && isTransient(error));
  const delayMs = Math.max(backoffMs(attempt + 1, retrying), error.retryAfterMs ?? 0);
  return isSafe && delayMs <= retrying.longestMs ? delayMs : undefined;
}

/** Whether another try at once may succeed. */
function isTransient({ code, status }: WorkflowClientError): boolean {
  if (code === 'answered') return status === 429 || status === 502 || status === 503 || status === 504;
  return code !== 'unreadable';
}

async function attemptCall(settings: ClientSettings, call: Call): Promise<Answer> {
  const { method, path, signal, body } = call;
  const url = settings.base + path;
  const name = `${method} ${url}`;
  const limited = signalWithin(settings.timeoutMs, signal);
  signal?.throwIfAborted();
  const init: RequestInit = {
    method,
    headers: mergeHeaders(settings.headers, call.headers ?? {}),
    // A redirect would turn a POST into a GET, or take the credentials elsewhere.
    redirect: 'manual',
    signal: limited,
    ...(body !== undefined && { body }),
  };
  const answer = await fetchAnswer(url, init, settings).catch(cause => {
    signal?.throwIfAborted();
    if (limited.aborted) throw new WorkflowClientError('timeout', `${name} took too long`, { cause });
    throw new WorkflowClientError(isRefused(cause) ? 'refused' : 'network', `${name} got no answer`, {
      cause,
    });
  });
  const { status, raw, isWhole } = answer;
  if (status < 200 || status > 299) throw answeredError(answer, name);
  if (isWhole) return answer;
  const message = `${name} was answered with more than ${settings.maxAnswerBytes} bytes`;
  throw new WorkflowClientError('unreadable', message, { status, raw });
}

interface FetchedAnswer extends Answer {
  /** Whether it was read to its end. */
  readonly isWhole: boolean;
}

async function fetchAnswer(
  url: string,
  init: RequestInit,
  { maxAnswerBytes, now }: ClientSettings,
): Promise<FetchedAnswer> {
  const { status, headers, body } = await fetch(url, init);
  const { text, isWhole } = await readText(body, maxAnswerBytes);
  const retryAfter = headers.get('retry-after');
  const retryAfterMs = retryAfter === null ? undefined : parseRetryAfter([retryAfter], now());
  return { status, headers, retryAfterMs, raw: isWhole ? parseLeniently(text) : text, isWhole };
}

/** Leaving the loop early cancels the rest of the body. */
async function readText(
  body: Response['body'],
  maxBytes: number,
): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  const decoder = new TextDecoder();
  let text = '';
  let room = maxBytes;
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk.subarray(0, room), { stream: true });
    room -= chunk.length;
    if (room < 0) return { text, isWhole: false };
  }
  return { text: text + decoder.decode(), isWhole: true };
}

function parseLeniently(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** `fetch` wraps the connection's error; if several addresses were tried, the error has the code of the last. */
function isRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof AggregateError) return cause.errors.length > 0 && cause.errors.every(hasRefusedCode);
  return hasRefusedCode(cause);
}

function hasRefusedCode(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
}

/** Rejects with the signal's reason, even if it is aborted already. */
export async function sleep(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  await pause(delayMs, { signal });
  signal?.throwIfAborted();
}

/** A response that has been read. */
interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The pause that the server asks for. */
  readonly retryAfterMs: number | undefined;
  /** Parsed if it was JSON, otherwise text. */
  readonly raw: unknown;
}

/** A process that was started. */
export interface StartedProcess {
  readonly pid: string;
  /** In the server's words. */
  readonly status: string | undefined;
  readonly statusUrl: string | undefined;
  readonly interruptUrl: string | undefined;
  readonly raw: unknown;
}

/** A process as reported by the server; fields that are missing or not as expected are undefined. */
export interface ProcessStatusAnswer {
  /** In the server's words. */
  readonly status: string | undefined;
  /** Whether the process has ended: an unknown status is not final. */
  readonly isFinal: boolean;
  readonly pid: string | undefined;
  readonly projectId: string | undefined;
  readonly taskId: string | undefined;
  readonly startedAt: Date | undefined;
  readonly endedAt: Date | undefined;
  readonly recordsProcessed: number | undefined;
  readonly errorCount: number | undefined;
  readonly error: string | undefined;
  /** The pause that the server asks for before the next request. */
  readonly retryAfterMs: number | undefined;
  readonly raw: unknown;
}

/** What became of an event that was reported. */
export interface AcceptedEvent {
  /** The id under which the server lists it. */
  readonly id: string;
  /** Whether an event with its id was there before: then nothing was added, and `id` is that of the first one. */
  readonly repeated: boolean;
}

/** Treats a field that is not as expected as absent. */
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

/**
 * A reader for each field of an answer of the API, which returns the client's form of it. A new field breaks the build
 * here.
 */
type Readers<Body, Told> = {
  readonly [Field in keyof Body]-?: v.GenericSchema<
    unknown,
    (Field extends keyof Told ? Told[Field] : never) | undefined
  >;
};

const runFields = {
  pid: id,
  status: text,
  statusUrl: text,
  interruptUrl: text,
} satisfies Readers<Omit<RunBody, 'projectId' | 'taskId'>, StartedProcess>;
// Other servers use other names for the process.
const runSchema = v.object({ ...runFields, processId: id, id });

const statusFields = {
  pid: id,
  projectId: id,
  taskId: id,
  status: text,
  startedAt: time,
  endedAt: time,
  recordsProcessed: count,
  errorCount: count,
  error: text,
} satisfies Readers<StatusBody, ProcessStatusAnswer>;
const statusSchema = v.object({ ...statusFields, state: text });

const problemFields = {
  title: text,
  detail: text,
  code: text,
} satisfies { readonly [Field in keyof ProblemBody]?: v.GenericSchema };
const problemSchema = v.object(problemFields);

const finalStates: readonly string[] = [
  'completed',
  'error',
  'interrupted',
] satisfies readonly ProcessState[];

/**
 * The pid is the body's `pid`, `processId` or `id`, the body itself if it is bare text or a number, or the end of the
 * `Location`.
 *
 * @throws {WorkflowClientError} if there is none.
 */
export function readStarted({ status, headers, raw }: Answer): StartedProcess {
  const { pid, processId, id, ...rest } = fieldsOf(runSchema, raw);
  const known = pid ?? processId ?? id ?? bareText(raw) ?? pidOf(headers.get('location'));
  if (known) {
    return { ...rest, pid: known, raw };
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

const acceptedSchema = v.object({
  items: v.array(v.object({ id: v.string(), repeated: v.boolean() })),
});

/** @throws {WorkflowClientError} unless the answer tells of so many events. */
export function readAccepted({ status, raw }: Answer, count: number): readonly AcceptedEvent[] {
  const read = v.safeParse(acceptedSchema, raw);
  if (read.success && read.output.items.length === count) return read.output.items;
  const message = 'The events were accepted, but the answer does not say what became of them';
  throw new WorkflowClientError('unreadable', message, { status, raw });
}

export function readStatus(answer: Answer): ProcessStatusAnswer {
  const { status, state, ...rest } = fieldsOf(statusSchema, answer.raw);
  const named = (status ?? state ?? bareText(answer.raw)) || undefined;
  return {
    ...rest,
    status: named,
    isFinal: named !== undefined && finalStates.includes(named.toLowerCase()),
    retryAfterMs: answer.retryAfterMs,
    raw: answer.raw,
  };
}

/** The error for an unsuccessful answer. */
function answeredError({ status, retryAfterMs, raw }: Answer, call: string): WorkflowClientError {
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

/** The text of an answer that is not an object: only a word or two, never a page. */
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

/**
 * The reason why a call failed. `refused`: nobody accepted the connection, so nothing has happened; `network`: the
 * connection broke, and nobody knows; `timeout`: the answer did not come before the timeout; `answered`: the server
 * answered with an error; `unreadable`: it answered with success, but without the required fields.
 */
export type ClientErrorCode = 'refused' | 'network' | 'timeout' | 'answered' | 'unreadable';

interface ClientErrorFacts {
  /** The status of the answer, if there was one. */
  readonly status?: number;
  /** From a problem document (RFC 9457) of this API: the code for programs. */
  readonly problemCode?: string;
  /** From a problem document: the text for people. */
  readonly detail?: string;
  /** The pause that the server asks for. */
  readonly retryAfterMs?: number;
  /** The body of the answer: parsed if it was JSON, otherwise text. */
  readonly raw?: unknown;
  readonly cause?: unknown;
}

/** Thrown for a failed call to a workflow API. */
export class WorkflowClientError extends Error {
  override readonly name = 'WorkflowClientError';
  readonly code: ClientErrorCode;
  readonly status: number | undefined;
  readonly problemCode: string | undefined;
  readonly detail: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly raw: unknown;

  constructor(code: ClientErrorCode, message: string, facts: ClientErrorFacts = {}) {
    super(message, facts.cause === undefined ? {} : { cause: facts.cause });
    this.code = code;
    this.status = facts.status;
    this.problemCode = facts.problemCode;
    this.detail = facts.detail;
    this.retryAfterMs = facts.retryAfterMs;
    this.raw = facts.raw;
  }
}
