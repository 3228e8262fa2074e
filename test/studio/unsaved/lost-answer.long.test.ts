import type { Locator, Page } from 'playwright-core';
import { it } from 'vitest';
import { expect } from '../../browser/pages.ts';
import { type StudioServer, studioServer } from '../studio-server.ts';
import { addWebhook, kept, panelOf, webhooks, write } from '../webhook-page.ts';

/** A new webhook that was saved, and the answer lost. */
async function saveUnanswered(
  server: StudioServer,
): Promise<{ readonly page: Page; readonly panel: Locator }> {
  const expected = /^Failed to load resource: (?:net::ERR_FAILED|.* 4\d\d)/;
  const page = await server.open('profiles/nightly', { expected });
  await page.route(
    '**/api/webhooks',
    async route => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  const panel = await addWebhook(page);
  await write(panel, 'URL', 'https://chat.example.com/first');
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByRole('alert').getByText('The server does not answer.').waitFor();
  return { page, panel };
}

it('saves a new webhook once when the answer to its first save was lost', async () => {
  const server = await studioServer();
  const { panel } = await saveUnanswered(server);
  await write(panel, 'URL', 'https://chat.example.com/second');
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByText(/^saved just now by editor$/).waitFor();
  await expect
    .poll(() => webhooks(server))
    .toMatchObject([{ config: { url: 'https://chat.example.com/second' } }]);
});

it('finds the webhook whose first save was not answered when the page is loaded again', async () => {
  const server = await studioServer();
  const { page, panel } = await saveUnanswered(server);
  await write(panel, 'URL', 'https://chat.example.com/second');
  await expect.poll(() => kept(page)).toContain('second');
  await page.reload();
  await panelOf(page);
  await panel.getByRole('button', { name: 'Restore them' }).click();
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByText(/^saved just now by editor$/).waitFor();
  await expect
    .poll(() => webhooks(server))
    .toMatchObject([{ config: { url: 'https://chat.example.com/second' } }]);
});
