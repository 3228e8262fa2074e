import { checkThat, defineOptions, expected, missing, optional } from '../http/define-options.ts';
import type { JsonValue } from '../http/json-value.ts';
import { type ProcessStatusAnswer, readStarted, readStatus, type StartedProcess } from './answer.ts';
import { type ClientSettings, readClientOptions, type WorkflowClientOptions } from './client-options.ts';
import { exchange } from './exchange.ts';
import { readSignal, type WaitOptions, waitForEnd } from './wait-for-end.ts';

/** What every call takes. */
export interface CallOptions {
  /** Ends the call; it rejects with the reason. */
  readonly signal?: AbortSignal | undefined;
}

/** What `run` takes besides the body. */
export interface ClientRunOptions extends CallOptions {
  /** Runs under the same key start one process; with one, a run is repeated where its answer was lost. */
  readonly idempotencyKey?: string | undefined;
}

/**
 * Calls a workflow API. A failed call rejects with a `WorkflowClientError`, which has a `code`; of a server
 * that answers otherwise than expected, `raw` has what it said.
 */
export interface WorkflowClient {
  /** Starts a task. Without an idempotency key it is repeated on a refused connection alone: it must not start twice. */
  readonly run: (
    projectId: string | number,
    taskId: string | number,
    body: JsonValue,
    options?: ClientRunOptions,
  ) => Promise<StartedProcess>;
  readonly status: (pid: string | number, options?: CallOptions) => Promise<ProcessStatusAnswer>;
  /** Tells a process to stop, and resolves to its status; the process may take its time. */
  readonly interrupt: (pid: string | number, options?: CallOptions) => Promise<ProcessStatusAnswer>;
  /**
   * Asks until the process has ended, as often as the server wishes. Gives up when the server says that the question
   * is wrong, or has no status to tell six times in a row.
   */
  readonly wait: (pid: string | number, options?: WaitOptions) => Promise<ProcessStatusAnswer>;
}

const readCallOptions = defineOptions<CallOptions>({ signal: readSignal });
const readRunOptions = defineOptions<ClientRunOptions>({
  signal: readSignal,
  idempotencyKey: optional(checkThat('text', (value): value is string => typeof value === 'string')),
});

/**
 * Makes a client of one workflow API. It sends nothing until it is called, and keeps nothing between two calls.
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
    wait: (pid, options) => waitForEnd(signal => get('status', pid, { signal }), options),
  });
}

function runPath({ form }: ClientSettings, projectId: string, taskId: string): string {
  return form === 'short'
    ? `/project/${projectId}/task/${taskId}/run?trigger=API`
    : `/projects/${projectId}/tasks/${taskId}/run?trigger=API`;
}

/** A segment of dots would change the path, encoded or not. */
function encodeId(name: string, id: string | number): string {
  if (typeof id !== 'string' && typeof id !== 'number') throw expected(name, 'text or a number');
  const text = String(id);
  if (/^\.{0,2}$/.test(text)) throw expected(name, 'an id that is valid in a path');
  return encodeURIComponent(text);
}

function encodeBody(body: JsonValue | undefined): string {
  if (body === undefined) throw missing('body', '`null` if the task needs none');
  // What is not JSON at all, such as a function, has no text.
  const text: string | undefined = JSON.stringify(body);
  if (text === undefined) throw expected('body', 'JSON');
  return text;
}
