import type { CrashMessage } from './crash-message.ts';

/** What a process is told to do. */
export interface Order {
  readonly messages: readonly CrashMessage[];
}

/** How attempts are made in every process. */
export const workerOptions = {
  allow: ['127.0.0.0/8'],
  timeoutMs: 500,
  schedule: [50, 200, 1000, 1000, 1000],
  pollMs: 200,
  concurrency: 50,
};
