import { it } from 'vitest';
import { expectShortPlans } from './big-backlog.ts';
import { openTestDatabase } from './test-database.ts';

it('no statement reads all messages where 50,000 are due at one endpoint', async () => {
  await expectShortPlans(await openTestDatabase('PostgreSQL'), 50_000);
});
