import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { hashPassword } from '../../src/server/access/users.ts';
import { createHookplate, type HookplateOptions, type RequestLogEntry } from '../../src/server/index.ts';
import { executorOf, openTestDatabase } from '../outbox/test-database.ts';
import { callerOf, type TestServer, testServer } from './test-server.ts';
import { basicOf, passwords, type RoleName, users } from './test-users.ts';

const path = '/api/session';
const run = '/api/v2/project/etl/task/held/run?trigger=API';
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const own = { origin: 'http://localhost' };

/** The cookie as a browser sends it back: its name and value, without attributes. */
function cookieOf(response: Response): string {
  return (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}

async function signIn({ call }: TestServer, as: RoleName = 'editor', headers = {}): Promise<string> {
  const body = { name: as, password: passwords[as] };
  const response = await call('POST', path, { as: 'nobody', body, headers });
  expect([response.status, await response.json()]).toEqual([200, { name: as, role: as }]);
  return cookieOf(response);
}

/** The status of a request that has nothing but a cookie. */
async function statusWith({ call }: TestServer, cookie: string, headers = {}): Promise<number> {
  return (await call('GET', path, { as: 'nobody', headers: { cookie, ...headers } })).status;
}

function formOf(fields: Readonly<Record<string, string>>) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return { as: 'nobody', body: String(new URLSearchParams(fields)), headers } as const;
}

/** A second instance with the same users, unless it says otherwise. */
async function otherInstance(options: Partial<HookplateOptions> & Pick<HookplateOptions, 'database'>) {
  const server = await createHookplate({ users, ...options });
  onTestFinished(() => server.stop({ timeoutMs: 0 }));
  return callerOf(server);
}

