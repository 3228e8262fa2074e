import {
  type Attributes,
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

// Spans for whatever SDK the application has registered. Without one, they cost next to nothing and go nowhere, but a
// `traceparent` is handed on all the same.

export type { Span } from '@opentelemetry/api';

const pattern = /^(?!ff)[\da-f]{2}-((?!0{32})[\da-f]{32})-((?!0{16})[\da-f]{16})-([\da-f]{2})$/;

/** Whether a value names a span of a trace (W3C Trace Context, section 3.2). */
export function isTraceparent(value: unknown): value is string {
  return typeof value === 'string' && pattern.test(value);
}

interface NewSpan {
  readonly kind: 'server' | 'internal' | 'producer' | 'client';
  /** The span that it belongs to. Default: the one around the call, if there is one. */
  readonly traceparent?: string | undefined;
  readonly attributes?: Attributes;
}

const kinds = {
  server: SpanKind.SERVER,
  internal: SpanKind.INTERNAL,
  producer: SpanKind.PRODUCER,
  client: SpanKind.CLIENT,
} as const;

/** Begins a span. It never contains what could be a secret. */
export function beginSpan(name: string, { kind, traceparent, attributes }: NewSpan): Span {
  const parent = traceparent === undefined ? context.active() : contextOf(traceparent);
  // Asked for each time: the application may register another SDK.
  return trace
    .getTracer('hookplate')
    .startSpan(name, { kind: kinds[kind], ...(attributes && { attributes }) }, parent);
}

function contextOf(traceparent: string) {
  const [, traceId = '', spanId = '', flags = ''] = pattern.exec(traceparent) ?? [];
  const spanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return traceId === '' ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, spanContext);
}

/** Calls `work` with a span around it, which spans that begin there belong to. */
export function withinSpan<T>(span: Span, work: () => T): T {
  return context.with(trace.setSpan(context.active(), span), work);
}

/** Ends a span of something that has failed; `type` is a code, not a message. */
export function endFailed(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** Names a span for others to belong to; undefined for one that nobody records. */
export function traceparentOf(span: Span): string | undefined {
  const known = span.spanContext();
  if (!isSpanContextValid(known)) return undefined;
  return `00-${known.traceId}-${known.spanId}-${known.traceFlags.toString(16).padStart(2, '0')}`;
}

/** Names the span around the call, if there is one. */
export function activeTraceparent(): string | undefined {
  const span = trace.getActiveSpan();
  return span && traceparentOf(span);
}

/** The active span; where none was begun for a request, that of its caller. */
export function traceparentFor(headers: Headers): string | undefined {
  const given = headers.get('traceparent');
  return activeTraceparent() ?? (isTraceparent(given) ? given : undefined);
}
