import { randomUUID } from 'node:crypto';
import type { Observation } from '../api/mount-routes.ts';
import type { Problem } from '../api/problem.ts';
import type { ApiContext } from '../api/route.ts';
import type { Metrics } from './metrics.ts';

/**
 * A request that was answered, except for files of the pages. It contains no path and no query, which may hold
 * anything.
 */
export interface RequestLogEntry {
  /** ISO 8601. */
  readonly time: string;
  readonly requestId: string;
  readonly method: string;
  /** As declared: `/api/webhooks/{id}`. */
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
  readonly caller: string | undefined;
  /**
   * The source of credentials that were refused with 401 or 429. For IPv6 it is the network, by which tries are
   * counted.
   */
  readonly address: string | undefined;
  /** The code of the problem in the answer. */
  readonly problem: string | undefined;
}

export interface RequestLogOptions {
  readonly log: (entry: RequestLogEntry) => void;
  readonly metrics: Pick<Metrics, 'countRequest'>;
  readonly now: () => number;
}

/** The path of the assets: a dozen requests for each page, which nobody wants to read about. */
export const assetsRoute = '/assets';

/** Methods that are counted by name; any other method is made up. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']);

/** Gives each request an id, and logs it once it is answered. */
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

/** A request that Node.js refused; only the problem in its answer is known. */
export type Refusal = Pick<Problem, 'status' | 'code'>;

/** Logs requests that were refused before the application saw them. */
export function refusalLog({ log, metrics, now }: RequestLogOptions): (refusal: Refusal) => void {
  return ({ status, code }) => {
    const request = { method: 'other', route: 'none', status };
    metrics.countRequest({ ...request, seconds: 0 });
    const time = new Date(now()).toISOString();
    const unknown = { caller: undefined, address: undefined };
    log({ time, requestId: randomUUID(), ...request, durationMs: 0, ...unknown, problem: code });
  };
}
