import { it } from 'vitest';
import { expect } from '../../browser/pages.ts';
import { run, studioServer, waitingMessage } from '../studio-server.ts';

it('a process that ends stays in its place among those that run, as what it is, until it is hidden', async () => {
  const server = await studioServer();
  const older = await run(server, 'held');
  const newer = await run(server, 'held');
  const page = await server.open('processes?status=running');
  const rows = page.getByRole('row').filter({ has: page.getByRole('link') });
  await expect.poll(() => rows.count()).toBe(2);
  await server.call('GET', `api/v2/interrupt/${newer}`);
  const first = rows.first();
  await first.getByText('The process was interrupted').waitFor();
  await expect(first.getByText('no longer listed')).toHaveCount(1);
  await expect.poll(() => first.innerText()).toMatch(new RegExp(`^Interrupted[^]*${newer.slice(0, 8)}`));
  await page.getByRole('button', { name: 'Hide 1 no longer listed' }).click();
  await expect.poll(() => rows.count()).toBe(1);
  await expect.poll(() => rows.first().innerText()).toContain(older.slice(0, 8));
});

it('a message that ends stays in its place as well, and waits for no other attempt', async () => {
  const { server, id } = await waitingMessage();
  const page = await server.open('messages?state=retrying');
  const row = page.getByRole('table', { name: 'Messages, the newest first' }).locator('tbody tr');
  await row.getByText('next in').waitFor();
  await server.call('POST', `api/messages/${id}/cancel`);
  await row.getByText('Cancelled').waitFor();
  await row.getByText('next in').waitFor({ state: 'detached' });
  await row.getByText('no longer listed').waitFor();
  await page.getByRole('button', { name: 'Hide 1 no longer listed' }).click();
  await page.getByText('Nothing matches').waitFor();
});

it('a filter shows what the address says, also after it was left by a link', async () => {
  const server = await studioServer();
  await run(server, 'copy');
  const page = await server.open('processes');
  await page.getByRole('combobox', { name: 'State' }).selectOption('Error');
  await page.getByRole('link', { name: 'Show all processes' }).click();
  await page.getByRole('cell', { name: '12,500' }).waitFor();
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('');
});
