import { openDatabase } from 'hookplate/outbox';
import type { Locator, Page } from 'playwright-core';
import { it, onTestFinished } from 'vitest';
import type { ShownMessage } from '../../src/api/answers.ts';
import { headingOf } from '../../src/studio/messages/message-words.ts';
import { gridLines } from '../../src/studio/parts/counts.ts';
import { expect, visit } from '../browser/pages.ts';
import { httpServer } from '../loopback-server.ts';
import { numberedInSql } from '../outbox/numbered-uuid.ts';
import { executorOf, migratedPostgres } from '../outbox/test-database.ts';
import { chat, messagesIn, run, studioServer, waitingMessage } from './studio-server.ts';

it('finds a failed message, says why it failed, and resends it', async () => {
  let isWell = false;
  const inbox = await httpServer(response => response.writeHead(isWell ? 200 : 503).end('<b>busy</b>'));
  const server = await studioServer({ webhooks: [{ ...chat(inbox.url), name: 'Team chat' }] });
  await run(server, 'copy');
  await messagesIn(server, 'failed', 2);
  const page = await server.open('');
  await page.getByText('2 messages to it failed in the last 24 hours').waitFor();
  await page.getByRole('link', { name: 'See why' }).click();
  const list = page.getByRole('table', { name: 'Messages, the newest first' });
  await list.getByRole('row').filter({ hasText: 'Completed' }).getByRole('link').click();
  await page.getByRole('heading', { name: 'Completed → Team chat' }).waitFor();
  const panel = page.getByRole('complementary', { name: 'Completed → Team chat' });
  const attempts = panel.getByRole('region', { name: 'Attempts' }).getByRole('listitem');
  await expect.poll(() => attempts.count()).toBe(3);
  await expect
    .poll(() => attempts.first().innerText())
    .toMatch(/The receiver answered with 503: the receiver is not ready\.[\s\S]*Attempt 3,/);
  await expect
    .poll(() => panel.getByRole('region', { name: 'Message' }).innerText())
    .toContain('Failed · after 3 attempts');
  const contents = panel.getByRole('tabpanel');
  await expect.poll(() => contents.innerText()).toMatch(/^Attempt 3[\s\S]*HTTP 503[\s\S]*<b>busy<\/b>/);
  await attempts.last().getByRole('button', { name: 'Show response' }).click();
  await contents.getByText('Attempt 1', { exact: true }).waitFor();
  await panel.getByRole('tab', { name: 'Response' }).press('ArrowLeft');
  await contents.getByText('"text":"nightly Completed"').waitFor();
  isWell = true;
  await panel.getByRole('button', { name: 'Resend' }).click();
  await page.getByRole('region', { name: 'Message' }).getByText('Delivered').waitFor();
  await attempts.first().getByText('Accepted with status 200.').waitFor();
  await expect.poll(() => attempts.first().innerText()).toContain('after it was resent once');
});

