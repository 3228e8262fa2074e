import type { CrashMessage } from './crash-message.ts';

/** What a process is told to do. */
export interface Order {
  readonly messages: readonly CrashMessage[];
}

/** How attempts are made in every process. */
export const workerOptions = {
  allow: ['127.0.0.0/8'],
  // On a busy machine, healthy receivers miss deadlines too: this one is long enough for most, and the last attempts are late.
  timeoutMs: 2000,
  schedule: [50, 200, 1000, 1000, 1000, 5000, 5000],
  pollMs: 200,
  concurrency: 50,
  // What was in flight in a process that was killed counts until it is noticed: the receiver that hangs had no room left.
  perEndpoint: 200,
};
