import type { JsonValue } from '../api/json-body.ts';
import {
  aListOf,
  type Check,
  checkThat,
  defineOptions,
  expected,
  milliseconds,
  missing,
  objectWith,
  optional,
} from '../options/define-options.ts';
import { signalWithin } from '../timing/deadline.ts';
import { type ClientSettings, readClientOptions, type WorkflowClientOptions } from './client-options.ts';
import {
  type AcceptedEvent,
  exchange,
  type ProcessStatusAnswer,
  readAccepted,
  readStarted,
  readStatus,
  type StartedProcess,
  sleep,
  WorkflowClientError,
} from './exchange.ts';

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call, which rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** The options of `run`. */
export interface ClientRunOptions extends CallOptions {
  /** Runs with the same key start one process; with a key, a run is retried if its answer was lost. */
  readonly idempotencyKey?: string | undefined;
}

/** An event that happened elsewhere. */
export interface EventReport {
  /** Its name in the catalogue of the server. */
  readonly event: string;
  /** The profile whose webhooks tell of it. Default: the webhooks without one. */
  readonly profile?: string | undefined;
  /** The facts that the catalogue says of it. Default: none. */
  readonly facts?: object | undefined;
  /** An event that is reported again with its id is accepted once, and so is retried if the answer was lost. */
  readonly id?: string | undefined;
  /** When it happened: ISO 8601 with an offset, or milliseconds since 1970. Default: now. */
  readonly date?: string | number | undefined;
  /** The catalogue that has it. Default: the default one of the server. */
  readonly catalogue?: string | undefined;
}

/**
 * Calls a workflow API. A failed call rejects with a `WorkflowClientError`, which has a `code`; `raw` has the answer of
 * a server that does not answer as expected.
 */
export interface WorkflowClient {
  /**
   * Starts a task. Without an idempotency key it is retried only after a refused connection: it must not start twice.
   */
  readonly run: (
    projectId: string | number,
    taskId: string | number,
    body: JsonValue,
    options?: ClientRunOptions,
  ) => Promise<StartedProcess>;
  readonly status: (pid: string | number, options?: CallOptions) => Promise<ProcessStatusAnswer>;
  /** Tells a process to stop, and resolves to its status; the process may take its time. */
  readonly interrupt: (pid: string | number, options?: CallOptions) => Promise<ProcessStatusAnswer>;
  /** Reports events, all of them or none. It is retried only if each has an id: none must be told of twice. */
  readonly report: (
    events: readonly EventReport[],
    options?: CallOptions,
  ) => Promise<readonly AcceptedEvent[]>;
  /**
   * Polls until the process has ended, at the interval that the server asks for. Gives up if the server calls the
   * request wrong, or fails to return a status six times in a row.
   */
  readonly wait: (pid: string | number, options?: WaitOptions) => Promise<ProcessStatusAnswer>;
}

const readSignal: Check<AbortSignal | undefined> = optional(
  objectWith<AbortSignal>('addEventListener', 'removeEventListener', 'throwIfAborted'),
);

const readCallOptions = defineOptions<CallOptions>({ signal: readSignal });
const readRunOptions = defineOptions<ClientRunOptions>({
  signal: readSignal,
  idempotencyKey: optional(checkThat('printable ASCII characters', isHeaderText)),
});

/** Other letters have no agreed form in a header (RFC 9110, section 5.5). */
function isHeaderText(value: unknown): value is string {
  return typeof value === 'string' && /^[ -~]*$/.test(value);
}

const readReports = aListOf(objectWith<EventReport>());

/**
 * Creates a client for one workflow API. It sends nothing until it is called, and keeps no state between calls.
 *
 * @throws {TypeError} naming the invalid option.
 */
