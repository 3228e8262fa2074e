import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import {
  checkThat,
  defineOptions,
  expected,
  missing,
  objectWith,
  optional,
} from '../../options/define-options.ts';
import type { JsonValue } from '../../output/json/json-value.ts';
import {
  compileMapping,
  type ParameterMapping,
  type Parameters,
} from '../../parameters/parameter-mapping.ts';
import { activeTraceparent, isTraceparent } from '../../tracing/tracing.ts';
import type { StoredRun } from '../store/process-store.ts';
import type { Task } from '../task.ts';
import type { TaskCatalogue } from '../task-catalogue.ts';
import { WorkflowError } from '../workflow-error.ts';
import { createIdempotency, type Idempotency } from './idempotency.ts';
import type { ProcessRecord } from './process-record.ts';

/** The options of the service's `run`. */
export interface RunOptions {
  /** Runs with the same key start one process: 1 to 255 characters. Kept as long as the process. */
  readonly idempotencyKey?: string | undefined;
  /**
   * The JSON that the body was parsed from, if it arrived as bytes. They decide whether runs with the same key are
   * equal, count towards `maxQueuedBytes`, and are what a store on a database keeps. Default: the body as written by
   * `JSON.stringify`.
   */
  readonly bodyBytes?: Uint8Array | undefined;
  /** The places of the parameters in the body, overriding the task's. */
  readonly parameters?: ParameterMapping | undefined;
  /** The span that the process belongs to (W3C Trace Context, 3.2). Default: the active one of OpenTelemetry. */
  readonly traceparent?: string | undefined;
}

const readRunOptions = defineOptions<RunOptions>({
  idempotencyKey: optional(checkThat('text', (value): value is string => typeof value === 'string')),
  bodyBytes: optional(checkThat('bytes', (value): value is Uint8Array => value instanceof Uint8Array)),
  parameters: optional(objectWith<ParameterMapping>()),
  traceparent: optional(checkThat('a `traceparent` such as 00-…-…-01', isTraceparent)),
});

/** A request to run a task, before there is a process for it. */
export interface Run {
  readonly projectId: string;
  readonly taskId: string;
  readonly task: Task;
  readonly timeoutMs: number;
  readonly parameters: Parameters;
  readonly body: JsonValue;
  /** The body as JSON. */
  readonly bytes: Uint8Array;
  /** The requested places of the parameters, overriding the task's. */
  readonly mapping: ParameterMapping | undefined;
  readonly idempotency: Idempotency | undefined;
  /** The span that its process belongs to. */
  readonly traceparent: string | undefined;
}

/**
 * Checks a request to run a task.
 *
 * @throws {TypeError} naming the invalid option.
 * @throws {WorkflowError} for an unknown project or task, for parameters that are too long for the task, and for an
 * idempotency key of a wrong length.
 * @throws {ParameterError} if the body lacks fields that the task needs.
 */
export function createRun(
  tasks: TaskCatalogue,
  asked: Pick<Run, 'projectId' | 'taskId' | 'body'>,
  options: RunOptions | undefined,
): Run {
  const {
    idempotencyKey: key,
    bodyBytes = bytesOf(asked.body),
    parameters: mapping,
    traceparent = activeTraceparent(),
  } = readRunOptions(options);
  const { projectId, taskId, body } = asked;
  const { task, timeoutMs, maxParameterBytes, mapBody } = tasks.find(projectId, taskId);
  const parameters = (mapping ? compileMapping(mapping, 'options.parameters') : mapBody)(body);
  if (maxParameterBytes !== undefined) assertShort(parameters, maxParameterBytes);
  const idempotency =
    key === undefined ? undefined : createIdempotency({ key, projectId, taskId, bytes: bodyBytes });
  return { ...asked, task, timeoutMs, parameters, bytes: bodyBytes, mapping, idempotency, traceparent };
}

/** The input of a run as JSON: the body, the places of the parameters in it, and the trace that it belongs to. */
export function storedContent({ bytes, mapping, traceparent }: Run): Uint8Array {
  const trace = traceparent === undefined ? '' : `"traceparent":"${traceparent}",`;
  const parameters = mapping ? `"parameters":${JSON.stringify(mapping)},` : '';
  return Buffer.from(`{${trace}${parameters}"body":${new TextDecoder().decode(bytes)}}`);
}

/**
 * Restores a run that another instance has queued.
 *
 * @throws the errors of `createRun` and `JSON.parse`.
 */
export function restoreRun(tasks: TaskCatalogue, { record, content }: StoredRun): Run {
  const { projectId, taskId } = record;
  const { body, parameters, traceparent } = JSON.parse(new TextDecoder().decode(content));
  return createRun(tasks, { projectId, taskId, body }, { bodyBytes: content, parameters, traceparent });
}

/** The record of the process that a run becomes. */
export function queuedRecord({ projectId, taskId, idempotency }: Run, now: number): ProcessRecord {
  return {
    pid: randomUUID(),
    projectId,
    taskId,
    status: 'queued',
    createdAt: new Date(now),
    recordsProcessed: 0,
    errorCount: 0,
    ...(idempotency && { idempotency }),
  };
}

function assertShort(parameters: Parameters, maxBytes: number): void {
  try {
    if (Buffer.byteLength(JSON.stringify(parameters)) <= maxBytes) return;
  } catch {
    // They are nested too deeply to be written, which takes thousands of levels.
  }
  throw new WorkflowError(
    'parameters-too-long',
    `The parameters of this task have at most ${maxBytes} bytes as JSON. What is longer, the task has to read from the body.`,
  );
}

/** A value that is not JSON, such as a function, has no text; one that is cyclic or nested too deeply throws. */
function bytesOf(body: JsonValue | undefined): Uint8Array {
  if (body === undefined) throw missing('body', '`null` if the task needs none');
  let text: string | undefined;
  try {
    text = JSON.stringify(body);
  } catch {}
  if (text === undefined) throw expected('body', 'JSON');
  return Buffer.from(text);
}