it('resends what is chosen, after saying how many that are and how fast they leave', async () => {
  let isWell = false;
  const inbox = await httpServer(response => response.writeHead(isWell ? 200 : 500).end());
  const server = await studioServer({ webhooks: [chat(inbox.url)] });
  await run(server, 'copy');
  await messagesIn(server, 'failed', 2);
  isWell = true;
  const page = await server.open('messages');
  await page.getByRole('button', { name: 'Resend …' }).click();
  const question = page.getByRole('dialog', { name: 'Resend messages' });
  await question.getByText('2 messages of all time, 10 a second: that takes 200 ms.').waitFor();
  await question.getByRole('combobox', { name: 'State' }).selectOption('Delivered');
  await question.getByText('No message like this can be resent.').waitFor();
  await expect(question.getByRole('button', { name: 'Resend', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await question.getByRole('combobox', { name: 'State' }).selectOption('Failed');
  await question.getByRole('spinbutton', { name: 'How many a second' }).fill('');
  await question.getByText('2 messages of all time, now.').waitFor();
  await question.getByRole('button', { name: 'Resend 2' }).click();
  await page.getByText('2 messages are sent again.').waitFor();
  const rows = page.getByRole('table', { name: 'Messages, the newest first' }).getByRole('row');
  await expect.poll(() => rows.filter({ hasText: 'Delivered' }).count()).toBe(2);
});

it('resends only what is as old as was chosen', async () => {
  let isWell = false;
  const inbox = await httpServer(response => response.writeHead(isWell ? 200 : 500).end());
  const database = await openDatabase({ url: await migratedPostgres() });
  onTestFinished(() => database.close());
  const server = await studioServer({
    database,
    webhooks: [{ ...chat(inbox.url), events: { Started: true } }],
  });
  const failed: string[] = [];
  for (const age of ['3 days', '2 days', '0 days']) {
    await run(server, 'copy');
    const ids = await messagesIn(server, 'failed', failed.length + 1);
    const id = ids.find(each => !failed.includes(each)) ?? '';
    failed.push(id);
    await executorOf(database).query(
      'update hookplate.ended set created_at = created_at - $2::interval where id = $1',
      [id, age],
    );
  }
  isWell = true;
  const [oldest = '', older = '', newest = ''] = failed;
  const page = await server.open('messages');
  await page.getByRole('button', { name: 'Resend …' }).click();
  const question = page.getByRole('dialog', { name: 'Resend messages' });
  const time = question.getByRole('combobox', { name: 'Time' });
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 16);
  await question.getByRole('button', { name: 'Resend 3' }).waitFor();
  await time.selectOption('The last 7 days');
  await question.getByRole('button', { name: 'Resend 3' }).waitFor();
  await time.selectOption('The last 24 hours');
  await question.getByText(/^1 message, /).waitFor();
  await question.getByRole('button', { name: 'Resend 1' }).click();
  await page.getByText('1 message is sent again.').waitFor();
  expect(await messagesIn(server, 'delivered', 1)).toEqual([newest]);
  await page.getByRole('button', { name: 'Resend …' }).click();
  await question.getByRole('button', { name: 'Resend 2' }).waitFor();
  await time.selectOption('From … to …');
  await question.getByText('Say from when, or until when.').waitFor();
  const resend = question.getByRole('button', { name: 'Resend', exact: true });
  await expect(resend).toHaveAttribute('aria-disabled', 'true');
  await resend.dispatchEvent('click');
  await question.getByLabel('To (UTC)', { exact: true }).fill(daysAgo(4));
  await question.getByText('No message like this can be resent.').waitFor();
  await question.getByLabel('To (UTC)', { exact: true }).fill(daysAgo(1));
  await question.getByRole('button', { name: 'Resend 2' }).waitFor();
  await question.getByLabel('From (UTC)', { exact: true }).fill(daysAgo(2.5));
  await question.getByText(/^1 message, /).waitFor();
  await question.getByRole('button', { name: 'Resend 1' }).click();
  await page.getByText('1 message is sent again.').waitFor();
  expect(await messagesIn(server, 'delivered', 2)).toEqual([newest, older]);
  expect(await messagesIn(server, 'failed', 1)).toEqual([oldest]);
});

it('resends what failed at one endpoint alone', async () => {
  let isWell = false;
  const inbox = await httpServer(response => response.writeHead(isWell ? 200 : 500).end());
  const server = await studioServer({
    webhooks: [chat(inbox.url), { ...chat(inbox.url, 'pager'), name: 'Pager' }],
  });
  await run(server, 'copy');
  await messagesIn(server, 'failed', 4);
  isWell = true;
  const { items } = await server.call<{ items: { id: string; webhook: string }[] }>('GET', 'api/endpoints');
  const pager = items.find(({ webhook }) => webhook === 'pager')?.id ?? '';
  const page = await server.open('', { expected: /net::ERR_FAILED/ });
  const list = /\/api\/endpoints\?/;
  await page.route(list, route => route.abort());
  await visit(page, `${server.origin}/messages?endpoint=${pager}`);
  const problem = page.getByRole('alert').filter({ hasText: 'The server does not answer.' });
  await problem.waitFor();
  const chosen = page.getByRole('combobox', { name: 'Endpoint' }).locator('option:checked');
  await expect(chosen).toHaveText('…', { useInnerText: true });
  await page.unroute(list);
  await problem.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => chosen.innerText()).toBe(`Pager · 127.0.0.1:${inbox.port} · nightly`);
  await page.getByRole('button', { name: 'Resend …' }).click();
  const question = page.getByRole('dialog', { name: 'Resend messages' });
  await expect(question.getByRole('combobox', { name: 'Endpoint' }).locator('option:checked')).toHaveText(
    `Pager · 127.0.0.1:${inbox.port} · nightly`,
    { useInnerText: true },
  );
  await question.getByRole('button', { name: 'Resend 2' }).click();
  await page.getByText('2 messages are sent again.').waitFor();
  expect(await messagesIn(server, 'failed', 2)).toHaveLength(2);
});

it('says that one is retried, finds it so, and tries it at once', async () => {
  const { server, id } = await waitingMessage();
  const page = await server.open('messages');
  const row = page.getByRole('table', { name: 'Messages, the newest first' }).getByRole('row').nth(1);
  await row.getByText('Retrying').waitFor();
  const amber = await colorOfVariable(page, '--hookplate-warning');
  await expect.poll(() => row.getByText('Retrying').evaluate(colorOf)).toBe(amber);
  await expect.poll(() => row.locator('.state > .icon').evaluate(colorOf)).toBe(amber);
  await expect.poll(() => row.innerText()).toMatch(/^Retrying · after 1 of 2 attempts · next in 1 h/);
  const states = page.getByRole('navigation', { name: 'State' });
  await states.getByRole('link', { name: 'Waiting' }).click();
  await page.getByText('Nothing matches').waitFor();
  await states.getByRole('link', { name: 'Retrying 1' }).click();
  await row.getByRole('link', { name: 'Started' }).click();
  const panel = page.getByRole('complementary', { name: /^Started → 127\.0\.0\.1:\d+$/ });
  const attempts = panel.getByRole('region', { name: 'Attempts' }).getByRole('listitem');
  await expect.poll(() => attempts.count()).toBe(1);
  const message = panel.getByRole('region', { name: 'Message' });
  await expect
    .poll(() => message.innerText())
    .toMatch(
      /^Retrying · after 1 of 2 attempts · next in 1 h\s+The receiver answered with 500: something went wrong in the receiver\./,
    );
  await message.getByText('1 made, of at most 2').waitFor();
  await message.getByText('Retrying now uses up attempt 2 of 2.').waitFor();
  await panel.getByRole('button', { name: 'Retry now' }).click();
  await message
    .getByText(/^The attempt failed as well\. The receiver answered with 500: .* It is not tried again\.$/)
    .waitFor();
  await message.getByText('Failed', { exact: true }).waitFor();
  await expect.poll(() => attempts.count()).toBe(2);
  await expect(page).toHaveURL(`${server.origin}/messages?state=retrying&message=${id}`);
});

it('names the message that another one waits for, and leads to it', async () => {
  const inbox = await httpServer(response => response.writeHead(500).end());
  const server = await studioServer({
    webhooks: [chat(inbox.url)],
    delivery: { schedule: [3_600_000], hold: 'forever' },
  });
  await run(server, 'copy');
  await expect.poll(() => inbox.hits.length).toBe(1);
  const page = await server.open('messages');
  const row = page.getByRole('row').filter({ hasText: 'Completed' });
  await row.getByText('for Started to finish').waitFor();
  await page.getByText('1 waiting').waitFor();
  await row.getByRole('link', { name: 'Completed' }).click();
  const panel = page.getByRole('complementary');
  await panel.getByText('No attempts yet.').waitFor();
  await panel.getByRole('link', { name: 'Started', exact: true }).click();
  await page.getByRole('heading', { name: /^Started → / }).waitFor();
});

it('opens beside the list, which stays as it is, and closes with Escape', async () => {
  const inbox = await httpServer(response => response.end('thanks'));
  const server = await studioServer({ webhooks: [chat(inbox.url)] });
  for (let runs = 0; runs < 30; runs++) await run(server, 'copy');
  const delivered = () => server.call<{ count: number }>('GET', 'api/messages?state=delivered&count=true');
  await expect.poll(async () => (await delivered()).count).toBe(60);
  const page = await server.open('messages?state=delivered', { viewport: { width: 1280, height: 800 } });
  const rows = page.locator('tr[data-id]');
  await expect.poll(() => rows.count()).toBe(50);
  await page.getByRole('button', { name: 'Older' }).click();
  await expect.poll(() => rows.count()).toBe(60);
  const row = rows.nth(55);
  const link = row.getByRole('link');
  await link.scrollIntoViewIfNeeded();
  const before = await link.boundingBox();
  await link.click();
  const panel = page.getByRole('complementary');
  await panel.getByText('thanks').waitFor();
  await expect(rows).toHaveCount(60);
  await expect.poll(async () => (await link.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
  await expect(row).toHaveAttribute('aria-current', 'true');
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H2');
  await expect.poll(async () => (await panel.boundingBox())?.width).toBe(480);
  const address = page.url();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await expect.poll(() => link.evaluate(element => element === document.activeElement)).toBe(true);
  await visit(page, address);
  await panel.getByText('thanks').waitFor();
  await panel.getByRole('link', { name: 'Close' }).click();
  await panel.waitFor({ state: 'detached' });
  await expect(page).toHaveURL(url => url.search === '?state=delivered');
  await page.setViewportSize({ width: 720, height: 800 });
  await rows.first().getByRole('link').click();
  await panel.getByText('thanks').waitFor();
  await expect(page.getByRole('table', { name: 'Messages, the newest first' })).toBeHidden();
});

it('leads from a receiver that is silent to the cause and a resend, in five clicks', async () => {
  let isWell = false;
  const inbox = await httpServer(response => response.writeHead(isWell ? 200 : 410).end());
  const well = await httpServer();
  const server = await studioServer({
    webhooks: [{ ...chat(inbox.url, 'pager'), name: 'Pager', events: { Started: true } }, chat(well.url)],
  });
  await run(server, 'copy');
  await messagesIn(server, 'gone', 1);
  await run(server, 'copy');
  await messagesIn(server, 'failed', 1);
  isWell = true;
  const page = await server.open('');
  let clicks = 0;
  const click = async (what: Locator): Promise<void> => {
    clicks++;
    await what.click();
  };
  await click(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Messages' }));
  // Choosing from a list takes two.
  clicks += 2;
  await page.getByRole('combobox', { name: 'Webhook' }).selectOption({ label: 'Pager · nightly' });
  await click(page.getByRole('row').filter({ hasText: 'Failed' }).getByRole('link').first());
  const panel = page.getByRole('complementary', { name: 'Started → Pager' });
  await panel.getByText('This endpoint is disabled. Enable it, then resend.').waitFor();
  await panel
    .getByText(/^Disabled .*: the receiver asked us to stop \(410 Gone\)\. The address may no longer exist/)
    .waitFor();
  await click(panel.getByRole('button', { name: 'Enable and resend' }));
  await panel.getByRole('region', { name: 'Message' }).getByText('Delivered').waitFor();
  expect(clicks).toBeLessThanOrEqual(6);
});

it('leads from a receiver that answers with errors to what it answers, and to resending all that it missed', async () => {
  let isWell = false;
  const inbox = await httpServer(response => response.writeHead(isWell ? 200 : 401).end('token expired'));
  const server = await studioServer({ webhooks: [{ ...chat(inbox.url, 'pager'), name: 'Pager' }] });
  for (let runs = 0; runs < 3; runs++) await run(server, 'copy');
  await messagesIn(server, 'failed', 6);
  const page = await server.open('');
  let clicks = 0;
  const click = async (what: Locator): Promise<void> => {
    clicks++;
    await what.click();
  };
  await click(page.getByRole('link', { name: 'See why' }));
  // The overview, which may still be shown, has rows of processes that are completed.
  const messages = page.getByRole('table', { name: 'Messages, the newest first' });
  await click(messages.getByRole('row').filter({ hasText: 'Completed' }).first().getByRole('link'));
  const panel = page.getByRole('complementary', { name: 'Completed → Pager' });
  await panel
    .getByText('The receiver answered with 401: it did not accept our credentials.')
    .first()
    .waitFor();
  await panel.getByText('token expired').waitFor();
  isWell = true;
  await click(page.getByRole('button', { name: 'Resend …' }));
  const question = page.getByRole('dialog', { name: 'Resend messages' });
  await question.getByText('6 messages of all time, 10 a second').waitFor();
  await click(question.getByRole('button', { name: 'Resend 6' }));
  await messagesIn(server, 'delivered', 6);
  expect(clicks).toBeLessThanOrEqual(6);
});

it('cancels one that waits, after asking once', async () => {
  const { server, id } = await waitingMessage();
  const page = await server.open(`messages/${id}`);
  await page
    .getByText('The receiver answered with 500: something went wrong in the receiver.')
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Cancel message' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel message' }).click();
  await page.getByRole('region', { name: 'Message' }).getByText('Cancelled').waitFor();
});

it('counts what was delivered and what failed, by the hour, also for those who do not see the chart', async () => {
  const inbox = await httpServer((response, { body }) =>
    response.writeHead(body.includes('Started') ? 500 : 200).end(),
  );
  const server = await studioServer({ webhooks: [chat(inbox.url)] });
  await run(server, 'copy');
  await messagesIn(server, 'delivered', 1);
  const page = await server.open('messages');
  const chart = page.getByRole('region', { name: 'The last 24 hours' });
  await chart.getByText('1 delivered').waitFor();
  await chart.getByText('1 failed').waitFor();
  await chart.locator('canvas').waitFor();
  const box = await chart.locator('.u-over').boundingBox();
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) - 20, (box?.y ?? 0) + 40);
  await chart.getByText(/^\d\d:00–\d\d:00 UTC: 1 delivered, 1 failed$/).waitFor();
  const table = chart.getByRole('table', { name: 'Messages by the hour, of the last 24 hours' });
  await expect(table.getByRole('row').last().getByRole('cell')).toHaveText(['1', '1'], {
    useInnerText: true,
  });
  await page.getByRole('combobox', { name: 'Event' }).selectOption('Completed');
  await page
    .getByRole('region', { name: 'The last 24 hours, filtered' })
    .getByText('0 failed', { exact: true })
    .waitFor();
  await chart.getByText('1 delivered', { exact: true }).waitFor();
});

