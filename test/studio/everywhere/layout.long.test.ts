import type { Page } from 'playwright-core';
import { beforeAll, it } from 'vitest';
import { expect, go, settled } from '../../browser/pages.ts';
import { httpServer } from '../../loopback-server.ts';
import { forAllTests } from '../../shared/at-end.ts';
import { chat, messagesIn, run, studioServer, waitingMessage } from '../studio-server.ts';
import { panelOf, write } from '../webhook-page.ts';
import { misfitsOf } from './looks.ts';
import { type FullServer, fullServer, refusals } from './screens.ts';

let full: FullServer;

beforeAll(async () => {
  const { value, end } = await forAllTests(() => fullServer());
  full = value;
  return end;
});

it('a list stays where it is while its times pass', async () => {
  const { server } = full;
  const page = await server.open('messages', { viewport: { width: 320, height: 800 } });
  const time = page.locator('td.time').first();
  await time.waitFor();
  // All of it at once: the page goes on writing the time that it knows.
  const found = await time.evaluate(cell => {
    const shown = cell.querySelector('time') ?? cell;
    return ['just now', '9 s ago', '59 s ago', '59 min ago', '23 h ago'].map(said => {
      shown.textContent = said;
      const words = document.createRange();
      words.selectNodeContents(shown);
      const card = cell.closest('tr') ?? cell;
      const { borderRightWidth, paddingRight } = getComputedStyle(card);
      const inner =
        card.getBoundingClientRect().right -
        Number.parseFloat(borderRightWidth) -
        Number.parseFloat(paddingRight);
      const places = [cell, shown].map(element => element.getBoundingClientRect().x);
      return { said, places, isAtEnd: Math.abs(words.getBoundingClientRect().right - inner) < 1 };
    });
  });
  const [first] = found;
  expect(found).toEqual(found.map(({ said }) => ({ said, places: first?.places, isAtEnd: true })));
});

it('the page for signing in, and those of refusals, fit narrow screens and wide ones, too', async () => {
  for (const { place, page } of await refusals()) expect([place, await misfitsOf(page)]).toEqual([place, []]);
});

it('what is known of a state takes another line beside its time, or below its name', async () => {
  const { server, id } = await waitingMessage();
  const viewport = { width: 320, height: 256 };
  const page = await server.open('messages', { viewport });
  const row = page.locator(`[data-id="${id}"]`);
  const [state, time] = [await row.locator('.state').boundingBox(), await row.locator('.time').boundingBox()];
  expect((state?.x ?? 0) + (state?.width ?? 0)).toBeLessThanOrEqual(time?.x ?? 0);
  const pid = new URL((await processOf(page, id)) ?? '', server.origin).pathname.slice(1);
  for (const path of ['messages', pid, `flows/etl/copy/api?test=${pid.split('/')[1]}`]) {
    await go(page, path);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320);
  }
  // Beside a page there is little room, too.
  await page.setViewportSize({ width: 1280, height: 800 });
  const panel = page.getByRole('complementary');
  await panel.getByText('Retrying').waitFor();
  await expect
    .poll(() => panel.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
    .toBe(0);
});

it('a name of two words takes one line in the list beside an open message', async () => {
  const { server, id } = await waitingMessage('Status page');
  const viewport = { width: 1440, height: 900 };
  const page = await server.open(`messages?message=${id}`, { viewport });
  await page.getByRole('complementary').getByText('Retrying now uses up attempt 2 of 2.').waitFor();
  const row = page.locator(`[data-id="${id}"]`);
  const lines = await row.getByRole('cell', { name: 'Status page' }).evaluate(cell => {
    const text = document.createRange();
    text.selectNodeContents(cell);
    return text.getBoundingClientRect().height;
  });
  expect(lines).toBeLessThan(40);
  const list = page.getByRole('table', { name: 'Messages, the newest first' });
  for (const width of [1440, 1100]) {
    await page.setViewportSize({ width, height: 900 });
    const [table, place] = [await list.boundingBox(), await page.locator('.page').boundingBox()];
    expect([width, table?.width]).toEqual([width, place?.width]);
  }
});

/** The address of the process that a message is about. */
async function processOf(page: Page, message: string): Promise<string | null> {
  await go(page, `messages/${message}`);
  return page.getByRole('main').locator('a[href^="processes/"]').getAttribute('href');
}

it('a question fits a screen of 320 × 256 px, and can be scrolled', async () => {
  const inbox = await httpServer();
  const server = await studioServer({ webhooks: [chat(inbox.url)] });
  await run(server, 'copy');
  await messagesIn(server, 'delivered', 2);
  const page = await server.open('messages', { viewport: { width: 320, height: 256 } });
  await page.getByRole('button', { name: 'Resend …' }).click();
  const question = page.getByRole('dialog');
  const box = await question.boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual(0);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(256);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
});

