import { expect, it, onTestFinished } from 'vitest';
import { countedAs } from '../../src/api/role.ts';
import { createCatalogues, type ServedCatalogue } from '../../src/events/catalogues.ts';
import { Shares } from '../../src/server/intake/shares.ts';
import { TemplateThreads } from '../../src/server/templates/template-threads.ts';
import { readTemplateWorkOptions } from '../../src/server/templates/template-work-options.ts';
import { defineEvents } from '../../src/webhook/events/define-events.ts';
import { httpServer } from '../loopback-server.ts';
import { jsonOf, testServer } from './test-server.ts';

const shop = defineEvents({
  variables: { number: 'string' },
  events: { 'order.placed': { title: 'An order was placed' } },
});

async function limited(limits: object) {
  let now = Date.now();
  const receiver = await httpServer();
  const { call, server } = await testServer({ events: shop, limits, clock: () => now });
  const make = (profile: string) =>
    call('POST', '/api/webhooks', {
      body: { config: { profile, events: { 'order.placed': true }, method: 'GET', url: receiver.url } },
    });
  const pass = (ms: number): void => {
    now += ms;
  };
  return { call, server, make, pass };
}

it('a profile has so many webhooks, and another as many', async () => {
  const { make, call } = await limited({ maxWebhooks: 2 });
  const [first] = [await make('acme'), await make('acme')];
  const refused = await make('acme');
  expect(refused.status).toBe(409);
  expect(await jsonOf(refused)).toMatchObject({
    code: 'too-many-webhooks',
    detail: 'This profile has 2 webhooks, as many as it may have: remove some that nobody needs.',
  });
  expect((await make('globex')).status).toBe(201);
  const { id } = await jsonOf<{ id: string }>(first);
  await call('DELETE', `/api/webhooks/${id}`, { headers: { 'if-match': '*' } });
  expect((await make('acme')).status).toBe(201);
});

