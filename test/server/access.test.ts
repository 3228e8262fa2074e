import { once } from 'node:events';
import { get } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Caller } from '../../src/api/role.ts';
import { hashPassword } from '../../src/server/access/users.ts';
import { createHookplate, serveNode } from '../../src/server/index.ts';
import { openTestDatabase } from '../outbox/test-database.ts';
import { jsonOf, type TestServer, testServer } from './test-server.ts';
import { basicOf, passwords, users } from './test-users.ts';

const run = '/api/v2/project/etl/task/held/run?trigger=API';

describe('credentials', () => {
  it('are wanted everywhere but for health', async () => {
    const { call } = await testServer();
    const paths = [
      '/api/session',
      '/api/changes',
      '/api/events',
      '/metrics',
      '/api/v2/status/x',
      '/api/v2/openapi.json',
      '/api/else',
      '/assets/a/b.js',
    ];
    for (const path of paths) {
      const response = await call('GET', path, { as: 'nobody' });
      expect([path, response.status]).toEqual([path, 401]);
      expect(response.headers.get('www-authenticate')).toMatch(/^Basic /);
    }
    for (const path of ['/healthz', '/readyz']) {
      expect((await call('GET', path, { as: 'nobody' })).status).toBe(200);
    }
    // There is nothing to hide outside the API.
    expect((await call('GET', '/else', { as: 'nobody' })).status).toBe(404);
  });

  it('are a name and a password, or its hash, each with a role', async () => {
    const hashed = {
      username: 'Zoë',
      passwordHash: await hashPassword('pass:wörd'),
      role: 'operator',
    } as const;
    expect(hashed.passwordHash).not.toContain('wörd');
    expect(await hashPassword('pass:wörd')).not.toBe(hashed.passwordHash);
    const { call } = await testServer({ users: [...users, hashed] });
    const session = (username: string, password: string) =>
      call('GET', '/api/session', { as: 'nobody', headers: { authorization: basicOf(username, password) } });
    for (let time = 0; time < 2; time++) {
      const known = await session('Zoë', 'pass:wörd');
      expect(await known.json()).toEqual({ name: 'Zoë', role: 'operator' });
    }
    for (const [username, password] of [
      ['Zoë', 'wrong'],
      ['Zoë', ''],
      ['nobody', 'pass:wörd'],
      ['editor', 'only-looks'],
    ] as const) {
      expect((await session(username, password)).status).toBe(401);
    }
  });

  it('of a server that was given no users are made up, and other ones in each process', async () => {
    const database = await openTestDatabase('PostgreSQL');
    const servers = [await createHookplate({ database }), await createHookplate({ database })];
    const [one, two] = servers;
    expect(one?.firstUser?.password).toMatch(/^[\w-]{24}$/);
    expect(one?.firstUser?.password).not.toBe(two?.firstUser?.password);
    const { username = '', password = '' } = one?.firstUser ?? {};
    const headers = { authorization: basicOf(username, password) };
    const session = await one?.fetch(new Request('http://localhost/api/session', { headers }));
    expect(await session?.json()).toEqual({ name: 'admin', role: 'editor' });
    for (const server of servers) await server.stop();
  });

  it('may be judged by whoever embeds the server', async () => {
    const { call } = await testServer({
      users: undefined,
      authenticate: ({ headers }) =>
        headers.get('x-user') === 'ada' ? { name: 'ada', role: 'viewer' } : undefined,
    });
    const known = await call('GET', '/api/session', { as: 'nobody', headers: { 'x-user': 'ada' } });
    expect(await known.json()).toEqual({ name: 'ada', role: 'viewer' });
    expect((await call('GET', '/api/session')).status).toBe(401);
  });
});