describe('signing in', () => {
  it('gives a cookie that no script and no other site can use, and that says who is calling', async () => {
    const server = await testServer();
    const body = { name: 'viewer', password: passwords.viewer };
    const response = await server.call('POST', path, { as: 'nobody', body });
    expect(response.headers.get('set-cookie')).toMatch(
      /^hookplate=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const headers = { cookie: `theme=dark; ${cookieOf(response)}; other=1` };
    const session = await server.call('GET', path, { as: 'nobody', headers });
    expect(await session.json()).toEqual({ name: 'viewer', role: 'viewer', canSignOut: true });
    const refused = await server.call('POST', run, { as: 'nobody', body: {}, headers });
    expect(refused.status).toBe(403);
  });

  it('over https gives one that is bound to the host, and to https', async () => {
    const server = await testServer({ publicUrl: 'https://hooks.example.com' });
    const host = { host: 'hooks.example.com' };
    const body = { name: 'viewer', password: passwords.viewer };
    const response = await server.call('POST', path, { as: 'nobody', body, headers: host });
    expect(response.headers.get('set-cookie')).toMatch(
      /^__Host-hookplate=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
    const cookie = cookieOf(response);
    expect(await statusWith(server, cookie, host)).toBe(200);
    // As some proxies write it.
    expect(await statusWith(server, cookie, { host: 'hooks.example.com:443' })).toBe(200);
    // Somebody on the way can set a cookie over http, but none with that prefix.
    expect(await statusWith(server, cookie.replace('__Host-', ''), host)).toBe(401);
  });

  it('works under a base path, whose server has a cookie of its own', async () => {
    const server = await testServer({ basePath: '/hooks/eu' });
    const body = { name: 'viewer', password: passwords.viewer };
    const response = await server.call('POST', `/hooks/eu${path}`, { as: 'nobody', body });
    expect(response.headers.get('set-cookie')).toMatch(/^hookplate\.hooks\.eu=[\w-]{43}; Path=\/;/);
    const headers = { cookie: cookieOf(response) };
    expect((await server.call('GET', `/hooks/eu${path}`, { as: 'nobody', headers })).status).toBe(200);
  });

  it('says the same of a wrong password and of a name that nobody has', async () => {
    const { call } = await testServer();
    const answers = await Promise.all(
      [
        { name: 'editor', password: 'guess' },
        { name: 'nobody', password: passwords.editor },
        { name: '', password: '' },
      ].map(async body => {
        const response = await call('POST', path, { as: 'nobody', body });
        const { 'x-request-id': _, ...headers } = Object.fromEntries(response.headers);
        return { status: response.status, headers, text: await response.text() };
      }),
    );
    expect(answers[0]?.status).toBe(401);
    expect(answers[0]?.headers).not.toHaveProperty('set-cookie');
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  it('waits after ten wrong passwords in a minute, with the right one and over Basic, too', async () => {
    const server = await testServer();
    const cookie = await signIn(server);
    const wrong = { as: 'nobody', body: { name: 'editor', password: 'guess' } } as const;
    for (let guess = 0; guess < 10; guess++) {
      expect((await server.call('POST', path, wrong)).status).toBe(401);
    }
    const body = { name: 'editor', password: passwords.editor };
    const locked = await server.call('POST', path, { as: 'nobody', body });
    expect([locked.status, locked.headers.get('retry-after')]).toEqual([429, '60']);
    expect((await server.call('GET', path)).status).toBe(429);
    // Whoever has signed in is not shut out by others who guess behind the same address.
    expect(await statusWith(server, cookie)).toBe(200);
  });

  it('is asked by no page of another site, which could make people work under its name', async () => {
    const { call } = await testServer();
    const body = { name: 'viewer', password: passwords.viewer };
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'http://evil.example' }]) {
      const refused = await call('POST', path, { as: 'nobody', body, headers });
      expect([refused.status, refused.headers.get('set-cookie')]).toEqual([403, null]);
    }
    const rebound = await call('POST', path, { as: 'nobody', body, headers: { host: 'evil.example' } });
    expect(rebound.status).toBe(421);
  });

  it('refuses what is not a name and a password', async () => {
    const { call } = await testServer();
    for (const [body, status] of [
      [{ name: 'editor' }, 422],
      [{ name: 'editor', password: 1 }, 422],
      [{ name: 'editor', password: 'x', role: 'editor' }, 422],
      ['{', 400],
    ] as const) {
      expect((await call('POST', path, { as: 'nobody', body })).status).toBe(status);
    }
    const headers = { 'content-type': 'text/plain' };
    expect((await call('POST', path, { as: 'nobody', body: 'x', headers })).status).toBe(415);
  });

  it('takes no more of a stranger than a name and a password need', async () => {
    const { call } = await testServer();
    const password = 'x'.repeat(8 * 1024);
    const answers = [
      await call('POST', path, { as: 'nobody', body: { name: 'editor', password } }),
      await call('POST', path, formOf({ name: 'editor', password })),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(413);
      expect(await answer.json()).toMatchObject({ detail: 'The body must have at most 8192 bytes.' });
    }
  });

  it('normalizes no text of a length that would hold up everybody', async () => {
    const { call } = await testServer();
    const marks = `a${'\u0301\u0327'.repeat(600)}`;
    const normalize = vi.spyOn(String.prototype, 'normalize');
    onTestFinished(() => normalize.mockRestore());
    const answers = [
      await call('POST', path, { as: 'nobody', body: { name: marks, password: marks } }),
      await call('GET', path, { as: 'nobody', headers: { authorization: basicOf(marks, marks) } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
    const lengths = normalize.mock.contexts.map(text => String(text).length);
    expect(Math.max(0, ...lengths)).toBeLessThanOrEqual(1024);
  });

  it('is left to the application that identifies callers itself', async () => {
    const { call } = await testServer({
      users: undefined,
      authenticate: ({ headers }) => (headers.has('x-user') ? { name: 'ada', role: 'viewer' } : undefined),
    });
    const headers = { 'x-user': 'ada' };
    const body = { name: 'ada', password: 'x' };
    expect((await call('POST', path, { as: 'nobody', body, headers })).status).toBe(405);
    const page = await call('GET', '/', { as: 'nobody', headers: browser });
    expect(page.headers.get('www-authenticate')).toMatch(/^Basic /);
    expect(await page.text()).toContain('<h1>You are not signed in</h1>');
  });
});

describe('a session', () => {
  it('is never one that a browser had before: a new one begins, and the old one ends', async () => {
    const server = await testServer();
    const prepared = `hookplate=${'A'.repeat(43)}`;
    const cookie = await signIn(server, 'viewer', { cookie: prepared });
    expect(cookie).not.toBe(prepared);
    expect(await statusWith(server, prepared)).toBe(401);
    const next = await signIn(server, 'editor', { cookie });
    expect(await statusWith(server, cookie)).toBe(401);
    expect(await statusWith(server, next)).toBe(200);
  });

  it('ends after twelve hours, or after two in which it was not used', async () => {
    let now = Date.now();
    const server = await testServer({ clock: () => now });
    const cookie = await signIn(server);
    const minutes = (count: number): void => {
      now += count * 60_000;
    };
    for (let hour = 0; hour < 11; hour++) {
      minutes(60);
      expect(await statusWith(server, cookie)).toBe(200);
    }
    minutes(60);
    expect(await statusWith(server, cookie)).toBe(401);
    const idle = await signIn(server);
    minutes(119);
    expect(await statusWith(server, idle)).toBe(200);
    minutes(121);
    expect(await statusWith(server, idle)).toBe(401);
  });

  it('is stored as hashes alone, and removed when it has run out', async () => {
    let now = Date.now();
    const database = await openTestDatabase('PostgreSQL');
    const server = await testServer({ database, clock: () => now });
    const [, token = ''] = (await signIn(server)).split('=');
    const { query } = executorOf(database);
    const { rows } = await query(
      'select s::text as text, encode(proof, $1) as proof from hookplate.session s',
      ['hex'],
    );
    expect(rows).toHaveLength(1);
    const text = JSON.stringify(rows);
    const { createHash } = await import('node:crypto');
    const fast = createHash('sha256').update(passwords.editor).digest('hex');
    for (const secret of [token, Buffer.from(token).toString('hex'), passwords.editor, fast])
      expect(text).not.toContain(secret);
    now += 3 * 3_600_000;
    await signIn(server);
    expect((await query('select 1 from hookplate.session')).rows).toHaveLength(1);
  });

  it('is one of a hundred at most of a user: another one ends the oldest', async () => {
    let now = Date.now();
    const database = await openTestDatabase('PostgreSQL');
    const server = await testServer({ database, clock: () => now++ });
    const viewer = await signIn(server, 'viewer');
    const first = await signIn(server);
    const { query } = executorOf(database);
    await query(`insert into hookplate.session (hash, username, proof, created_at, expires_at, idle_at)
      select sha256(n::text::bytea), 'editor', '', now() + interval '1 minute', now() + interval '1 hour', now() + interval '1 hour'
      from generate_series(1, 99) n`);
    expect(await statusWith(server, first)).toBe(200);
    await signIn(server);
    expect(await statusWith(server, first)).toBe(401);
    expect(await statusWith(server, viewer)).toBe(200);
    const { rows } = await query(`select 1 from hookplate.session where username = 'editor'`);
    expect(rows).toHaveLength(100);
  });

  it.each([
    ['a changed password', [{ username: 'editor', password: 'new', role: 'editor' }], 401],
    ['a removed user', users.filter(({ username }) => username !== 'editor'), 401],
    [
      'a smaller role',
      users
        .filter(({ username }) => username === 'editor')
        .map(user => ({ ...user, role: 'viewer' as const })),
      200,
    ],
  ] as const)('knows of %s at once', async (_what, changed, status) => {
    const database = await openTestDatabase('PostgreSQL');
    const cookie = await signIn(await testServer({ database }));
    const restarted = await otherInstance({ database, users: changed });
    const answer = await restarted.call('GET', path, { as: 'nobody', headers: { cookie } });
    expect(answer.status).toBe(status);
    if (status === 200) expect(await answer.json()).toMatchObject({ name: 'editor', role: 'viewer' });
  });

  it('ends with the hash of a password, too', async () => {
    const database = await openTestDatabase('PostgreSQL');
    const hashed = async (password: string): Promise<HookplateOptions['users']> => [
      { username: 'editor', passwordHash: await hashPassword(password), role: 'editor' },
    ];
    const before = await hashed(passwords.editor);
    const cookie = await signIn(await testServer({ database, users: before }));
    const same = await otherInstance({ database, users: before });
    expect(await statusWith(same, cookie)).toBe(200);
    const changed = await otherInstance({ database, users: await hashed('new') });
    expect(await statusWith(changed, cookie)).toBe(401);
  });

  it('counts in every instance on the database, until it ends in one of them', async () => {
    const database = await openTestDatabase('PostgreSQL');
    const one = await testServer({ database });
    const other = await otherInstance({ database });
    const cookie = await signIn(one);
    expect(await statusWith(other, cookie)).toBe(200);
    const headers = { cookie, ...own };
    expect((await other.call('DELETE', path, { as: 'nobody', headers })).status).toBe(204);
    expect(await statusWith(one, cookie)).toBe(401);
  });

  it('counts for nothing beside other credentials, be they right or wrong', async () => {
    const server = await testServer();
    const cookie = await signIn(server);
    const viewer = await server.call('GET', path, { as: 'viewer', headers: { cookie } });
    expect(await viewer.json()).toEqual({ name: 'viewer', role: 'viewer' });
    const authorization = basicOf('editor', 'guess');
    const wrong = await server.call('GET', path, { as: 'nobody', headers: { cookie, authorization } });
    expect([wrong.status, wrong.headers.get('www-authenticate')]).toEqual([
      401,
      'Basic realm="hookplate", charset="UTF-8"',
    ]);
    const made = await server.call('POST', '/api/tokens', { body: { name: 'ci', role: 'viewer' } });
    const { token } = (await made.json()) as { token: string };
    const bearer = { cookie, authorization: `Bearer ${token}` };
    const program = await server.call('GET', path, { as: 'nobody', headers: bearer });
    expect(await program.json()).toEqual({ name: 'token ci', role: 'viewer' });
    const everywhere = await server.call('DELETE', `${path}?everywhere=true`, {
      as: 'nobody',
      headers: bearer,
    });
    expect(everywhere.status).toBe(403);
    expect(await statusWith(server, cookie)).toBe(200);
  });

  it('is none where its cookie comes twice, in pieces, or not as it was given', async () => {
    const server = await testServer();
    const cookie = await signIn(server);
    const tossedIn = `hookplate=${'A'.repeat(43)}`;
    for (const sent of [
      `${cookie}; ${cookie}`,
      `${tossedIn}; ${cookie}`,
      `${cookie}; ${tossedIn}`,
      cookie.slice(0, -1),
      'hookplate=',
      `x${cookie}`,
      `hookplate=${"' or 1=1 --".padEnd(43, '-')}`,
    ]) {
      expect([sent, await statusWith(server, sent)]).toEqual([sent, 401]);
    }
    expect(await statusWith(server, cookie)).toBe(200);
  });

  it('that has ended counts as no wrong password, and brings up no prompt of the browser', async () => {
    const server = await testServer();
    for (let time = 0; time < 12; time++) {
      const cookie = `hookplate=${String(time).padStart(43, 'A')}`;
      const answer = await server.call('GET', path, { as: 'nobody', headers: { cookie } });
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
        401,
        'Bearer realm="hookplate"',
      ]);
      expect(await answer.json()).toMatchObject({ detail: 'Your session has ended: sign in again.' });
    }
    expect((await server.call('GET', path)).status).toBe(200);
  });

  it('tests a flow as the one who has signed in', async () => {
    const server = await testServer();
    const headers = { cookie: await signIn(server), 'sec-fetch-site': 'same-origin' };
    const test = '/api/flows/etl/copy/api/test';
    expect((await server.call('POST', test, { as: 'nobody', body: {}, headers })).status).toBe(202);
  });
});

it('a page of another site gets nothing done with the cookie', async () => {
  const server = await testServer();
  const cookie = await signIn(server);
  const interrupt = '/api/v2/interrupt/x';
  for (const [method, to, more, status] of [
    ['POST', run, { 'sec-fetch-site': 'cross-site' }, 403],
    ['POST', run, { 'sec-fetch-site': 'same-site' }, 403],
    ['POST', run, { origin: 'http://evil.example' }, 403],
    ['POST', run, { origin: 'null' }, 403],
    ['POST', run, { 'sec-fetch-site': 'same-origin' }, 202],
    ['POST', run, own, 202],
    ['DELETE', path, { 'sec-fetch-site': 'cross-site' }, 403],
    ['GET', interrupt, { 'sec-fetch-site': 'same-site' }, 403],
    ['GET', interrupt, { 'sec-fetch-site': 'same-origin' }, 404],
    ['GET', interrupt, { referer: 'http://localhost/processes' }, 404],
    // A page can hide where a link leads from, and a browser that talks http sends nothing else.
    ['GET', interrupt, {}, 403],
  ] as const) {
    const body = method === 'POST' ? {} : undefined;
    const answer = await server.call(method, to, { as: 'nobody', body, headers: { cookie, ...more } });
    expect([method, to, more, answer.status]).toEqual([method, to, more, status]);
  }
});

describe('signing out', () => {
  it('ends the session for good, and takes the cookie back', async () => {
    const server = await testServer();
    const [cookie, other] = [await signIn(server), await signIn(server)];
    const out = await server.call('DELETE', path, { as: 'nobody', headers: { cookie, ...own } });
    expect([out.status, out.headers.get('set-cookie')]).toEqual([
      204,
      'hookplate=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0',
    ]);
    expect(await statusWith(server, cookie)).toBe(401);
    expect(await statusWith(server, other)).toBe(200);
  });

  it('everywhere ends all sessions of the user, and of nobody else', async () => {
    const server = await testServer();
    const mine = [await signIn(server), await signIn(server)];
    const viewer = await signIn(server, 'viewer');
    const headers = { cookie: mine[0] ?? '', ...own };
    expect((await server.call('DELETE', `${path}?everywhere=true`, { as: 'nobody', headers })).status).toBe(
      204,
    );
    for (const cookie of mine) expect(await statusWith(server, cookie)).toBe(401);
    expect(await statusWith(server, viewer)).toBe(200);
    // With a password as well, such as after a browser was lost.
    expect((await server.call('DELETE', `${path}?everywhere=true`, { as: 'viewer' })).status).toBe(204);
    expect(await statusWith(server, viewer)).toBe(401);
  });
});

describe('the page for signing in', () => {
  it('is shown to a browser in place of any page, and not to programs', async () => {
    const { call } = await testServer({ basePath: '/hooks' });
    const page = await call('GET', '/hooks/flows/etl?x=%22%3E%3Cscript%3E', {
      as: 'nobody',
      headers: browser,
    });
    expect([page.status, page.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="hookplate"']);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; img-src data:; style-src 'sha256-[\w+/]+='; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
    );
    const text = await page.text();
    expect(text).toContain('<form method="post" action="/hooks/api/session">');
    expect(text).toContain('name="next" value="/hooks/flows/etl?x=%22%3E%3Cscript%3E"');
    expect(text).not.toMatch(/<script|role="alert"/);
    for (const accept of ['*/*', 'application/json']) {
      const program = await call('GET', '/hooks/flows', { as: 'nobody', headers: { accept } });
      expect(program.headers.get('www-authenticate')).toMatch(/^Basic /);
      expect(await program.json()).toMatchObject({ code: 'unauthenticated' });
    }
  });

  it('sends a form, which leads back', async () => {
    const server = await testServer();
    const form = formOf({ name: 'viewer', password: passwords.viewer, next: '/messages?state=failed' });
    const response = await server.call('POST', path, form);
    expect([response.status, response.headers.get('location')]).toEqual([303, '/messages?state=failed']);
    expect(await statusWith(server, cookieOf(response))).toBe(200);
  });

  it('says what was wrong, without what was typed as the password', async () => {
    const { call } = await testServer();
    const form = formOf({ name: '"><b>ada', password: 'gue"ss', next: '/flows' });
    const response = await call('POST', path, form);
    expect([response.status, response.headers.get('set-cookie')]).toEqual([401, null]);
    const text = await response.text();
    expect(text).toContain('role="alert">Wrong name or password.</p>');
    expect(text).toContain('value="&quot;&gt;&lt;b&gt;ada"');
    expect(text).toContain('name="next" value="/flows"');
    expect(text).not.toContain('gue');
    for (let guess = 1; guess < 10; guess++) await call('POST', path, form);
    const locked = await call('POST', path, form);
    const seconds = Number(locked.headers.get('retry-after'));
    expect([locked.status, seconds > 0 && seconds <= 60]).toEqual([429, true]);
    expect(await locked.text()).toContain('Too many wrong passwords from this address');
  });

  it('leads to no other host', async () => {
    const { call } = await testServer();
    for (const next of [
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example/',
      '\\\\evil.example',
      '/\t/evil.example/',
      '/.//evil.example/',
      '/x/..//evil.example/',
      'javascript:alert(1)',
      'http:evil.example',
      '',
    ]) {
      const form = formOf({ name: 'viewer', password: passwords.viewer, next });
      const response = await call('POST', path, form);
      expect([next, response.status, response.headers.get('location')]).toEqual([next, 303, '/']);
    }
  });

  it('leads to nothing outside of the server, and adds no header', async () => {
    const { call } = await testServer({ basePath: '/hooks' });
    for (const [next, location] of [
      ['/elsewhere', '/hooks/'],
      ['/hooks/../elsewhere', '/hooks/'],
      ['/hooks/flows\r\nset-cookie: a=b', '/hooks/flowsset-cookie:%20a=b'],
      ['/hooks/%0d%0aset-cookie:a=b', '/hooks/%0d%0aset-cookie:a=b'],
    ] as const) {
      const form = formOf({ name: 'viewer', password: passwords.viewer, next });
      const response = await call('POST', `/hooks${path}`, form);
      expect([next, response.headers.get('location')]).toEqual([next, location]);
      expect(response.headers.getSetCookie()).toHaveLength(1);
    }
  });

  it('is loaded once more where a link of another site leads to it, for which browsers send no cookie', async () => {
    const { call } = await testServer();
    const headers = { ...browser, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    const text = await (await call('GET', '/messages?a=%22', { as: 'nobody', headers })).text();
    expect(text).toContain('<meta http-equiv="refresh" content="0" />');
    expect(text).toContain('<a href="/messages?a=%22">');
    const again = { ...headers, 'sec-fetch-site': 'same-origin' };
    expect(await (await call('GET', '/', { as: 'nobody', headers: again })).text()).toContain('<form');
  });
});

it('scripts of a page without a session bring up no prompt of the browser', async () => {
  const { call } = await testServer();
  const headers = { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin' };
  const answer = await call('GET', path, { as: 'nobody', headers });
  expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="hookplate"']);
});

it('neither the token of a session nor a password is in the log', async () => {
  const entries: RequestLogEntry[] = [];
  const errors: unknown[] = [];
  const server = await testServer({
    log: entry => entries.push(entry),
    onError: error => errors.push(error),
  });
  const cookie = await signIn(server);
  await statusWith(server, cookie);
  await server.call('POST', path, formOf({ name: 'editor', password: 'my other password' }));
  await server.call('DELETE', path, { as: 'nobody', headers: { cookie, ...own } });
  expect(entries.map(({ method, status, caller, problem }) => [method, status, caller, problem])).toEqual([
    ['POST', 200, 'editor', undefined],
    ['GET', 200, 'editor', undefined],
    ['POST', 401, undefined, 'unauthenticated'],
    ['DELETE', 204, 'editor', undefined],
  ]);
  const text = JSON.stringify([entries, errors]);
  for (const secret of [cookie.split('=')[1] ?? '', passwords.editor, 'my other password'])
    expect(text).not.toContain(secret);
});
