import { CloudEvent, HTTP } from 'cloudevents';
import fc from 'fast-check';
import pg from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createNotifier } from '../../../src/events/index.ts';
import { openDatabase } from '../../../src/outbox/index.ts';
import type { WebhookSeed } from '../../../src/server/index.ts';
import { listOf, optional } from '../../../src/template/resolve/variables.ts';
import { createCatalogue } from '../../../src/webhook/events/define-events.ts';
import { backends, executorOf, migratedPostgres, onPostgres } from '../../outbox/test-database.ts';
import { runs } from '../../properties.ts';
import { uuidPattern } from '../../uuid-pattern.ts';
import { dawdle } from '../dawdling.ts';
import { jsonOf, messagesAbout, type TestServer, testServer } from '../test-server.ts';
import { basicOf, passwords } from '../test-users.ts';

const orders = createCatalogue({
  variables: { order: 'string' },
  events: {
    paid: {
      title: 'An order was paid',
      variables: { items: optional(listOf({ price: 'number' })), more: optional('json') },
    },
    sent: { title: 'An order was sent' },
  },
});

const path = '/api/v2/events';
const webhooks: readonly WebhookSeed[] = [
  {
    id: 'chat',
    profile: 'shop',
    events: { paid: true },
    method: 'POST',
    url: 'http://127.0.0.1:9/in',
    contentType: 'text/plain',
    payload: '$order$ $date;format="yyyy-MM-dd"$',
  },
];

interface Accepted {
  readonly items: readonly {
    readonly id: string;
    readonly repeated: boolean;
  }[];
}

interface Refused {
  readonly code: string;
  readonly detail: string;
  readonly diagnostics?: readonly { readonly field: string; readonly message: string }[];
}

const served = (options: Parameters<typeof testServer>[0] = {}, ...backend: (typeof backends)[number][]) =>
  testServer({ events: orders, webhooks, ...options }, ...backend);

const fieldsOf = ({ diagnostics = [] }: Refused): readonly string[] => diagnostics.map(({ field }) => field);

/** The bodies of the messages about the first of these events, once they are made. */
async function bodiesOf(server: TestServer, { items: [event] }: Accepted): Promise<readonly string[]> {
  const ids = await messagesAbout(server, event?.id ?? '');
  const shown = ids.map(id =>
    server.json<{ request: { body: string } }>('GET', `/api/messages/${id}?include=request`),
  );
  return (await Promise.all(shown)).map(({ request }) => request.body);
}

async function send(server: TestServer, message: ReturnType<typeof HTTP.binary>): Promise<Response> {
  const headers = Object.fromEntries(
    Object.entries(message.headers).map(([name, value]) => [name, String(value)]),
  );
  return server.call('POST', path, { body: message.body, headers });
}

async function tokenOf({ json }: TestServer, limits: object = {}) {
  const body = { name: `reports ${JSON.stringify(limits)}`, role: 'reporter', ...limits };
  const { token } = await json<{ token: string }>('POST', '/api/tokens', { body });
  return { as: 'nobody', headers: { authorization: `Bearer ${token}` } } as const;
}