describe('whoever is limited to profiles', () => {
  const authenticating = (caller: unknown, onError?: (error: unknown) => void) =>
    testServer({ users: undefined, authenticate: () => caller as Caller, ...(onError && { onError }) });

  it('is told so, and is told of none where the list is empty', async () => {
    const { json } = await authenticating({ name: 'ada', role: 'editor', profiles: ['acme'] });
    expect(await json('GET', '/api/session')).toEqual({
      ...{ name: 'ada', role: 'editor', profiles: ['acme'] },
      idPrefixes: { acme: expect.stringMatching(/^wh_[\w-]{16}_$/) },
    });
    const none = await authenticating({ name: 'ada', role: 'editor', profiles: [] });
    for (const path of ['/api/webhooks', '/api/messages', '/api/events', '/api/profiles'])
      expect(await none.json('GET', path)).toMatchObject({ items: [] });
  });

  it.each([
    { name: 'ada', role: 'editor', profiles: 'acme' },
    { name: 'ada', role: 'editor', profiles: null },
    { name: 'ada', role: 'editor', profiles: [7] },
    { name: 'ada', role: 'editor', profiles: ['x\0'] },
    { name: 'ada', role: 'editor', profiles: ['x\ud800'] },
    { name: 'ada', role: 'owner' },
    { role: 'editor' },
    true,
  ])('is shown nothing where `authenticate` returns %j, which is logged', async caller => {
    const errors: { readonly error?: unknown }[] = [];
    const { call } = await authenticating(caller, error => errors.push(error as object));
    const refused = await call('GET', '/api/webhooks');
    expect(refused.status).toBe(500);
    expect(await jsonOf(refused)).toMatchObject({ code: 'internal' });
    expect(String(errors[0]?.error)).toMatch(
      'the result of options.authenticate: expected { name, role, profiles?',
    );
  });

  it('makes tokens with no other profiles, and sees and revokes no others', async () => {
    let caller: Caller = { name: 'ada', role: 'editor', profiles: ['acme', 'globex'] };
    const { call, json } = await testServer({ users: undefined, authenticate: () => caller });
    const make = (name: string, profiles?: readonly string[]) =>
      call('POST', '/api/tokens', { body: { name, role: 'viewer', profiles } });
    const listed = async () =>
      (await json<{ items: { name: string; profiles: readonly string[] }[] }>('GET', '/api/tokens')).items;
    expect((await make('both')).status).toBe(201);
    expect(await jsonOf(await make('twice', ['acme', 'acme']))).toMatchObject({ profiles: ['acme'] });
    expect(await jsonOf(await make('more', ['acme', 'initech']))).toMatchObject({
      diagnostics: [{ field: 'profiles', message: 'A token has no profiles that you do not have.' }],
    });
    const { id } = await jsonOf<{ id: string }>(await make('one', ['acme']));
    expect(await listed()).toMatchObject([
      { name: 'one', profiles: ['acme'] },
      { name: 'twice', profiles: ['acme'] },
      { name: 'both', profiles: ['acme', 'globex'] },
    ]);
    // Somebody of the same name, elsewhere, and somebody else of the same profile.
    for (const other of [
      { name: 'ada', profiles: ['initech'] },
      { name: 'eve', profiles: ['acme'] },
    ]) {
      caller = { ...other, role: 'editor' };
      expect(await listed()).toEqual([]);
      expect((await call('DELETE', `/api/tokens/${id}`)).status).toBe(404);
      // Nothing tells that the name is taken elsewhere.
      expect((await make('one')).status).toBe(201);
    }
    caller = { name: 'nobody', role: 'editor', profiles: [] };
    expect((await make('none')).status).toBe(403);
    caller = { name: 'ops', role: 'editor' };
    expect(await listed()).toHaveLength(5);
    // Nor do those of people who are limited keep a name from operators.
    expect((await make('one')).status).toBe(201);
  });
});

