import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { defineEvents } from 'hookplate';
import { openDatabase } from 'hookplate/outbox';
import { createHookplate, type Hookplate, type RequestLogEntry } from 'hookplate/server';
import type { FrameLocator, Page } from 'playwright-core';
import { expect as expectNow, it } from 'vitest';
import { contentOf, expect, load, openPage } from '../browser/pages.ts';
import { certificate as cert, key } from '../delivery/fixtures/certificate.ts';
import { httpServer } from '../loopback-server.ts';
import { openTestDatabase } from '../outbox/test-database.ts';
import { users } from '../server/test-users.ts';
import { atEnd } from '../shared/at-end.ts';

const shop = defineEvents({
  variables: { number: 'string' },
  events: { 'order.placed': { title: 'An order was placed' } },
});

interface Site {
  readonly origin: string;
  readonly handle: (listener: RequestListener) => void;
}

/** A site over TLS, under a name of its own. */
async function site(name: string): Promise<Site> {
  let listener: RequestListener = (_, response) => void response.end();
  const server = createServer({ cert, key }, (request, response) => listener(request, response));
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve));
  atEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `https://${name}:${port}`,
    handle: given => {
      listener = given;
    },
  };
}

interface Embedded {
  readonly hookplate: Hookplate;
  readonly shopOrigin: string;
  readonly inbox: string;
  readonly tokens: string[];
  readonly log: readonly RequestLogEntry[];
}

/** An application whose page embeds the portal, and a page of somebody else who tries the same. */
async function embedded(): Promise<Embedded> {
  const [hooks, host, other] = await Promise.all(['hooks.example', 'shop.test', 'other.test'].map(site));
  if (!hooks || !host || !other) throw new Error('There are three.');
  const inbox = await httpServer();
  const log: RequestLogEntry[] = [];
  const hookplate = await createHookplate({
    database: await openTestDatabase('PostgreSQL', openDatabase),
    ...{ events: shop, users, basePath: '/webhooks', publicUrl: `${hooks.origin}/webhooks` },
    frameAncestors: [host.origin],
    allow: ['127.0.0.0/8'],
    delivery: { schedule: [1, 1], pollMs: 100 },
    log: entry => void log.push(entry),
  });
  atEnd(() => hookplate.stop({ timeoutMs: 0 }));
  await hookplate.start();
  hooks.handle(hookplate.node);
  const tokens: string[] = [];
  const application: RequestListener = async (request, response) => {
    const { pathname } = new URL(request.url ?? '', host.origin);
    response.setHeader(
      'content-security-policy',
      `default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; frame-src ${hooks.origin}`,
    );
    if (request.url === '/token?without-token') response.writeHead(403).end();
    else if (pathname === '/token') {
      const token = await hookplate.portalToken({ profile: 'acme', name: 'ada@acme.example' });
      tokens.push(token);
      response.end(token);
    } else if (pathname === '/style.css') {
      response
        .setHeader('content-type', 'text/css')
        .end(':root.dark { color-scheme: dark; --hookplate-accent: rgb(1, 2, 3); }');
    } else if (pathname.endsWith('.js')) {
      const code = pathname === '/app.js' ? app : readFileSync(`dist${pathname}`);
      response.setHeader('content-type', 'text/javascript').end(code);
    } else {
      response.setHeader('content-type', 'text/html').end(pageWith(`${hooks.origin}/webhooks`));
    }
  };
  host.handle(application);
  other.handle(application);
  const url = `${inbox.url}/?n=$number$`;
  await hookplate
    .forProfile('acme')
    .save({ events: { 'order.placed': true }, method: 'GET', url, name: 'Orders' });
  return { hookplate, shopOrigin: host.origin, inbox: other.origin, tokens, log };
}

const app = `import { definePortal } from './portal.js';
const portal = document.querySelector('webhook-portal');
portal.addEventListener('token-error', ({ detail }) => { document.title = detail.message; });
portal.token = async () => {
  const answer = await fetch('/token' + location.search, { method: 'POST' });
  if (!answer.ok) throw new Error('no token: ' + answer.status);
  return answer.text();
};
definePortal();`;

const pageWith = (src: string): string => `<!doctype html>
<html lang="en">
<head><title>Shop</title><link rel="stylesheet" href="/style.css"><script type="module" src="/app.js"></script></head>
<body><h1>Your shop</h1><webhook-portal src="${src}"></webhook-portal></body>
</html>`;

type Options = Parameters<typeof openPage>[1];

/** A page in a browser that lets no frame of another site have cookies. */
async function openBlocking(url: string, options: Options = {}): Promise<Page> {
  const page = await openPage('about:blank', { ignoreHTTPSErrors: true, ownContext: true, ...options });
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  // All three are wanted, of which the types know one.
  const controls = {
    enableThirdPartyCookieRestriction: true,
    disableThirdPartyCookieMetadata: true,
    disableThirdPartyCookieHeuristics: true,
  };
  await session.send('Network.setCookieControls', controls);
  await load(page, url);
  return page;
}

const portalIn = (page: Page): FrameLocator => page.frameLocator('webhook-portal >> iframe');

