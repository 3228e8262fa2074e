import { randomUUID } from 'node:crypto';
import type { Observation } from '../api/mount-routes.ts';
import type { Problem } from '../api/problem.ts';
import type { ApiContext } from '../api/route.ts';
import {
  activeTraceparent,
  beginSpan,
  endFailed,
  isTraceparent,
  type Span,
  traceparentOf,
  withinSpan,
} from '../tracing/tracing.ts';
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
  /** Its trace, if a tracer of OpenTelemetry is registered, or its caller has sent one. */
  readonly traceId?: string | undefined;
}

/** What `onError` is told of a request that was answered with 500. */
export interface RequestFailure extends Pick<RequestLogEntry, 'requestId' | 'method' | 'route'> {
  readonly kind: 'request';
  readonly error: unknown;
}

export interface RequestLogOptions {
  readonly log: (entry: RequestLogEntry) => void;
  readonly onError: (failure: RequestFailure) => void;
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
  onError,
  metrics,
  now,
}: RequestLogOptions): (context: ApiContext) => Observation {
  return context => {
    const started = performance.now();
    const requestId = randomUUID();
    const span = beginRequest(context);
    const asked = () => ({
      requestId,
      method: methods.has(context.req.method) ? context.req.method : 'other',
      route: context.get('route') ?? 'none',
    });
    return {
      headers: { 'x-request-id': requestId },
      within: work => withinSpan(span, work),
      onError: error => onError({ kind: 'request', ...asked(), error }),
      end: status => {
        const durationMs = Math.round(performance.now() - started);
        const { method, route } = asked();
        endRequest(span, context.req.url, { method, route, status });
        metrics.countRequest({ method, route, status, seconds: durationMs / 1000 });
        if (route === assetsRoute && status < 400) return;
        log({
          time: new Date(now()).toISOString(),
          ...asked(),
          ...{ status, durationMs },
          caller: context.get('caller')?.name,
          address: status === 401 || status === 429 ? context.get('address') : undefined,
          problem: context.get('problem'),
          traceId: traceparentOf(span)?.split('-')[1],
        });
      },
    };
  };
}

/** Where a span is active, the application has begun one for the request, and this one is inside. */
function beginRequest({ req }: ApiContext): Span {
  const given = req.header('traceparent');
  const isInside = activeTraceparent() !== undefined;
  return beginSpan(spanMethod(req.method), {
    kind: isInside ? 'internal' : 'server',
    traceparent: isInside || !isTraceparent(given) ? undefined : given,
  });
}

/** The path is left out, like everywhere: it may hold anything. */
function endRequest(span: Span, url: string, { method, route, status }: Answered): void {
  if (!span.isRecording()) return;
  if (route !== 'none') {
    span.updateName(`${spanMethod(method)} ${route}`);
    span.setAttribute('http.route', route);
  }
  span.setAttributes({
    'http.request.method': spanMethod(method, '_OTHER'),
    'http.response.status_code': status,
    'url.scheme': new URL(url).protocol.slice(0, -1),
  });
  if (status < 500) span.end();
  else endFailed(span, String(status));
}

type Answered = Pick<RequestLogEntry, 'method' | 'route' | 'status'>;

/** Methods that are made up have a name of their own in the conventions for HTTP. */
function spanMethod(method: string, other = 'HTTP'): string {
  return methods.has(method) ? method : other;
}

/** A request that Node.js refused; only the problem in its answer is known. */
export interface Refusal extends Pick<Problem, 'status' | 'code'> {
  /** As in the header `x-request-id` of the answer. Default: random. */
  readonly requestId?: string;
}

/** Logs requests that were refused before the application saw them. */
export function refusalLog({
  log,
  metrics,
  now,
}: Omit<RequestLogOptions, 'onError'>): (refusal: Refusal) => void {
  return ({ status, code, requestId = randomUUID() }) => {
    const request = { method: 'other', route: 'none', status };
    metrics.countRequest({ ...request, seconds: 0 });
    const time = new Date(now()).toISOString();
    const unknown = { caller: undefined, address: undefined };
    log({ time, requestId, ...request, durationMs: 0, ...unknown, problem: code });
  };
}