describe('a token', () => {
  it('is shown once, has a role and an end, and can be revoked', async () => {
    let now = Date.now();
    const { call, json } = await testServer({ clock: () => now });
    const make = (name: string) =>
      json<{ id: string; token: string }>('POST', '/api/tokens', { body: { name, role: 'operator' } });
    const [kept, revoked] = [await make('ci'), await make('old')];
    const session = (token: string) =>
      call('GET', '/api/session', { as: 'nobody', headers: { authorization: `Bearer ${token}` } });
    expect(await (await session(kept.token)).json()).toEqual({ name: 'token ci', role: 'operator' });
    expect(JSON.stringify(await json('GET', '/api/tokens'))).not.toContain('hkp_');
    expect((await call('DELETE', `/api/tokens/${revoked.id}`)).status).toBe(204);
    expect((await session(revoked.token)).status).toBe(401);
    expect((await session(`${kept.token}x`)).status).toBe(401);
    now += 91 * 86_400_000;
    expect((await session(kept.token)).status).toBe(401);
  });

  it('has no other profiles than its maker has today, where the configuration has the maker', async () => {
    const database = await openTestDatabase('PostgreSQL');
    const ada = { username: 'ada', password: 'of-acme', role: 'editor' } as const;
    const server = (profiles?: readonly string[]) =>
      testServer({ database, users: [...users, { ...ada, ...(profiles && { profiles }) }] });
    const asAda = { authorization: basicOf('ada', 'of-acme') };
    const { json } = await server(['acme', 'globex']);
    const make = async (name: string, profiles?: readonly string[]) =>
      (
        await json<{ token: string }>('POST', '/api/tokens', {
          ...{ as: 'nobody', headers: asAda, body: { name, role: 'viewer', profiles } },
        })
      ).token;
    const [both, globex] = [await make('both'), await make('globex', ['globex'])];
    const all = await (await server()).json<{ token: string }>('POST', '/api/tokens', {
      ...{ as: 'nobody', headers: asAda, body: { name: 'all', role: 'viewer' } },
    });
    const profilesOf = async (token: string, { json: ask }: Pick<TestServer, 'json'>) => {
      const headers = { authorization: `Bearer ${token}` };
      return (await ask<{ profiles?: object }>('GET', '/api/session', { as: 'nobody', headers })).profiles;
    };
    const fewer = await server(['acme', 'initech']);
    expect(await profilesOf(both, fewer)).toEqual(['acme']);
    expect(await profilesOf(globex, fewer)).toEqual([]);
    expect(await profilesOf(all.token, fewer)).toEqual(['acme', 'initech']);
    // As nobody has told it that there is no ada any more, it keeps what it was given.
    const without = await testServer({ database });
    expect(await profilesOf(globex, without)).toEqual(['globex']);
    expect(await profilesOf(all.token, without)).toBeUndefined();
  });

  it('says when it was used, to a minute', async () => {
    const { call, json } = await testServer();
    const { token } = await json<{ token: string }>('POST', '/api/tokens', {
      body: { name: 'ci', role: 'viewer' },
    });
    const lastUse = async () =>
      (await json<{ items: { lastUsedAt?: string }[] }>('GET', '/api/tokens')).items[0]?.lastUsedAt;
    expect(await lastUse()).toBeUndefined();
    const use = () =>
      call('GET', '/api/session', { as: 'nobody', headers: { authorization: `Bearer ${token}` } });
    await use();
    const first = await lastUse();
    expect(first).toBeDefined();
    await use();
    expect(await lastUse()).toBe(first);
  });

  it('makes no tokens, so that nothing is left of it when it is revoked', async () => {
    const { call, json } = await testServer();
    const made = { name: 'ci', role: 'editor' };
    const { token } = await json<{ token: string }>('POST', '/api/tokens', { body: made });
    const headers = { authorization: `Bearer ${token}` };
    const refused = await call('POST', '/api/tokens', { body: { name: 'next', role: 'viewer' }, headers });
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      { code: 'forbidden', detail: 'A token makes no tokens: log in to make one.' },
    ]);
    expect(await json('GET', '/api/tokens', { headers })).toMatchObject({ items: [{ name: 'ci' }] });
  });

  it('has a name of its own, in letters of any case, until it is revoked', async () => {
    const { call, json } = await testServer();
    const make = (name: string) => call('POST', '/api/tokens', { body: { name, role: 'viewer' } });
    const { id } = await jsonOf<{ id: string }>(await make('Zürich'));
    for (const name of ['Zürich', 'ZÜRICH', 'Zu\u0308rich']) {
      const refused = await make(name);
      expect([name, refused.status, await refused.json()]).toMatchObject([name, 409, { code: 'name-taken' }]);
    }
    const two = await Promise.all([make('ci'), make('CI')]);
    expect(two.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await json('GET', '/api/tokens')).toMatchObject({ items: [{}, { name: 'Zürich' }] });
    await call('DELETE', `/api/tokens/${id}`);
    expect((await make('zürich')).status).toBe(201);
  });

  it.each([
    'c\u00adi',
    'ci\u200b',
    '\u202eic',
    '\u3164',
    'c\u2028i',
    'ci\u{e0061}',
    'ci\u2800',
    ' \u00a0 ',
    '',
    'c\u0000',
  ])('has no name that holds what nobody sees: %j', async name => {
    const { call } = await testServer();
    const refused = await call('POST', '/api/tokens', { body: { name, role: 'viewer' } });
    expect([refused.status, await refused.json()]).toMatchObject([422, { diagnostics: [{ field: 'name' }] }]);
  });

  it('has a name without the blanks around it, which tell no two apart', async () => {
    const { call, json } = await testServer();
    const make = (name: string) => call('POST', '/api/tokens', { body: { name, role: 'viewer' } });
    expect(await jsonOf(await make('  my ci\u00a0'))).toMatchObject({ name: 'my ci' });
    for (const name of ['my ci', ' my ci', 'my  ci', 'my\u2003CI'])
      expect((await make(name)).status).toBe(409);
    expect((await make('my \u0441i')).status).toBe(201);
    expect(await json('GET', '/api/tokens')).toMatchObject({ items: [{}, {}] });
  });

  it('is one of 1,000 at most, which are all listed', async () => {
    const database = await openTestDatabase('PostgreSQL');
    const { call, json } = await testServer({ database });
    const { executorOf } = await import('../outbox/test-database.ts');
    await executorOf(
      database,
    ).query(`insert into hookplate.token (id, name, hash, role, expires_at, created_by)
      select 'tok_' || n, 'ci ' || n, sha256(n::text::bytea), 'viewer', now(), 'ada' from generate_series(1, 999) n`);
    const make = (name: string) => call('POST', '/api/tokens', { body: { name, role: 'viewer' } });
    expect((await make('last')).status).toBe(201);
    const refused = await make('one more');
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'too-many-tokens' }]);
    expect((await json<{ items: object[] }>('GET', '/api/tokens')).items).toHaveLength(1000);
  });

  it('is stored as a hash alone', async () => {
    const database = await openTestDatabase('PostgreSQL');
    const { json } = await testServer({ database });
    const { token } = await json<{ token: string }>('POST', '/api/tokens', {
      body: { name: 'ci', role: 'viewer' },
    });
    const { executorOf } = await import('../outbox/test-database.ts');
    const { rows } = await executorOf(database).query('select * from hookplate.token');
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token.slice(4));
  });

  it.each([['1999-01-01T00:00:00Z'], ['2999-01-01T00:00:00Z'], ['soon']])(
    'that ends %s is refused',
    async expiresAt => {
      const { call } = await testServer();
      const body = { name: 'ci', role: 'viewer', expiresAt };
      expect((await call('POST', '/api/tokens', { body })).status).toBe(422);
    },
  );
});