describe.each(backends)('events on %s', backend => {
  it('are reported as JSON, one or several, and accepted once', async () => {
    const server = await served({}, backend);
    const { json, call } = server;
    const paid = {
      event: 'paid',
      profile: 'shop',
      facts: { order: '7' },
      id: 'o-7',
      date: '2026-03-01T00:00:00Z',
    };
    const first = await json<Accepted>('POST', path, { as: 'operator', body: paid });
    const id = expect.stringMatching(uuidPattern);
    expect(first).toEqual({ items: [{ id, repeated: false }] });
    expect(await bodiesOf(server, first)).toEqual(['7 2026-03-01']);
    const other = { event: 'sent', profile: 'shop', facts: { order: '7' } };
    const both = await call('POST', path, { body: [other, paid] });
    expect(both.status).toBe(202);
    const repeated = { items: [{ ...first.items[0], repeated: true }] };
    const accepted = await jsonOf<Accepted>(both);
    expect(accepted).toEqual({ items: [{ id, repeated: false }, ...repeated.items] });
    // No webhook reports the other.
    expect(await messagesAbout(server, accepted.items[0]?.id ?? '')).toEqual([]);
    // The first one counts, whatever comes with its id later.
    for (const order of ['7', '8']) {
      const again = await call('POST', path, { body: { ...paid, facts: { order } } });
      expect([again.status, await again.json()]).toEqual([200, repeated]);
    }
    expect(await bodiesOf(server, first)).toEqual(['7 2026-03-01']);
    expect((await call('POST', path, { as: 'viewer', body: paid })).status).toBe(403);
  });

  it('are accepted once where many send them at the same time', async () => {
    const server = await served({}, backend);
    const { json } = server;
    const body = [{ event: 'paid', profile: 'shop', facts: { order: '1' }, id: 'same' }];
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => json<Accepted>('POST', path, { body })),
    );
    const ids = new Set(answers.map(({ items }) => items[0]?.id ?? ''));
    expect(ids.size).toBe(1);
    expect(answers.filter(({ items }) => items[0]?.repeated === false)).toHaveLength(1);
    expect(await messagesAbout(server, [...ids].join())).toHaveLength(1);
    expect((await json<{ items: object[] }>('GET', '/api/messages')).items).toHaveLength(1);
  });
});

describe.each(onPostgres)('a CloudEvent', () => {
  const event = {
    ...{ specversion: '1.0', id: '1', source: '/shop', type: 'paid', subject: 'shop' },
    ...{ time: '2026-03-01T00:00:00Z', data: { order: 'Bücher 100% "€"' } },
  };

  it('is sent by the SDK for JavaScript, structured, binary or batched', async () => {
    const server = await served();
    const structured = await send(server, HTTP.structured(new CloudEvent({ ...event })));
    expect(structured.status).toBe(202);
    const accepted = await jsonOf<Accepted>(structured);
    expect(accepted).toMatchObject({ items: [{ repeated: false }] });
    expect(await bodiesOf(server, accepted)).toEqual(['Bücher 100% "€" 2026-03-01']);
    const repeated = { items: [{ ...accepted.items[0], repeated: true }] };
    const binary = await send(server, HTTP.binary(new CloudEvent({ ...event })));
    expect([binary.status, await jsonOf<Accepted>(binary)]).toEqual([200, repeated]);
    const batch = await server.call('POST', path, {
      body: [new CloudEvent({ ...event }), new CloudEvent({ ...event, source: '/other' })],
      headers: { 'content-type': 'application/cloudevents-batch+json; charset=utf-8' },
    });
    expect(batch.status).toBe(202);
    const { items } = await jsonOf<Accepted>(batch);
    expect(items).toMatchObject([repeated.items[0], { repeated: false }]);
    expect(await messagesAbout(server, items[1]?.id ?? '')).toHaveLength(1);
  });

  it('has its profile as an extension or as its subject, and its attributes decoded', async () => {
    const server = await served();
    const { call, json } = server;
    const headers = {
      ...{ 'ce-specversion': '1.0', 'ce-id': 'a', 'ce-source': '/shop', 'ce-type': '"pa\\id"' },
      ...{ 'ce-profile': '%73%68op', 'ce-subject': 'Bestellung%20%E2%82%AC' },
    };
    const accepted = await json<Accepted>('POST', path, { body: { order: '1' }, headers });
    expect(await bodiesOf(server, accepted)).toHaveLength(1);
    for (const profile of ['%C0%A0', 'caf\u00e9']) {
      const refused = await call('POST', path, { body: {}, headers: { ...headers, 'ce-profile': profile } });
      expect(refused.status).toBe(422);
      expect(fieldsOf(await jsonOf<Refused>(refused))).toEqual(['profile']);
    }
    // A quote that nothing closes stands for itself.
    for (const [type, fields] of [
      ['"paid', ['type']],
      ['"pa\\"id', ['type']],
      ['"paid\\', ['type']],
      ['pa"i"d', []],
    ] as const) {
      const answer = await call('POST', path, {
        body: { order: '1' },
        headers: { ...headers, 'ce-type': type },
      });
      expect([type, fieldsOf(await jsonOf<Refused>(answer))]).toEqual([type, fields]);
    }
    const empty = await call('POST', path, { headers });
    expect(fieldsOf(await jsonOf<Refused>(empty))).toEqual(['data.order']);
  });

  const mistakes: readonly (readonly [changed: object, fields: readonly string[]])[] = [
    [{ specversion: '0.3' }, ['specversion']],
    [{ id: '', source: 7, type: null }, ['id', 'source', 'type']],
    [{ data_base64: 'e30=' }, ['data_base64']],
    [{ datacontenttype: 'text/xml' }, ['datacontenttype']],
    [{ data: ['x'] }, ['data']],
    [{ data: { order: 1, items: [{ price: 1 }, {}] } }, ['data.order', 'data.items[1].price']],
    [{ type: 'pait' }, ['type']],
    [{ time: 'yesterday' }, ['time']],
    [{ catalogue: 'other' }, ['catalogue']],
    [{ subject: 'x'.repeat(300) }, ['subject']],
    [{ profile: '\0' }, ['profile']],
  ];

  it('that is made anew to be sent again has another time, and counts once', async () => {
    const server = await served();
    const made = (time: string) => HTTP.binary(new CloudEvent({ ...event, time }));
    const first = await jsonOf<Accepted>(await send(server, made('2026-03-01T12:00:00.000Z')));
    const again = await jsonOf<Accepted>(await send(server, made('2026-03-01T12:00:00.005Z')));
    expect(again).toEqual({ items: [{ ...first.items[0], repeated: true }] });
  });

  it('may write the letters of its time in lower case', async () => {
    const server = await served();
    const headers = { 'content-type': 'application/cloudevents+json' };
    const body = { ...event, time: '2025-12-31t23:00:00-01:30' };
    const answer = await server.call('POST', path, { headers, body });
    const accepted = await jsonOf<Accepted>(answer);
    expect(await bodiesOf(server, accepted)).toEqual(['Bücher 100% "€" 2026-01-01']);
  });

  it('with a mistake is refused at its place', async () => {
    const { call } = await served();
    const headers = { 'content-type': 'application/cloudevents+json' };
    for (const [changed, fields] of mistakes) {
      const refused = await call('POST', path, { headers, body: { ...event, ...changed } });
      expect(refused.status).toBe(422);
      expect(fieldsOf(await jsonOf<Refused>(refused))).toEqual(fields);
    }
  });

  it('with null attributes has none of these', async () => {
    const { call } = await served();
    const headers = { 'content-type': 'application/cloudevents+json' };
    const body = { ...event, time: null, datacontenttype: null, profile: null, data_base64: null };
    expect((await call('POST', path, { headers, body })).status).toBe(202);
  });
});

