import { expect, it, onTestFinished, vi } from 'vitest';
import type { PortalLinkOptions } from '../../src/server/index.ts';
import { dump, executorOf, openTestDatabase } from '../outbox/test-database.ts';
import { jsonOf, type TestServer, testServer } from './test-server.ts';
import { basicOf, passwords, users } from './test-users.ts';

const publicUrl = 'http://localhost';
const form = { 'content-type': 'application/x-www-form-urlencoded', origin: publicUrl };

/** Loads the page that a link leads to; what is returned presses its button. */
async function pageOf({ call }: Pick<TestServer, 'call'>, link: string) {
  const page = await call('GET', new URL(link).pathname, { as: 'nobody', headers: { accept: 'text/html' } });
  expect(page.status).toBe(200);
  const inputs = (await page.text()).matchAll(/name="([^"]+)" value="([^"]+)"/g);
  const body = new URLSearchParams([...inputs].map(([, name = '', value = '']) => [name, value])).toString();
  return (headers: object = {}): Promise<Response> =>
    call('POST', '/api/portal', { as: 'nobody', body, headers: { ...form, ...headers } });
}

const press = async (server: Pick<TestServer, 'call'>, link: string): Promise<Response> =>
  (await pageOf(server, link))();

const cookieOf = (response: Response): string =>
  (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';

const from = (cookie: string, headers: object = {}) =>
  ({ as: 'nobody', headers: { cookie, origin: publicUrl, ...headers } }) as const;

async function opened(server: TestServer, options: Partial<PortalLinkOptions> = {}) {
  const link = await server.server.portalLink({ profile: 'acme', ...options });
  const response = await press(server, link);
  expect([response.status, response.headers.get('location')]).toEqual([303, '/']);
  return { link, cookie: cookieOf(response) };
}

it('a link signs in once, for one profile, and says who it is', async () => {
  const server = await testServer({ publicUrl });
  const { link, cookie } = await opened(server, {
    name: 'ada@acme.example',
    role: 'operator',
    theme: 'dark',
  });
  expect(link).toMatch(/^http:\/\/localhost\/portal\/hkpp_[\w-]{43}$/);
  const session = await server.call('GET', '/api/session', from(cookie));
  expect(await session.json()).toEqual({
    name: 'ada@acme.example',
    role: 'operator',
    profiles: ['acme'],
    idPrefixes: { acme: expect.any(String) },
    canSignOut: true,
    portal: { theme: 'dark' },
  });
  // Again and again, as pages that are loaded again ask.
  expect((await server.call('GET', '/api/webhooks', from(cookie))).status).toBe(200);
  expect((await server.call('GET', '/api/flows', from(cookie))).status).toBe(404);
  const again = await press(server, link);
  expect(again.status).toBe(410);
  expect(await again.text()).toContain('It was used already');
  expect(again.headers.get('set-cookie')).toBeNull();
});

it('a second click of the same page opens the same session, with the cookie of the first or without', async () => {
  const server = await testServer({ publicUrl });
  const link = await server.server.portalLink({ profile: 'acme' });
  const click = await pageOf(server, link);
  const [first, second] = await Promise.all([click(), click()]);
  const cookie = cookieOf(first);
  const third = await click({ cookie });
  expect([first.status, second.status, third.status]).toEqual([303, 303, 303]);
  expect([cookieOf(second), cookieOf(third)]).toEqual([cookie, cookie]);
  expect((await server.call('GET', '/api/session', from(cookie))).status).toBe(200);
  expect((await press(server, link)).status).toBe(410);
  await server.call('DELETE', '/api/session', from(cookie));
  expect((await click()).status).toBe(410);
});

it('a page that is only looked at, as scanners of mail do, does not use the link up', async () => {
  const server = await testServer({ publicUrl });
  const link = await server.server.portalLink({ profile: 'acme' });
  for (const method of ['GET', 'HEAD', 'GET'])
    await server.call(method, new URL(link).pathname, { as: 'nobody', headers: { accept: 'text/html' } });
  expect((await press(server, link)).status).toBe(303);
});

it('a link ends when it expires, and a session when it is not used', async () => {
  let now = Date.now();
  const server = await testServer({ publicUrl, clock: () => now });
  const late = await server.server.portalLink({ profile: 'acme', expiresInMs: 5000 });
  now += 5001;
  expect((await press(server, late)).status).toBe(410);
  const { cookie } = await opened(server);
  const status = async () => (await server.call('GET', '/api/session', from(cookie))).status;
  const hour = 3_600_000;
  now += 1.5 * hour;
  expect(await status()).toBe(200);
  now += 1.5 * hour;
  expect(await status()).toBe(200);
  now += 2.1 * hour;
  expect(await status()).toBe(401);
});

it('who revokes the links of a profile ends those that wait, and the sessions that came of them', async () => {
  const server = await testServer({ publicUrl });
  const { cookie } = await opened(server);
  const other = await opened(server, { profile: 'globex' });
  const waiting = await server.server.portalLink({ profile: 'acme' });
  await server.server.revokePortalLinks({ profile: 'acme' });
  expect((await server.call('GET', '/api/session', from(cookie))).status).toBe(401);
  expect((await press(server, waiting)).status).toBe(410);
  expect((await server.call('GET', '/api/session', from(other.cookie))).status).toBe(200);
});

it('a link that is opened while it is revoked leaves no session behind', async () => {
  const server = await testServer({ publicUrl });
  for (let tries = 0; tries < 20; tries++) {
    const link = await server.server.portalLink({ profile: 'acme' });
    const [response] = await Promise.all([
      press(server, link),
      server.server.revokePortalLinks({ profile: 'acme' }),
    ]);
    const cookie = cookieOf(response);
    if (cookie === '') continue;
    expect((await server.call('GET', '/api/session', from(cookie))).status).toBe(401);
  }
});

it('whoever signs out is out, and takes no other session along', async () => {
  const server = await testServer({ publicUrl });
  const { call } = server;
  const login = { name: 'editor', password: passwords.editor };
  const signedIn = await call('POST', '/api/session', { as: 'nobody', body: login });
  // The application may call a customer like one of the server's own users.
  const { cookie } = await opened(server, { name: 'editor' });
  expect((await call('DELETE', '/api/session?everywhere=true', from(cookie))).status).toBe(204);
  expect((await call('GET', '/api/session', from(cookie))).status).toBe(401);
  expect((await call('GET', '/api/session', from(cookieOf(signedIn)))).status).toBe(200);
  const page = await call('GET', '/portal', { as: 'nobody', headers: { accept: 'text/html' } });
  expect(await page.text()).toContain('You are signed out');
});

it('whoever tries links that open nothing keeps nobody from signing in', async () => {
  const server = await testServer({ publicUrl });
  const guess = (link: string) =>
    server.call('POST', '/api/portal', { as: 'nobody', body: `link=${link}`, headers: form });
  for (let tries = 0; tries < 12; tries++)
    expect((await guess(`hkpp_${'x'.repeat(tries < 6 ? 43 : 5)}`)).status).toBe(410);
  const login = { name: 'editor', password: passwords.editor };
  expect((await server.call('POST', '/api/session', { as: 'nobody', body: login })).status).toBe(200);
  expect((await opened(server)).cookie).not.toBe('');
});

it('a program is told by a problem document that a link has ended', async () => {
  const server = await testServer({ publicUrl });
  const answer = await server.call('POST', '/api/portal', { as: 'nobody', body: { link: 'hkpp_none' } });
  expect(await answer.json()).toMatchObject({ status: 410, code: 'link-ended' });
});

it('no page of another site opens a portal in somebody’s browser', async () => {
  const server = await testServer({ publicUrl });
  const link = await server.server.portalLink({ profile: 'acme' });
  const body = `link=${link.split('/').at(-1)}`;
  const headers = { ...form, origin: 'https://evil.example' };
  expect((await server.call('POST', '/api/portal', { as: 'nobody', body, headers })).status).toBe(403);
  expect((await press(server, link)).status).toBe(303);
});

it('links, openings and revocations stand in the audit log', async () => {
  const server = await testServer({ publicUrl });
  await opened(server, { name: 'ada@acme.example' });
  await server.server.revokePortalLinks({ profile: 'acme' });
  expect(await server.json('GET', '/api/audit-log')).toMatchObject({
    items: [
      { by: 'application', action: 'Revoke the links to a portal', profile: 'acme' },
      { by: 'portal ada@acme.example', operation: 'openPortal', profile: 'acme', address: '127.0.0.1' },
      { by: 'application', action: 'Make a link to a portal', profile: 'acme' },
    ],
  });
});

it('a portal works where the application says who its people are', async () => {
  const isAdmin = (request: Request) => request.headers.get('x-user') === 'admin';
  const server = await testServer({
    publicUrl,
    users: undefined,
    authenticate: request => (isAdmin(request) ? { name: 'admin', role: 'editor' } : undefined),
  });
  const { cookie } = await opened(server);
  const who = async (headers: object) =>
    jsonOf<{ name?: string; status?: number }>(
      await server.call('GET', '/api/session', from(cookie, headers)),
    );
  expect(await who({})).toMatchObject({ name: 'customer', profiles: ['acme'] });
  expect((await server.call('DELETE', '/api/session', from(cookie))).status).toBe(204);
  // A cookie that has ended keeps nobody out whom the application knows.
  expect(await who({})).toMatchObject({ status: 401 });
  expect(await who({ 'x-user': 'admin' })).toMatchObject({ name: 'admin' });
});

it('whoever came by a link makes no token, which would outlive it, and sees none of a namesake', async () => {
  const ada = { username: 'ada', password: 'of-acme', role: 'editor', profiles: ['acme'] } as const;
  const server = await testServer({ publicUrl, users: [...users, ada] });
  const headers = { authorization: basicOf(ada.username, ada.password) };
  await server.call('POST', '/api/tokens', {
    ...{ as: 'nobody', headers, body: { name: 'mine', role: 'editor' } },
  });
  const { cookie } = await opened(server, { name: 'ada' });
  const made = await server.call('POST', '/api/tokens', {
    ...from(cookie),
    body: { name: 'other', role: 'editor' },
  });
  expect(made.status).toBe(403);
  expect(await (await server.call('GET', '/api/tokens', from(cookie))).json()).toEqual({ items: [] });
});

it('a token opens what a session does, for ten minutes, and nothing more', async () => {
  let now = Date.now();
  const server = await testServer({
    ...{ publicUrl, clock: () => now },
    frameAncestors: ['https://shop.example'],
  });
  const token = await server.server.portalToken({ profile: 'acme', role: 'viewer', name: 'ada' });
  const as = { as: 'nobody', headers: { authorization: `Bearer ${token}` } } as const;
  expect(await (await server.call('GET', '/api/session', as)).json()).toEqual({
    ...{ name: 'ada', role: 'viewer', profiles: ['acme'], idPrefixes: { acme: expect.any(String) } },
    portal: { expiresAt: new Date(now + 600_000).toISOString() },
  });
  expect((await server.call('GET', '/api/sources', as)).status).toBe(404);
  // It is no session, and a session is no token.
  expect((await server.call('DELETE', '/api/session', as)).status).toBe(403);
  expect((await server.call('GET', '/api/session', from(`hookplate=${token}`))).status).toBe(401);
  const { cookie } = await opened(server);
  const asSession = { as: 'nobody', headers: { authorization: `Bearer ${cookie.split('=')[1]}` } } as const;
  expect((await server.call('GET', '/api/session', asSession)).status).toBe(401);
  now += 600_001;
  expect((await server.call('GET', '/api/session', as)).status).toBe(401);
  await expect((await testServer({ publicUrl })).server.portalToken({ profile: 'acme' })).rejects.toThrow(
    'options.frameAncestors',
  );
});

it('a token of an application that is as long is left to the application', async () => {
  const own = `p${'x'.repeat(43)}`;
  const server = await testServer({
    users: undefined,
    authenticate: ({ headers }) =>
      headers.get('authorization') === `Bearer ${own}` ? { name: 'program', role: 'viewer' } : undefined,
  });
  const as = { as: 'nobody', headers: { authorization: `Bearer ${own}` } } as const;
  expect((await server.call('GET', '/api/session', as)).status).toBe(200);
});

it('only origins may embed pages', async () => {
  for (const origin of ['https://shop.example/', '*', "https://shop.example 'self'", 'shop.example'])
    await expect(testServer({ frameAncestors: [origin] })).rejects.toThrow('options.frameAncestors');
});

it('what is stored opens nothing, and erasing a profile ends its links', async () => {
  const database = await openTestDatabase('PostgreSQL');
  const server = await testServer({ publicUrl, database });
  const { link, cookie } = await opened(server);
  const waiting = await server.server.portalLink({ profile: 'acme' });
  const stored = await dump(executorOf(database));
  for (const secret of [link, waiting].map(url => url.split('/').at(-1)))
    expect(stored).not.toContain(secret);
  expect(stored).not.toContain(cookie.split('=')[1]);
  await server.server.forProfile('acme').erase();
  expect((await server.call('GET', '/api/session', from(cookie))).status).toBe(401);
  expect(await dump(executorOf(database))).not.toContain('"acme"');
});

it('a profile has so many links and sessions; one more ends the oldest', async () => {
  const server = await testServer({ publicUrl });
  const links = [];
  for (let made = 0; made < 101; made++) links.push(await server.server.portalLink({ profile: 'acme' }));
  expect((await press(server, links[0] ?? '')).status).toBe(410);
  expect((await press(server, links[1] ?? '')).status).toBe(303);
});

it('what has expired is deleted by the upkeep, and nothing else', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  let now = Date.now();
  const database = await openTestDatabase('PostgreSQL');
  const frameAncestors = ['https://shop.example'];
  const server = await testServer({ publicUrl, database, clock: () => now, frameAncestors });
  const make = (profile: string, expiresInMs: number) => server.server.portalLink({ profile, expiresInMs });
  const lasting = await make('lasting', 3_600_000);
  await make('expired', 600_000);
  await server.server.portalToken({ profile: 'expired' });
  now += 600_001;
  const { query } = executorOf(database);
  const stored = async () => (await query('select profile from hookplate.portal_access', [])).rows;
  expect(await stored()).toHaveLength(3);
  await server.server.start();
  vi.advanceTimersByTime(600_000);
  await expect.poll(stored).toEqual([{ profile: 'lasting' }]);
  expect((await press(server, lasting)).status).toBe(303);
});

