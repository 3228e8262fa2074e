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
 * and must not forget a job that waits for long. A missed heartbeat tells of a worker that died, whatever the deadline of
 * its attempts; the expiry is as late as the queue allows, since attempts may wait for their turn.
 */
export const queueOptions = {
  retryLimit: 1000,
  retryDelay: 0,
  retentionSeconds: tenYears,
  deleteAfterSeconds: 60,
  heartbeatSeconds: 10,
  expireInSeconds: 24 * 60 * 60,
} as const satisfies Omit<Queue, 'name'>;
