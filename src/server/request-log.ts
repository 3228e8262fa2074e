import { randomUUID } from 'node:crypto';
import type { Observation } from '../api/mount-routes.ts';
import type { Problem } from '../api/problem.ts';
import type { ApiContext } from '../api/route.ts';
import type { Metrics } from './metrics.ts';

/** One request that was answered, unless it got a file of the pages. It holds no path and no query: they may hold anything. */
export interface RequestLogEntry {
  /** ISO 8601. */
  readonly time: string;
  readonly requestId: string;
  readonly method: string;
  /** As it was declared: `/api/webhooks/{id}`. */
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
  readonly caller: string | undefined;
  /** Where credentials came from that were refused, with 401 or 429: of IPv6 the network, as tries are counted by it. */
  readonly address: string | undefined;
  /** The code of the problem that it was answered with. */
  readonly problem: string | undefined;
}

export interface RequestLogOptions {
  readonly log: (entry: RequestLogEntry) => void;
  readonly metrics: Pick<Metrics, 'countRequest'>;
  readonly now: () => number;
}

/** Where the files are that pages load: a dozen for each page, of which nobody wants to read. */
export const assetsRoute = '/assets';

/** Methods that are counted under their names; what else comes is made up. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']);

/** Gives each request an id, and tells of it once it is answered. */
export function createRequestLog({
  log,
  metrics,
  now,
}: RequestLogOptions): (context: ApiContext) => Observation {
  return context => {
    const started = performance.now();
    const requestId = randomUUID();
    return {
      headers: { 'x-request-id': requestId },
      end: status => {
        const durationMs = Math.round(performance.now() - started);
        const method = methods.has(context.req.method) ? context.req.method : 'other';
        const route = context.get('route') ?? 'none';
        metrics.countRequest({ method, route, status, seconds: durationMs / 1000 });
        if (route === assetsRoute && status < 400) return;
        log({
          time: new Date(now()).toISOString(),
          ...{ requestId, method, route, status, durationMs },
          caller: context.get('caller')?.name,
          address: status === 401 || status === 429 ? context.get('address') : undefined,
          problem: context.get('problem'),
        });
      },
    };
  };
}

/** What became of a request that Node.js refused: the problem that it was answered with is all there is to say. */
export type Refusal = Pick<Problem, 'status' | 'code'>;

/** Tells of requests that were refused before the application heard of them. */
export function refusalLog({ log, metrics, now }: RequestLogOptions): (refusal: Refusal) => void {
  return ({ status, code }) => {
    const request = { method: 'other', route: 'none', status };
    metrics.countRequest({ ...request, seconds: 0 });
    const time = new Date(now()).toISOString();
    const unknown = { caller: undefined, address: undefined };
    log({ time, requestId: randomUUID(), ...request, durationMs: 0, ...unknown, problem: code });
  };
}
