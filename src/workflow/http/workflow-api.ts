import { type Context, Hono } from 'hono';
import { isFinal, type ProcessRecord } from '../process/process-record.ts';
import type { WorkflowService } from '../workflow-service.ts';
import { type ApiSettings, readApiOptions, type WorkflowApiOptions } from './api-options.ts';
import { formatRun, formatStatus } from './bodies.ts';
import { readJsonBody } from './json-body.ts';
import { openApiDocument } from './openapi-document.ts';
import { Problem, problemOf, problemResponse } from './problem.ts';

type Handler = (context: Context) => Response | Promise<Response>;

/** How long someone is told to wait before they ask for a status again, in seconds. */
export const pollSeconds = 1;

/**
 * The service over HTTP, as a Hono app: its `fetch` takes a `Request` and resolves to a `Response`, and `route` mounts
 * it anywhere in another app. Every request is authenticated.
 *
 * @throws {TypeError} naming the invalid option.
 */
export function createWorkflowApi(service: WorkflowService, options: WorkflowApiOptions): Hono {
  const settings = readApiOptions(options);
  const app = new Hono();
  const add = (path: string, handlers: Readonly<Record<string, Handler>>): void => {
    const allow = Object.keys(handlers).flatMap(method => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    for (const [method, handler] of Object.entries(handlers)) {
      app.on(method, settings.basePath + path, guarded(settings, handler));
    }
    app.all(settings.basePath + path, guarded(settings, methodNotAllowed(allow.join(', '))));
  };
  const run = runHandler(service, settings);
  add('/project/:projectId/task/:taskId/run', { POST: run });
  add('/projects/:projectId/tasks/:taskId/run', { POST: run });
  add('/status/:pid{[\\s\\S]+}', { GET: context => answerStatus(service, context) });
  const interrupt: Handler = context => answerInterrupt(service, context);
  add('/interrupt/:pid{[\\s\\S]+}', { GET: interrupt, POST: interrupt });
  add('/openapi.json', { GET: context => jsonResponse(200, openApiDocument(baseOf(context, settings, 1))) });
  app.all(`${settings.basePath}/*`, guarded(settings, notFound));
  app.notFound(guarded(settings, notFound));
  return app;
}

/**
 * Lets in who may come, and turns whatever is thrown into an answer. Where the body was not read, servers close the
 * connection, and the answer must say so: the next request would be written into a closed one.
 */
function guarded({ gate, onError }: ApiSettings, handler: Handler): (context: Context) => Promise<Response> {
  return async context => {
    try {
      await gate(context.req.raw);
      return await handler(context);
    } catch (error) {
      const problem = problemOf(error);
      if (problem.status === 500) onError(error);
      // For the log of whoever mounts it.
      context.set('problem', problem.code);
      return problemResponse(problem, hasUnreadBody(context.req.raw) ? { connection: 'close' } : {});
    }
  };
}

/** Whether an answer leaves a body on the wire. */
export function hasUnreadBody({ headers, bodyUsed }: Request): boolean {
  return !bodyUsed && (headers.has('transfer-encoding') || Number(headers.get('content-length')) > 0);
}

function runHandler(service: WorkflowService, settings: ApiSettings): Handler {
  return async context => {
    const { req } = context;
    if (req.query('trigger') !== 'API') {
      throw new Problem(400, 'trigger-missing', 'The query must contain `trigger=API`.');
    }
    const { body, bytes: bodyBytes } = await readJsonBody(req.raw);
    const idempotencyKey = req.header('idempotency-key');
    const record = await service.run(parameter(context, 'projectId'), parameter(context, 'taskId'), body, {
      idempotencyKey,
      bodyBytes,
    });
    const answer = formatRun(record, baseOf(context, settings, 5));
    return jsonResponse(202, answer, { location: answer.statusUrl });
  };
}

async function answerStatus(service: WorkflowService, context: Context): Promise<Response> {
  return statusResponse(200, await service.status(parameter(context, 'pid')));
}

/** A HEAD only looks; who loads ahead is turned away, or the page would show an interruption that never was. */
async function answerInterrupt(service: WorkflowService, context: Context): Promise<Response> {
  const { raw } = context.req;
  if (raw.method === 'HEAD') return answerStatus(service, context);
  if (isPrefetch(raw.headers)) throw new Problem(503, 'prefetch', 'A prefetch does not interrupt a process.');
  const { interrupted, process } = await service.interrupt(parameter(context, 'pid'));
  return statusResponse(interrupted ? 202 : 200, process);
}

/** Whether someone loads a page ahead, in case it is wanted: by the Fetch standard's header, or an older one. */
function isPrefetch(headers: Headers): boolean {
  return ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some(name =>
    /\b(?:prefetch|prerender|preview)\b/i.test(headers.get(name) ?? ''),
  );
}

function statusResponse(status: number, record: ProcessRecord): Response {
  const headers = isFinal(record.status) ? {} : { 'retry-after': String(pollSeconds) };
  return jsonResponse(status, formatStatus(record), headers);
}

function jsonResponse(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  });
}

function methodNotAllowed(allow: string): Handler {
  return () => {
    throw new Problem(405, 'method-not-allowed', `This address only supports ${allow}.`, { allow });
  };
}

function notFound(): never {
  throw new Problem(404, 'not-found', 'Nothing is at this address.');
}

/** Percent-decoded once. */
function parameter(context: Context, name: string): string {
  return context.req.param(name) ?? '';
}

/** The address of the API, which is that of the request without its last segments. */
function baseOf({ req }: Context, { publicUrl }: ApiSettings, segments: number): string {
  if (publicUrl !== undefined) return publicUrl;
  const { origin, pathname } = new URL(req.url);
  return origin + pathname.split('/').slice(0, -segments).join('/');
}
