import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { expect } from '../../browser/pages.ts';
import { httpServer } from '../../loopback-server.ts';
import { chat, messagesIn, run, studioServer } from '../studio-server.ts';

/** The cells of a column from above; columns count from 1. */
async function column(page: Page, number: number): Promise<readonly string[]> {
  const texts = await page.locator(`tbody td:nth-child(${number})`).allInnerTexts();
  return texts.map(text => text.trim());
}

const sorts = (page: Page, word: string) =>
  page.getByRole('columnheader', { name: word }).getAttribute('aria-sort');

it('a header sorts the rows by its column, and turns them round, with the keyboard as well', async () => {
  const server = await studioServer();
  for (const task of ['held', 'copy', 'broken'] as const) await run(server, task);
  const page = await server.open('processes?status=');
  const records = page.getByRole('button', { name: 'Records' });
  await records.waitFor();
  await expect.poll(() => column(page, 3)).toEqual(['0', '12,500', '7']);
  await expect.poll(() => sorts(page, 'Started')).toBe('descending');
  await records.click();
  await expect.poll(() => column(page, 3)).toEqual(['12,500', '7', '0']);
  expect([await sorts(page, 'Records'), await sorts(page, 'Started')]).toEqual(['descending', null]);
  await page.getByText('Sorted by Records.').waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => column(page, 3)).toEqual(['0', '7', '12,500']);
  await expect.poll(() => sorts(page, 'Records')).toBe('ascending');
  await expect(page).toHaveURL(`${server.origin}/processes?sort=records`);
  await page.reload();
  await expect.poll(() => column(page, 3)).toEqual(['0', '7', '12,500']);
  await page.getByRole('combobox', { name: 'State' }).selectOption('Not ended');
  await expect.poll(() => column(page, 3)).toEqual(['7']);
  await expect(page).toHaveURL(`${server.origin}/processes?sort=records&status=unfinished`);
  await page.getByRole('button', { name: 'With errors' }).click();
  await page.getByText('Sorted by With errors.').waitFor();
  await expect(page).toHaveURL(`${server.origin}/processes?sort=-with-errors&status=unfinished`);
  await page.getByRole('button', { name: 'Newest first' }).click();
  await page.getByRole('table', { name: 'Processes, the newest first' }).waitFor();
  await expect(page).toHaveURL(`${server.origin}/processes?status=unfinished`);
});

it('says that only the rows shown are sorted, while there are older ones', async () => {
  const server = await studioServer();
  const oldest = await run(server, 'broken');
  for (let count = 0; count < 50; count++) await run(server, 'copy');
  const page = await server.open('processes?sort=records');
  await page.getByText('Sorted by Records, among the 50 processes shown').waitFor();
  await page.getByRole('button', { name: 'Older' }).click();
  await page.getByText('Sorted by Records.').waitFor();
  await expect.poll(() => page.locator('tbody tr').first().innerText()).toContain(oldest.slice(0, 8));
});

it('messages are sorted as well', async () => {
  const inbox = await httpServer((response, { body }) =>
    response.writeHead(body.includes('Started') ? 500 : 200).end(),
  );
  const server = await studioServer({ webhooks: [chat(inbox.url)] });
  await run(server, 'copy');
  await messagesIn(server, 'failed', 1);
  await messagesIn(server, 'delivered', 1);
  const page = await server.open('messages?sort=event');
  await page.getByRole('table', { name: 'Messages, sorted by Event' }).waitFor();
  const events = () =>
    page.getByRole('table', { name: 'Messages, sorted by' }).getByRole('link').allInnerTexts();
  await expect.poll(() => events()).toEqual(['Completed', 'Started']);
  await page.getByRole('button', { name: 'Event' }).click();
  await expect.poll(events).toEqual(['Started', 'Completed']);
  await page.getByRole('button', { name: 'Time' }).click();
  await page.getByRole('table', { name: 'Messages, the newest first' }).waitFor();
});
