import { it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../src/outbox/index.ts';
import { migratedPostgres } from '../../outbox/test-database.ts';
import { expectShortProcessPlans } from './process-backlog.ts';

it('no statement reads all processes where a million have ended', async () => {
  const database = await openDatabase({ url: await migratedPostgres(), queryTimeoutMs: 600_000 });
  onTestFinished(() => database.close());
  await expectShortProcessPlans(database, 1_000_000);
});
