import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { post } from '../delivery/loopback-dispatcher.ts';
import { httpServer } from '../loopback-server.ts';
import { backends, executorOf, openTestDatabase, testOutbox } from './test-database.ts';

it('a message whose attempt cannot be stored is put off and told of, and holds up no others', async () => {
  const receiver = await httpServer();
  const database = await openTestDatabase('PostgreSQL');
  const { query } = executorOf(database);
  await query(`create function hookplate.poison() returns trigger language plpgsql
    as $$ begin if new.message = 'poison' then raise exception 'on purpose'; end if; return new; end $$`);
  await query('create trigger poison before insert on hookplate.attempt execute function hookplate.poison()');
  await query('drop trigger poison on hookplate.attempt');
  await query(
    'create trigger poison before insert on hookplate.attempt for each row execute function hookplate.poison()',
  );
  const errors: unknown[] = [];
  const outbox = await testOutbox(database, { onError: error => void errors.push(error) });
  const others = Array.from({ length: 60 }, (_, index) => ({ request: post(receiver.url), id: `m${index}` }));
  await outbox.enqueueAll([
    ...others.slice(0, 30),
    { request: post(receiver.url), id: 'poison' },
    ...others.slice(30),
  ]);
  await outbox.start();
  await expect
    .poll(async () => (await outbox.messages({ state: 'delivered', limit: 100 })).items.length)
    .toBe(60);
  await expect.poll(() => errors.length).toBe(1);
  expect(errors).toMatchObject([{ code: 'unrecorded', message: expect.stringContaining('poison') }]);
  const poison = await outbox.message('poison');
  expect(poison).toMatchObject({ state: 'pending', attempts: 0 });
  expect(poison?.nextAttemptAt?.getTime()).toBeGreaterThan(Date.now() + 60_000);
});

describe.each(backends)('a lease on %s', backend => {
  it('that is over leaves the message to another, and a late success ends it all the same', async () => {
    const held: ServerResponse[] = [];
    const receiver = await httpServer(response => void held.push(response));
    const database = await openTestDatabase(backend);
    const [slow, quick] = [await testOutbox(database), await testOutbox(database, { schedule: [3_600_000] })];
    await slow.start();
    const id = await slow.enqueue(post(receiver.url));
    await expect.poll(() => held.length).toBe(1);
    const { query } = executorOf(database);
    const isTaken = async () =>
      (await query('select taken_until > now() as is_taken from hookplate.message')).rows;
    expect(await isTaken()).toEqual([{ is_taken: true }]);
    // As if the time had passed: the one who has it still waits for its answer.
    await query('update hookplate.message set taken_until = now()');
    await quick.start();
    await expect.poll(() => held.length).toBe(2);
    await quick.stop({ timeoutMs: 0 });
    held[0]?.writeHead(200).end('late');
    await expect.poll(async () => (await found())?.state).toBe('delivered');
    expect((await found())?.history).toMatchObject([{ number: 1, outcome: { status: 200 } }]);

    async function found() {
      return slow.message(id);
    }
  });
});
