import { expect, it } from 'vitest';
import { post } from '../delivery/loopback-dispatcher.ts';
import { httpServer } from '../loopback-server.ts';
import { backends, executorOf, openTestDatabase, testOutbox } from './test-database.ts';

it.each(backends)(
  'a line of hundreds on %s leaves in its order, over restarts and failures, and only its head is due',
  async backend => {
    const receiver = await httpServer((response, _hit, before) => {
      response.writeHead(before % 50 === 49 ? 500 : 200).end();
    });
    const database = await openTestDatabase(backend);
    const outbox = await testOutbox(database);
    const ids = Array.from({ length: 450 }, (_, index) => `m${index}`);
    for (const id of ids.slice(0, 200))
      await outbox.enqueue(post(receiver.url), { id, ordered: 'a', webhook: 'w' });
    const { rows } = await executorOf(database).query(
      'select given_id as id from hookplate.message where due_at is not null',
    );
    expect(rows).toEqual([{ id: 'm0' }]);
    await outbox.start();
    const requests = ids
      .slice(200)
      .map(id => ({ request: post(receiver.url), id, ordered: 'a', webhook: 'w' }));
    await outbox.enqueueAll(requests.slice(0, 100));
    await expect.poll(() => receiver.hits.length).toBeGreaterThan(20);
    await outbox.stop({ timeoutMs: 0 });
    const next = await testOutbox(database);
    await next.start();
    await next.enqueueAll(requests.slice(100));
    await expect
      .poll(async () => (await next.messages({ state: 'delivered', limit: 500 })).items.length)
      .toBe(450);
    const sent = receiver.hits.map(({ headers }) => String(headers['webhook-id']));
    // Each may come again, but none before the one before it has come.
    const firsts = [...new Set(sent)];
    expect(firsts).toEqual(ids);
  },
);
