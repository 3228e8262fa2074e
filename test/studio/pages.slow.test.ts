import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Hono } from 'hono';
import { openDatabase } from 'hookplate/outbox';
import { createHookplate, type HookplateOptions, type RequestLogEntry } from 'hookplate/server';
import { expect, it, onTestFinished } from 'vitest';
import { migratedPostgres } from '../outbox/test-database.ts';
import { callerOf, type TestServer } from '../server/test-server.ts';
import { basicOf, users } from '../server/test-users.ts';
import { firstLoadOfOverview, firstLoadOfWebhooks } from './first-load.ts';

async function pages(options: Partial<HookplateOptions> = {}): Promise<TestServer> {
  const database = await openDatabase({ url: await migratedPostgres() });
  onTestFinished(() => database.close());
  const server = await createHookplate({ database, users, ...options });
  onTestFinished(() => server.stop({ timeoutMs: 0 }));
  return callerOf(server);
}

/** The paths of the assets that a document loads. */
function loadedBy(html: string): readonly string[] {
  return [...html.matchAll(/(?:src|href)="(assets\/[^"]+)"/g)].map(([, path = '']) => path);
}

it('are the same document under each address, which is asked for anew', async () => {
  const { call } = await pages();
  const index = await call('GET', '/', { as: 'viewer' });
  expect(index.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(index.headers.get('cache-control')).toBe('private, no-cache');
  const html = await index.text();
  for (const path of [
    '/profiles/nightly',
    '/flows/etl/copy/api',
    '/processes/x',
    '/messages',
    '/endpoints',
    '/sources/alertmanager',
    '/events/x',
    '/tokens',
    '/audit-log',
  ]) {
    expect(await (await call('GET', path, { as: 'viewer' })).text()).toBe(html);
  }
  const known = { 'if-none-match': index.headers.get('etag') ?? '' };
  expect((await call('GET', '/', { headers: known })).status).toBe(304);
});

it('that cannot be read once are there when they can', async () => {
  // Inside the package, where what it imports is found.
  mkdirSync('node_modules/.cache', { recursive: true });
  const copied = mkdtempSync('node_modules/.cache/pages-');
  onTestFinished(() => rmSync(copied, { recursive: true }));
  cpSync('dist', copied, { recursive: true });
  const entry = (name: string) => pathToFileURL(`${copied}/${name}.js`).href;
  const outbox: typeof import('hookplate/outbox') = await import(entry('outbox'));
  const { createHookplate: createCopied }: typeof import('hookplate/server') = await import(entry('server'));
  const database = await outbox.openDatabase({ url: await migratedPostgres() });
  onTestFinished(() => database.close());
  const errors: unknown[] = [];
  const server = await createCopied({ database, users, onError: failure => errors.push(failure) });
  onTestFinished(() => server.stop({ timeoutMs: 0 }));
  const { call } = callerOf(server);

  const index = `${copied}/studio/index.html`;
  renameSync(index, `${index}.away`);
  const failed = await call('GET', '/', { as: 'viewer' });
  expect([failed.status, await failed.json()]).toMatchObject([500, { code: 'internal' }]);
  expect(errors).toMatchObject([{ kind: 'request', route: '/', error: { code: 'ENOENT' } }]);
  const page = await call('GET', '/', { as: 'viewer', headers: { accept: 'text/html' } });
  const text = await page.text();
  expect([page.status, text]).toEqual([500, expect.stringContaining('Something went wrong in the server')]);
  expect(text).toContain(`for the request ${page.headers.get('x-request-id')}.`);
  expect(text).toContain('>Try again</a>');
  renameSync(`${index}.away`, index);
  const [script = ''] = loadedBy(await (await call('GET', '/', { as: 'viewer' })).text());
  expect((await call('GET', `/${script}`, { as: 'viewer' })).status).toBe(200);
});

it('need credentials, like everything else', async () => {
  const { call } = await pages();
  const [script = ''] = loadedBy(await (await call('GET', '/')).text());
  for (const path of ['/', '/processes', `/${script}`]) {
    const response = await call('GET', path, { as: 'nobody' });
    expect([path, response.status]).toEqual([path, 401]);
    expect(response.headers.get('www-authenticate')).toMatch(/^Basic /);
  }
});

it('answer a browser in words where nothing is, or nobody is logged in, and programs as before', async () => {
  const { call } = await pages({ basePath: '/hooks' });
  const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const gone = await call('GET', '/hooks/nothing-here', { headers });
  expect([gone.status, gone.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  // The pages say it themselves, in their frame.
  const page = await call('GET', '/hooks/flows', { headers });
  expect(await gone.text()).toBe(await page.text());
  const nobody = await call('GET', '/hooks/nothing-here', { as: 'nobody', headers });
  expect([nobody.status, await nobody.text()]).toEqual([401, expect.stringContaining('<h1>Sign in</h1>')]);
  const stranger = await call('GET', '/hooks/flows', { as: 'nobody', headers });
  expect(stranger.status).toBe(401);
  expect(await stranger.text()).toContain('<h1>Sign in</h1>');
  for (const [path, accept] of [
    ['/hooks/nothing-here', '*/*'],
    ['/hooks/api/nothing-here', headers.accept],
  ] as const) {
    const answer = await call('GET', path, { headers: { accept } });
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
  }
});

it('say to whom they are not shown why, and whom to ask', async () => {
  const { call } = await pages({ users: [{ username: 'cron', password: 'reports', role: 'reporter' }] });
  const headers = { accept: 'text/html', authorization: basicOf('cron', 'reports') };
  const answer = await call('GET', '/', { as: 'nobody', headers });
  const text = await answer.text();
  expect([answer.status, text]).toEqual([403, expect.stringContaining('You may not see this page')]);
  expect(text).toContain('This needs the role viewer; yours is reporter.');
  expect(text).toContain('Ask whoever runs this server for that role');
});

it('may run nothing and load nothing that the server does not have', async () => {
  const { call } = await pages();
  const { headers } = await call('GET', '/');
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types lit-html hookplate-editor",
  );
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  const data = await call('GET', '/api/session');
  expect(data.headers.get('content-security-policy')).toMatch(/^default-src 'none'; base-uri 'none'/);
});

it('load what is kept for good, under a path that changes with its content', async () => {
  const { call } = await pages();
  const paths = loadedBy(await (await call('GET', '/')).text());
  expect(paths.length).toBeGreaterThan(1);
  for (const path of paths) {
    expect(path).toMatch(/^assets\/[0-9a-f]{12}\/[\w.-]+$/);
    const asset = await call('GET', `/${path}`, { headers: { 'accept-encoding': 'gzip' } });
    expect(asset.status).toBe(200);
    expect(asset.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    expect(asset.headers.get('content-encoding')).toBe('gzip');
  }
});

it('are logged, and what they load only where it could not be had', async () => {
  const entries: RequestLogEntry[] = [];
  const { call } = await pages({ log: entry => entries.push(entry) });
  const [script = ''] = loadedBy(await (await call('GET', '/')).text());
  expect((await call('GET', `/${script}`)).status).toBe(200);
  expect((await call('GET', `/${script}`, { as: 'nobody' })).status).toBe(401);
  expect((await call('GET', '/assets/x/none.js')).status).toBe(404);
  const logged = entries.map(({ route, status }) => [route, status]);
  expect(logged).toEqual([
    ['/', 200],
    ['/assets', 401],
    ['/assets', 404],
  ]);
  expect(await (await call('GET', '/metrics')).text()).toContain('route="/assets",status="200"} 1');
});

it('are never a way to other files', async () => {
  const { call } = await pages();
  const [script = ''] = loadedBy(await (await call('GET', '/')).text());
  const folder = script.replace(/[^/]*$/, '');
  for (const path of [
    '..%2Findex.html',
    '..%2F..%2Fserver.js',
    '%2e%2e/index.html',
    'studio.js.LEGAL.txt',
    'none.js',
    '..%5Cindex.html',
    '%00',
  ]) {
    expect([path, (await call('GET', `/${folder}${path}`)).status]).toEqual([path, 404]);
  }
});

it('know where their paths begin: behind a proxy, under a base path, and mounted in another app', async () => {
  const baseOf = (html: string) => /<base href="([^"]*)"/.exec(html)?.[1];
  const based = await pages({ basePath: '/hooks' });
  for (const path of ['/hooks', '/hooks/', '/hooks/flows/etl/copy']) {
    expect(baseOf(await (await based.call('GET', path)).text())).toBe('/hooks/');
  }
  const proxied = await pages({ publicUrl: 'https://etl.example.com/etl' });
  expect(baseOf(await (await proxied.call('GET', '/processes')).text())).toBe('/etl/');
  const mounted = await pages({ users: undefined, authenticate: () => ({ name: 'ada', role: 'editor' }) });
  const app = new Hono().route('/inner', mounted.server.app);
  for (const path of ['/inner', '/inner/messages/x']) {
    expect(baseOf(await (await app.request(`http://localhost${path}`)).text())).toBe('/inner/');
  }
});

it('may be embedded where the option says, and nowhere without it', async () => {
  const accept = { as: 'nobody', headers: { accept: 'text/html' } } as const;
  const embedding = await pages({ frameAncestors: ['https://shop.example'] });
  for (const path of ['/embed/', '/embed/messages', '/embed/nothing/here']) {
    const page = await embedding.call('GET', path, accept);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain('frame-ancestors https://shop.example;');
    expect(page.headers.get('x-frame-options')).toBeNull();
    for (const path of loadedBy(await page.text()))
      expect((await embedding.call('GET', `/embed/${path}`, accept)).status).toBe(200);
  }
  const others = await embedding.call('GET', '/', accept);
  expect(others.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  const plain = await pages();
  expect((await plain.call('GET', '/embed/', accept)).status).toBe(401);
});

it('can be left out', async () => {
  const { call } = await pages({ studio: false });
  for (const path of ['/', '/processes', '/assets/x/studio.js'])
    expect((await call('GET', path)).status).toBe(404);
  expect((await call('GET', '/api/session')).status).toBe(200);
});

const maxBytes = { overview: 45_000, webhooks: 285_000 };

it('weigh little: the overview with all that it loads, and the page of a webhook with its editor', async () => {
  const overview = await firstLoadOfOverview();
  expect(overview.files).toBeGreaterThan(2);
  expect(overview.gzippedBytes).toBeLessThan(maxBytes.overview);
  const webhooks = await firstLoadOfWebhooks();
  expect(webhooks.files).toBeGreaterThan(overview.files + 1);
  expect(webhooks.gzippedBytes).toBeLessThan(maxBytes.webhooks);
});
