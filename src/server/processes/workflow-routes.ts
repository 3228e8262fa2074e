import * as v from 'valibot';
import { type RunBody, runSchema, type StatusBody, statusSchema } from '../../api/answers.ts';
import { asAnswer } from '../../api/as-answer.ts';
import { maxBodyBytes } from '../../api/json-body.ts';
import { anyJson } from '../../api/mount-routes.ts';
import { type ApiDescription, openApiRoute } from '../../api/openapi-document.ts';
import { Problem } from '../../api/problem.ts';
import { type BaseUrlOf, defineRoute, type Route } from '../../api/route.ts';
import { traceparentFor } from '../../tracing/tracing.ts';
import { maxIdempotencyKeyLength } from '../../workflow/process/idempotency.ts';
import { isFinal, type ProcessRecord } from '../../workflow/process/process-record.ts';
import type { WorkflowService } from '../../workflow/workflow-service.ts';

const description: ApiDescription = {
  title: 'Workflow API',
  description: `Run a task, read the status of its process, interrupt it. Bodies may have at most ${maxBodyBytes} bytes.`,
  hasTokens: false,
  isAudited: false,
  problems: {},
  guardedProblems: {
    401: 'The credentials are missing or wrong.',
    403: 'The credentials do not allow this.',
    405: 'This address does not support the method.',
    500: 'Something went wrong in the service.',
  },
};

export interface WorkflowRoutesOptions {
  readonly service: WorkflowService;
  /** The address of the API for a request. */
  readonly baseUrlOf: BaseUrlOf;
  /** The status for a run that finds no room. */
  readonly fullStatus: 429 | 503;
}

/** The routes of a service, with the document that describes them. */
export function workflowRoutes(options: WorkflowRoutesOptions): readonly Route[] {
  const { service, baseUrlOf } = options;
  const routes = [
    runRoute('/project/{projectId}/task/{taskId}/run', 'run', options),
    runRoute('/projects/{projectId}/tasks/{taskId}/run', 'runFullForm', options),
    statusRoute(service),
    interruptRoute('GET', 'interrupt', service),
    interruptRoute('POST', 'interruptByPost', service),
  ];
  const document = { path: '/openapi.json', operationId: 'openapi' };
  return [...routes, openApiRoute(document, baseUrlOf, { ...description, routes })];
}

const busy = 'The store of the processes does not answer.';

/** Problems of a run that there is no room for, or nobody to take. */
function roomProblems({ service, fullStatus }: WorkflowRoutesOptions): Readonly<Record<number, string>> {
  const { maxQueued, maxQueuedBytes } = service.limits;
  const full = `${maxQueued} runs are queued, or those that are queued or run have ${maxQueuedBytes} bytes of bodies.`;
  const closed = `The service takes no more runs. ${busy}`;
  return fullStatus === 503 ? { 503: `${full} ${closed}` } : { 503: closed, 429: full };
}

const unknownProcess = { 404: 'No process with this pid.' };
const aProcess = v.object({ pid: v.string() });

function runRoute(path: string, operationId: string, options: WorkflowRoutesOptions): Route {
  const { service, baseUrlOf } = options;
  const segments = path.split('/').length - 1;
  return defineRoute({
    method: 'POST',
    path,
    operationId,
    summary: 'Run a task',
    role: 'operator',
    about: 'server',
    params: v.object({ projectId: v.string(), taskId: v.string() }),
    query: v.object({
      trigger: v.pipe(v.literal('API'), v.description('Marks a run that was started from outside.')),
    }),
    queryProblem: () => new Problem(400, 'trigger-missing', 'The query must contain `trigger=API`.'),
    body: anyJson,
    headers: {
      'Idempotency-Key': {
        description: 'Runs with the same key start only one process.',
        schema: v.pipe(v.string(), v.minLength(1), v.maxLength(maxIdempotencyKeyLength)),
      },
    },
    answers: {
      202: {
        description: 'The process, queued or running.',
        schema: runSchema,
        headers: { Location: 'The address of its status.' },
      },
    },
    problems: {
      400: '`trigger=API` is missing, the body lacks a field, or the idempotency key is too long.',
      404: 'No such project or task.',
      413: 'The parameters are too long for the task, which has to read them from the body.',
      422: 'The idempotency key was used for another run.',
      ...roomProblems(options),
    },
    handle: async ({ params: { projectId, taskId }, body, bodyBytes, headers, raw }) => {
      const idempotencyKey = headers.get('idempotency-key') ?? undefined;
      const traceparent = traceparentFor(headers);
      const record = await service.run(projectId, taskId, body, { idempotencyKey, bodyBytes, traceparent });
      const run = formatRun(record, baseUrlOf(raw, segments));
      return { status: 202, body: run, headers: { location: run.statusUrl } };
    },
  });
}

