import type { ConstructorOptions, Queue } from 'pg-boss';

/** The one queue. */
export const queueName = 'message';

/** Supervision is what finds the jobs of a worker that died: every 5 s, so that they are taken up within 20 s. */
export const queueSettings = {
  schedule: false,
  supervise: true,
  superviseIntervalSeconds: 5,
  monitorIntervalSeconds: 5,
  migrate: true,
} as const satisfies ConstructorOptions;

const tenYears = 10 * 365 * 24 * 60 * 60;

/**
 * Our own schedule says when there is another attempt, never the queue's: it retries only the jobs of workers that died,
 * and must not forget a job that waits for long.
 */
export function queueOptions(attemptTimeoutMs: number): Omit<Queue, 'name'> {
  return {
    retryLimit: 1000,
    retryDelay: 0,
    retentionSeconds: tenYears,
    deleteAfterSeconds: 60,
    heartbeatSeconds: 10,
    expireInSeconds: Math.ceil(attemptTimeoutMs / 1000) + 15,
  };
}
