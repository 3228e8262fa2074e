import { defineEvents } from 'hookplate';
import { it } from 'vitest';
import { expect, go } from '../browser/pages.ts';
import { httpServer } from '../loopback-server.ts';
import { messagesIn, type StudioServer, studioServer } from './studio-server.ts';

const shop = defineEvents({ events: { placed: { title: 'An order was placed' } } });

async function served(): Promise<StudioServer> {
  const inbox = await httpServer();
  const of = { profile: 'nightly', events: { placed: true }, method: 'GET', url: inbox.url } as const;
  return studioServer({
    profileLabel: 'Company',
    events: shop,
    webhooks: [{ ...of, id: 'chat' }],
    sources: [
      { id: 'alerts', kind: 'alertmanager', profiles: ['nightly', 'daily'], secret: 'a-secret-of-alerts' },
    ],
  });
}

it('pages call a profile as the server says, and several of them', async () => {
  const server = await served();
  const page = await server.open('profiles');
  await expect(page.getByPlaceholder('Name of the company')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Companies, by their names' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Company' })).toBeVisible();
  await expect(page.getByText('Each company has webhooks of its own')).toBeVisible();
  await go(page, 'audit-log');
  await expect(page.getByLabel('Company', { exact: true })).toBeVisible();
  await go(page, 'sources/alerts');
  await expect(page.getByRole('button', { name: 'Companies …' })).toBeVisible();
});

const webhooks = ['profiles', 'profiles/none', 'profiles/nightly', 'profiles/nightly/webhooks/chat'];
const sources = ['sources', 'sources?add=grafana', 'sources/alerts', 'events', 'EVENT', 'event-types'];
const others = ['', 'messages', 'MESSAGE', 'endpoints', 'flows', 'processes', 'tokens', 'audit-log'];

it.each([{ paths: webhooks }, { paths: sources }, { paths: others }])(
  'no page says another word: $paths',
  async ({ paths }) => {
    const server = await served();
    await server.call('POST', 'api/v2/events', { event: 'placed', profile: 'nightly', facts: {} });
    const [message = ''] = await messagesIn(server, 'delivered', 1);
    const { items } = await server.call<{ items: { id: string }[] }>('GET', 'api/events');
    const known: Readonly<Record<string, string>> = {
      EVENT: `events/${items[0]?.id}`,
      MESSAGE: `messages/${message}`,
    };
    const page = await server.open('tokens');
    for (const path of paths) {
      await go(page, known[path] ?? path);
      // What a sender has to be told is code.
      const said = page.getByRole('main').getByText(/\bprofiles?\b/i);
      await expect(said.and(page.locator(':not(code, pre, pre *)')), path).toHaveCount(0);
    }
  },
);
