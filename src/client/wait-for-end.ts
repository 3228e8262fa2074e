import { type Check, defineOptions, milliseconds, objectWith, optional } from '../http/define-options.ts';
import type { ProcessStatusAnswer } from './answer.ts';
import { WorkflowClientError } from './client-error.ts';
import { sleep } from './sleep.ts';

/** How long `wait` asks. */
export interface WaitOptions {
  /** Ends the waiting, not the process; rejects with the reason. */
  readonly signal?: AbortSignal | undefined;
  /** How long to wait. Default: as long as it takes. */
  readonly timeoutMs?: number | undefined;
}

export const readSignal: Check<AbortSignal | undefined> = optional(
  objectWith<AbortSignal>('addEventListener', 'removeEventListener', 'throwIfAborted'),
);

const readOptions = defineOptions<WaitOptions>({
  signal: readSignal,
  timeoutMs: optional(milliseconds(0)),
});

/** Between two questions, in milliseconds: what the server says within these bounds, or the default. */
const pollMs = { default: 1000, least: 100, most: 60_000 } as const;

/** How many questions in a row may come to nothing before the waiting does. */
export const toleratedFailures = 5;

type Ask = (signal: AbortSignal) => Promise<ProcessStatusAnswer>;

/** Asks until the status is final. */
export async function waitForEnd(ask: Ask, options?: WaitOptions): Promise<ProcessStatusAnswer> {
  const { signal, timeoutMs } = readOptions(options);
  const deadline = new AbortController();
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => deadline.abort(), timeoutMs);
  const either = signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal;
  try {
    return await poll(ask, either);
  } catch (error) {
    signal?.throwIfAborted();
    if (!deadline.signal.aborted) throw error;
    throw new WorkflowClientError('timeout', `The process did not end within ${timeoutMs} ms`, {
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
      assertStatus(answer);
      retryAfterMs = answer.retryAfterMs;
      failures = 0;
    } catch (error) {
      failures++;
      if (!(error instanceof WorkflowClientError) || !mayPass(error) || failures > toleratedFailures)
        throw error;
      retryAfterMs = error.retryAfterMs;
    }
    await sleep(Math.min(Math.max(retryAfterMs ?? pollMs.default, pollMs.least), pollMs.most), signal);
  }
}

/** A page instead of a status, such as that of a proxy, is not a word about the process itself */
function assertStatus({ status, raw, retryAfterMs }: ProcessStatusAnswer): void {
  if (status !== undefined) return;
  throw new WorkflowClientError(
    'unreadable',
    'The server was asked for a status, but its answer names none.',
    {
      raw,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    },
  );
}

/** A question changes nothing, so it is asked again unless the server says that it is wrong. */
function mayPass({ code, status = 0 }: WorkflowClientError): boolean {
  return code !== 'answered' || status >= 500 || status === 408 || status === 429;
}
