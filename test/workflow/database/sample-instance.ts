import { onTestFinished } from 'vitest';
import type { Database } from '../../../src/outbox/index.ts';
import type { WebhookConfig } from '../../../src/webhook/config/settings.ts';
import { createDatabaseStore, type DatabaseStore } from '../../../src/workflow/database/index.ts';
import type { WorkflowFailure } from '../../../src/workflow/workflow-failure.ts';
import { createWorkflowService, type WorkflowService } from '../../../src/workflow/workflow-service.ts';
import { testEvents } from '../../events/test-events.ts';
import { testOutbox } from '../../outbox/test-database.ts';
import { briefTask, type SampleOptions } from '../sample-service.ts';

/** Long enough for a busy machine to renew it, short enough to wait for its end. */
export const shortLeaseMs = 1500;

export interface SampleInstance {
  readonly service: WorkflowService;
  readonly store: DatabaseStore;
  readonly failures: readonly WorkflowFailure[];
}

/** A webhook that is told of everything, and says in its path of what. */
export function webhookTo(url: string, id = 'all'): WebhookConfig {
  return {
    id,
    profile: 'nightly',
    events: { Started: true, Completed: true, Errored: true },
    method: 'POST',
    url: `${url}/$event$`,
    contentType: 'text/plain',
    payload: '$recordsProcessed$',
  };
}

/** A service on a database, with events that are told and an outbox that delivers; all end with the test. */
export async function sampleInstance(
  database: Database,
  { tasks = { brief: briefTask }, webhooks = [], ...options }: SampleOptions = {},
): Promise<SampleInstance> {
  const outbox = await testOutbox(database);
  await outbox.start();
  const events = await testEvents(database, { outbox, webhooks });
  await events.start();
  const store = createDatabaseStore({ database, events, leaseMs: shortLeaseMs });
  const failures: WorkflowFailure[] = [];
  const service = createWorkflowService({
    projects: { etl: { tasks } },
    store,
    onError: failure => void failures.push(failure),
    ...options,
  });
  onTestFinished(() => service.close({ timeoutMs: 0 }));
  return { service, store, failures };
}
