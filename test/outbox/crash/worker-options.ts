import type { DatabaseOptions } from '../../../src/outbox/index.ts';
import type { CrashMessage } from './crash-message.ts';

/** What a process begins with. */
export interface WorkerSettings {
  readonly database: DatabaseOptions;
  /** Of the receivers. */
  readonly url: string;
}

/** The orders for one process. */
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
  // The attempts of a killed process count until its death is noticed: with less room, the hanging receiver had none left.
  perEndpoint: 200,
};