it('the portal shows, saves, tests, follows and keeps its place in a page of another site', async () => {
  const { hookplate, shopOrigin, tokens, log } = await embedded();
  const page = await openBlocking(shopOrigin);
  const portal = portalIn(page);
  await expect(portal.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeVisible();
  await expect(portal.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
    ...['Webhooks', 'Messages', 'Event types'],
  ]);

  await portal.getByRole('link', { name: 'Orders' }).click();
  await portal.getByRole('textbox', { name: 'Name', exact: true }).fill('All orders');
  await portal.getByRole('button', { name: 'Save' }).click();
  await expect(portal.getByText(/^Saved\./)).toBeVisible();
  await portal.getByRole('button', { name: 'Test connection' }).click();
  await expect(portal.getByText('200').first()).toBeVisible();
  expect(await hookplate.forProfile('acme').list()).toMatchObject({ items: [{ name: 'All orders' }] });

  await portal.getByRole('link', { name: 'Messages', exact: true }).first().click();
  await expect(portal.getByRole('heading', { name: 'Messages', level: 1 })).toBeVisible();
  await expect.poll(() => new URL(page.url()).hash).toContain('messages');
  await hookplate.notify(shop.create('order.placed', { number: '7' }), { profile: 'acme' });
  await expect(portal.getByRole('row').getByText('order.placed')).toHaveCount(1);

  await page.reload();
  await expect(portal.getByRole('heading', { name: 'Messages', level: 1 })).toBeVisible();
  await expect(portal.getByRole('row').getByText('order.placed')).toHaveCount(1);
  expectNow(tokens.length).toBeGreaterThanOrEqual(2);

  const frame = page.frames().find(each => each.url().includes('/embed/'));
  const kept = await frame?.evaluate(async () => {
    // The browser lets no frame of another site have any.
    await cookieStore.set({ name: 'tried', value: '1', sameSite: 'none' }).catch(() => {});
    const stored = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]);
    return [document.cookie, stored];
  });
  const seen = [
    ...page.frames().map(each => each.url()),
    ...(kept ?? []),
    ...log.map(entry => JSON.stringify(entry)),
    await contentOf(page),
  ];
  for (const token of tokens) for (const text of seen) expectNow(text).not.toContain(token);
  expectNow(kept?.[0]).toBe('');
});

it('a token that has ended is replaced without a word', async () => {
  const { hookplate, shopOrigin, tokens } = await embedded();
  const page = await openBlocking(shopOrigin, { expected: /401/ });
  const portal = portalIn(page);
  await expect(portal.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeVisible();
  await hookplate.revokePortalLinks({ profile: 'acme' });
  await portal.getByRole('link', { name: 'Event types' }).click();
  await expect(portal.getByRole('heading', { name: 'An order was placed' })).toBeVisible();
  await portal.getByRole('link', { name: 'Messages', exact: true }).first().click();
  await expect(portal.getByRole('heading', { name: 'Messages', level: 1 })).toBeVisible();
  await expect(portal.getByText('Your session has ended')).toHaveCount(0);
  expectNow(tokens.length).toBeGreaterThanOrEqual(2);
});

it('it is as high as its pages, and looks like the page around it, also when that changes', async () => {
  const { shopOrigin } = await embedded();
  const page = await openBlocking(shopOrigin, { colorScheme: 'light' });
  const portal = portalIn(page);
  await expect(portal.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeVisible();
  const root = portal.locator('html');
  await expect(root).toHaveCSS('color-scheme', 'light');
  await page.evaluate(() => document.documentElement.classList.add('dark'));
  await expect(root).toHaveCSS('color-scheme', 'dark');
  await expect(portal.getByRole('link', { name: 'Orders' })).toHaveCSS('color', 'rgb(1, 2, 3)');
  const isWhole = () =>
    page
      .frames()
      .find(each => each.url().includes('/embed/'))
      ?.evaluate(() => document.body.scrollHeight <= innerHeight + 1);
  await expect.poll(isWhole).toBe(true);
});

it('it leaves the rest of the address as it is, and says where no token is given', async () => {
  const { shopOrigin } = await embedded();
  const page = await openBlocking(`${shopOrigin}/?view=1#/orders/7`);
  const portal = portalIn(page);
  await expect(portal.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeVisible();
  expectNow(page.url()).toBe(`${shopOrigin}/?view=1#/orders/7`);
  await portal.getByRole('link', { name: 'Event types' }).click();
  await expect.poll(() => page.url()).toBe(`${shopOrigin}/?view=1#/orders/7&webhooks=%2Fevent-types`);
  await portal.getByRole('link', { name: 'Webhooks', exact: true }).click();
  await expect.poll(() => page.url()).toBe(`${shopOrigin}/?view=1#/orders/7`);

  const refused = await openBlocking(`${shopOrigin}/?without-token`, { expected: /403/ });
  await expect(portalIn(refused).getByText('gives no access')).toBeVisible();
  await expect.poll(() => refused.evaluate(() => document.title)).toBe('no token: 403');
  await refused.evaluate(() => history.replaceState(null, '', '/'));
  await portalIn(refused).getByRole('button', { name: 'Try again' }).click();
  await expect(portalIn(refused).getByRole('heading', { name: 'Webhooks', level: 1 })).toBeVisible();
});

it('what is as high as the window is as high as that of the page around it', async () => {
  const { shopOrigin } = await embedded();
  const page = await openBlocking(shopOrigin, { viewport: { width: 1280, height: 800 } });
  const portal = portalIn(page);
  await portal.getByRole('link', { name: 'Orders' }).click();
  await portal.getByLabel('Method').selectOption('POST');
  await portal.getByRole('button', { name: 'Full height' }).click();
  const heights = () =>
    portal.locator('.payload.tall .cm-editor').evaluate(editor => editor.getBoundingClientRect().height);
  await expect.poll(heights).toBe(800 - 144);
});

it('a page that the server does not name cannot embed it', async () => {
  const { inbox: other } = await embedded();
  const page = await openBlocking(other, { expected: /frame-ancestors|Refused to frame|Framing/ });
  await expect.poll(() => page.frames().some(each => each.url().startsWith('chrome-error:'))).toBe(true);
  await expect(portalIn(page).getByText('acme')).toHaveCount(0);
});