/** What Chromium needs to show a date, a time, and the sign of its calendar. */
const dateWidth = 230;

it('the ends of a time are beside each other where there is room, and hold a date and a time everywhere', async () => {
  const page = await (await studioServer()).open('messages?within=range');
  const [from, to] = [page.getByLabel('From (UTC)'), page.getByLabel('To (UTC)')];
  await from.waitFor();
  for (const width of [1440, 1280, 1100, 820]) {
    await page.setViewportSize({ width, height: 800 });
    const [one, other] = [await from.boundingBox(), await to.boundingBox()];
    expect([width, one?.y]).toEqual([width, other?.y]);
    expect(Math.min(one?.width ?? 0, other?.width ?? 0)).toBeGreaterThanOrEqual(dateWidth);
    expect((one?.x ?? 0) + (one?.width ?? 0)).toBeLessThan(other?.x ?? 0);
    const main = await page.getByRole('search').boundingBox();
    expect((other?.x ?? 0) + (other?.width ?? 0)).toBeLessThanOrEqual((main?.x ?? 0) + (main?.width ?? 0));
  }
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByText(/^Filters/).click();
  for (const field of [from, to])
    await expect.poll(async () => (await field.boundingBox())?.width).toBeGreaterThanOrEqual(dateWidth);
});

it('the overview fits a narrow screen also where there is nothing to do, its icon beside its text', async () => {
  const inbox = await httpServer();
  const server = await studioServer({ webhooks: [chat(inbox.url)] });
  await run(server, 'copy');
  await messagesIn(server, 'delivered', 2);
  const page = await server.open('', { viewport: { width: 320, height: 740 } });
  await settled(page);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  const notice = page.locator('.notice.good');
  const [icon, text] = [notice.locator('.icon'), notice.getByText(/^Nothing: all endpoints are well/)];
  const [iconBox, textBox] = [await icon.boundingBox(), await text.boundingBox()];
  expect(textBox?.x).toBeGreaterThan((iconBox?.x ?? 0) + (iconBox?.width ?? 0));
  expect(textBox?.y).toBeLessThanOrEqual(iconBox?.y ?? 0);
});

it('the figures of the overview are equally high in each row, and fit', async () => {
  const { server } = full;
  const page = await server.open('');
  await settled(page);
  const figures = page.getByRole('list', { name: 'How things are' }).getByRole('link');
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const boxes = await figures.evaluateAll(links =>
      links.map(link => {
        const { top, height } = link.getBoundingClientRect();
        const bottom = link.querySelector('strong')?.getBoundingClientRect().bottom;
        return { top, height, bottom, isCut: link.scrollWidth > link.clientWidth };
      }),
    );
    expect(boxes).toHaveLength(7);
    for (const { top, ...box } of boxes)
      expect([width, box]).toEqual([
        width,
        { ...boxes.find(each => each.top === top), top: undefined, isCut: false },
      ]);
  }
});

it('a webhook fits a screen 320 px wide, with a long answer and a comparison', async () => {
  const [profile, long] = ['n'.repeat(100), 'x'.repeat(500)];
  const inbox = await httpServer(response => response.end(long));
  const config = { ...chat(inbox.url), profile };
  const server = await studioServer({ webhooks: [config] });
  const viewport = { width: 320, height: 740 };
  const page = await server.open(`profiles/${profile}/webhooks/team-chat`, {
    viewport,
    expected: /status of 412/,
  });
  const expectFit = () =>
    expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
  const panel = await panelOf(page);
  await page.getByText('Authentication, time zone, output').click();
  await page.getByRole('button', { name: 'Test Connection' }).click();
  await page.getByText(/^Answered 200/).waitFor();
  await expectFit();
  await write(panel, 'Payload', '{ "text": "$profle$" }');
  await page.getByText('1 thing to fix').waitFor();
  await page.getByText('Unsaved changes').waitFor();
  await expectFit();
  await write(panel, 'Payload', `{ "text": "${long}" }`);
  await page.getByText('This webhook has no variables.').waitFor();
  const theirs = { config: { ...config, url: `${inbox.url}/${long}`, timeZone: 'Europe/Zurich' } };
  await server.call('PUT', `api/webhooks/${config.id}`, theirs, { ifMatch: '"1"' });
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByRole('group', { name: 'Payload', exact: true }).waitFor();
  await expectFit();
  await page.getByRole('tab', { name: 'Preview' }).click();
  await expectFit();
});
