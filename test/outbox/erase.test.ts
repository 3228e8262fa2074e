import { expect, it } from 'vitest';
import type { Connection } from '../../src/database/database.ts';
import { anOpenDatabase } from '../../src/database/open-database.ts';
import { post } from '../delivery/loopback-dispatcher.ts';
import { openTestDatabase, testOutbox } from './test-database.ts';

it('a message that is resent while its profile is erased is erased, too', async () => {
  const connection = anOpenDatabase(await openTestDatabase('PostgreSQL'), 'database');
  const other = await testOutbox(connection);
  for (const id of ['resent', 'ended']) {
    await other.enqueue(post('http://127.0.0.1:9/'), { id, profile: 'p' });
    await other.cancel(id);
  }
  let isFirst = true;
  const resending: Connection['transaction'] = work =>
    connection.transaction(tx => {
      const query: typeof tx.query = async (text, values) => {
        if (isFirst && text.includes('from hookplate.ended m')) {
          isFirst = false;
          await other.resend('resent');
        }
        return tx.query(text, values);
      };
      return work({ query });
    });
  const { executor } = connection;
  const outbox = await testOutbox({
    ...connection,
    forUpkeep: () => ({ executor, transaction: resending }),
  } as Connection);
  expect(await outbox.erase('p')).toBe(2);
  expect(await outbox.count()).toBe(0);
});
