import { expect, it } from 'vitest';
import type { WebhooksOf } from '../../src/events/index.ts';
import { paid, toldOf, tried } from './test-events.ts';

type Query = Parameters<WebhooksOf>[1]['query'];

/** What a function for webhooks may do wrong with its statements, and what PostgreSQL says of it. */
const mistakes: readonly (readonly [string, (query: Query) => Promise<unknown>, string])[] = [
  ['a table that is not there', query => query('select * from ours.missing'), 'ours.missing'],
  ['a column that is not there', query => query('select missing from hookplate.event'), 'missing'],
  [
    'a right that its role lacks',
    query => query(`do $$ begin raise exception 'permission denied' using errcode = '42501'; end $$`),
    'permission denied',
  ],
  [
    'a statement that takes too long',
    async query => {
      await query("select set_config('statement_timeout', '50', true)");
      await query('select pg_sleep(10)');
    },
    'statement timeout',
  ],
  [
    'a statement whose error it ignores',
    query => query('select * from ours.missing').catch(() => {}),
    'transaction is aborted',
  ],
];

it.each(mistakes)('%s is the trouble of one profile alone', async (_, mistake, said) => {
  const errors: unknown[] = [];
  const find: WebhooksOf = async (profile, { query }) => {
    await query('select 1');
    if (profile === 'broken') await mistake(query);
    return [];
  };
  const { events } = await tried('PostgreSQL', find, { onError: (error: unknown) => errors.push(error) });
  const broken = await events.notify(paid('1'), { profile: 'broken', ordered: 'a' });
  const others: string[] = [];
  for (const profile of ['before', 'in between', 'shop'])
    others.push((await events.notify(paid('2'), { profile })).id);
  await events.start();
  for (const id of others) await expect.poll(toldOf(events, id)).toEqual([]);
  await expect.poll(() => events.find(broken.id)).toMatchObject({ waitsFor: 'failed' });
  expect(errors[0]).toMatchObject({
    name: 'Error',
    message: expect.stringMatching(/^The webhooks of the profile "broken" could not be found.* has failed: /),
    cause: expect.any(Error),
  });
  expect(String(errors[0])).toContain(said);
});

it('a connection that is lost while webhooks are looked for is the trouble of no event', async () => {
  const errors: unknown[] = [];
  let lost = 0;
  const find: WebhooksOf = async (_, { query }) => {
    if (++lost === 1) await query('select pg_terminate_backend(pg_backend_pid())');
    return [];
  };
  const { events, rows } = await tried('PostgreSQL', find, {
    onError: (error: unknown) => errors.push(error),
  });
  await rows(`create table put_off (event uuid)`);
  await rows(`create function note() returns trigger language plpgsql as $$
    begin insert into put_off values (new.id); return new; end $$`);
  await rows('create trigger note before update on hookplate.event for each row execute function note()');
  const { id } = await events.notify(paid('1'), { profile: 'shop' });
  await events.start();
  await expect.poll(toldOf(events, id)).toEqual([]);
  expect(errors).toMatchObject([{ code: 'database-unreachable' }]);
  expect(await rows('select from put_off')).toEqual([]);
});

it('a function for webhooks that answers too late can no longer fail what came after it', async () => {
  let answer = (): void => {};
  const isAnswered = new Promise<void>(resolve => {
    answer = resolve;
  });
  let late: Promise<unknown> | undefined;
  const errors: unknown[] = [];
  const find: WebhooksOf = async (profile, { query }) => {
    await query('select 1');
    if (profile !== 'late') {
      answer();
      await late?.catch(() => {});
      return [];
    }
    // As if its time were over.
    late = isAnswered.then(() => query('select * from ours.missing'));
    late.catch(() => {});
    throw new Error('late');
  };
  const { events } = await tried('PostgreSQL', find, { onError: (error: unknown) => errors.push(error) });
  await events.notify(paid('1'), { profile: 'late' });
  const { id } = await events.notify(paid('2'), { profile: 'shop' });
  await events.start();
  await expect.poll(toldOf(events, id)).toEqual([]);
  await expect(late).rejects.toThrow('may no longer be asked');
  expect(errors.map(String)).toEqual([expect.stringMatching(/has failed: late$/)]);
});
