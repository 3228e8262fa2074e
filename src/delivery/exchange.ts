import type { IncomingHttpHeaders } from 'node:http';
import type { Agent, Dispatcher } from 'undici';
import type { Answered, AttemptOutcome, Failed } from './attempt.ts';
import { classifyError, failed } from './attempt-error.ts';
import type { Call } from './call.ts';
import { readCappedBody } from './capped-body.ts';
import { keptHeaders } from './kept-headers.ts';
import { Trace } from './traced-agent.ts';
import type { WireRequest } from './wire-request.ts';

export interface ExchangePlan {
  readonly agent: Agent;
  readonly wire: WireRequest;
  /** Flat, all that is sent. */
  readonly headers: string[];
  /** Over connection, headers and body together. */
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
}

export interface Exchange {
  readonly outcome: AttemptOutcome;
  readonly address?: string;
}

/** Puts a request on the wire and reads what comes back. Never rejects, and is over by the deadline. */
export function exchange(plan: ExchangePlan, call: Call): Promise<Exchange> {
  const trace = new Trace();
  const stopper = new AbortController();
  return new Promise(resolve => {
    let settled = false;
    const settle = (outcome: AttemptOutcome, dialled?: string): void => {
      // An abort is followed by the error that it causes; by then the call may wait for something else.
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      call.waitFor(undefined);
      const address = trace.connection?.address ?? dialled;
      resolve(address === undefined ? { outcome } : { outcome, address });
    };
    // Settles before it aborts: undici notices an abort only once it is connected.
    const stop = (error: 'timeout' | 'aborted'): void => {
      settle(failed(error, plan.wire.host));
      stopper.abort();
    };
    const timer = setTimeout(stop, plan.timeoutMs, 'timeout');
    call.waitFor(() => stop('aborted'));
    if (stopper.signal.aborted) return;
    request(plan, stopper.signal, trace)
      .then(answer => readAnswer(plan, answer))
      .then(settle, error => settle(classifyError(error, plan.wire.host), dialledAddress(error)));
  });
}

function request(
  plan: ExchangePlan,
  signal: AbortSignal,
  trace: Trace,
): Promise<Dispatcher.ResponseData<Trace>> {
  const { origin, path, method, body } = plan.wire;
  return plan.agent.request<Trace>({
    origin,
    path,
    method,
    headers: plan.headers,
    body: body ?? null,
    signal,
    opaque: trace,
  });
}

async function readAnswer(
  plan: ExchangePlan,
  {
    statusCode,
    headers,
    body,
  }: { statusCode: number; headers: IncomingHttpHeaders; body: Dispatcher.ResponseData['body'] },
): Promise<Answered | Failed> {
  const read = await readCappedBody(body, plan.maxResponseBytes);
  if (read.error !== undefined && !isEarlyEnd(read.error)) return classifyError(read.error, plan.wire.host);
  return {
    kind: 'answered',
    status: statusCode,
    headers: keptHeaders(headers),
    body: read.text,
    truncated: read.truncated,
  };
}

/**
 * The receiver said what it had to say with its status, and then closed in good order before the announced end of the
 * body: that is an answer. A reset in the middle is not.
 */
function isEarlyEnd(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'UND_ERR_SOCKET';
}

/** Where no connection came about, the address stands in the error. */
function dialledAddress(error: unknown): string | undefined {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (typeof first !== 'object' || first === null || !('address' in first)) return undefined;
  return typeof first.address === 'string' ? first.address : undefined;
}