it.each(onPostgres)(
  'events that no worker could tell for an hour are listed, as they are to do then, and no others',
  async () => {
    const database = await openDatabase({ url: await migratedPostgres() });
    onTestFinished(() => database.close());
    const server = await served({ database });
    const younger = createCatalogue({ events: { refunded: { title: 'An order was refunded' } } });
    const { notify } = createNotifier({ database, events: younger });
    const store = async (ordered?: string) =>
      (await notify(younger.create('refunded', {}), { profile: 'shop', ordered })).id;
    const [past, recent] = [await store('a'), await store()];
    // It waits behind the first one, and nobody has tried to tell it.
    await store('a');
    const listed = async (query = '') => {
      const { items } = await server.json<{ items: readonly { readonly id: string }[] }>(
        'GET',
        `/api/events?state=waiting${query}`,
      );
      return items.map(({ id }) => id).toSorted();
    };
    await expect.poll(() => listed()).toEqual([past, recent].toSorted());
    const age = (id: string, minutes: number) =>
      executorOf(database).query(
        "update hookplate.event set stored_at = stored_at - $2 * interval '1 minute' where id = $1",
        [id, minutes],
      );
    await Promise.all([age(past, 61), age(recent, 59)]);
    const until = new Date(Date.now() - 3_600_000).toISOString();
    expect(await listed(`&until=${until}`)).toEqual([past]);
  },
);

