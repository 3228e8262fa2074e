import type { Outbox } from '../outbox/outbox.ts';
import type { WorkflowService } from '../workflow/workflow-service.ts';
import type { ChangeFeed } from './feed/change-feed.ts';
import type { ConnectionTester } from './webhooks/trial/test-connection.ts';

/** What works by itself from `start` until `stop`. */
interface Workers {
  readonly outbox: Outbox;
  readonly service: WorkflowService;
  readonly feed: ChangeFeed;
  readonly tester: ConnectionTester;
}

/** A server is made, runs and is stopped, once each; to stop what was never started is fine. */
export interface Lifecycle {
  readonly isRunning: () => boolean;
  readonly start: () => Promise<void>;
  readonly stop: (timeoutMs: number) => Promise<void>;
}

export function createLifecycle(workers: Workers): Lifecycle {
  let state: 'made' | 'running' | 'stopped' = 'made';
  let stopping: Promise<void> | undefined;
  return {
    isRunning: () => state === 'running',
    start: async () => {
      await workers.outbox.start();
      if (state === 'made') state = 'running';
    },
    stop: timeoutMs => {
      state = 'stopped';
      stopping ??= stopWorkers(workers, timeoutMs);
      return stopping;
    },
  };
}

async function stopWorkers({ outbox, service, feed, tester }: Workers, timeoutMs: number): Promise<void> {
  feed.close();
  // What processes raise at their end is still stored, and attempts go on meanwhile.
  await service.close({ timeoutMs });
  await Promise.all([outbox.stop({ timeoutMs: Math.min(timeoutMs, 5000) }), tester.close({ timeoutMs: 0 })]);
}
