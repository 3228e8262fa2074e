import { startTimer } from './wait.ts';

/** Beside `within`: whether a Node process lives on until the deadline. Default true. */
export interface DeadlineOptions {
  readonly keepsAlive?: boolean;
}

/**
 * What `work` resolves or rejects with, if it does so within `timeoutMs` milliseconds, and else what `late` returns or
 * throws. The work itself goes on: what it comes to later is ignored, a rejection too.
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
