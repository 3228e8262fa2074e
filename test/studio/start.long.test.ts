import { defineEvents } from 'hookplate';
import { createNotifier } from 'hookplate/events';
import { openDatabase } from 'hookplate/outbox';
import type { Page } from 'playwright-core';
import { it, onTestFinished } from 'vitest';
import { expect, visit } from '../browser/pages.ts';
import { httpServer } from '../loopback-server.ts';
import { migratedPostgres, query } from '../outbox/test-database.ts';
import { chat, messagesIn, run, type StudioServer, studioServer } from './studio-server.ts';
import { panelOf, write } from './webhook-page.ts';

const toDo = (page: Page) => page.getByRole('region', { name: 'To do' });
/** The things to do, each with the word of what mends it. */
async function cards(page: Page): Promise<readonly string[]> {
  await toDo(page).waitFor();
  const found = await toDo(page).getByRole('listitem').all();
  return Promise.all(
    found.map(async card => {
      const title = await card.locator('strong').innerText();
      return `${title}: ${(await card.locator('.button').innerText()).trim()}`;
    }),
  );
}

/** Follows the link of a card; the heading of where it leads, and back. */
async function follow(page: Page, title: string): Promise<string> {
  await toDo(page).getByRole('listitem').filter({ hasText: title }).getByRole('link').click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor({ state: 'detached' });
  const place = `${await page.getByRole('heading', { level: 1 }).innerText()} ${new URL(page.url()).search}`;
  await page.goBack();
  await toDo(page).waitFor();
  return place.trim();
}

/** An endpoint that is gone, and one that fails. */
async function troubled(): Promise<StudioServer> {
  let isGone = true;
  const gone = await httpServer(response => {
    response.writeHead(isGone ? 410 : 200).end();
    isGone = false;
  });
  const broken = await httpServer(response => response.writeHead(500).end());
  // A second message might be sent before the answer to the first is recorded.
  const pager = { ...chat(gone.url, 'pager'), name: 'Pager', events: { Started: true } };
  const server = await studioServer({ webhooks: [pager, { ...chat(broken.url), name: 'Team chat' }] });
  await run(server, 'copy');
  await messagesIn(server, 'gone', 1);
  await messagesIn(server, 'failed', 2);
  return server;
}

it('names endpoints that are disabled or fail, with what mends them, and leads to what failed', async () => {
  const server = await troubled();
  const page = await server.open('');
  await expect
    .poll(() => cards(page))
    .toEqual([
      'Pager of nightly is disabled: Enable and resend',
      'Team chat of nightly is failing: Resend …',
    ]);
  expect(await follow(page, 'Team chat of nightly is failing')).toMatch(/^Messages \?endpoint=[\da-f-]{36}$/);
  const figures = page.getByRole('list', { name: 'How things are' });
  await figures.getByRole('link', { name: 'Messages failed, 24 h 3' }).waitFor();
  await figures.getByRole('link', { name: 'Delivered, 24 h 0 of 3' }).waitFor();
  await figures.getByRole('link', { name: 'Endpoints failing 1' }).waitFor();
  await figures.getByRole('link', { name: 'Endpoints disabled 1' }).waitFor();
  await toDo(page)
    .getByText(
      /^Disabled .*check the webhook before you enable it\. 1 message to it failed in the last 24 hours\./,
    )
    .waitFor();
  const webhook = toDo(page).getByRole('link', { name: 'check the webhook' });
  await expect(webhook).toHaveAttribute('href', 'profiles/nightly/webhooks/pager');
  await toDo(page)
    .getByText(/^The receiver answered with 500: something went wrong in the receiver\. 6 failures, /)
    .getByText('2 messages to it failed in the last 24 hours.')
    .waitFor();
  await page.reload();
  await toDo(page)
    .getByRole('button', { name: /^Resend … Team chat/ })
    .click();
  const resending = page.getByRole('dialog', { name: 'Resend messages' });
  await resending.getByText('2 messages of all time, ').waitFor();
  for (const [label, choice] of [
    ['Endpoint', /^Team chat · /],
    ['Event', /^Started$/],
  ] as const)
    await resending
      .getByRole('combobox', { name: label })
      .getByRole('option', { name: choice })
      .waitFor({ state: 'attached' });
  await resending.getByRole('button', { name: 'Cancel' }).click();
  await toDo(page).getByRole('button', { name: 'Enable and resend Pager of nightly' }).click();
  const question = page.getByRole('dialog', { name: /^Enable Pager/ });
  await question.getByText('1 message to it failed, and is sent again.').waitFor();
  await question.getByRole('button', { name: 'Enable and resend 1' }).click();
  await toDo(page).getByText('Pager of nightly is disabled').waitFor({ state: 'detached' });
  await messagesIn(server, 'delivered', 1);
});

