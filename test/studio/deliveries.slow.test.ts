import { openDatabase } from 'hookplate/outbox';
import { expect, it, onTestFinished } from 'vitest';
import type { ShownDelivery } from '../../src/api/answers.ts';
import { headingOf } from '../../src/studio/deliveries/delivery-words.ts';
import { gridLines } from '../../src/studio/parts/counts.ts';
import { httpServer } from '../loopback-server.ts';
import { executorOf, migratedPostgres } from '../outbox/test-database.ts';
import { chat, deliveriesIn, run, studioServer, waitingDelivery } from './studio-server.ts';

it('finds a failed delivery, says why it failed, and resends it', async () => {
  let isWell = false;
  const inbox = await httpServer(response => response.writeHead(isWell ? 200 : 503).end('<b>busy</b>'));
  const server = await studioServer({ webhooks: [chat(inbox.url)] });
  await run(server, 'copy');
  await deliveriesIn(server, 'failed', 2);
  const page = await server.open('');
  await page.getByText('2 deliveries failed in the last day').waitFor();
  await page.getByRole('link', { name: 'See failed deliveries' }).click();
  await page.getByRole('link', { name: 'Completed' }).click();
  await page.getByRole('heading', { name: 'Completed → team-chat' }).waitFor();
  const attempts = page.getByRole('region', { name: 'Attempts' }).getByRole('listitem');
  expect(await attempts.count()).toBe(3);
  expect(await attempts.first().innerText()).toMatch(
    /The receiver answered with 503: the receiver is not ready\.[\s\S]*Attempt 3,[\s\S]*<b>busy<\/b>/,
  );
  expect(await page.getByRole('region', { name: 'Request' }).innerText()).toContain(
    '"text":"nightly Completed"',
  );
  isWell = true;
  await page.getByRole('button', { name: 'Resend' }).click();
  await page.getByRole('region', { name: 'Delivery' }).getByText('Delivered').waitFor();
  await attempts.first().getByText('Accepted with status 200.').waitFor();
  expect(await attempts.first().innerText()).toContain('after it was resent once');
});