it('a profile has no more webhooks where many are made at once, or one is moved to it', async () => {
  const { make, call } = await limited({ maxWebhooks: 1 });
  const made = await Promise.all(Array.from({ length: 6 }, () => make('acme')));
  expect(made.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
  const { id, config } = await jsonOf<{ id: string; config: object }>(await make('globex'));
  const moved = await call('PUT', `/api/webhooks/${id}`, {
    ...{ headers: { 'if-match': '*' }, body: { config: { ...config, profile: 'acme' } } },
  });
  expect(moved.status).toBe(409);
});

it('a profile sends so many tests in a minute, stored or not, and another as many', async () => {
  const { make, call, pass } = await limited({ maxTestsPerMinute: 2 });
  const idOf = async (profile: string) => await jsonOf<{ id: string; config: object }>(await make(profile));
  const [acme, globex] = [await idOf('acme'), await idOf('globex')];
  const testStored = (id: string) => call('POST', `/api/webhooks/${id}/test`, { body: {} });
  const testGiven = (config: object) => call('POST', '/api/webhooks/test', { body: { config } });
  expect((await testStored(acme.id)).status).toBe(200);
  expect((await testGiven(acme.config)).status).toBe(200);
  for (const refused of [await testStored(acme.id), await testGiven(acme.config)]) {
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('30');
    expect(await jsonOf(refused)).toMatchObject({
      code: 'throttled',
      detail: 'Too many tests were sent for this profile. Try again in 30 seconds.',
    });
  }
  expect((await testStored(globex.id)).status).toBe(200);
  pass(30_000);
  expect((await testStored(acme.id)).status).toBe(200);
  expect((await testStored(acme.id)).status).toBe(429);
});

it('programs report so many events of a profile in a second, and of another as many; the application as many as it likes', async () => {
  const { call, server, pass } = await limited({ maxEventsPerSecond: 10 });
  const report = (...profiles: readonly string[]) =>
    call('POST', '/api/v2/events', {
      body: profiles.map(profile => ({ event: 'order.placed', profile, facts: { number: '7' } })),
    });
  const thousand = Array.from({ length: 1000 }, () => 'acme');
  expect((await report(...thousand)).status).toBe(202);
  const refused = await report('globex', 'acme');
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('1');
  expect((await report('globex')).status).toBe(202);
  const { items: reported } = await jsonOf<{ items: { id: string }[] }>(
    await call('GET', '/api/events?profile=acme&limit=1'),
  );
  expect((await call('POST', `/api/events/${reported[0]?.id}/replay`)).status).toBe(429);
  await server.notify(shop.create('order.placed', { number: '8' }), { profile: 'acme' });
  pass(100);
  expect((await report('acme')).status).toBe(202);
  expect((await report('acme')).status).toBe(429);
  const { items } = await jsonOf<{ items: object[] }>(await call('GET', '/api/events?profile=globex'));
  expect(items).toHaveLength(1);
});

it('of the reports that wait, those of a profile take a quarter of the room, and others find theirs', async () => {
  const shares = new Shares(8);
  const of = (...profiles: string[]) => ({ name: 'ada', role: 'reporter' as const, profiles });
  let resolve = (_: string): void => {};
  const promise = new Promise<string>(done => {
    resolve = done;
  });
  const waiting = [1, 2].map(() => shares.within(of('acme'), () => promise));
  await expect(shares.within(of('acme'), async () => 'third')).rejects.toMatchObject({
    ...{ status: 503, code: 'too-many-reports' },
  });
  expect(await shares.within(of('globex'), async () => 'stored')).toBe('stored');
  expect(await shares.within({ name: 'ops', role: 'editor' }, async () => 'stored')).toBe('stored');
  resolve('stored');
  expect(await Promise.all(waiting)).toEqual(['stored', 'stored']);
  expect(await shares.within(of('acme'), async () => 'stored')).toBe('stored');
});

it('a profile has two checks at a time, however many its people ask for, and another finds a thread', async () => {
  const catalogues = createCatalogues({ events: shop as unknown as ServedCatalogue, catalogues: {} });
  const settings = readTemplateWorkOptions({ threads: 4, deadlineMs: 120_000 });
  const threads = new TemplateThreads(settings, { catalogues, allow: [], receivers: [] });
  onTestFinished(() => threads.close());
  const of = (profile: string, name: string) => countedAs({ name, role: 'editor', profiles: [profile] });
  const events = { 'order.placed': true };
  const config = { events, method: 'GET', url: 'https://shop.example/?order=$number$' };
  const check = (caller: string) =>
    threads.run('validate', { given: { config }, stored: undefined, now: 0 }, caller);
  const many = [...'aabbccdd'].map(name => check(of('acme', name)));
  // A thread starts with its work.
  expect(threads.size).toBe(2);
  const other = check(of('globex', 'eve'));
  expect(threads.size).toBe(3);
  expect(await other).toEqual([]);
  for (const found of await Promise.all(many)) expect(found).toEqual([]);
  expect(threads.size).toBe(3);
});

it('the people of a profile count as one where their checks wait, and nobody elsewhere with them', () => {
  const acme = { name: 'ada', role: 'editor', profiles: ['acme'] } as const;
  expect(countedAs({ ...acme, name: 'eve' })).toBe(countedAs(acme));
  expect(countedAs({ ...acme, name: 'token ci', tokenMadeBy: 'ada' })).toBe(countedAs(acme));
  expect(countedAs({ ...acme, profiles: ['globex'] })).not.toBe(countedAs(acme));
  expect(countedAs({ name: 'ada', role: 'editor' })).not.toBe(countedAs(acme));
  // Neither a name said twice nor another order makes another of it.
  expect(countedAs({ ...acme, profiles: ['acme', 'acme'] })).toBe(countedAs(acme));
  expect(countedAs({ ...acme, profiles: ['globex', 'acme'] })).toBe(
    countedAs({ ...acme, profiles: ['acme', 'globex'] }),
  );
});