it('leaves the endpoint alone that a webhook has moved away from, and shows how the webhook fares since', async () => {
  const gone = await httpServer(response => response.writeHead(410).end());
  const inbox = await httpServer();
  const events = { Started: true };
  const server = await studioServer({ webhooks: [{ ...chat(gone.url, 'pager'), name: 'Pager', events }] });
  await run(server, 'copy');
  await messagesIn(server, 'gone', 1);
  const place = 'profiles/nightly/webhooks/pager';
  const page = await server.open(place);
  await page.getByRole('main').getByText('Disabled', { exact: true }).waitFor();
  await write(await panelOf(page), 'URL', inbox.url);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('main').getByText('Idle', { exact: true }).waitFor();
  await visit(page, `${server.origin}/profiles/nightly`);
  await page.getByRole('row', { name: /Idle.*Pager/ }).waitFor();
  await visit(page, server.origin);
  await expect.poll(() => cards(page)).toEqual(['1 message failed in the last 24 hours: See and resend']);
  await visit(page, `${server.origin}/endpoints`);
  await page.getByText('No webhook sends to it any more.').waitFor();
  await page.getByText(/^Disabled .*: the receiver asked us to stop \(410 Gone\)\.$/).waitFor();
  await expect(page.getByRole('link', { name: 'check the webhook' })).toHaveCount(0);
});

it('shows at once that a receiver is down, though nothing has failed for good, and retries it all once it works', async () => {
  let isWell = false;
  const inbox = await httpServer(response => response.writeHead(isWell ? 200 : 503).end());
  const server = await studioServer({
    webhooks: [{ ...chat(inbox.url), name: 'Team chat', events: { Started: true } }],
    delivery: { schedule: [3_600_000, 3_600_000], pollMs: 20 },
  });
  for (let runs = 0; runs < 2; runs++) await run(server, 'copy');
  const retried = async () =>
    (await server.call<{ count: number }>('GET', 'api/messages?failing=true&count=true')).count;
  await expect.poll(retried).toBe(2);
  const page = await server.open('');
  const figures = page.getByRole('list', { name: 'How things are' });
  await figures.getByRole('link', { name: 'Messages failed, 24 h 0' }).waitFor();
  await figures.getByRole('link', { name: 'Delivered, 24 h 0 of 2' }).waitFor();
  await figures.getByRole('link', { name: 'Endpoints failing 1' }).waitFor();
  await expect.poll(() => cards(page)).toEqual(['Team chat of nightly is failing: Retry now …']);
  await toDo(page)
    .getByText(/^The receiver answered with 503: the receiver is not ready\. .*the next attempt is in 1 h;/)
    .waitFor();
  await figures.getByRole('link', { name: 'Messages retrying 2' }).click();
  await page.getByText('2 retrying, the next attempt is in 1 h').waitFor();
  const rows = page.getByRole('table', { name: 'Messages, the newest first' }).getByRole('row');
  await expect
    .poll(() => rows.nth(1).innerText())
    .toMatch(
      /^Retrying · after 1 of 3 attempts · next in 1 h\s[\s\S]*The receiver answered with 503: the receiver is not ready\./,
    );
  isWell = true;
  await page.getByRole('button', { name: 'Retry now …' }).click();
  const question = page.getByRole('dialog', { name: 'Retry messages now' });
  await expect(question.getByRole('combobox', { name: 'State' })).toHaveValue('retrying');
  await question.getByText('2 messages, 10 a second').waitFor();
  await question.getByRole('button', { name: 'Retry 2' }).click();
  await page.getByText('2 messages are tried now').waitFor();
  await messagesIn(server, 'delivered', 2);
  await page.getByRole('button', { name: 'Hide 2 no longer listed' }).click();
  await page.getByText('Nothing matches').waitFor();
});

it('names what is retried where its endpoint is well again', async () => {
  let isWell = false;
  const inbox = await httpServer(response => response.writeHead(isWell ? 200 : 503).end());
  const server = await studioServer({
    webhooks: [{ ...chat(inbox.url), name: 'Team chat', events: { Started: true } }],
    delivery: { schedule: [3_600_000], pollMs: 20 },
  });
  await run(server, 'copy');
  const page = await server.open('');
  await expect.poll(() => cards(page)).toEqual(['Team chat of nightly is failing: Retry now …']);
  isWell = true;
  await run(server, 'copy');
  await expect.poll(() => cards(page)).toEqual(['1 message is being retried: See and retry']);
  expect(await follow(page, 'being retried')).toBe('Messages ?state=retrying');
});