it('resends all that failed, after asking once', async () => {
  let isWell = false;
  const inbox = await httpServer(response => response.writeHead(isWell ? 200 : 500).end());
  const server = await studioServer({ webhooks: [chat(inbox.url)] });
  await run(server, 'copy');
  await deliveriesIn(server, 'failed', 2);
  isWell = true;
  const page = await server.open('deliveries');
  await page.getByRole('button', { name: 'Resend all failed' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resend' }).click();
  await page.getByText('2 deliveries sent again.').waitFor();
  const rows = page.getByRole('table', { name: 'Deliveries, the newest first' }).getByRole('row');
  await expect.poll(() => rows.filter({ hasText: 'Delivered' }).count()).toBe(2);
});

it('resends what failed at one endpoint alone, and nothing until that is known', async () => {
  let isWell = false;
  const inbox = await httpServer(response => response.writeHead(isWell ? 200 : 500).end());
  const server = await studioServer({ webhooks: [chat(inbox.url), chat(inbox.url, 'pager')] });
  await run(server, 'copy');
  await deliveriesIn(server, 'failed', 4);
  isWell = true;
  const { items } = await server.call<{ items: { id: string; webhook: string }[] }>('GET', 'api/endpoints');
  const pager = items.find(({ webhook }) => webhook === 'pager')?.id ?? '';
  const page = await server.open('', { expected: /net::ERR_FAILED/ });
  await page.route('**/api/endpoints', route => route.abort());
  await page.goto(`${server.origin}/deliveries?endpoint=${pager}`);
  const problem = page.getByRole('alert').filter({ hasText: 'The server does not answer.' });
  await problem.waitFor();
  const chosen = page.getByRole('combobox', { name: 'Endpoint' }).locator('option:checked');
  expect(await chosen.innerText()).toBe(`Unknown: ${pager}`);
  const resend = page.getByRole('button', { name: 'Resend all failed' });
  expect(await resend.getAttribute('title')).toMatch(/^It is not known yet which endpoint this is/);
  await resend.click({ force: true });
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.unroute('**/api/endpoints');
  await problem.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => chosen.innerText()).toBe(`pager · 127.0.0.1:${inbox.port}`);
  await resend.click();
  const question = page.getByRole('dialog');
  expect(await question.innerText()).toMatch(
    /Resend 2 failed deliveries\?[\s\S]*All 2 of the last week to pager · 127\.0\.0\.1:\d+ are sent again, at once,/,
  );
  await question.getByRole('button', { name: 'Resend' }).click();
  await page.getByText('2 deliveries sent again.').waitFor();
  expect(await deliveriesIn(server, 'failed', 2)).toHaveLength(2);
  await page.goto(`${server.origin}/deliveries?endpoint=gone`);
  await page.getByText('Nothing matches').waitFor();
  await expect.poll(() => resend.getAttribute('title')).toMatch(/^There is no endpoint gone/);
});

it('says that one is retried, finds it so, and tries it at once', async () => {
  const { server, id } = await waitingDelivery();
  const page = await server.open('deliveries');
  const rows = page.getByRole('table', { name: 'Deliveries, the newest first' }).getByRole('row');
  await rows.nth(1).getByText('Retrying').waitFor();
  expect(await rows.nth(1).innerText()).toContain('Next attempt in 1 h');
  const state = page.getByRole('combobox', { name: 'State' });
  await state.selectOption('Waiting');
  await page.getByText('Nothing matches').waitFor();
  await state.selectOption('Retrying');
  await rows.nth(1).getByRole('link', { name: 'Started' }).click();
  const attempts = page.getByRole('region', { name: 'Attempts' }).getByRole('listitem');
  await expect.poll(() => attempts.count()).toBe(1);
  await page.getByRole('button', { name: 'Retry now' }).click();
  await page.getByRole('region', { name: 'Delivery' }).getByText('Failed', { exact: true }).waitFor();
  await expect.poll(() => attempts.count()).toBe(2);
  expect(page.url()).toBe(`${server.origin}/deliveries/${id}`);
});

it('leads from a receiver that is silent to the cause and to resending, with four clicks', async () => {
  let isWell = false;
  const inbox = await httpServer(response => response.writeHead(isWell ? 200 : 410).end());
  const well = await httpServer();
  const server = await studioServer({
    webhooks: [{ ...chat(inbox.url, 'pager'), events: { Started: true } }, chat(well.url)],
  });
  await run(server, 'copy');
  await deliveriesIn(server, 'gone', 1);
  await run(server, 'copy');
  await deliveriesIn(server, 'failed', 1);
  isWell = true;
  const page = await server.open('');
  await page.getByRole('link', { name: 'Deliveries', exact: true }).click();
  await page
    .getByRole('combobox', { name: 'Endpoint' })
    .selectOption({ label: `pager · 127.0.0.1:${inbox.port}` });
  await page.getByRole('row').filter({ hasText: 'Failed' }).getByRole('link').click();
  await page.getByText('This endpoint is disabled. Enable it, then resend.').waitFor();
  await page.getByRole('button', { name: 'Enable and resend' }).click();
  await page.getByRole('region', { name: 'Delivery' }).getByText('Delivered').waitFor();
});

it('cancels one that waits, after asking once', async () => {
  const { server, id } = await waitingDelivery();
  const page = await server.open(`deliveries/${id}`);
  await page.getByText('The receiver answered with 500: something went wrong in the receiver.').waitFor();
  await page.getByRole('button', { name: 'Cancel delivery' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel delivery' }).click();
  await page.getByRole('region', { name: 'Delivery' }).getByText('Cancelled').waitFor();
});

it('counts what was delivered and what failed, by the hour, also for those who do not see the chart', async () => {
  const inbox = await httpServer((response, { body }) =>
    response.writeHead(body.includes('Started') ? 500 : 200).end(),
  );
  const server = await studioServer({ webhooks: [chat(inbox.url)] });
  await run(server, 'copy');
  await deliveriesIn(server, 'delivered', 1);
  const page = await server.open('deliveries');
  const chart = page.getByRole('region', { name: 'The last day' });
  await chart.getByText('1 delivered').waitFor();
  await chart.getByText('3 failed attempts').waitFor();
  await chart.locator('canvas').waitFor();
  const table = chart.getByRole('table', { name: 'Deliveries by the hour, of the last day' });
  expect((await table.getByRole('row').last().getByRole('cell').allInnerTexts()).map(Number)).toEqual([1, 3]);
});

it('is called after its webhook, with the host where nobody has given that a name', () => {
  const delivery = { event: 'Errored', host: 'chat.example.com' } as ShownDelivery;
  expect(headingOf(delivery)).toBe('Errored');
  expect(headingOf({ ...delivery, webhook: 'pager' })).toBe('Errored → pager');
  expect(headingOf({ ...delivery, webhook: 'wh_4fXa' })).toBe('Errored → wh_4fXa · chat.example.com');
});

it('counts by the hours of the clock', async () => {
  const server = await studioServer();
  const page = await server.open('endpoints');
  const asking = page.waitForRequest(/api\/stats/);
  await page.getByRole('main').getByRole('link', { name: 'Deliveries' }).click();
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
  const server = await studioServer({ webhooks: [chat(inbox.url)] });
  await run(server, 'copy');
  await deliveriesIn(server, 'gone', 1);
  isGone = false;
  const page = await server.open('deliveries');
  await page.getByRole('link', { name: 'Endpoints' }).click();
  const row = page.getByRole('row').filter({ hasText: `team-chat · 127.0.0.1:${inbox.port}` });
  await row.getByText('Disabled', { exact: true }).waitFor();
  expect(await row.innerText()).toContain('The receiver asked us to stop (410 Gone)');
  await row.getByRole('button', { name: /^Enable team-chat/ }).click();
  await row.getByText('Healthy').waitFor();
});

it('disables an endpoint after asking once, and shows those beyond the first page', async () => {
  const inbox = await httpServer();
  const database = await openDatabase({ url: await migratedPostgres() });
  onTestFinished(() => database.close());
  await executorOf(database).query(
    `insert into hookplate.endpoint (id, webhook, origin, host)
     select 'ep-' || lpad(n::text, 3, '0'), 'wh-' || n, $1, '127.0.0.1' from generate_series(1, 102) n`,
    [inbox.url],
  );
  const server = await studioServer({ database });
  const page = await server.open('endpoints');
  await page.getByText('100 endpoints shown').waitFor();
  await page.getByRole('button', { name: 'More endpoints' }).click();
  const row = page.getByRole('row').filter({ hasText: 'wh-102 · ' });
  await row.getByRole('button', { name: /^Disable wh-102/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await row.getByText('Disabled by hand').waitFor();
  expect(await page.getByRole('row').count()).toBe(103);
  await page.getByRole('combobox', { name: 'Health' }).selectOption('Disabled');
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await row.getByRole('button', { name: /^Enable and resend wh-102/ }).click();
  await page.getByText('No endpoint is like this').waitFor();
});

it('leads from what was not sent to the endpoint that is disabled', async () => {
  const inbox = await httpServer(response => response.writeHead(410).end());
  const server = await studioServer({ webhooks: [chat(inbox.url)] });
  await run(server, 'copy');
  await deliveriesIn(server, 'gone', 1);
  // Both messages may have been answered; these find their endpoint disabled.
  await run(server, 'copy');
  const [failed] = await deliveriesIn(server, 'failed', 1);
  const page = await server.open(`deliveries/${failed}`);
  await page.getByText('This endpoint is disabled. Enable it, then resend.').waitFor();
  expect(await page.getByRole('region', { name: 'Delivery' }).innerText()).toMatch(/Attempts\s+none/);
  await page.getByRole('link', { name: 'See endpoints' }).click();
  await page.getByRole('button', { name: /^Enable team-chat/ }).waitFor();
});

it('has its filters in its address', async () => {
  const inbox = await httpServer((response, { path }) =>
    response.writeHead(path.startsWith('/hooks') ? 200 : 500).end(),
  );
  const server = await studioServer({
    webhooks: [chat(inbox.url), { ...chat(inbox.url, 'pager'), url: `${inbox.url}/pager` }],
  });
  await run(server, 'copy');
  await deliveriesIn(server, 'failed', 2);
  await deliveriesIn(server, 'delivered', 2);
  const page = await server.open('deliveries?state=delivered');
  const links = page.getByRole('table', { name: 'Deliveries, the newest first' }).getByRole('link');
  await expect.poll(() => links.count()).toBe(2);
  await page
    .getByRole('combobox', { name: 'Endpoint' })
    .selectOption({ label: `pager · 127.0.0.1:${inbox.port}` });
  await page.getByText('Nothing matches').waitFor();
  await page.getByRole('combobox', { name: 'State' }).selectOption('Failed');
  await expect.poll(() => links.count()).toBe(2);
  await page.getByRole('combobox', { name: 'Profile' }).selectOption('nightly');
  await page.getByRole('combobox', { name: 'Event' }).selectOption('Started');
  await expect.poll(() => links.count()).toBe(1);
  expect(page.url()).toMatch(/\/deliveries\?state=failed&endpoint=[^&]*&profile=nightly&event=Started$/);
});

it('shows viewers neither requests nor answers', async () => {
  const inbox = await httpServer(response => response.end('the answer'));
  const server = await studioServer({ webhooks: [chat(inbox.url)] });
  await run(server, 'copy');
  const [id] = await deliveriesIn(server, 'delivered', 2);
  const page = await server.open(`deliveries/${id}`, { as: 'viewer' });
  await page.getByText('Requests and answers may hold secrets').waitFor();
  expect(await page.getByText('the answer').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Resend' }).getAttribute('aria-disabled')).toBe('true');
});
