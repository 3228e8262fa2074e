import { onTestFinished } from 'vitest';
import { createEvents, type Events, type EventsOptions } from '../../src/events/index.ts';
import type { Database } from '../../src/outbox/index.ts';
import { testOutbox } from '../outbox/test-database.ts';

/** Events on a database, which nobody is told of before they are started; they end with the test. */
export async function testEvents(
  database: Database,
  options: Partial<Omit<EventsOptions, 'database'>> = {},
): Promise<Events> {
  const { outbox = await testOutbox(database), webhooks = [], ...others } = options;
  const events = createEvents({ database, outbox, webhooks, pollMs: 20, ...others });
  onTestFinished(() => events.stop({ timeoutMs: 0 }));
  return events;
}
