import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { expectNoFindings } from '../browser/axe.ts';
import { expect, visit } from '../browser/pages.ts';
import { httpServer } from '../loopback-server.ts';
import { chat, messagesIn, run, studioServer } from './studio-server.ts';

const beginning = (page: Page) => page.getByRole('region', { name: 'Get told when a job ends' });

/** The first steps that were done. */
async function done(page: Page): Promise<readonly string[]> {
  const ticked = beginning(page).getByRole('listitem').filter({ hasText: ': done' }).locator('strong');
  return ticked.allInnerTexts();
}

it('begins with three steps, each ticked once it was done, and then says how things are', async () => {
  const inbox = await httpServer();
  const server = await studioServer();
  const page = await server.open('');
  await beginning(page).waitFor();
  await expect.poll(() => done(page)).toEqual([]);
  await expect(page.getByRole('list', { name: 'How things are' })).toHaveCount(0);
  await beginning(page).getByRole('link', { name: 'Add a webhook' }).click();
  await page.getByRole('heading', { name: 'Add webhook' }).waitFor();
  await server.call('POST', 'api/webhooks', { config: chat(inbox.url) });
  await page.goBack();
  await expect.poll(() => done(page)).toEqual(['Add a webhook']);
  await beginning(page).getByRole('link', { name: 'Add another' }).waitFor();
  await beginning(page).getByRole('link', { name: 'Send a test' }).click();
  await page.getByRole('button', { name: 'Test Connection' }).click();
  await expect.poll(() => inbox.hits.length).toBe(1);
  await page.getByRole('main').getByText(/200/).first().waitFor();
  await page.goBack();
  await expect.poll(() => done(page)).toEqual(['Add a webhook', 'Send a test']);
  await beginning(page).getByRole('link', { name: 'Run a flow' }).waitFor();
  await run(server, 'copy');
  await beginning(page).waitFor({ state: 'detached' });
  await messagesIn(server, 'delivered', 2);
  // They are counted anew after ten seconds, or when the page is loaded.
  await visit(page, server.origin);
  const figures = page.getByRole('list', { name: 'How things are' }).getByRole('listitem');
  await expect
    .poll(async () => (await figures.allInnerTexts()).map(text => text.replace(/\s+/g, ' ')))
    .toEqual([
      ...[
        'Processes running 0',
        'Messages retrying 0',
        'Messages waiting 0',
        'Messages failed, 24 h 0',
        'Delivered, 24 h 2 of 2',
      ],
      ...['Endpoints failing 0', 'Endpoints disabled 0'],
    ]);
});

it('leaves to editors what they alone may do', async () => {
  const page = await (await studioServer()).open('', { as: 'viewer' });
  await beginning(page).getByText('This needs the role editor; yours is viewer.').first().waitFor();
  await expect(beginning(page).getByRole('link')).toHaveText(['Run a flow'], { useInnerText: true });
});

it('begins with a profile of its own, and with an event of another program, where there are no flows', async () => {
  const page = await (await studioServer({ projects: {} })).open('');
  await beginning(page).getByRole('link', { name: 'Add a webhook' }).click();
  await page.getByText('There is no profile yet').waitFor();
  await expectNoFindings(page, 'no profiles');
  await page.getByRole('searchbox', { name: 'Search' }).fill('Operations');
  await page.getByRole('link', { name: 'Create it' }).click();
  await page.waitForURL('**/profiles/Operations/add');
  await page.goBack();
  await page.goBack();
  await beginning(page).getByRole('link', { name: 'Report an event' }).click();
  await page.getByRole('heading', { level: 1, name: /source/i }).waitFor();
});
