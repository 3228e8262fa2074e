import type { Hono } from 'hono';
import { Problem, problemResponse } from '../../workflow/http/problem.ts';
import { hasUnreadBody } from '../../workflow/http/workflow-api.ts';
import type { Gate } from '../access/gate.ts';
import { readBody, readParameters } from './read-request.ts';
import type { AnyReply, Route } from './route.ts';
import type { ServerContext, ServerEnv } from './server-context.ts';
import { serverProblemOf } from './server-problem.ts';

export interface Mounting {
  readonly gate: Gate;
  /** Where the paths of the routes begin. */
  readonly basePath: string;
  /** Told of each error that was answered with 500. */
  readonly onError: (error: unknown) => void;
}

/** Adds routes to an app: what their schemas refuse never reaches them. */
export function mountRoutes(app: Hono<ServerEnv>, routes: readonly Route[], mounting: Mounting): void {
  for (const route of routes) {
    app.on(route.method, honoPath(mounting.basePath + route.path), context =>
      answered(context, mounting, () => answerRoute(context, route, mounting)),
    );
  }
  for (const path of new Set(routes.map(route => route.path))) {
    const methods = routes.filter(route => route.path === path).map(({ method }) => method);
    const allow = methods.flatMap(method => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
    app.all(honoPath(mounting.basePath + path), context =>
      answered(context, mounting, async () => {
        context.set('route', path);
        await mounting.gate.admit(context, { role: 'viewer', changes: false });
        const detail = `This address only supports ${allow}.`;
        throw new Problem(405, 'method-not-allowed', detail, { allow });
      }),
    );
  }
}

/** Turns whatever is thrown into a problem document. */
export async function answered(
  context: ServerContext,
  { onError }: Pick<Mounting, 'onError'>,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    const problem = serverProblemOf(error);
    if (problem.status === 500) onError(error);
    context.set('problem', problem.code);
    return problemResponse(problem, hasUnreadBody(context.req.raw) ? { connection: 'close' } : {});
  }
}

async function answerRoute(context: ServerContext, route: Route, { gate }: Mounting): Promise<Response> {
  const { raw } = context.req;
  const { role, method, path } = route;
  context.set('route', path);
  const caller = role === 'anyone' ? nobody : await gate.admit(context, { role, changes: method !== 'GET' });
  const params = readParameters('path', context.req.param(), route.params);
  const query = readParameters('query', queryOf(raw), route.query ?? undefined);
  const body = await readBody(raw, route.body);
  const isStillWelcome = async (): Promise<boolean> =>
    role === 'anyone' || gate.isStillWelcome(context, role);
  const request = { params, query, body, headers: raw.headers, caller, isStillWelcome, raw, context };
  // The schemas of the route have made these.
  const reply = await route.handle(request as Parameters<Route['handle']>[0]);
  return reply instanceof Response ? reply : responseOf(reply);
}

const nobody = { name: '', role: 'viewer' } as const;

function responseOf({ status, body, headers = {} }: AnyReply): Response {
  const common = { 'cache-control': 'no-store', ...headers };
  if (body === undefined) return new Response(null, { status: Number(status), headers: common });
  return new Response(JSON.stringify(body), {
    status: Number(status),
    headers: { 'content-type': 'application/json', ...common },
  });
}

/** What is said twice is a list, which no schema takes. */
function queryOf({ url }: Request): Readonly<Record<string, unknown>> {
  const { searchParams } = new URL(url);
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map(name => {
      const values = searchParams.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}

function honoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
