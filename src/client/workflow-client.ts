import type { JsonValue } from '../http/json-value.ts';
import { type ProcessStatusAnswer, readStarted, readStatus, type StartedProcess } from './answer.ts';
import { type ClientSettings, normalizeOptions, type WorkflowClientOptions } from './client-options.ts';
import { exchange } from './exchange.ts';
import { type WaitOptions, waitForEnd } from './wait-for-end.ts';

export interface CallOptions {
  /** Ends the call; it rejects with the reason. */
  readonly signal?: AbortSignal;
}

export interface ClientRunOptions extends CallOptions {
  /** Runs under the same key start one process; with one, a run is repeated where its answer was lost. */
  readonly idempotencyKey?: string;
}

/**
 * Calls a workflow API. What comes to nothing rejects with a `WorkflowClientError`, which has a `kind`; of a server
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
  /** Tells a process to stop, and says how it stands; it may take its time. */
  readonly interrupt: (pid: string | number, options?: CallOptions) => Promise<ProcessStatusAnswer>;
  /** Asks until the process has ended, as often as the server wishes. */
  readonly wait: (pid: string | number, options?: WaitOptions) => Promise<ProcessStatusAnswer>;
}

/** @throws {TypeError} naming the option that cannot be. */
export function createWorkflowClient(options: WorkflowClientOptions): WorkflowClient {
  const settings = normalizeOptions(options);

  async function get(
    path: string,
    pid: string | number,
    { signal }: CallOptions,
  ): Promise<ProcessStatusAnswer> {
    const call = {
      method: 'GET',
      path: `/${path}/${encodeId('pid', pid)}`,
      canRepeat: true,
      signal,
    } as const;
    return readStatus(await exchange(settings, call));
  }

  const status: WorkflowClient['status'] = (pid, more = {}) => get('status', pid, more);
  return Object.freeze<WorkflowClient>({
    run: async (projectId, taskId, body, { idempotencyKey, signal } = {}) => {
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
    status,
    interrupt: (pid, more = {}) => get('interrupt', pid, more),
    wait: (pid, more = {}) => waitForEnd(signal => status(pid, { signal }), more),
  });
}

function runPath({ form }: ClientSettings, projectId: string, taskId: string): string {
  return form === 'short'
    ? `/project/${projectId}/task/${taskId}/run?trigger=API`
    : `/projects/${projectId}/tasks/${taskId}/run?trigger=API`;
}

/** A segment of dots would change the path, encoded or not. */
function encodeId(name: string, id: string | number): string {
  const text = String(id);
  if (/^\.{0,2}$/.test(text)) throw new TypeError(`${name}: expected an id that can stand in a path`);
  return encodeURIComponent(text);
}

function encodeBody(body: JsonValue): string {
  // What is no JSON at all, such as a function, has no text.
  const text: string | undefined = JSON.stringify(body);
  if (text === undefined) throw new TypeError('body: expected JSON');
  return text;
}
