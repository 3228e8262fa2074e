import { describe, expect, it } from 'vitest';
import { newId } from '../../../src/database/new-id.ts';
import { createHookplate } from '../../../src/server/index.ts';
import { rotateKeys } from '../../../src/server/reseal.ts';
import { defineEvents } from '../../../src/webhook/events/define-events.ts';
import { github, gitlab, sources, stripe } from '../../../src/webhook/sources/index.ts';
import { httpServer } from '../../loopback-server.ts';
import { executorOf, openTestDatabase } from '../../outbox/test-database.ts';
import { uuidPattern } from '../../uuid-pattern.ts';
import { examples } from '../../webhook/sources/examples.ts';
import { jsonOf, type TestServer, testServer } from '../test-server.ts';
import { secretFor, sign } from './signed.ts';

const [push] = examples.filter(({ source, event }) => source === github && event === 'push');
const body = JSON.stringify(push?.body);

interface Shown {
  readonly id: string;
  readonly version: number;
  readonly address: string;
  readonly madeSecret?: string;
  readonly secret: { readonly set: boolean; readonly formerUntil?: string };
}

async function statusWith(
  { call }: TestServer,
  secret: string,
  { id = 'code', profile = 'nightly', at = Date.now() } = {},
) {
  const headers = { ...push?.headers, ...sign(github, body, { secret, at }) };
  return (await call('POST', `/in/${id}/${profile}`, { as: 'nobody', body, headers, bindings: {} })).status;
}