describe.each(onPostgres)('a request to report events', () => {
  it('is refused as a whole, with the mistakes of all events', async () => {
    const { call, json } = await served();
    const fit = { event: 'paid', profile: 'shop', facts: { order: '1' } };
    const refusedOf = async (body: unknown) => jsonOf<Refused>(await call('POST', path, { body }));
    const shapes = [fit, { ...fit, extra: 1 }, { profile: 'shop' }, 7, { ...fit, id: '' }];
    expect(fieldsOf(await refusedOf(shapes))).toEqual(['[1].extra', '[2].event', '[3]', '[4].id']);
    const worded = [{ ...fit, profil: 'x' }, 7, { ...fit, id: '' }, { ...fit, date: [] }];
    expect((await refusedOf(worded)).diagnostics?.map(({ message }) => message)).toEqual([
      'There is no such member; there are `event`, `profile`, `facts`, `id`, `date`, `catalogue`.',
      'This field should be an object.',
      'This field should be longer: it is empty.',
      'This field should be text or a number.',
    ]);
    const { items: _, ...facts } = { items: 0, order: 5, unknown: 1 };
    expect(await refusedOf([fit, { ...fit, facts, date: 'x' }])).toMatchObject({
      detail: '[1].facts.unknown: There is no such variable.',
      diagnostics: [
        { field: '[1].facts.unknown' },
        { field: '[1].facts.order', message: 'Expected text.' },
        { field: '[1].date' },
      ],
    });
    const ofBothKinds = [
      { ...fit, facts: { order: 5 } },
      { ...fit, extra: 1 },
    ];
    expect(fieldsOf(await refusedOf(ofBothKinds))).toEqual(['[1].extra', '[0].facts.order']);
    const many = Array.from({ length: 300 }, () => ({ ...fit, facts: {} }));
    expect((await refusedOf(many)).diagnostics).toHaveLength(100);
    expect((await json<{ items: object[] }>('GET', '/api/messages')).items).toEqual([]);
  });

  it('is judged the same by a catalogue of another copy of the package', async () => {
    vi.resetModules();
    const { defineEvents: ofOther } = await import('../../../src/webhook/events/define-events.ts');
    const { call } = await testServer({
      events: ofOther({ events: { paid: { title: 'Paid', variables: { order: 'number' } } } }),
    });
    const refused = await call('POST', path, { body: { event: 'paid', facts: { ordre: 1 } } });
    expect([refused.status, fieldsOf(await jsonOf<Refused>(refused))]).toEqual([
      422,
      ['facts.ordre', 'facts.order'],
    ]);
  });

  it('has limits', async () => {
    const { call } = await served();
    const event = { event: 'sent', profile: '', facts: { order: '1' } };
    const statusOf = async (...given: Parameters<typeof call>) => (await call(...given)).status;
    expect(await statusOf('POST', path, { body: Array.from({ length: 1000 }, () => event) })).toBe(202);
    expect(await statusOf('POST', path, { body: Array.from({ length: 1001 }, () => event) })).toBe(413);
    expect(await statusOf('POST', path, { body: 'x'.repeat(2 ** 20 + 1) })).toBe(413);
    expect(await statusOf('POST', path, { body: '['.repeat(200) + ']'.repeat(200) })).toBe(422);
    for (const type of ['text/plain', 'application/cloudevents+xml', 'application/vnd.a+json', '']) {
      const headers = { 'content-type': type };
      expect(await statusOf('POST', path, { body: '{}', headers })).toBe(415);
    }
    const xml = { 'content-type': 'text/xml', 'ce-specversion': '1.0' };
    expect(await statusOf('POST', path, { body: '<a/>', headers: xml })).toBe(415);
    const list = { 'content-type': 'application/cloudevents+json' };
    expect(await statusOf('POST', path, { body: '[]', headers: list })).toBe(422);
    expect(await statusOf('POST', path, { body: '[]' })).toBe(202);
  });

  it('finds no room where others wait', async () => {
    const { call } = await served({ intake: { maxQueued: 0 } });
    const body = { event: 'sent', facts: { order: '1' } };
    const answers = await Promise.all(Array.from({ length: 5 }, () => call('POST', path, { body })));
    const refused = answers.filter(({ status }) => status === 503);
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(2);
    expect(refused.map(({ headers }) => headers.get('retry-after'))).toEqual(['5', '5', '5']);
  });

  it('is refused before it is read where there is no room, if it is long or does not say how long it is', async () => {
    const url = await migratedPostgres();
    const database = await openDatabase({ url });
    onTestFinished(() => database.close());
    const { server, call } = await served({ database, intake: { maxQueued: 0 } });
    const client = new pg.Client(url);
    await client.connect();
    onTestFinished(() => client.end());
    await client.query('begin; lock table hookplate.event in access exclusive mode');
    const asked: Promise<number>[] = [];
    const ask = (): Promise<number> => {
      const body = { event: 'sent', facts: { order: '1' } };
      const status = call('POST', path, { body }).then(answer => answer.status);
      asked.push(status);
      return status;
    };
    const answered: number[] = [];
    const isFull = (): boolean => {
      void ask().then(status => answered.push(status));
      return answered.includes(503);
    };
    await expect.poll(isFull).toBe(true);

    const unread = (length?: string) => {
      const pull = () => Promise.reject(new Error('It was read.'));
      const headers = {
        authorization: basicOf('editor', passwords.editor),
        'content-type': 'application/json',
        ...(length !== undefined && { 'content-length': length }),
      };
      const body = new ReadableStream({ pull }, { highWaterMark: 0 });
      const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' };
      return server.fetch(new Request(`http://localhost${path}`, init));
    };
    for (const length of [undefined, '16385', '1048576']) {
      const answer = await unread(length);
      expect([length, answer.status, answer.headers.get('retry-after')]).toEqual([length, 503, '5']);
    }
    // This one was read, since its connection then stays open.
    expect((await unread('16384')).status).toBe(400);
    await client.query('rollback');
    expect((await Promise.all(asked)).filter(status => status === 202)).toHaveLength(2);
    expect((await unread('16385')).status).toBe(400);
  });

  it('fills no memory: of bodies that are being read, one address has so much room, and gets it back', async () => {
    const server = await served();
    const { headers } = await tokenOf(server);
    const address = '203.0.113.7';
    const own = { ...headers, 'content-type': 'application/json' };
    const { answers, end } = dawdle(server.server, path, { count: 20, address, headers: own });
    await expect.poll(() => answers().map(({ status }) => status)).toEqual([503, 503, 503, 503]);
    expect(answers()[0]?.headers.get('retry-after')).toBe('5');
    const body = { event: 'sent', facts: { order: '1' } };
    expect((await server.call('POST', path, { body })).status).toBe(202);
    expect(new Set(await end())).toEqual(new Set([400]));
    const bindings = { incoming: { socket: { remoteAddress: address } } };
    expect((await server.call('POST', path, { body, bindings })).status).toBe(202);
  });

  it('is never answered with 500, whatever it holds', async () => {
    const { call } = await served();
    const types = ['application/json', 'application/cloudevents+json', 'application/cloudevents-batch+json'];
    const fact = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }));
    const key = fc.oneof(
      fc.constantFrom(
        'event',
        'type',
        'facts',
        'data',
        'id',
        'source',
        'specversion',
        'order',
        'items',
        'profile',
      ),
      fc.constantFrom('date', 'time', 'catalogue', 'subject', 'datacontenttype', '__proto__', 'constructor'),
    );
    const value = fc.oneof(fc.constantFrom('paid', 'sent', '1.0', 'shop'), fact, fc.dictionary(key, fact));
    const event = fc.dictionary(key, value);
    const body = fc.oneof(event, fc.array(event, { maxLength: 3 }), fact);
    await fc.assert(
      fc.asyncProperty(body, fc.constantFrom(...types), fc.string(), async (given, type, header) => {
        const headers = { 'content-type': type, ...(/^[ -~]+$/.test(header) && { 'ce-id': header }) };
        const { status } = await call('POST', path, { body: JSON.stringify(given), headers });
        expect([200, 202, 422]).toContain(status);
      }),
      { numRuns: runs(200) },
    );
  });
});