describe('a role', () => {
  it.each([
    ['viewer', 'GET', '/api/processes', 200],
    ['viewer', 'GET', '/metrics', 200],
    ['viewer', 'POST', run, 403],
    ['viewer', 'GET', '/api/v2/interrupt/x', 403],
    ['viewer', 'POST', '/api/messages/x/resend', 403],
    ['viewer', 'GET', '/api/tokens', 403],
    ['operator', 'POST', run, 202],
    ['operator', 'GET', '/api/v2/interrupt/x', 404],
    ['operator', 'POST', '/api/messages/x/resend', 404],
    ['operator', 'POST', '/api/webhooks/test', 403],
    ['operator', 'DELETE', '/api/flows/etl/copy/api', 403],
    ['operator', 'GET', '/api/messages/x?include=request', 403],
    ['editor', 'GET', '/api/messages/x?include=request', 404],
    ['editor', 'GET', '/api/tokens', 200],
  ] as const)('%s: %s %s is answered with %i', async (as, method, path, status) => {
    const { call } = await testServer();
    const body = method === 'POST' ? {} : undefined;
    expect((await call(method, path, { as, body })).status).toBe(status);
  });
});

describe('an address', () => {
  const wrong = { as: 'nobody', headers: { authorization: basicOf('editor', 'guess') } } as const;

  it('has to wait after ten wrong passwords in a minute, also with the right one', async () => {
    let now = Date.now();
    const { call } = await testServer({ clock: () => now });
    for (let guess = 0; guess < 10; guess++) {
      expect((await call('GET', '/api/session', wrong)).status).toBe(401);
    }
    const locked = await call('GET', '/api/session');
    expect([locked.status, locked.headers.get('retry-after')]).toEqual([429, '60']);
    expect((await jsonOf<{ code: string }>(locked)).code).toBe('too-many-failures');
    now += 60_000;
    expect((await call('GET', '/api/session')).status).toBe(200);
  });

  it('that is not known never has to wait: others may come from there as well', async () => {
    const { call } = await testServer();
    for (let guess = 0; guess < 12; guess++) {
      expect((await call('GET', '/api/session', { ...wrong, bindings: {} })).status).toBe(401);
    }
    expect((await call('GET', '/api/session', { bindings: {} })).status).toBe(200);
  });

  it('has ten guesses also where they come at once', async () => {
    const hash = await hashPassword('the right one');
    const { call } = await testServer({ users: [{ username: 'ada', passwordHash: hash, role: 'editor' }] });
    const guesses = Array.from({ length: 12 }, (_, index) =>
      index === 11 ? 'the right one' : `guess ${index}`,
    );
    const answers = await Promise.all(
      guesses.map(async guess => {
        const headers = { authorization: basicOf('ada', guess) };
        return (await call('GET', '/api/session', { as: 'nobody', headers })).status;
      }),
    );
    expect(answers).not.toContain(200);
  });

  it('that asks without credentials guesses nothing', async () => {
    const { call } = await testServer();
    for (let time = 0; time < 20; time++) await call('GET', '/api/session', { as: 'nobody' });
    expect((await call('GET', '/api/session')).status).toBe(200);
  });
});

