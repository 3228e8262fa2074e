import type { Locator, Page } from 'playwright-core';
import { it } from 'vitest';
import { expect } from '../../browser/pages.ts';
import { httpServer } from '../../loopback-server.ts';
import { chat, studioServer } from '../studio-server.ts';
import { chatPage, panelOf, write } from '../webhook-page.ts';

const phone = { viewport: { width: 390, height: 844 } };

async function edges(found: Locator): Promise<{ readonly top: number; readonly bottom: number }> {
  const box = await found.boundingBox();
  if (!box) throw new Error('It is not shown.');
  return { top: box.y, bottom: box.y + box.height };
}

/** Waits until something is in the window, above the bar. */
async function seenAboveBar(page: Page, found: Locator): Promise<void> {
  await found.waitFor();
  const bar = page.locator('webhook-editor .bar');
  await expect.poll(async () => (await edges(found)).bottom - (await edges(bar)).top).toBeLessThanOrEqual(0);
  expect((await edges(found)).top).toBeGreaterThanOrEqual(0);
}

it('what is to be filled in, and the warning about it, is above the bar of a narrow window', async () => {
  const server = await studioServer();
  const page = await server.open('profiles/nightly/webhooks/ops?add=slack', phone);
  const panel = await panelOf(page);
  await seenAboveBar(page, panel.getByRole('textbox', { name: 'URL' }));
  await seenAboveBar(page, panel.getByRole('listitem').filter({ hasText: 'Put your own address here' }));
});

it('the fix of a mistake is above the bar while it is written, and what is read elsewhere is not moved', async () => {
  const server = await studioServer({ webhooks: [chat((await httpServer()).url)] });
  const page = await server.open(chatPage, phone);
  const panel = await panelOf(page);
  await write(panel, 'Payload', '{\n  "text": "$profile$"\n  "more": "$event$"\n}');
  await seenAboveBar(page, panel.getByRole('button', { name: 'Insert a comma' }));
  await page.evaluate(() => scrollTo(0, 0));
  await panel.getByRole('textbox', { name: 'Name', exact: true }).click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

it('the answer to a test is above the bar, also when it comes late', async () => {
  const inbox = await httpServer(response => {
    setTimeout(() => response.writeHead(503).end('not yet'), 300);
  });
  const server = await studioServer({ webhooks: [chat(inbox.url)] });
  const page = await server.open(chatPage, phone);
  const panel = await panelOf(page);
  await panel.getByRole('button', { name: 'Test Connection' }).click();
  await panel.getByRole('group', { name: 'Answer' }).getByText('not yet').waitFor();
  await seenAboveBar(page, panel.getByRole('group', { name: 'Test', exact: true }));
});

it('the bar of a narrow window has the verdict and what is unsaved in one row, and room around its rows', async () => {
  const server = await studioServer({ webhooks: [chat((await httpServer()).url)] });
  const page = await server.open(chatPage, phone);
  const panel = await panelOf(page);
  await panel.getByRole('checkbox', { name: 'Completed' }).uncheck();
  const [bar, verdict, unsaved, save] = [
    await edges(panel.locator('.bar')),
    await edges(panel.getByRole('status').getByText('No value can break this JSON.')),
    await edges(panel.locator('.unsaved')),
    await edges(panel.getByRole('button', { name: 'Save' })),
  ];
  const middle = ({ top, bottom }: typeof bar): number => (top + bottom) / 2;
  expect(Math.abs(middle(verdict) - middle(unsaved))).toBeLessThanOrEqual(1);
  expect(verdict.top - bar.top).toBeGreaterThanOrEqual(8);
  expect(save.top - Math.max(verdict.bottom, unsaved.bottom)).toBeGreaterThanOrEqual(8);
  expect(bar.bottom - save.bottom).toBeGreaterThanOrEqual(8);
});

it('the buttons above the payload stay clear of the ring around it', async () => {
  const server = await studioServer({ webhooks: [chat((await httpServer()).url)] });
  const page = await server.open(chatPage);
  const panel = await panelOf(page);
  const format = await edges(panel.getByRole('button', { name: 'Format' }));
  const payload = await edges(panel.getByRole('textbox', { name: 'Payload', exact: true }));
  // The ring is 4 px wide, with the gap inside it.
  expect(payload.top - format.bottom).toBeGreaterThanOrEqual(8);
});

it('when a webhook was saved, and by whom, is one sentence', async () => {
  const server = await studioServer({ webhooks: [chat((await httpServer()).url)] });
  const page = await server.open(chatPage, { viewport: { width: 1440, height: 900 } });
  const panel = await panelOf(page);
  await panel.getByRole('checkbox', { name: 'Completed' }).uncheck();
  await panel.getByRole('button', { name: 'Save' }).click();
  const saved = panel.getByText(/^saved just now by editor$/);
  const time = saved.getByRole('time');
  const room = await time.evaluate(shown => {
    const words = document.createRange();
    words.selectNodeContents(shown);
    return shown.getBoundingClientRect().width - words.getBoundingClientRect().width;
  });
  expect(room).toBeLessThan(1);
});
