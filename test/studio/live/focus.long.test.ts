import { it } from 'vitest';
import { expect } from '../../browser/pages.ts';
import { httpServer } from '../../loopback-server.ts';
import { chat, messagesIn, run, studioServer } from '../studio-server.ts';
import { focused } from '../webhook-page.ts';

it('goes to the first row that a button of a list has brought, when the button is gone', async () => {
  const server = await studioServer();
  const pids = [];
  for (let count = 0; count < 52; count++) pids.unshift(await run(server, 'copy'));
  const nameOf = (pid = '') => `etl / copy ${pid.slice(0, 8)}`;
  const page = await server.open('processes?sort=records');
  await page.getByRole('button', { name: 'Older' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe(nameOf(pids[50]));
  await page.getByRole('button', { name: 'Newest first' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe(nameOf(pids[0]));
  await page.locator('.stream.live').waitFor();
  const next = await run(server, 'copy');
  await page.getByRole('button', { name: /^Show 1 new/ }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe(nameOf(next));
});

it('stays with an endpoint that was enabled', async () => {
  const gone = await httpServer(response => response.writeHead(410).end());
  // A second message that still waits would be sent on enabling, and disable the endpoint again.
  const server = await studioServer({ webhooks: [{ ...chat(gone.url), events: { Started: true } }] });
  await run(server, 'copy');
  await messagesIn(server, 'gone', 1);
  const page = await server.open('endpoints');
  await page.getByRole('button', { name: /^Enable 127/ }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe(`Disable 127.0.0.1:${gone.port}`);
});

it('goes to no button of another token when one is removed, which is said', async () => {
  const server = await studioServer();
  for (const name of ['one', 'two']) await server.call('POST', 'api/tokens', { name, role: 'operator' });
  const page = await server.open('tokens');
  await page.getByRole('button', { name: 'Remove two' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('status').getByText('The token two is removed.').waitFor();
  await expect.poll(() => focused(page)).toBe('Tokens');
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(1);
});