describe('the name of the server', () => {
  const under = async (host: string, hosts?: readonly string[]) => {
    const { call } = await testServer({ ...(hosts && { hosts }), publicUrl: 'https://hooks.example.com' });
    return (await call('GET', '/api/session', { headers: { host } })).status;
  };

  it.each([['localhost'], ['localhost:8080'], ['127.0.0.1:8080'], ['[::1]:8080'], ['hooks.example.com']])(
    'may be %s',
    async host => expect(await under(host)).toBe(200),
  );

  it.each([['rebound.example'], ['localhost.evil.example'], ['169.254.169.254'], ['127.0.0.1.nip.io:8080']])(
    'is not %s, which somebody else has led here',
    async host => expect(await under(host)).toBe(421),
  );

  it('is also that of the address in the request line, which may be another one than in Host', async () => {
    const { server } = await testServer();
    const { port, close } = await serveNode(server, { port: 0 });
    onTestFinished(close);
    const statusOf = async (path: string, host: string) => {
      const headers = { host, authorization: basicOf('viewer', passwords.viewer), connection: 'close' };
      const [answer] = await once(get({ port, host: '127.0.0.1', path, headers }), 'response');
      answer.resume();
      return answer.statusCode;
    };
    expect(await statusOf('http://localhost/api/session', 'localhost')).toBe(200);
    expect(await statusOf('http://evil.example/api/session', 'localhost')).toBe(421);
    expect(await statusOf('http://evil.example/api/v2/status/x', 'localhost')).toBe(421);
    expect(await statusOf('http://localhost/api/session', 'evil.example')).toBe(421);
  });

  it('does not matter for health', async () => {
    const { call } = await testServer();
    const headers = { host: '10.1.2.3:8080' };
    expect((await call('GET', '/healthz', { as: 'nobody', headers })).status).toBe(200);
  });
});

describe('a page of another site', () => {
  it.each([
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'same-origin', origin: 'http://evil.example' }, 202],
    [{ 'sec-fetch-site': 'none' }, 202],
    [{ origin: 'http://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: 'http://localhost:9999' }, 403],
    [{ origin: 'http://localhost' }, 202],
    [{ referer: 'http://evil.example/?http://localhost/' }, 403],
    [{ referer: 'http://localhost/flows' }, 202],
    [{}, 202],
  ])('that sends %j is answered with %i', async (headers, status) => {
    const { call } = await testServer();
    expect((await call('POST', run, { body: {}, headers })).status).toBe(status);
    const interrupt = await call('GET', '/api/v2/interrupt/x', { headers });
    expect(interrupt.status).toBe(status === 403 ? 403 : 404);
    expect((await call('GET', '/api/session', { headers })).status).toBe(200);
  });
});