describe('a source', () => {
  it('is made with a secret that is shown once, rotated, changed and deleted', async () => {
    let now = Date.now();
    const tested = await testServer({ clock: () => now });
    const { call, json } = tested;
    const made = await call('POST', '/api/sources', {
      body: { id: 'code', kind: 'github', profiles: ['nightly'] },
    });
    expect([made.status, made.headers.get('etag'), made.headers.get('location')]).toEqual([
      201,
      '"1"',
      '/api/sources/code',
    ]);
    const { madeSecret: first = '', address } = await jsonOf<Shown>(made);
    expect([first, address]).toEqual([
      expect.stringMatching(/^[\w-]{43}$/),
      'http://localhost/in/code/{profile}',
    ]);
    expect(await statusWith(tested, first)).toBe(202);

    const rotated = await call('POST', '/api/sources/code/secret', { body: {} });
    const { madeSecret: second = '', secret } = await jsonOf<Shown>(rotated);
    expect(secret).toEqual({ set: true, formerUntil: new Date(now + 86_400_000).toISOString() });
    // The same again: it counts once, whichever secret has signed it.
    for (const known of [first, second]) expect(await statusWith(tested, known)).toBe(200);
    now += 86_400_001;
    expect([await statusWith(tested, first), await statusWith(tested, second)]).toEqual([401, 200]);
    expect(await json('GET', '/api/sources/code')).toMatchObject({ secret: { set: true } });

    const given = 'a-secret-that-somebody-gave';
    const put = (headers: Record<string, string>, more: object = {}) =>
      call('PUT', '/api/sources/code', { body: { kind: 'github', profiles: ['nightly'], ...more }, headers });
    expect((await put({})).status).toBe(428);
    expect((await put({ 'if-match': '"1"' })).status).toBe(412);
    const changed = await put({ 'if-match': '"2"' }, { secret: given });
    expect([changed.status, changed.headers.get('etag'), await changed.text()]).toEqual([
      200,
      '"3"',
      expect.not.stringContaining(given),
    ]);
    expect([await statusWith(tested, given), await statusWith(tested, second)]).toEqual([200, 200]);
    expect((await put({ 'if-match': '"3"' })).status).toBe(200);
    expect(await statusWith(tested, given)).toBe(200);

    expect((await call('DELETE', '/api/sources/code', { headers: { 'if-match': '*' } })).status).toBe(204);
    expect([await statusWith(tested, given), (await call('GET', '/api/sources/code')).status]).toEqual([
      401, 404,
    ]);
    const again = await jsonOf<Shown>(
      await call('POST', '/api/sources', { body: { id: 'code', kind: 'github', profiles: ['nightly'] } }),
    );
    expect(again).toMatchObject({ version: 6, secret: { set: true } });
    expect(await statusWith(tested, given)).toBe(401);
    expect(await statusWith(tested, again.madeSecret ?? '')).toBe(200);
  });

  it('is rid of a secret that leaked once it was changed twice', async () => {
    const tested = await testServer();
    const body = { id: 'code', kind: 'github', profiles: ['nightly'] };
    const made = await tested.json<Shown>('POST', '/api/sources', { body });
    const change = () => tested.json<Shown>('POST', '/api/sources/code/secret', { body: {} });
    const changed = [await change(), await change()];
    const [first = '', ...later] = [made, ...changed].map(({ madeSecret }) => madeSecret ?? '');
    expect(await statusWith(tested, first)).toBe(401);
    for (const secret of later) expect([200, 202]).toContain(await statusWith(tested, secret));
  });

  it('whose sender makes the secret takes nothing until it is given', async () => {
    const { call } = await testServer();
    const made = await call('POST', '/api/sources', {
      body: { id: 'pay', kind: 'stripe', profiles: ['nightly'] },
    });
    expect([made.status, await made.json()]).toMatchObject([201, { secret: { set: false } }]);
    const refused = await call('POST', '/api/sources/pay/secret', { body: {} });
    expect([refused.status, await refused.json()]).toMatchObject([
      422,
      { diagnostics: [{ field: 'secret' }] },
    ]);
    const given = await call('POST', '/api/sources/pay/secret', {
      body: { secret: 'whsec_from_the_sender_1' },
    });
    expect(await given.text()).not.toContain('from_the_sender');
  });

  it('is refused with a mistake in a field', async () => {
    const tested = await testServer();
    for (const [given, field] of [
      [{ id: 'Code', kind: 'github' }, 'id'],
      [{ id: '-code', kind: 'github' }, 'id'],
      [{ id: 'x'.repeat(65), kind: 'github' }, 'id'],
      [{ id: 'code', kind: 'gitea' }, 'kind'],
      [{ id: 'code', kind: '__proto__' }, 'kind'],
      [{ id: 'code', kind: 'github', secret: '' }, 'secret'],
      [{ id: 'code', kind: 'github', secret: 'short' }, 'secret'],
      [{ id: 'code', kind: 'standard-webhooks', secret: 'a-secret-of-another-form' }, 'secret'],
      [{ id: 'code', kind: 'github', catalogue: 'gitlab' }, 'catalogue'],
      [{ id: 'code', kind: 'standard-webhooks', catalogue: 'nowhere' }, 'catalogue'],
      [{ id: 'code', kind: 'github', profiles: [] }, 'profiles'],
      [{ id: 'code', kind: 'github', profiles: [''] }, 'profiles[0]'],
      [{ id: 'code', kind: 'github', profiles: undefined }, 'profiles'],
    ] as const) {
      const body = { profiles: ['nightly'], ...given };
      const refused = await tested.call('POST', '/api/sources', { body });
      expect([given, refused.status, await refused.json()]).toMatchObject([
        given,
        422,
        { diagnostics: [{ field }] },
      ]);
    }
    const twice = await Promise.all(
      [1, 2].map(() =>
        tested.call('POST', '/api/sources', { body: { id: 'code', kind: 'github', profiles: ['nightly'] } }),
      ),
    );
    expect(twice.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  it('is shown to viewers without its secret, with what arrived lately', async () => {
    const sealed = Buffer.alloc(32, 3).toString('base64');
    const database = await openTestDatabase('PostgreSQL');
    const secret = secretFor(github);
    const tested = await testServer({
      ...{
        database,
        encryptionKeys: [sealed],
        publicUrl: 'https://hooks.example.com/base',
        basePath: '/base',
      },
      sources: [{ id: 'code', kind: 'github', profiles: ['x'], secret }],
    });
    const path = { id: 'code', profile: 'nightly' };
    const headers = { ...push?.headers, ...sign(github, body, { secret }) };
    expect((await tested.call('POST', `/base/in/${path.id}/x`, { as: 'nobody', body, headers })).status).toBe(
      202,
    );
    const ping = { ...sign(github, '{}', { secret }), 'x-github-event': 'push' };
    expect(
      (await tested.call('POST', `/base/in/${path.id}/x`, { as: 'nobody', body: '{}', headers: ping }))
        .status,
    ).toBe(202);
    const answer = await tested.call('GET', '/base/api/sources', { as: 'viewer' });
    const text = await answer.text();
    expect(JSON.parse(text)).toEqual({
      items: [
        {
          ...{
            id: 'code',
            kind: 'github',
            name: 'GitHub',
            profiles: ['x'],
            version: 1,
            updatedBy: 'configuration',
          },
          address: 'https://hooks.example.com/base/in/code/{profile}',
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
          secret: { set: true },
          lastEventAt: expect.any(String),
          lastDay: { events: 2, problems: 1 },
        },
      ],
    });
    expect(text).not.toContain(secret);
    const { query } = executorOf(database);
    const { rows: events } = await query(`
      select content, to_jsonb(e) - 'content' as others from hookplate.event e
      union all select content, to_jsonb(p) - 'content' from hookplate.past_event p`);
    expect(events).toHaveLength(2);
    const rows = [...events, ...(await query('select * from hookplate.source')).rows];
    const stored = rows.map(row =>
      Object.values(row)
        .map(value =>
          value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : JSON.stringify(value),
        )
        .join(),
    );
    expect(stored.join()).not.toContain(secret);
    expect(stored.join()).not.toContain('refs/heads');
    expect((await tested.call('GET', '/base/api/sources', { as: 'nobody' })).status).toBe(401);
    for (const [method, at] of [
      ['POST', ''],
      ['PUT', '/code'],
      ['DELETE', '/code'],
      ['POST', '/code/secret'],
    ] as const) {
      for (const as of ['viewer', 'operator'] as const) {
        expect((await tested.call(method, `/base/api/sources${at}`, { as, body: {} })).status).toBe(403);
      }
    }
    expect(await (await tested.call('GET', '/base/metrics')).text()).toContain(
      'hookplate_source_events_total{source="code",outcome="unused"} 1',
    );
  });

  it('is stored once from the options, and stays as somebody has left it', async () => {
    const database = await openTestDatabase('PostgreSQL');
    const seed = { id: 'code', kind: 'github', profiles: ['nightly'], secret: secretFor(github) };
    const first = await testServer({ database, sources: [seed] });
    expect((await first.call('DELETE', '/api/sources/code', { headers: { 'if-match': '"1"' } })).status).toBe(
      204,
    );
    const second = await testServer({ database, sources: [seed, { ...seed, id: 'other' }] });
    expect(await second.json('GET', '/api/sources')).toMatchObject({ items: [{ id: 'other' }] });
    expect(await statusWith(second, seed.secret)).toBe(401);
    for (const [given, message] of [
      [[{ ...seed, id: 'A' }], 'options.sources[0].id: expected up to 64 lower-case letters'],
      [[seed, seed], 'options.sources[1].id: expected an id that no other source has'],
      [
        [{ ...seed, profiles: 'nightly' }],
        'options.sources[0].profiles: expected a list of 1 to 100 names of profiles',
      ],
      [[{ ...seed, kind: 'githup' }], 'did you mean "github"?'],
      [[{ ...seed, secret: 'short' }], 'options.sources[0].secret: The secret should be 16 to 256'],
      [
        [{ ...seed, secert: 'x' }],
        'options.sources[0].secert: there is no such option; did you mean `secret`?',
      ],
      [[{ ...seed, catalogue: 'x' }], 'options.sources[0].catalogue: GitHub has a catalogue of its own'],
    ] as const) {
      await expect(createHookplate({ database, sources: given as never })).rejects.toThrow(message);
    }
  });
});

it('keys can be rotated: secrets and what has arrived are sealed with the first one', async () => {
  const [oldKey, newKey] = [1, 2].map(fill => Buffer.alloc(32, fill).toString('base64')) as [string, string];
  const database = await openTestDatabase('PostgreSQL');
  const secret = secretFor(github);
  const before = await testServer({
    ...{ database, encryptionKeys: [oldKey] },
    sources: [{ id: 'code', kind: 'github', profiles: ['nightly', 'weekly'], secret }],
  });
  expect(await statusWith(before, secret)).toBe(202);
  await before.server.stop({ timeoutMs: 0 });
  const rotated = await rotateKeys({
    ...{ database, encryptionKeys: [newKey, oldKey] },
    onProgress: () => {},
    signal: new AbortController().signal,
  });
  expect(rotated).toMatchObject({ unreadable: 0, late: 0 });
  const after = await testServer({ database, encryptionKeys: [newKey] });
  // The same again, to another profile of its source.
  expect(await statusWith(after, secret, { profile: 'weekly' })).toBe(200);
  const { items } = await after.json<{ items: { id: string }[] }>('GET', '/api/events?profile=nightly');
  expect(await after.json('GET', `/api/events/${items[0]?.id}?include=content`)).toMatchObject({
    content: { body: push?.body },
  });
  const lost = createHookplate({ database, encryptionKeys: [oldKey] });
  await expect(lost).rejects.toMatchObject({ code: 'wrong-key' });
});

it('a source that no key opens loses its secret only to another one', async () => {
  const [oldKey, newKey] = [1, 2].map(fill => Buffer.alloc(32, fill).toString('base64')) as [string, string];
  const database = await openTestDatabase('PostgreSQL');
  const secret = secretFor(github);
  const source = { kind: 'github', profiles: ['nightly'] };
  const before = await testServer({
    ...{ database, encryptionKeys: [oldKey], sources: [{ id: 'code', ...source, secret }] },
  });
  await before.server.stop({ timeoutMs: 0 });
  const left = await testServer({ database, encryptionKeys: [newKey], unreadable: 'leave', onError() {} });
  const put = (more: object) =>
    left.call('PUT', '/api/sources/code', { body: { ...source, ...more }, headers: { 'if-match': '*' } });
  const refused = await put({ profiles: ['nightly', 'weekly'] });
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    {
      diagnostics: [{ field: 'secret', code: 'missing-secret', message: expect.stringMatching(/enter it/) }],
    },
  ]);
  await left.server.stop({ timeoutMs: 0 });
  const found = await testServer({ database, encryptionKeys: [oldKey] });
  expect(await statusWith(found, secret)).toBe(202);
  await found.server.stop({ timeoutMs: 0 });
  const lost = await testServer({ database, encryptionKeys: [newKey], unreadable: 'leave', onError() {} });
  const another = 'a-secret-that-somebody-gave';
  const given = await lost.call('PUT', '/api/sources/code', {
    ...{ body: { ...source, secret: another }, headers: { 'if-match': '*' } },
  });
  expect(given.status).toBe(200);
  expect([await statusWith(lost, secret), await statusWith(lost, another)]).toEqual([401, 200]);
});

const shopEvents = defineEvents({
  variables: { amount: 'number' },
  events: { 'order.paid': { title: 'Paid', sample: () => ({ amount: 1 }) } },
});

describe('an event', () => {
  it('is listed in pages, and replayed by operators', async () => {
    const receiver = await httpServer();
    const tested = await testServer({
      sources: sources.map(source => ({
        id: source.id,
        kind: source.id,
        profiles: ['nightly'],
        secret: secretFor(source),
      })),
    });
    const { call, json } = tested;
    const config = {
      profile: 'nightly',
      catalogue: 'github',
      events: { push: true },
      method: 'POST',
      url: receiver.url,
      payload: '{"date":"$date$"}',
      contentType: 'application/json',
    };
    await call('POST', '/api/webhooks', { body: { config } });
    expect(await statusWith(tested, secretFor(github), { id: 'github' })).toBe(202);
    interface Page {
      readonly items: readonly {
        readonly id: string;
        readonly replayOf?: string;
        readonly reportedBy: string;
      }[];
      readonly next?: string;
    }
    const [first] = (await json<Page>('GET', '/api/events')).items;
    const path = `/api/events/${first?.id}`;
    expect((await call('POST', `${path}/replay`, { as: 'viewer' })).status).toBe(403);
    const replayed = await call('POST', `${path}/replay`, { as: 'operator' });
    expect([replayed.status, await replayed.json()]).toEqual([
      202,
      { id: expect.stringMatching(uuidPattern), event: 'push' },
    ]);
    await expect.poll(() => receiver.hits.length).toBe(2);
    expect(new Set(receiver.hits.map(hit => hit.body)).size).toBe(1);
    const { items, next } = await json<Page>(
      'GET',
      '/api/events?source=github&profile=nightly&event=push&limit=1',
      { as: 'viewer' },
    );
    expect(items).toMatchObject([{ replayOf: first?.id, reportedBy: 'operator' }]);
    const rest = await json<Page>('GET', `/api/events?source=github&limit=1&cursor=${next}`);
    expect(rest.items).toMatchObject([{ id: first?.id, reportedBy: 'source github' }]);
    for (const query of ['source=gitlab', 'source=', 'profile=weekly', 'event=release.published']) {
      expect(await json('GET', `/api/events?${query}`)).toEqual({ items: [], retentionDays: 30 });
    }
    expect((await call('GET', '/api/events?cursor=nonsense')).status).toBe(400);
    for (const id of ['nothing', newId(), newId().toUpperCase(), '%F0%9F%8E%89']) {
      expect((await call('GET', `/api/events/${id}`)).status).toBe(404);
      expect((await call('POST', `/api/events/${id}/replay`)).status).toBe(404);
    }
  });

  it('shows its content to editors alone, without what proves its sender or is secret in it', async () => {
    const secret = secretFor(gitlab);
    const token = 'a-token-of-the-sender';
    const tested = await testServer({
      sources: [{ id: 'lab', kind: 'gitlab', profiles: ['nightly'], secret: token }],
    });
    const given = {
      object_kind: 'build',
      deep: [[[[[[[[[{ password: 'hidden-1' }]]]]]]]]],
      url: 'https://user:hidden-2@x.example/?token=hidden-3&a=1',
    };
    const headers = {
      'x-gitlab-token': token,
      authorization: 'Basic aGlkZGVuLTQ=',
      cookie: 'session=hidden-5',
      'user-agent': 'GitLab/1',
    };
    const answer = await tested.call('POST', '/in/lab/nightly', { as: 'nobody', body: given, headers });
    const { id } = await jsonOf<{ id: string }>(answer);
    for (const as of ['viewer', 'operator'] as const) {
      expect((await tested.call('GET', `/api/events/${id}?include=content`, { as })).status).toBe(403);
    }
    const shown = await tested.json<{ content: object }>('GET', `/api/events/${id}?include=content`);
    // No event was made of it.
    expect(shown).not.toHaveProperty('facts');
    expect(shown.content).toEqual({
      headers: { 'content-type': 'application/json', 'user-agent': 'GitLab/1' },
      body: {
        object_kind: 'build',
        deep: [[[[[[[[[{ password: '***' }]]]]]]]]],
        url: 'https://***@x.example/?token=***&a=1',
      },
    });
    expect(JSON.stringify(shown)).not.toMatch(/hidden|aGlkZGVu/);
    expect(JSON.stringify(await tested.json('GET', `/api/events/${id}`))).not.toContain('build');
    expect(secret).not.toBe(token);
    const text = 'password: hidden-6\nno JSON';
    const { id: other } = await jsonOf<{ id: string }>(
      await tested.call('POST', '/in/lab/nightly', { as: 'nobody', body: text, headers }),
    );
    expect(await tested.json('GET', `/api/events/${other}?include=content`)).toMatchObject({
      content: { text: expect.not.stringContaining('hidden') },
    });
  });

  it('that was reported to the API can be replayed, too', async () => {
    const receiver = await httpServer();
    const { call, json } = await testServer({ events: shopEvents });
    const config = {
      profile: 'shop',
      events: { 'order.paid': true },
      method: 'POST',
      url: receiver.url,
      payload: '$amount$',
      contentType: 'text/plain',
    };
    await call('POST', '/api/webhooks', { body: { config } });
    const event = { event: 'order.paid', profile: 'shop', facts: { amount: 7 }, id: '1' };
    const {
      items: [first],
    } = await json<{ items: [{ id: string }] }>('POST', '/api/v2/events', { body: event });
    const replayed = await call('POST', `/api/events/${first.id}/replay`);
    expect([replayed.status, await replayed.json()]).toEqual([
      202,
      { id: expect.stringMatching(uuidPattern), event: 'order.paid' },
    ]);
    await expect.poll(() => receiver.hits.map(hit => hit.body)).toEqual(['7', '7']);
  });

  it('that was stored in an order is replayed in that order', async () => {
    const database = await openTestDatabase('PostgreSQL');
    const receiver = await httpServer(response => response.writeHead(503).end());
    const { server, call } = await testServer({
      ...{ database, events: shopEvents, delivery: { schedule: [3_600_000], pollMs: 20 } },
      webhooks: [
        {
          ...{
            id: 'chat',
            profile: 'shop',
            events: { 'order.paid': true },
            method: 'POST',
            url: receiver.url,
          },
          ...{ contentType: 'text/plain', payload: '$amount$' },
        },
      ],
    });
    const { id } = await server.notify(shopEvents.create('order.paid', { amount: 7 }), {
      ...{ profile: 'shop', ordered: 'A-17' },
    });
    const waiting = async () =>
      (await executorOf(database).query('select line from hookplate.job order by position')).rows;
    await expect.poll(waiting).toEqual([{ line: expect.stringMatching(/ A-17$/) }]);
    expect((await call('POST', `/api/events/${id}/replay`)).status).toBe(202);
    await expect.poll(waiting).toHaveLength(2);
    const [first, second] = await waiting();
    expect(second).toEqual(first);
  });

  it('shows what was read of it to editors, with its date', async () => {
    const secret = secretFor(stripe);
    const tested = await testServer({
      events: shopEvents,
      sources: [{ id: 'stripe', kind: 'stripe', profiles: ['nightly'], secret }],
    });
    const paid = examples.find(({ event }) => event === 'invoice.paid');
    const body = JSON.stringify(paid?.body);
    const { id } = await jsonOf<{ id: string }>(
      await tested.call('POST', '/in/stripe/nightly', {
        ...{ as: 'nobody', body, headers: sign(stripe, body, { secret }) },
      }),
    );
    expect(await tested.json('GET', `/api/events/${id}?include=content`)).toMatchObject({
      event: 'invoice.paid',
      facts: { date: expect.stringMatching(/^\d{4}-.*Z$/), currency: expect.any(String) },
    });
    expect(await tested.json('GET', `/api/events/${id}`)).not.toHaveProperty('facts');
    const event = {
      event: 'order.paid',
      profile: 'shop',
      facts: { amount: 7 },
      date: '2026-01-01T00:00:00Z',
    };
    const { items } = await tested.json<{ items: [{ id: string }] }>('POST', '/api/v2/events', {
      body: event,
    });
    expect(await tested.json('GET', `/api/events/${items[0].id}?include=content`)).toMatchObject({
      facts: { date: '2026-01-01T00:00:00.000Z', amount: 7 },
    });
  });

  it('is made an event of once its catalogue knows it, when it is replayed, and once when it is sent again', async () => {
    const seed = {
      id: 'shop',
      kind: 'standard-webhooks',
      profiles: ['x'],
      secret: secretFor(sources.find(({ id }) => id === 'standard-webhooks') ?? github),
    };
    const database = await openTestDatabase('PostgreSQL');
    const before = await testServer({ database, sources: [seed] });
    const source = sources.find(({ id }) => id === 'standard-webhooks') ?? github;
    const sent = JSON.stringify({
      type: 'order.paid',
      timestamp: '2026-11-23T21:00:00Z',
      data: { amount: 7 },
    });
    const headers = sign(source, sent, { secret: seed.secret });
    const answer = await before.call('POST', '/in/shop/x', { as: 'nobody', body: sent, headers });
    const { id, problem } = await jsonOf<{ id: string; problem: string }>(answer);
    expect([answer.status, problem]).toEqual([
      202,
      expect.stringMatching(/^No event `order\.paid` can be made of it: .*\.$/),
    ]);
    const after = await testServer({ database, sources: [seed], events: shopEvents });
    expect(await after.json('POST', `/api/events/${id}/replay`)).toMatchObject({ event: 'order.paid' });
    const again = await after.call('POST', '/in/shop/x', { as: 'nobody', body: sent, headers });
    const made = await jsonOf<{ id: string }>(again);
    expect(made).toEqual({ id: expect.not.stringMatching(id), event: 'order.paid' });
    const repeated = await after.call('POST', '/in/shop/x', { as: 'nobody', body: sent, headers });
    expect(await repeated.json()).toEqual({ ...made, repeated: true });
  });
});
