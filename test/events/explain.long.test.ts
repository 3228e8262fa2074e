import { it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/outbox/index.ts';
import { migratedPostgres } from '../outbox/test-database.ts';
import { expectShortEventPlans } from './event-backlog.ts';

it.each([1, 1000])('no statement reads all events where a million of %i profiles wait', async profiles => {
  const database = await openDatabase({ url: await migratedPostgres(), queryTimeoutMs: 600_000 });
  onTestFinished(() => database.close());
  await expectShortEventPlans(database, { count: 1_000_000, profiles });
});