it('a page over http changes nothing on a server over https, whoever speaks TLS for it', async () => {
  const { call } = await testServer({ hosts: ['localhost'], publicUrl: 'https://hooks.example.com' });
  const statusOf = async (origin: string, host: string) =>
    (await call('POST', run, { body: {}, headers: { origin, host } })).status;
  expect(await statusOf('https://hooks.example.com', 'hooks.example.com')).toBe(202);
  expect(await statusOf('http://hooks.example.com', 'hooks.example.com')).toBe(403);
  expect(await statusOf('http://localhost:8080', 'localhost:8080')).toBe(202);
  expect(await statusOf('https://localhost:8080', 'localhost:8080')).toBe(202);
  expect(await statusOf('ftp://localhost:8080', 'localhost:8080')).toBe(403);
});

describe('a proxy', () => {
  it('that is trusted says who the client is, and a client does not', async () => {
    const { readTrustedProxies } = await import('../../src/server/access/gate.ts');
    const request = (forwarded: string) =>
      new Request('http://localhost', { headers: { 'x-forwarded-for': forwarded } });
    const addressOf = readTrustedProxies(['10.0.0.0/8'], 'options.trustedProxies');
    expect(addressOf(request('1.1.1.1, 203.0.113.9'), '10.0.0.1')).toBe('203.0.113.9');
    expect(addressOf(request('203.0.113.9, 10.0.0.2'), '::ffff:10.0.0.1')).toBe('203.0.113.9');
    expect(addressOf(request('203.0.113.9'), '192.0.2.1')).toBe('192.0.2.1');
    expect(addressOf(request('nonsense'), '10.0.0.1')).toBe('10.0.0.1');
    expect(addressOf(request(''), '2001:db8:1:2:3::4')).toBe('2001:db8:1:2::/64');
  });
});

describe('an option', () => {
  it.each([
    [{ userz: [] }, 'options.userz: there is no such option; did you mean `users`?'],
    [{ users: [] }, 'options.users: expected at least one user'],
    [{ users: [{ username: 'a', role: 'editor' }] }, 'options.users[0]: expected either'],
    [{ users: [{ username: 'a', password: 'b', role: 'admin' }] }, 'options.users[0].role: expected'],
    [
      { users: [{ username: 'a', passwordHash: 'b', role: 'viewer' }] },
      'options.users[0].passwordHash: expected',
    ],
    [{ users: [...users, ...users] }, 'options.users[3].username: expected a name that no other user has'],
    [
      { users: [{ username: 'token ci', password: 'b', role: 'viewer' }] },
      'options.users[0].username: expected',
    ],
    [
      { users: [{ username: 'hookplate', password: 'b', role: 'viewer' }] },
      'options.users[0].username: expected',
    ],
    [{ users, authenticate: () => undefined }, 'options.authenticate: expected none'],
    [{ hosts: ['http://localhost'] }, 'options.hosts[0]: expected the name of a host'],
    [{ trustedProxies: ['10.0.0.1'] }, 'options.trustedProxies[0]: expected a CIDR range'],
    [{ publicUrl: 'ftp://x' }, 'options.publicUrl: expected an http or https URL'],
    [{ basePath: 'hooks/' }, 'options.basePath: expected a path'],
    [{ profileLabel: '<b>' }, 'options.profileLabel: expected up to 40 letters'],
    [{ encryptionKeys: ['short'] }, 'options.encryptionKeys[0]: expected 32 bytes'],
    [{ delivery: { schedul: [] } }, 'options.delivery.schedul: there is no such option'],
    [{ processes: { concurency: 1 } }, 'options.processes.concurency: there is no such option'],
  ])('%j is refused', async (options, message) => {
    const database = await openTestDatabase('PostgreSQL');
    const made = createHookplate({ database, ...(options as object) });
    await expect(made).rejects.toThrow(message);
  });
});
