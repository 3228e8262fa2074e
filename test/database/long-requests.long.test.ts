import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { post } from '../delivery/loopback-dispatcher.ts';
import { openTestDatabase, testOutbox } from '../outbox/test-database.ts';

it('hundreds of long requests at once are stored, and one beside them, too; a longer one is refused', async () => {
  const outbox = await testOutbox(await openTestDatabase('PostgreSQL'), { maxRequestBytes: 2 ** 20 + 1000 });
  const body = randomBytes(2 ** 19).toString('hex');
  const long = Array.from({ length: 450 }, (_, index) =>
    outbox.enqueue(post('http://127.0.0.1:9/', body), { id: `m${index}` }),
  );
  const short = outbox.enqueue(post('http://127.0.0.1:9/', 'short'), { id: 'short' });
  const longer = outbox.enqueue(post('http://127.0.0.1:9/', `${body}${body}`));
  await expect(longer).rejects.toMatchObject({ code: 'request-too-large' });
  expect(await short).toBe('short');
  expect((await Promise.all(long)).length).toBe(450);
  expect((await outbox.message('m449', { request: true }))?.request?.body?.length).toBe(2 ** 20);
});
