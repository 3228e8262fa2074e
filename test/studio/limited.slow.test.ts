import { defineEvents } from 'hookplate';
import { it } from 'vitest';
import { expect, go } from '../browser/pages.ts';
import { httpServer } from '../loopback-server.ts';
import { users } from '../server/test-users.ts';
import { messagesIn, type StudioServer, studioServer } from './studio-server.ts';
import { addWebhook, write } from './webhook-page.ts';

const customer = { username: 'ada', password: 'of-acme', role: 'editor', profiles: ['acme'] } as const;
const login = { username: 'ada', password: 'of-acme' };

const shop = defineEvents({
  variables: { number: 'string' },
  events: { 'order.placed': { title: 'An order was placed' } },
});

function report({ call }: StudioServer, profile: string): Promise<unknown> {
  return call('POST', 'api/v2/events', { event: 'order.placed', profile, facts: { number: '7' } });
}

async function served(
  profiles: readonly string[] = ['acme'],
): Promise<{ server: StudioServer; inbox: string }> {
  const inbox = await httpServer();
  const of = { profile: 'nightly', events: { 'order.placed': true }, method: 'GET' } as const;
  const server = await studioServer({
    events: shop,
    users: [...users, { ...customer, profiles }],
    webhooks: [{ ...of, id: 'of-nightly', url: inbox.url }],
  });
  await report(server, 'nightly');
  await messagesIn(server, 'delivered', 1);
  return { server, inbox: inbox.url };
}

it('whoever is limited to a profile begins with its webhooks, adds one, and sees what came of it', async () => {
  const { server, inbox } = await served();
  const page = await server.open('', { login });
  await expect(page.getByRole('heading', { name: 'acme', level: 1 })).toBeVisible();
  const entries = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(entries).toHaveText(['Webhooks', 'Events', 'Messages']);

  const panel = await addWebhook(page);
  await write(panel, 'URL', `${inbox}/of-acme`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^Saved\. From now on/)).toBeVisible();
  await report(server, 'acme');
  await messagesIn(server, 'delivered', 2);
  await go(page, 'messages');
  await expect(page.getByRole('row').getByText('order.placed')).toHaveCount(1);
  for (const label of ['Profile', 'Process id'])
    await expect(page.getByLabel(label, { exact: true })).toHaveCount(0);
  for (const path of ['events', 'messages', 'endpoints', 'tokens', '']) {
    await go(page, path);
    await expect(page.getByRole('main').getByText('nightly')).toHaveCount(0);
  }
  await expect(page.getByRole('heading', { name: 'acme', level: 1 })).toBeVisible();
  await page.setViewportSize({ width: 320, height: 800 });
  for (const entry of await entries.all()) await expect(entry).toBeInViewport({ ratio: 1 });
  await expect(entries).toHaveText(['Webhooks', 'Events', 'Messages']);
});

it('whoever is limited finds no page of the whole server', async () => {
  const { server } = await served(['acme', 'globex']);
  const page = await server.open('', { login });
  await expect(page.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'globex' })).toBeVisible();
  for (const path of [
    'flows',
    'processes',
    'sources',
    'flows/etl/copy',
    'sources/shop',
    'processes/1',
    'audit-log',
  ]) {
    const other = await server.open(path, { login });
    await expect(other.getByRole('heading', { name: 'There is no page at this address' })).toBeVisible();
  }
});