it.each(['light', 'dark'] as const)('draws what failed in the red of its state, in %s', async colorScheme => {
  const inbox = await httpServer(response => response.writeHead(500).end());
  const server = await studioServer({ webhooks: [chat(inbox.url)] });
  await run(server, 'copy');
  await messagesIn(server, 'failed', 2);
  const page = await server.open('messages', { colorScheme });
  const red = await page.locator('td .state.bad > .icon').first().evaluate(colorOf);
  const key = page.getByText('2 failed', { exact: true });
  await expect
    .poll(() => key.evaluate(element => getComputedStyle(element, '::before').backgroundColor))
    .toBe(red);
  const canvas = page.locator('.plot canvas');
  await expect.poll(() => canvas.evaluate(hasPixelOf, red)).toBe(true);
  await visit(page, `${server.origin}/profiles/nightly`);
  const bar = page.locator('.last-day .failed').first();
  await expect.poll(() => bar.evaluate(element => getComputedStyle(element).fill)).toBe(red);
});

function colorOf(element: Element): string {
  return getComputedStyle(element).color;
}

function colorOfVariable(page: Page, name: string): Promise<string> {
  return page.evaluate(variable => {
    const probe = document.createElement('p');
    probe.style.color = `var(${variable})`;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, name);
}

function hasPixelOf(element: Element, color: string): boolean {
  const canvas = element as HTMLCanvasElement;
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  const wanted = (color.match(/\d+/g) ?? []).map(Number);
  for (let at = 0; at < pixels.length; at += 4)
    if (wanted.every((part, index) => pixels[at + index] === part)) return true;
  return false;
}

it('is called after its webhook, with the host where nobody has given that a name', () => {
  const message = { event: 'Errored', host: 'chat.example.com' } as ShownMessage;
  expect(headingOf({ ...message, webhook: 'pager', name: 'Pager' })).toBe('Errored → Pager');
  expect(headingOf({ ...message, webhook: 'pager' })).toBe('Errored → chat.example.com');
  expect(headingOf({ ...message, host: '' })).toBe('Errored');
});

it('counts by the hours of the clock', async () => {
  const server = await studioServer();
  const page = await server.open('endpoints');
  const asking = page.waitForRequest(/api\/stats/);
  await page.getByRole('main').getByRole('link', { name: 'Messages' }).click();
  const since = new Date(new URL((await asking).url()).searchParams.get('since') ?? '');
  expect([since.getUTCMinutes(), since.getUTCSeconds(), since.getUTCMilliseconds()]).toEqual([0, 0, 0]);
  expect(Math.floor((Date.now() - since.getTime()) / 3_600_000)).toBe(23);
});

it.each([
  [0, [0, 1, 2, 3, 4]],
  [4, [0, 1, 2, 3, 4]],
  [7, [0, 2, 4, 6, 8]],
  [11, [0, 5, 10, 15]],
  [900, [0, 500, 1000]],
])(
  'the lines of a chart whose highest bar is %i are round, and none is lower than that bar',
  (most, lines) => {
    expect(gridLines(most)).toEqual(lines);
  },
);

it('shows the health of endpoints, and enables one that is gone', async () => {
  let isGone = true;
  const inbox = await httpServer(response => response.writeHead(isGone ? 410 : 200).end());
  const server = await studioServer({ webhooks: [{ ...chat(inbox.url), name: 'Team chat' }] });
  await run(server, 'copy');
  await messagesIn(server, 'gone', 1);
  isGone = false;
  const page = await server.open('messages');
  await page.getByRole('link', { name: 'Endpoints' }).click();
  await page.getByText('is disabled after a while, and at once if it answers 410 (Gone)').waitFor();
  await expect(page.getByRole('columnheader', { name: 'Sent at a time' })).toHaveAttribute(
    'title',
    'How many messages may be on their way to it at the same time',
  );
  const row = page.getByRole('row').filter({ hasText: `Team chat · 127.0.0.1:${inbox.port}` });
  await row.getByText('Disabled', { exact: true }).waitFor();
  await expect.poll(() => row.getByRole('cell').nth(5).innerText()).toMatch(/ ago$|^just now$/);
  await expect.poll(() => row.innerText()).toContain('the receiver asked us to stop (410 Gone)');
  await row.getByRole('button', { name: /^Enable Team chat/ }).click();
  await row.getByText('Enabled').waitFor();
  await row.getByText('nothing sent yet').waitFor();
  await row.getByRole('button', { name: /^Rate of Team chat.*: Unlimited …$/ }).click();
  const question = page.getByRole('dialog', { name: /^Limit the rate of Team chat/ });
  const rate = question.getByRole('spinbutton', { name: 'Messages a second' });
  await rate.fill('0');
  await page.keyboard.press('Enter');
  await expect.poll(() => rate.evaluate(field => field.matches(':invalid'))).toBe(true);
  await expect(question).toBeVisible();
  await rate.fill('2.5');
  await page.keyboard.press('Enter');
  await row.getByRole('button', { name: /: 2\.5 a second …$/ }).waitFor();
});

it('disables an endpoint after asking once, and shows those beyond the first page', async () => {
  const inbox = await httpServer();
  const database = await openDatabase({ url: await migratedPostgres() });
  onTestFinished(() => database.close());
  await executorOf(database).query(
    `insert into hookplate.endpoint (bucket, id, webhook, name, origin, host)
     select 0, ${numberedInSql('e', 'n')}, 'wh-' || n, 'Hook ' || n, $1, '127.0.0.1' from generate_series(1, 102) n`,
    [inbox.url],
  );
  const server = await studioServer({ database });
  const page = await server.open('endpoints');
  await page.getByText('100 endpoints shown').waitFor();
  await page.getByRole('button', { name: 'More endpoints' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Hook 102 · ' });
  await row.getByRole('button', { name: /^Disable Hook 102/ }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('moves to a new host');
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await row.getByText(/^Disabled .* by editor: moves to a new host\.$/).waitFor();
  await expect(page.getByRole('row')).toHaveCount(103);
  await page.getByRole('combobox', { name: 'Health' }).selectOption('Disabled');
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await row.getByRole('button', { name: /^Enable and resend Hook 102/ }).click();
  const sure = page.getByRole('dialog', { name: /^Enable Hook 102/ });
  await expect.poll(() => sure.innerText()).toContain('No message to it has failed.');
  await sure.getByRole('button', { name: 'Enable', exact: true }).click();
  await page.getByText('No endpoint is like this').waitFor();
});

it('leads from what was not sent to the endpoint that is disabled, and resends all that failed', async () => {
  let isWell = false;
  const inbox = await httpServer(response => response.writeHead(isWell ? 200 : 410).end());
  const server = await studioServer({ webhooks: [{ ...chat(inbox.url), name: 'Team chat' }] });
  await run(server, 'copy');
  await messagesIn(server, 'gone', 1);
  // Both messages may have been answered; these find their endpoint disabled.
  await run(server, 'copy');
  const ended = async () => [
    ...(await messagesIn(server, 'gone', 1)),
    ...(await messagesIn(server, 'failed', 2)),
  ];
  await expect.poll(async () => (await ended()).length).toBe(4);
  const [failed] = await messagesIn(server, 'failed', 2);
  isWell = true;
  const page = await server.open(`messages/${failed}`);
  await page.getByText('This endpoint is disabled. Enable it, then resend.').waitFor();
  const message = page.getByRole('region', { name: 'Message' });
  await expect.poll(() => message.innerText()).toMatch(/Attempts\s+none/);
  await message.getByRole('link', { name: `127.0.0.1:${inbox.port}` }).click();
  await page.getByRole('button', { name: /^Enable and resend Team chat/ }).click();
  await page.getByRole('dialog').getByText('4 messages to it failed, and are sent again.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Enable and resend 4' }).click();
  await messagesIn(server, 'delivered', 4);
});

it('enables the endpoint of a message that made it stop, and resends that; lists it with what failed', async () => {
  let isWell = false;
  const inbox = await httpServer(response => response.writeHead(isWell ? 200 : 410).end());
  const server = await studioServer({ webhooks: [{ ...chat(inbox.url), events: { Started: true } }] });
  await run(server, 'copy');
  await messagesIn(server, 'gone', 1);
  isWell = true;
  const page = await server.open('messages');
  await page.getByRole('navigation', { name: 'State' }).getByRole('link', { name: 'Failed' }).click();
  await page
    .getByRole('row')
    .filter({ hasText: 'Failed · receiver asked us to stop (410)' })
    .getByRole('link')
    .click();
  const panel = page.getByRole('complementary');
  await panel.getByText('This endpoint is disabled. Enable it, then resend.').waitFor();
  await panel.getByRole('button', { name: 'Enable and resend' }).click();
  await panel.getByRole('region', { name: 'Message' }).getByText('Delivered').waitFor();
});

it('says what a resend leaves out, and enables the endpoint that keeps it from being sent', async () => {
  let isWell = false;
  const inbox = await httpServer(response => response.writeHead(isWell ? 200 : 410).end());
  const webhook = { ...chat(inbox.url), name: 'Team chat', events: { Started: true } };
  const server = await studioServer({ webhooks: [webhook] });
  await run(server, 'copy');
  await messagesIn(server, 'gone', 1);
  isWell = true;
  const page = await server.open('messages');
  await page.getByRole('navigation', { name: 'State' }).getByRole('link', { name: 'Failed 1' }).waitFor();
  await page.getByRole('button', { name: 'Resend …' }).click();
  const question = page.getByRole('dialog', { name: 'Resend messages' });
  await question.getByText('No message like this can be resent.').waitFor();
  await question.getByText(/^1 message is left out: Team chat · 127\.0\.0\.1:\d+ is disabled\.$/).waitFor();
  await question.getByText(/^Disabled .*: the receiver asked us to stop \(410 Gone\)\./).waitFor();
  await question.getByRole('link', { name: 'check the webhook' }).click();
  await page.getByRole('heading', { name: 'Team chat', level: 1 }).waitFor();
  await expect(question).toHaveCount(0);
  await page.goBack();
  await page.getByRole('button', { name: 'Resend …' }).click();
  await question.getByRole('button', { name: 'Enable and resend' }).click();
  await page
    .getByRole('dialog', { name: /^Enable Team chat/ })
    .getByRole('button', { name: 'Enable and resend 1' })
    .click();
  await page.getByText('1 message is sent again.').waitFor();
  await messagesIn(server, 'delivered', 1);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

it('leads to the endpoints if several are disabled that a resend leaves out', async () => {
  const inbox = await httpServer(response => response.writeHead(410).end());
  const webhook = (id: string) => ({ ...chat(inbox.url, id), events: { Started: true } });
  const server = await studioServer({ webhooks: [webhook('pager'), webhook('team-chat')] });
  await run(server, 'copy');
  await messagesIn(server, 'gone', 2);
  const page = await server.open('messages');
  await page.getByRole('button', { name: 'Resend …' }).click();
  const question = page.getByRole('dialog', { name: 'Resend messages' });
  await question
    .getByText('2 messages are left out: their endpoints are disabled, or their requests are no longer kept.')
    .waitFor();
  await question.getByRole('link', { name: 'See disabled endpoints' }).click();
  await page
    .getByRole('button', { name: /^Enable and resend/ })
    .first()
    .waitFor();
  await expect(question).toHaveCount(0);
});

it('retries now what waits for an endpoint that fails', async () => {
  let isWell = false;
  const inbox = await httpServer(response => response.writeHead(isWell ? 200 : 503).end());
  const server = await studioServer({
    webhooks: [{ ...chat(inbox.url), name: 'Team chat', events: { Started: true } }],
    delivery: { schedule: [3_600_000], pollMs: 20 },
  });
  await run(server, 'copy');
  const page = await server.open('endpoints');
  const atOnce = page
    .getByRole('row')
    .filter({ hasText: 'Team chat' })
    .locator('[data-word="Sent at a time"]');
  await expect.poll(() => atOnce.innerText()).toBe('2, until a message is delivered');
  isWell = true;
  await page.getByRole('button', { name: /^Retry now … Team chat/ }).click();
  const question = page.getByRole('dialog', { name: 'Retry messages now' });
  await question.getByText('1 message, now.').waitFor();
  await question.getByRole('button', { name: 'Retry 1' }).click();
  await messagesIn(server, 'delivered', 1);
  await page.getByRole('row').filter({ hasText: 'Healthy' }).waitFor();
  await expect(atOnce).toHaveText('Up to 4', { useInnerText: true });
});

it('shows the way on where an address asks for what does not exist', async () => {
  const server = await studioServer();
  const page = await server.open('messages?state=broken', { expected: /status of 40[04]/ });
  const said = page.getByRole('alert').filter({ hasText: 'The filter in this address is wrong' });
  await said
    .getByText('It asks for the state “broken”, which this page does not know.', { exact: true })
    .waitFor();
  await expect(page.getByRole('button', { name: 'Resend …' })).toHaveCount(0);
  await said.getByRole('link', { name: 'Show all' }).click();
  await page.getByText('Nothing has been sent yet').waitFor();
  await visit(page, `${server.origin}/messages?within=constructor`);
  await page.getByText('Nothing matches').waitFor();
  await visit(page, `${server.origin}/processes?status=broken`);
  await said.getByText('It asks for the status “broken”, which this page does not know.').waitFor();
  await visit(page, `${server.origin}/messages?within=range&from=yesterday`);
  await said.getByText(/^It asks for something that this page does not know\. .*since/).waitFor();
  await visit(page, `${server.origin}/events/nope`);
  await page.getByText('Nothing is here').waitFor();
});

it('says so where an endpoint was enabled and nothing was resent', async () => {
  let isWell = false;
  const inbox = await httpServer(response => response.writeHead(isWell ? 200 : 410).end());
  const server = await studioServer({
    webhooks: [{ ...chat(inbox.url), name: 'Team chat', events: { Started: true } }],
  });
  await run(server, 'copy');
  await messagesIn(server, 'gone', 1);
  isWell = true;
  const page = await server.open('', { expected: /status of 503|Failed to load/ });
  await page.route('**/api/messages/resend', route => route.fulfill({ status: 503, body: '{}' }));
  await page.getByRole('button', { name: /^Enable and resend/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Enable and resend 1' }).click();
  await page
    .getByText(/is enabled, but what had failed was not sent again: use Resend … on Messages\./)
    .waitFor();
});

it('takes a question with it when its page is left', async () => {
  const inbox = await httpServer();
  const server = await studioServer({ webhooks: [chat(inbox.url)] });
  await run(server, 'copy');
  const page = await server.open('messages');
  await page.getByRole('navigation', { name: 'Messages' }).getByRole('link', { name: 'Endpoints' }).click();
  await page.getByRole('button', { name: /^Disable/ }).click();
  await page.getByRole('dialog').waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Messages', level: 1 }).waitFor();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

it('leads from a message to its process, and from that to all its messages', async () => {
  const inbox = await httpServer();
  const server = await studioServer({ webhooks: [{ ...chat(inbox.url), name: 'Team chat' }] });
  await run(server, 'copy');
  const pid = await run(server, 'copy');
  await messagesIn(server, 'delivered', 4);
  const { items } = await server.call<{ items: { id: string }[] }>('GET', `api/messages?process=${pid}`);
  const [id] = items.map(each => each.id);
  const page = await server.open('messages');
  const rows = page.locator('tr[data-id]');
  await expect.poll(() => rows.count()).toBe(4);
  await page.getByRole('searchbox', { name: 'Message id' }).fill(id ?? '');
  await page.keyboard.press('Enter');
  await expect.poll(() => rows.count()).toBe(1);
  await rows.getByRole('link').click();
  const panel = page.getByRole('complementary');
  const webhook = panel.getByRole('region', { name: 'Message' }).getByRole('link', { name: 'Team chat' });
  await expect(webhook).toHaveAttribute('href', 'profiles/nightly/webhooks/team-chat');
  await panel.getByRole('link', { name: pid }).click();
  const events = page.getByRole('region', { name: 'Events' });
  await expect.poll(() => events.getByRole('link', { name: 'Team chat', exact: true }).count()).toBe(2);
  await page.getByRole('link', { name: 'See all its messages' }).click();
  await expect.poll(() => rows.count()).toBe(2);
  await expect(page.getByRole('searchbox', { name: 'Process id' })).toHaveValue(pid);
  await page.getByRole('searchbox', { name: 'Process id' }).fill('');
  await page.keyboard.press('Enter');
  await expect.poll(() => rows.count()).toBe(4);
  await page.getByRole('combobox', { name: 'Time' }).selectOption('From … to …');
  await page.getByLabel('To (UTC)', { exact: true }).fill('2020-01-01T00:00');
  await page.getByText('Nothing matches').waitFor();
});

it('has its filters in its address', async () => {
  const inbox = await httpServer((response, { path }) =>
    response.writeHead(path.startsWith('/hooks') ? 200 : 500).end(),
  );
  const server = await studioServer({
    webhooks: [chat(inbox.url), { ...chat(inbox.url, 'pager'), name: 'Pager', url: `${inbox.url}/pager` }],
  });
  await run(server, 'copy');
  await messagesIn(server, 'failed', 2);
  await messagesIn(server, 'delivered', 2);
  const page = await server.open('messages?state=delivered');
  const links = page.getByRole('table', { name: 'Messages, the newest first' }).getByRole('link');
  await expect.poll(() => links.count()).toBe(2);
  await page
    .getByRole('combobox', { name: 'Endpoint' })
    .selectOption({ label: `Pager · 127.0.0.1:${inbox.port} · nightly` });
  await page.getByText('Nothing matches').waitFor();
  await page.getByRole('link', { name: /^Failed/ }).click();
  await expect.poll(() => links.count()).toBe(2);
  await page.getByRole('combobox', { name: 'Profile' }).selectOption('nightly');
  await page.getByRole('combobox', { name: 'Event' }).selectOption('Started');
  await expect.poll(() => links.count()).toBe(1);
  await expect(page).toHaveURL(/\/messages\?state=failed&endpoint=[^&]*&profile=nightly&event=Started$/);
});

it('shows viewers neither requests nor answers', async () => {
  const inbox = await httpServer(response => response.end('the answer'));
  const server = await studioServer({ webhooks: [chat(inbox.url)] });
  await run(server, 'copy');
  const [id] = await messagesIn(server, 'delivered', 2);
  const page = await server.open(`messages/${id}`, { as: 'viewer' });
  await page.getByText('Requests and answers may hold secrets').waitFor();
  await page.getByRole('tab', { name: 'Request' }).click();
  await page.getByText('Requests and answers may hold secrets').waitFor();
  await expect(page.getByText('the answer')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Resend' })).toHaveAttribute('aria-disabled', 'true');
});
