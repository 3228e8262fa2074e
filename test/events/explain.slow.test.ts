import { it } from 'vitest';
import { openTestDatabase } from '../outbox/test-database.ts';
import { expectShortEventPlans } from './event-backlog.ts';

it('no statement reads all events where 50,000 of one profile wait', async () => {
  await expectShortEventPlans(await openTestDatabase('PostgreSQL'), { count: 50_000, profiles: 1 });
});
