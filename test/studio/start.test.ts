import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { httpServer } from '../loopback-server.ts';
import { chat, deliveriesIn, run, type StudioServer, studioServer } from './studio-server.ts';

const toDo = (page: Page) => page.getByRole('region', { name: 'To do' });

/** The things to do, each with the words of its link. */
async function cards(page: Page): Promise<readonly string[]> {
  await toDo(page).waitFor();
  const found = await toDo(page).getByRole('listitem').all();
  return Promise.all(
    found.map(async card => {
      const title = await card.locator('strong').innerText();
      return `${title}: ${await card.getByRole('link').innerText()}`;
    }),
  );
}

/** Follows the link of a card; the heading of where it leads, and back. */
async function follow(page: Page, title: string): Promise<string> {
  await toDo(page).getByRole('listitem').filter({ hasText: title }).getByRole('link').click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor({ state: 'detached' });
  const place = `${await page.getByRole('heading', { level: 1 }).innerText()} ${new URL(page.url()).search}`;
  await page.goBack();
  await toDo(page).waitFor();
  return place.trim();
}

/** An endpoint that is gone, and one that fails. */
async function troubled(): Promise<StudioServer> {
  const gone = await httpServer(response => response.writeHead(410).end());
  const broken = await httpServer(response => response.writeHead(500).end());
  // A second message might be sent before the answer to the first is recorded.
  const pager = { ...chat(gone.url, 'pager'), events: { Started: true } };
  const server = await studioServer({ webhooks: [pager, chat(broken.url)] });
  await run(server, 'copy');
  await deliveriesIn(server, 'gone', 1);
  await deliveriesIn(server, 'failed', 2);
  return server;
}

it('leads to endpoints that are disabled or fail, and to what failed', async () => {
  const page = await (await troubled()).open('');
  expect(await cards(page)).toEqual([
    '1 endpoint disabled: See endpoints',
    '1 endpoint failing: See endpoints',
    '2 deliveries failed in the last day: See failed deliveries',
  ]);
  expect(await follow(page, 'endpoint disabled')).toBe('Endpoints ?state=disabled');
  expect(await follow(page, 'endpoint failing')).toBe('Endpoints ?state=failing');
  expect(await follow(page, 'deliveries failed')).toBe('Deliveries ?state=failed&within=1d');
});

it('leads to a profile without webhooks, and to a first run', async () => {
  const page = await (await studioServer()).open('');
  expect(await cards(page)).toEqual([
    'nightly has no webhooks: Set up notifications',
    'Nothing has run yet: See the API',
  ]);
  expect(await follow(page, 'nightly has no webhooks')).toBe('nightly');
  expect(await follow(page, 'Nothing has run yet')).toMatch(/^etl \/ \w+$/);
});

it('leads to all profiles where several have no webhooks', async () => {
  const task = { run: () => undefined };
  const server = await studioServer({
    projects: {
      etl: { tasks: { copy: { profile: 'nightly', ...task }, pack: { profile: 'weekly', ...task } } },
    },
  });
  const page = await server.open('');
  expect((await cards(page))[0]).toBe('2 profiles have no webhooks: Set up notifications');
  expect(await follow(page, 'have no webhooks')).toBe('Notifications');
});

it('says where flows come from while there is none', async () => {
  const page = await (await studioServer({ projects: {} })).open('');
  expect(await cards(page)).toEqual(['There is no flow yet: See flows']);
  expect(await follow(page, 'no flow')).toBe('Flows');
});

it('says that there is nothing to do where all is well, and no longer when something fails', async () => {
  let isWell = true;
  const inbox = await httpServer(response => response.writeHead(isWell ? 200 : 500).end());
  const server = await studioServer({ webhooks: [chat(inbox.url)] });
  await run(server, 'copy');
  await deliveriesIn(server, 'delivered', 2);
  const page = await server.open('');
  await toDo(page)
    .getByText(
      'Nothing: all endpoints are well, and in the last day no delivery failed and no process ended in error.',
    )
    .waitFor();
  expect(await cards(page)).toEqual([]);
  isWell = false;
  await run(server, 'copy');
  await toDo(page).getByText('2 deliveries failed in the last day').waitFor();
});
