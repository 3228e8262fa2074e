import { defineEvents } from 'hookplate';
import type { PortalLinkOptions } from 'hookplate/server';
import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { expectNoFindings } from '../browser/axe.ts';
import { expect, go, openPage, settled } from '../browser/pages.ts';
import { httpServer } from '../loopback-server.ts';
import { freePort } from '../outbox/postgres/postgres-server.ts';
import { messagesIn, type StudioServer, studioServer } from './studio-server.ts';
import { addWebhook, write } from './webhook-page.ts';

const shop = defineEvents({
  variables: { number: 'string' },
  events: { 'order.placed': { title: 'An order was placed', description: 'Somebody has paid for it.' } },
});

async function aShop(): Promise<{ server: StudioServer; inbox: string }> {
  const inbox = await httpServer();
  const of = { events: { 'order.placed': true }, method: 'GET', url: inbox.url } as const;
  const server = await studioServer({
    publicUrl: `http://localhost:${await freePort()}`,
    events: shop,
    webhooks: [{ ...of, id: 'of-nightly', profile: 'nightly' }],
  });
  return { server, inbox: inbox.url };
}

async function opened(
  server: StudioServer,
  options: Partial<PortalLinkOptions> = {},
  expected?: RegExp,
): Promise<Page> {
  const link = await server.portalLink({ profile: 'acme', ...options });
  const page = await openPage(link, { ...(expected && { expected }) });
  await page.getByRole('button', { name: 'Open' }).click();
  await settled(page);
  return page;
}

it('a customer opens a link, adds a webhook, sees what came of it, and signs out', async () => {
  const { server, inbox } = await aShop();
  const page = await opened(server, { name: 'ada@acme.example', theme: 'dark' });
  await expect(page.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeVisible();
  const entries = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(entries).toHaveText(['Webhooks', 'Messages', 'Event types']);
  await expect.poll(() => page.evaluate(() => document.documentElement.style.colorScheme)).toBe('dark');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeVisible();

  await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible();
  const panel = await addWebhook(page);
  await expect(page.locator('.crumbs')).toHaveText('Webhooks');
  await write(panel, 'URL', `${inbox}/of-acme`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^Saved\. From now on/)).toBeVisible();
  for (const profile of ['acme', 'nightly'])
    await server.call('POST', 'api/v2/events', { event: 'order.placed', profile, facts: { number: '7' } });
  await messagesIn(server, 'delivered', 2);
  await go(page, 'messages');
  await expect(page.getByRole('row').getByText('order.placed')).toHaveCount(1);
  await expect(page.getByRole('columnheader', { name: 'Webhook' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Profile' })).toHaveCount(0);

  await go(page, 'event-types');
  const placed = page.getByRole('region', { name: 'An order was placed' });
  await expect(placed.getByText('order.placed · Somebody has paid for it.')).toBeVisible();
  await placed.getByText('JSON Schema').click();
  await expect(placed.getByLabel('The JSON Schema of An order was placed', { exact: true })).toContainText(
    '"number"',
  );

  await page.getByRole('button', { name: 'User ada@acme.example' }).click();
  for (const name of ['API tokens', 'Audit log', 'HTTP API (OpenAPI)'])
    await expect(page.getByRole('link', { name })).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
});

it('axe finds nothing in the page of a link, and in a secret that is shown and rotated', async () => {
  const { page, id } = await aCustomer();
  await expectNoFindings(page, 'the page of a link');
  await page.getByRole('button', { name: 'Open' }).click();
  await settled(page);
  await go(page, `profiles/acme/webhooks/${id}`);
  const signing = page.getByRole('region', { name: 'Signing secret' });
  await signing.getByRole('button', { name: 'Reveal the signing secret' }).click();
  await signing.getByText('Verify it in your language').click();
  await signing.getByRole('button', { name: 'Rotate …' }).click();
  await expect(signing.getByLabel('Language')).toBeVisible();
  await expectNoFindings(page, 'a secret that is shown and rotated');
});

/** Somebody with a webhook, and the page of a link, which nobody has pressed. */
async function aCustomer() {
  const { server, inbox } = await aShop();
  const of = { profile: 'acme', name: 'Orders', events: { 'order.placed': true } };
  const config = { ...of, method: 'GET', url: inbox };
  const { id } = await server.call<{ id: string }>('POST', 'api/webhooks', { config });
  return { id, page: await openPage(await server.portalLink({ profile: 'acme' })) };
}

it('a link that was used says what to do', async () => {
  const { server } = await aShop();
  const link = await server.portalLink({ profile: 'acme' });
  const first = await openPage(link);
  await first.getByRole('button', { name: 'Open' }).click();
  await settled(first);
  const second = await openPage(link, { expected: /410/ });
  await second.getByRole('button', { name: 'Open' }).click();
  await expect(second.getByRole('heading', { name: 'This link does not open anything' })).toBeVisible();
  await expect(second.getByText('open it from there again')).toBeVisible();
});

it('a page that is not there leads to the first page of the portal', async () => {
  const { server } = await aShop();
  const page = await opened(server, {}, /404.*messages\/none/);
  await go(page, 'flows');
  await expect(page.getByRole('heading', { name: 'There is no page at this address' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to the first page' }).click();
  await expect(page.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeVisible();
  await expect(page.getByText('Channel: Webhooks')).toHaveCount(0);
  await go(page, 'messages/none');
  await expect(page.getByRole('link', { name: 'Go to the first page' })).toBeVisible();
});

it('a second click opens a link, too, where the answer to the first was broken off', async () => {
  const { server } = await aShop();
  const page = await openPage(await server.portalLink({ profile: 'acme' }));
  const statuses: number[] = [];
  await page.route(
    '**/api/portal',
    async route => {
      const request = route.request();
      const [body, headers] = [request.postData(), await request.allHeaders()];
      const { status } = await fetch(request.url(), { method: 'POST', redirect: 'manual', body, headers });
      statuses.push(status);
      await route.abort('aborted');
    },
    { times: 1 },
  );
  const open = page.getByRole('button', { name: 'Open' });
  await open.click();
  await expect.poll(() => statuses).toEqual([303]);
  await open.click();
  await expect(page.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeVisible();
});

it('a page whose session has ended says where to go, and asks for no password', async () => {
  const { server } = await aShop();
  const page = await openPage(await server.portalLink({ profile: 'acme' }), { expected: /401/ });
  await page.getByRole('button', { name: 'Open' }).click();
  await settled(page);
  await page.context().clearCookies();
  await go(page, 'messages');
  await expect(page.getByText('Open this page again from where you came')).toBeVisible();
  await expect(page.getByLabel('Password')).toHaveCount(0);
});

it('a page that is loaded after the session has ended says so, and asks for no password', async () => {
  const { server } = await aShop();
  const page = await openPage(await server.portalLink({ profile: 'acme' }), { expected: /401/ });
  await page.getByRole('button', { name: 'Open' }).click();
  await settled(page);
  await server.revokePortalLinks({ profile: 'acme' });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible();
  await expectNoFindings(page, 'a session that has ended');
});
