import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { expect, visit } from '../../browser/pages.ts';
import { chat, studioServer } from '../studio-server.ts';
import { addWebhook, chatPage, kept, leave, panelOf, refused, webhooks, write } from '../webhook-page.ts';

/** Another tab of the same browser, which shows the same page. */
async function anotherTab(page: Page): Promise<Page> {
  const tab = await page.context().newPage();
  await visit(tab, page.url());
  return tab;
}

/** Waits until the browser keeps a text. */
async function keptWith(page: Page, text: string): Promise<void> {
  await expect.poll(() => kept(page)).toContain(text);
}

it('keeps what one tab has changed while another one saves the same webhook', async () => {
  const server = await studioServer({ webhooks: [chat('https://chat.example.com')] });
  const one = await server.open(chatPage, refused);
  const two = await anotherTab(one);
  const [first, second] = [await panelOf(one), await panelOf(two)];
  await write(first, 'Payload', '{"text":"long work"}');
  await keptWith(one, 'long work');
  await second.getByRole('checkbox', { name: 'Completed' }).uncheck();
  await second.getByRole('button', { name: 'Save' }).click();
  await second.getByText(/^saved just now by editor$/).waitFor();
  await keptWith(two, 'long work');
  await first.getByRole('button', { name: 'Save' }).click();
  await first.getByRole('region', { name: /^editor saved this webhook/ }).waitFor();
  await leave(one);
  await one.goBack();
  await one.getByRole('button', { name: 'Restore them' }).click();
  await expect(first.getByRole('textbox', { name: 'Payload' })).toHaveText('{"text":"long work"}', {
    useInnerText: true,
  });
  await expect(first.getByRole('checkbox', { name: 'Completed' })).not.toBeChecked();
});

it('keeps what a tab has changed although it was discarded in another one', async () => {
  const server = await studioServer({ webhooks: [chat('https://chat.example.com')] });
  const one = await server.open(chatPage);
  await write(await panelOf(one), 'Payload', '{"text":"long work"}');
  await keptWith(one, 'long work');
  const two = await anotherTab(one);
  await two.getByRole('button', { name: 'Discard them' }).click();
  await expect.poll(() => kept(two)).toBe('[]');
  await leave(one);
  await keptWith(one, 'long work');
});

it('keeps the new webhooks of two tabs', async () => {
  const server = await studioServer();
  const one = await server.open('profiles/nightly');
  const two = await anotherTab(one);
  for (const [page, host] of [
    [one, 'one.example.com'],
    [two, 'two.example.com'],
  ] as const) {
    await write(await addWebhook(page), 'URL', `https://${host}/`);
    await leave(page);
  }
  for (const left of [2, 1]) {
    await visit(two, `${server.origin}/profiles/nightly`);
    const drafts = two.getByRole('row', { name: /Not saved yet/ });
    await expect.poll(() => drafts.count()).toBe(left);
    await drafts.first().getByRole('link').click();
    const panel = await panelOf(two);
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.getByText(/^saved just now by editor$/).waitFor();
  }
  const urls = (await webhooks(server)).map(({ config: { url } }) => url);
  expect(urls.toSorted()).toEqual(['https://one.example.com/', 'https://two.example.com/']);
  await expect.poll(() => kept(two)).toBe('[]');
});

it('offers what was typed beside the question as well, and each of both until it is discarded', async () => {
  const server = await studioServer({ webhooks: [chat('https://chat.example.com')] });
  const page = await server.open(chatPage);
  const panel = await panelOf(page);
  for (const text of ['old', 'new']) {
    await write(panel, 'Payload', `{"text":"${text}"}`);
    await leave(page);
    await page.goBack();
    await page.getByRole('button', { name: 'Restore them' }).waitFor();
  }
  await page.getByText(/They were kept .*; those kept earlier are asked about next\./).waitFor();
  const payload = panel.getByRole('textbox', { name: 'Payload' });
  for (const text of ['new', 'old', 'new']) {
    await page.getByRole('button', { name: 'Restore them' }).click();
    await expect(payload).toHaveText(`{"text":"${text}"}`, { useInnerText: true });
  }
  await page.getByRole('button', { name: 'Discard them' }).click();
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByText(/^saved just now by editor$/).waitFor();
  await expect.poll(() => webhooks(server)).toMatchObject([{ config: { payload: '{"text":"new"}' } }]);
  await expect.poll(() => kept(page)).toBe('[]');
});

it('keeps what one tab has changed of an API while another one saves it', async () => {
  const server = await studioServer();
  const one = await server.open('flows/etl/copy/api', refused);
  const form = (page: Page) => page.getByRole('form', { name: 'Edit the API' });
  await one.getByRole('button', { name: 'Edit', exact: true }).click();
  await form(one).getByLabel('Parameters').fill('tables = job/one');
  await keptWith(one, 'job/one');
  const two = await anotherTab(one);
  await two.getByRole('button', { name: 'Edit', exact: true }).click();
  await form(two).getByRole('button', { name: 'Discard them' }).click();
  await form(two).getByLabel('Base URL').fill('https://two.example.com');
  await form(two).getByRole('button', { name: 'Save' }).click();
  await two.getByRole('region', { name: 'Base URL' }).waitFor();
  await form(one).getByRole('button', { name: 'Save' }).click();
  await form(one)
    .getByRole('region', { name: /^editor saved this API/ })
    .waitFor();
  await leave(one);
  await one.goBack();
  await one.getByRole('button', { name: 'Restore them' }).click();
  await expect(form(one).getByLabel('Parameters')).toHaveValue('tables = job/one');
});
