import { startTimer } from './wait.ts';

/** `keepsAlive`: whether a Node process stays alive until the deadline. Default true. */
export interface DeadlineOptions {
  readonly keepsAlive?: boolean;
}

/**
 * The result of `work`, if it settles within `timeoutMs` milliseconds; otherwise that of `late`. The work itself goes
 * on, and its later result is ignored, even a rejection.
 */
export async function within<T, Late>(
  timeoutMs: number,
  work: Promise<T>,
  late: () => Late | Promise<Late>,
  { keepsAlive = true }: DeadlineOptions = {},
): Promise<T | Late> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<typeof isLate>(resolve => {
    timer = startTimer(() => resolve(isLate), timeoutMs, keepsAlive);
  });
  try {
    const first = await Promise.race([work, deadline]);
    return first === isLate ? await late() : first;
  } finally {
    clearTimeout(timer);
  }
}

const isLate: unique symbol = Symbol('late');

/**
 * A signal that is aborted with `signal`, and after `timeoutMs` milliseconds at the latest; then its reason is a
 * `TimeoutError`. Without either, it is never aborted.
 */
export function signalWithin(timeoutMs: number | undefined, signal?: AbortSignal): AbortSignal {
  if (timeoutMs === undefined) return signal ?? new AbortController().signal;
  const timeout = AbortSignal.timeout(timeoutMs);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}