export function createWorkflowClient(options: WorkflowClientOptions): WorkflowClient {
  const settings = readClientOptions(options);

  async function get(
    path: string,
    pid: string | number,
    options: CallOptions | undefined,
  ): Promise<ProcessStatusAnswer> {
    const { signal } = readCallOptions(options);
    const target = `/${path}/${encodeId('pid', pid)}`;
    return readStatus(await exchange(settings, { method: 'GET', path: target, canRepeat: true, signal }));
  }

  return Object.freeze<WorkflowClient>({
    run: async (projectId, taskId, body, options) => {
      const { idempotencyKey, signal } = readRunOptions(options);
      const answer = await exchange(settings, {
        method: 'POST',
        path: runPath(settings, encodeId('projectId', projectId), encodeId('taskId', taskId)),
        headers: {
          'content-type': 'application/json',
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        },
        body: encodeBody(body),
        canRepeat: idempotencyKey !== undefined,
        signal,
      });
      return readStarted(answer);
    },
    status: (pid, options) => get('status', pid, options),
    interrupt: (pid, options) => get('interrupt', pid, options),
    report: async (events, options) => {
      const { signal } = readCallOptions(options);
      const answer = await exchange(settings, {
        method: 'POST',
        path: '/events',
        headers: { 'content-type': 'application/json' },
        // A mistake in a list is told with the number of its event.
        body: JSON.stringify(readReports(events, 'events').length === 1 ? events[0] : events),
        canRepeat: events.every(({ id }) => id !== undefined),
        signal,
      });
      return readAccepted(answer, events.length);
    },
    wait: (pid, options) => waitForEnd(signal => get('status', pid, { signal }), options),
  });
}

function runPath({ form }: ClientSettings, projectId: string, taskId: string): string {
  return form === 'short'
    ? `/project/${projectId}/task/${taskId}/run?trigger=API`
    : `/projects/${projectId}/tasks/${taskId}/run?trigger=API`;
}

/** A segment of dots would change the path, even if it is encoded. */
function encodeId(name: string, id: string | number): string {
  if (typeof id !== 'string' && typeof id !== 'number') throw expected(name, 'text or a number');
  const text = String(id);
  if (/^\.{0,2}$/.test(text)) throw expected(name, 'an id that is valid in a path');
  return encodeURIComponent(text);
}

function encodeBody(body: JsonValue | undefined): string {
  if (body === undefined) throw missing('body', '`null` if the task needs none');
  // A value that is not JSON, such as a function, has no text.
  const text: string | undefined = JSON.stringify(body);
  if (text === undefined) throw expected('body', 'JSON');
  return text;
}

/** The options of `wait`. */
export interface WaitOptions {
  /** Stops waiting, without affecting the process; rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Time limit for waiting. Default: none. */
  readonly timeoutMs?: number | undefined;
}

/** Milliseconds between two requests: the server's wish within these bounds, or the default. */
const pollMs = { default: 1000, least: 100, most: 60_000 } as const;

/** Waiting tolerates so many failed requests in a row. */
export const toleratedFailures = 5;

type Ask = (signal: AbortSignal) => Promise<ProcessStatusAnswer>;

const readWaitOptions = defineOptions<WaitOptions>({
  signal: readSignal,
  timeoutMs: optional(milliseconds(0)),
});

/** Polls until the status is final. */
async function waitForEnd(ask: Ask, options?: WaitOptions): Promise<ProcessStatusAnswer> {
  const { signal, timeoutMs } = readWaitOptions(options);
  const limited = signalWithin(timeoutMs, signal);
  try {
    return await poll(ask, limited);
  } catch (error) {
    signal?.throwIfAborted();
    if (!limited.aborted) throw error;
    throw new WorkflowClientError('timeout', `The process did not end within ${timeoutMs} ms`, {
      cause: error,
    });
  }
}

async function poll(ask: Ask, signal: AbortSignal): Promise<ProcessStatusAnswer> {
  let failures = 0;
  for (;;) {
    let retryAfterMs: number | undefined;
    try {
      const answer = await ask(signal);
      if (answer.isFinal) return answer;
      assertStatus(answer);
      retryAfterMs = answer.retryAfterMs;
      failures = 0;
    } catch (error) {
      failures++;
      if (!(error instanceof WorkflowClientError) || !mayPass(error) || failures > toleratedFailures)
        throw error;
      retryAfterMs = error.retryAfterMs;
    }
    await sleep(Math.min(Math.max(retryAfterMs ?? pollMs.default, pollMs.least), pollMs.most), signal);
  }
}

/** A page instead of a status, such as that of a proxy, says nothing about the process itself. */
function assertStatus({ status, raw, retryAfterMs }: ProcessStatusAnswer): void {
  if (status !== undefined) return;
  throw new WorkflowClientError(
    'unreadable',
    'The server was asked for a status, but its answer names none.',
    {
      raw,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    },
  );
}

/** Asking changes nothing, so it is repeated unless the server calls the request wrong. */
function mayPass({ code, status = 0 }: WorkflowClientError): boolean {
  return code !== 'answered' || status >= 500 || status === 408 || status === 429;
}
