import type { ProcessStatusAnswer } from './answer.ts';
import { WorkflowClientError } from './client-error.ts';
import { isTransient } from './exchange.ts';
import { sleep } from './sleep.ts';

export interface WaitOptions {
  /** Ends the waiting, not the process; rejects with the reason. */
  readonly signal?: AbortSignal;
  /** How long to wait. Default: as long as it takes. */
  readonly timeoutMs?: number;
}

/** Between two questions, in milliseconds: what the server says within these bounds, or the default. */
const pollMs = { default: 1000, least: 100, most: 60_000 } as const;

/** How many questions in a row may come to nothing before the waiting does. */
const toleratedFailures = 5;

type Ask = (signal: AbortSignal) => Promise<ProcessStatusAnswer>;

/** Asks until the status is final. */
export async function waitForEnd(ask: Ask, { signal, timeoutMs }: WaitOptions): Promise<ProcessStatusAnswer> {
  const deadline = new AbortController();
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => deadline.abort(), timeoutMs);
  const either = signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal;
  try {
    return await poll(ask, either);
  } catch (error) {
    signal?.throwIfAborted();
    if (!deadline.signal.aborted) throw error;
    throw new WorkflowClientError('timeout', `The process has not ended within ${timeoutMs} ms`, {
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
}

async function poll(ask: Ask, signal: AbortSignal): Promise<ProcessStatusAnswer> {
  let failures = 0;
  for (;;) {
    let retryAfterMs: number | undefined;
    try {
      const answer = await ask(signal);
      if (answer.isFinal) return answer;
      retryAfterMs = answer.retryAfterMs;
      failures = 0;
    } catch (error) {
      failures++;
      if (!(error instanceof WorkflowClientError) || !isTransient(error) || failures > toleratedFailures)
        throw error;
      retryAfterMs = error.retryAfterMs;
    }
    await sleep(Math.min(Math.max(retryAfterMs ?? pollMs.default, pollMs.least), pollMs.most), signal);
  }
}
