import type { WebhookRequest } from '../../../src/webhook/webhook-request.ts';

/** What a process is told to do. */
export interface Order {
  readonly messages: readonly CrashMessage[];
}

export interface CrashMessage {
  readonly id: string;
  readonly webhook: string;
  readonly request: WebhookRequest;
}

/** How attempts are made in every process. */
export const workerOptions = {
  allow: ['127.0.0.0/8'],
  timeoutMs: 500,
  schedule: [50, 200, 1000, 1000, 1000],
  pollMs: 200,
  concurrency: 50,
};