/** `Retry-After` for a caller who polls a status, in seconds. */
export const pollSeconds = 1;

const retryAfter = { 'Retry-After': 'Seconds to wait; absent once the process has ended.' };

function statusRoute(service: WorkflowService): Route {
  return defineRoute({
    method: 'GET',
    path: '/status/{+pid}',
    operationId: 'status',
    summary: 'Read the status of a process',
    role: 'viewer',
    about: 'server',
    params: aProcess,
    answers: { 200: { description: 'The process.', schema: statusSchema, optionalHeaders: retryAfter } },
    problems: { ...unknownProcess, 503: busy },
    handle: async ({ params: { pid } }) => ({ status: 200, ...statusReply(await service.status(pid)) }),
  });
}

/** GET interrupts too, for links in messages. */
function interruptRoute(method: 'GET' | 'POST', operationId: string, service: WorkflowService): Route {
  return defineRoute({
    method,
    path: '/interrupt/{+pid}',
    operationId,
    summary: 'Interrupt a process',
    role: 'operator',
    about: 'server',
    changes: true,
    subject: 'process',
    params: aProcess,
    answers: {
      200: {
        description: 'The process, which has ended or had been told to stop already.',
        schema: statusSchema,
        optionalHeaders: retryAfter,
      },
      202: {
        description: 'The process, which has been told to stop.',
        schema: statusSchema,
        optionalHeaders: retryAfter,
      },
    },
    problems: {
      ...unknownProcess,
      503: `The request is a prefetch, which interrupts nothing. ${busy}`,
    },
    handle: async ({ params: { pid }, headers, raw }) => {
      // HEAD only looks.
      if (raw.method === 'HEAD') return { status: 200, ...statusReply(await service.status(pid)) };
      // A prefetched page would show an interruption that never happened.
      if (isPrefetch(headers)) throw new Problem(503, 'prefetch', 'A prefetch does not interrupt a process.');
      const { interrupted, process } = await service.interrupt(pid);
      const reply = statusReply(process);
      return interrupted ? { status: 202, ...reply } : { status: 200, ...reply };
    },
  });
}

/** Whether a browser prefetches the page, by the Fetch standard's header or an older one. */
function isPrefetch(headers: Headers): boolean {
  return ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some(name =>
    /\b(?:prefetch|prerender|preview)\b/i.test(headers.get(name) ?? ''),
  );
}

function statusReply(record: ProcessRecord) {
  const headers: Record<string, string> = isFinal(record.status)
    ? {}
    : { 'retry-after': String(pollSeconds) };
  return { body: formatStatus(record), headers };
}

/** `base` is the address of the API, without a trailing slash. */
function formatRun({ pid, status, projectId, taskId }: ProcessRecord, base: string): RunBody {
  const encoded = encodeURIComponent(pid);
  const urls = { statusUrl: `${base}/status/${encoded}`, interruptUrl: `${base}/interrupt/${encoded}` };
  return { pid, status, projectId, taskId, ...urls };
}

export function formatStatus(record: ProcessRecord): StatusBody {
  const { startedAt = null, endedAt = null } = record;
  return asAnswer(statusSchema, { ...record, startedAt, endedAt });
}
