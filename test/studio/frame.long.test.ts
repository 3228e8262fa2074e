import { it } from 'vitest';
import { expect } from '../browser/pages.ts';
import { httpServer } from '../loopback-server.ts';
import { chat, messagesIn, run, studioServer } from './studio-server.ts';
import { panelOf } from './webhook-page.ts';

it('has one row that leads everywhere, and says where one is', async () => {
  const page = await (await studioServer()).open('');
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  await expect(page).toHaveTitle('Overview · hookplate');
  for (const word of ['Webhooks', 'Sources', 'Flows', 'Processes', 'Messages', 'Overview']) {
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: word });
    await link.click();
    const heading = page.getByRole('heading', { name: word, level: 1 });
    await heading.waitFor();
    await expect.poll(() => heading.evaluate(found => found === document.activeElement)).toBe(true);
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(page).toHaveTitle(`${word} · hookplate`);
  }
});

it('has an address for each page, and back and forward lead from one to the other', async () => {
  const server = await studioServer();
  const pid = await run(server, 'copy');
  const page = await server.open(`processes/${pid}`);
  await page.getByRole('heading', { name: `· ${pid.slice(0, 8)}` }).waitFor();
  await page.getByRole('link', { name: 'etl / copy' }).click();
  await page.getByRole('heading', { name: 'etl / copy', exact: true }).waitFor();
  await expect(page).toHaveURL(`${server.origin}/flows/etl/copy`);
  await page.goBack();
  await page.getByRole('heading', { name: `· ${pid.slice(0, 8)}` }).waitFor();
  await page.goForward();
  await page.getByRole('heading', { name: 'etl / copy', exact: true }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'etl / copy', exact: true }).waitFor();
});

it('shows again what was shown, by back, forward and a reload', async () => {
  const inbox = await httpServer(response => response.end('thanks'));
  const secret = 'a-secret-of-the-sender-1';
  const server = await studioServer({
    webhooks: [{ ...chat(inbox.url), name: 'Team chat' }],
    sources: [{ id: 'alertmanager', kind: 'alertmanager', profiles: ['nightly'], secret }],
  });
  await run(server, 'copy');
  await messagesIn(server, 'delivered', 2);
  const facts = {
    ...{ profile: 'nightly', errorCount: 3, recordsProcessed: 7 },
    ...{ pid: 'elsewhere', sequence: 1, startedAt: '2026-01-01T00:00:00Z', durationSeconds: 9 },
  };
  await server.call('POST', 'api/v2/events', { id: '1', event: 'Errored', profile: 'nightly', facts });
  await messagesIn(server, 'delivered', 3);
  const page = await server.open('');
  const main = page.getByRole('main');
  const link = (name: string | RegExp) => main.getByRole('link', { name }).first();
  const menu = (word: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: word }).click();
  const rows = main.locator('tr[data-id]');
  /** What somebody does, and what is shown then. */
  const steps: readonly (readonly [does: () => Promise<unknown>, shows: () => Promise<unknown>])[] = [
    [
      async () => {
        await menu('Messages');
        await main.getByRole('combobox', { name: 'Event' }).selectOption('Completed');
      },
      async () => {
        await expect.poll(() => rows.count()).toBe(1);
        await expect(main.getByRole('combobox', { name: 'Event' })).toHaveValue('Completed');
        await expect(page.getByRole('complementary')).toHaveCount(0);
      },
    ],
    [
      () => rows.getByRole('link').click(),
      async () => {
        await page
          .getByRole('complementary', { name: 'Completed → Team chat' })
          .getByText('thanks')
          .waitFor();
        await expect(rows).toHaveCount(1);
      },
    ],
    [
      () => page.getByRole('region', { name: 'Message' }).getByRole('link', { name: 'Team chat' }).click(),
      () => panelOf(page),
    ],
    [
      async () => {
        await menu('Sources');
        await link('Events').click();
        await link('Errored').click();
      },
      () => main.getByRole('heading', { name: 'Facts' }).waitFor(),
    ],
  ];
  const addresses: string[] = [];
  for (const [does, shows] of steps) {
    await does();
    await shows();
    addresses.push(page.url());
    await page.reload();
    await shows();
  }
  /** Until a page is reached that was shown: there are others between them. */
  const go = async (to: string | undefined, way: 'goBack' | 'goForward'): Promise<void> => {
    for (let most = 4; page.url() !== to && most > 0; most--) await page[way]();
    await expect(page).toHaveURL(to ?? '');
  };
  for (const [index, [, shows]] of [...steps.entries()].toReversed()) {
    await go(addresses[index], 'goBack');
    await shows();
  }
  for (const [index, [, shows]] of steps.entries()) {
    await go(addresses[index], 'goForward');
    await shows();
  }
});

it('says so where nothing is at an address', async () => {
  const page = await (await studioServer()).open('flows/etl/copy/else');
  await page.getByRole('heading', { name: 'There is no page at this address' }).waitFor();
  await page.getByRole('link', { name: 'Go to the first page' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
});

it('says who one is and what one may do', async () => {
  const page = await (await studioServer()).open('', { as: 'viewer' });
  await page.getByRole('button', { name: 'User viewer' }).click();
  await page.getByText('You may look at everything but secrets.').waitFor();
  for (const name of ['API tokens', 'Audit log'])
    await expect(page.getByRole('link', { name })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByText('You may look at everything but secrets.').waitFor({ state: 'hidden' });
});

it('is light or dark as the system says, until somebody chooses', async () => {
  const page = await (await studioServer()).open('', { colorScheme: 'dark' });
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const dark = await ground();
  await page.getByRole('button', { name: 'Change to the light theme' }).click();
  await page.getByRole('button', { name: 'Change to the dark theme' }).waitFor();
  await expect.poll(() => ground()).not.toBe(dark);
  await page.reload();
  await page.getByRole('button', { name: 'Change to the dark theme' }).waitFor();
  await expect.poll(() => ground()).not.toBe(dark);
});

it('hears of nothing while nobody looks at it, and fetches its lists again afterwards', async () => {
  const server = await studioServer();
  const page = await server.open('processes');
  await page.getByText('No process has run yet').waitFor();
  const state = page.getByRole('banner').locator('.stream');
  const make = (visibility: 'hidden' | 'visible') =>
    page.evaluate(chosen => {
      Object.defineProperty(document, 'hidden', { value: chosen === 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, visibility);
  await state.getByText('live', { exact: true }).waitFor();
  await make('hidden');
  await state.getByText('paused').waitFor();
  const pid = await run(server, 'copy');
  await make('visible');
  await page.getByRole('link', { name: pid.slice(0, 8) }).waitFor();
});

it('says that the server has died, and goes on when it is back', async () => {
  const server = await studioServer();
  const page = await server.open('processes', { expected: /^Failed to load resource: net::ERR_/ });
  await page.getByText('No process has run yet').waitFor();
  const state = page.getByRole('banner').locator('.stream');
  await state.getByText('live', { exact: true }).waitFor();
  await server.stop();
  await state.getByText('not live').waitFor();
  await expect.poll(() => state.getAttribute('title')).toBe('The server does not answer. It is tried again.');
  await server.start();
  const pid = await run(server, 'copy');
  await page.getByRole('link', { name: pid.slice(0, 8) }).waitFor();
  await state.getByText('live', { exact: true }).waitFor();
});