describe.each(onPostgres)('a reporter', () => {
  it('reports events, and may do nothing else', async () => {
    const server = await served();
    const { call, json } = server;
    const reporter = await tokenOf(server);
    const body = { event: 'paid', profile: 'shop', facts: { order: '1' } };
    expect((await call('POST', path, { ...reporter, body })).status).toBe(202);
    const { paths } = await json<{ paths: Record<string, Record<string, { security?: unknown[] }>> }>(
      'GET',
      '/api/openapi.json',
    );
    const asked: string[] = [];
    for (const [template, operations] of Object.entries(paths)) {
      for (const [method, { security }] of Object.entries(operations)) {
        // Some need no credentials at all.
        if (security || template === path) continue;
        const url = template.replaceAll(/\{\w+\}/g, 'x');
        const query = url.endsWith('/run') ? '?trigger=API' : '';
        const given = method === 'get' || method === 'delete' ? {} : { body: {} };
        const { status } = await call(method.toUpperCase(), url + query, { ...reporter, ...given });
        expect(`${method} ${template} ${status}`).toBe(`${method} ${template} 403`);
        asked.push(template);
      }
    }
    expect(asked.length).toBeGreaterThan(40);
    for (const elsewhere of ['/api/nothing', '/api/v2/nothing']) {
      expect((await call('GET', elsewhere, reporter)).status).toBe(403);
    }
    expect((await call('GET', path, reporter)).status).toBe(403);
  });

  it('with names reports only these, and is told which', async () => {
    const server = await served();
    const { call, json } = server;
    const reporter = await tokenOf(server, { events: ['paid', 'lost'], profiles: ['shop'] });
    const body = { event: 'paid', profile: 'shop', facts: { order: '1' } };
    expect((await call('POST', path, { ...reporter, body: [body] })).status).toBe(202);
    const refusedOf = async (changed: object) => {
      const refused = await call('POST', path, { ...reporter, body: [body, { ...body, ...changed }] });
      expect(refused.status).toBe(403);
      return (await jsonOf<Refused>(refused)).detail;
    };
    expect(await refusedOf({ event: 'sent' })).toBe(
      '[1].event: you may only report the events `paid`, `lost`.',
    );
    expect(await refusedOf({ profile: 'x' })).toBe(
      '[1].profile: you may only report for the profiles `shop`.',
    );
    expect(await refusedOf({ profile: undefined })).toMatch('[1].profile');
    const { items } = await json<{ items: object[] }>('GET', '/api/tokens');
    expect(items).toMatchObject([{ role: 'reporter', events: ['paid', 'lost'], profiles: ['shop'] }]);
    for (const role of ['viewer', 'editor']) {
      const unfit = await call('POST', '/api/tokens', { body: { name: role, role, events: ['paid'] } });
      expect(fieldsOf(await jsonOf<Refused>(unfit))).toEqual(['events']);
    }
    const none = await call('POST', '/api/tokens', { body: { name: 'n', role: 'reporter', events: [] } });
    expect(none.status).toBe(422);
  });

  it('may be a user with a password, for whom there are no pages', async () => {
    const users = [{ username: 'ci', password: 'secret', role: 'reporter' as const, profiles: ['shop'] }];
    const { call } = await served({ users });
    const authorization = `Basic ${Buffer.from('ci:secret').toString('base64')}`;
    const given = { as: 'nobody', headers: { authorization } } as const;
    const body = { event: 'paid', profile: 'shop', facts: { order: '1' } };
    expect((await call('POST', path, { ...given, body })).status).toBe(202);
    expect((await call('POST', path, { ...given, body: { ...body, profile: '' } })).status).toBe(403);
    const signingIn = { as: 'nobody', body: { name: 'ci', password: 'secret' } } as const;
    expect((await call('POST', '/api/session', signingIn)).status).toBe(403);
    const unfit = [{ username: 'ada', password: 'x', role: 'viewer' as const, events: ['paid'] }];
    await expect(served({ users: unfit })).rejects.toThrow('options.users[0].events: expected none');
  });
});