it('options that make no link are refused by name', async () => {
  const { server } = await testServer({ publicUrl });
  const wrong: readonly [object, string][] = [
    [{}, 'options.profile'],
    [{ profile: '' }, 'options.profile'],
    [{ profile: 'acme', role: 'reporter' }, 'options.role'],
    [{ profile: 'acme', expiresInMs: 3_600_001 }, 'options.expiresInMs'],
    [{ profile: 'acme', theme: 'blue' }, 'options.theme'],
    [{ profile: 'acme', nmae: 'Ada' }, 'options.nmae'],
    [{ profile: 'acme', name: 'Ada\u202e' }, 'options.name'],
  ];
  for (const [options, name] of wrong)
    await expect(server.portalLink(options as PortalLinkOptions)).rejects.toThrow(name);
  const { server: unnamed } = await testServer();
  await expect(unnamed.portalLink({ profile: 'acme' })).rejects.toThrow('options.publicUrl');
});

it('other credentials do not matter to what a link opens', async () => {
  const server = await testServer({ publicUrl });
  const { cookie } = await opened(server);
  const known = users.find(({ username }) => username === 'viewer');
  const headers = { authorization: basicOf(known?.username ?? '', passwords.viewer) };
  const session = await server.call('GET', '/api/session', from(cookie, headers));
  expect(await session.json()).toEqual({ name: 'viewer', role: 'viewer' });
});
