import { it } from 'vitest';
import { openTestDatabase } from '../../outbox/test-database.ts';
import { expectShortProcessPlans } from './process-backlog.ts';

it('no statement reads all processes where 50,000 have ended', async () => {
  await expectShortProcessPlans(await openTestDatabase('PostgreSQL'), 50_000);
});