it('leads to profiles without webhooks once it has begun', async () => {
  const inbox = await httpServer();
  const task = { run: () => undefined };
  const server = await studioServer({
    webhooks: [chat(inbox.url)],
    projects: {
      etl: {
        tasks: {
          copy: { profile: 'nightly', ...task },
          pack: { profile: 'weekly', ...task },
          ship: { profile: 'monthly', ...task },
        },
      },
    },
  });
  await run(server, 'copy');
  await messagesIn(server, 'delivered', 2);
  const page = await server.open('');
  await expect.poll(() => cards(page)).toEqual(['2 profiles have no webhooks: Set up webhooks']);
  expect(await follow(page, 'have no webhooks')).toBe('Webhooks');
});

it('says that there is nothing to do where all is well, and no longer when something fails', async () => {
  let isWell = true;
  const inbox = await httpServer(response => response.writeHead(isWell ? 200 : 500).end());
  const server = await studioServer({ webhooks: [chat(inbox.url)] });
  await run(server, 'copy');
  await messagesIn(server, 'delivered', 2);
  const page = await server.open('');
  await toDo(page)
    .getByText(
      'Nothing: all endpoints are well, no message is being retried, and in the last 24 hours none failed and no process ended in error.',
    )
    .waitFor();
  await expect.poll(() => cards(page)).toEqual([]);
  isWell = false;
  await run(server, 'copy');
  await toDo(page).getByText('2 messages to it failed in the last 24 hours').waitFor();
});

it('names an event that could not be told for an hour, and leads to it', async () => {
  const url = await migratedPostgres();
  const database = await openDatabase({ url });
  onTestFinished(() => database.close());
  const events = defineEvents({ variables: {}, events: { unheard: { title: 'Unheard' } } });
  await createNotifier({ database, events }).notify(events.create('unheard', {}), { profile: 'nightly' });
  const inbox = await httpServer();
  const server = await studioServer({ database, webhooks: [chat(inbox.url)] });
  await run(server, 'copy');
  await messagesIn(server, 'delivered', 2);
  const waits = 'from hookplate.event where waits_for is not null';
  await expect.poll(() => query(url, `select 1 ${waits}`)).toHaveLength(1);
  const page = await server.open('');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await expect(page.getByText('could not be told')).toHaveCount(0);
  await query(url, `update hookplate.event set stored_at = now() - interval '61 minutes'`);
  await page.reload();
  await expect.poll(() => cards(page)).toEqual(['1 event could not be told for an hour: See events']);
  expect(await follow(page, '1 event could not be told')).toBe('Events ?state=waiting');
});

it('names the stored webhooks that do not fit the events any more, and leads to one', async () => {
  const database = await openDatabase({ url: await migratedPostgres() });
  onTestFinished(() => database.close());
  const inbox = await httpServer();
  const shop = (variables: Readonly<Record<string, 'string'>>) =>
    defineEvents({ events: { paid: { title: 'Paid', variables } } });
  const of = { profile: 'nightly', method: 'GET' } as const;
  const webhooks = [
    { ...of, id: 'fits', events: { paid: true }, url: `${inbox.url}/?a=$id$` },
    { ...of, id: 'old', events: { paid: true }, url: `${inbox.url}/?a=$no$` },
    { ...of, id: 'older', events: { paid: true }, url: `${inbox.url}/?b=$no$` },
    // Nothing of it fails.
    { ...of, id: 'off', events: { paid: false }, url: `${inbox.url}/?a=$no$` },
  ];
  const before = await studioServer({ database, events: shop({ id: 'string', no: 'string' }), webhooks });
  await before.call('POST', 'api/v2/events', {
    event: 'paid',
    profile: 'nightly',
    facts: { id: '1', no: '2' },
  });
  await messagesIn(before, 'delivered', 3);
  await before.stop();
  const server = await studioServer({ database, events: shop({ id: 'string' }) });
  const misfits = async () => (await server.call<{ items: object[] }>('GET', 'api/misfits')).items;
  await expect.poll(misfits).toHaveLength(3);
  const page = await server.open('');
  await expect
    .poll(() => cards(page))
    .toEqual(['2 webhooks do not fit the events any more: See why old does not']);
  await toDo(page).getByRole('link', { name: 'See why old does not' }).click();
  await expect(page.getByText(/There is no variable .?no/).first()).toBeVisible();
  await server.call('DELETE', 'api/webhooks/older', undefined, { ifMatch: '*' });
  await visit(page, `${server.origin}/`);
  await expect.poll(() => cards(page)).toEqual(['old does not fit the events any more: See why']);
});
