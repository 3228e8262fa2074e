import { it } from 'vitest';
import { expectNoFindings } from '../../browser/axe.ts';
import { expect, visit } from '../../browser/pages.ts';
import { httpServer } from '../../loopback-server.ts';
import { chat, messagesIn, run, studioServer } from '../studio-server.ts';
import { addWebhook, focused, write } from '../webhook-page.ts';

it('lists the webhooks of a profile with where they lead, what they report, and how they fare', async () => {
  const well = await httpServer();
  const broken = await httpServer(response => response.writeHead(500).end());
  const server = await studioServer({
    webhooks: [
      { ...chat(well.url), name: 'Ops channel' },
      { ...chat(broken.url, 'pager'), name: 'Pager', events: { Started: true } },
      { ...chat('https://status.example.com', 'status'), events: {} },
    ],
  });
  await run(server, 'copy');
  await messagesIn(server, 'failed', 1);
  const page = await server.open('profiles/nightly');
  const table = page.getByRole('table', { name: 'Webhooks of nightly' });
  const rows = table.getByRole('row');
  await expect.poll(() => rows.count()).toBe(4);
  const shown = (await rows.allInnerTexts()).map(text => text.replace(/\s+/g, ' '));
  expect(shown.slice(1)).toEqual([
    expect.stringMatching(/^Healthy Ops channel POST 127\.0\.0\.1:\d+ Started Completed Errored 2 *$/),
    expect.stringMatching(/^Failing Pager POST 127\.0\.0\.1:\d+ Started 1 *$/),
    expect.stringMatching(/^Off status\.example\.com POST status\.example\.com – – *$/),
  ]);
  await table.getByRole('img', { name: '2 delivered, 0 failed in the last 24 hours' }).waitFor();
  await table.getByRole('img', { name: '0 delivered, 1 failed in the last 24 hours' }).waitFor();
  const search = page.getByRole('searchbox', { name: 'Search' });
  for (const [text, name] of [
    ['ops', 'Ops channel'],
    ['failing', 'Pager'],
    ['example.com off', 'status.example.com'],
  ] as const) {
    await search.fill(text);
    await page.getByText('1 of 3 webhooks').waitFor();
    await table.getByRole('link', { name }).waitFor();
  }
  await search.fill('ops');
  // The whole row leads there.
  await rows.last().click();
  await page.getByRole('heading', { name: 'Ops channel', level: 1 }).waitFor();
  await expect(page).toHaveURL(`${server.origin}/profiles/nightly/webhooks/team-chat`);
  await expect(page).toHaveTitle('Ops channel · hookplate');
});

it('has a menu for each row, which leads to its messages, and removes it', async () => {
  const config = (id: string, name: string) => ({ ...chat('https://chat.example.com', id), name });
  const server = await studioServer({ webhooks: [config('a', 'Ops channel'), config('b', 'Pager')] });
  const page = await server.open('profiles/nightly');
  const more = page.getByRole('button', { name: 'More about Pager' });
  await more.press('Enter');
  const menu = page.getByRole('dialog', { name: 'More about Pager' });
  await expect.poll(() => focused(page)).toBe('Messages');
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
  await expect.poll(() => focused(page)).toBe('More about Pager');
  await more.click();
  await expect(menu.getByRole('link', { name: 'Messages' })).toHaveAttribute('href', 'messages?webhook=b');
  await menu.getByText(/^Saved .+ from the configuration file$/).waitFor();
  await expectNoFindings(page, 'a menu');
  await menu.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog', { name: 'Remove Pager?' }).getByRole('button', { name: 'Remove' }).click();
  await page.getByText('1 webhook', { exact: true }).waitFor();
});

it('says of each profile how many webhooks it has and how they fare, and creates one that is not found', async () => {
  const well = await httpServer();
  const gone = await httpServer(response => response.writeHead(410).end());
  const task = { run: () => undefined };
  const server = await studioServer({
    webhooks: [
      chat(well.url),
      { ...chat(gone.url, 'pager'), profile: 'weekly', events: { Started: true } },
      { ...chat('https://status.example.com', 'status'), profile: 'monthly' },
    ],
    projects: {
      etl: {
        tasks: {
          copy: { profile: 'nightly', ...task },
          held: { profile: 'weekly', ...task },
          broken: { profile: 'yearly', ...task },
        },
      },
    },
  });
  await run(server, 'copy');
  await run(server, 'held');
  await messagesIn(server, 'delivered', 2);
  await messagesIn(server, 'gone', 1);
  const page = await server.open('profiles');
  const rows = page.getByRole('table', { name: 'Profiles' }).getByRole('row');
  await expect
    .poll(async () => (await rows.allInnerTexts()).slice(1).map(text => text.replace(/\s+/g, ' ').trim()))
    .toEqual(['Idle monthly 1 –', 'Healthy nightly 1 2', '1 disabled weekly 1 1', 'No webhooks yearly 0 –']);
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill('week');
  await page.getByText('1 of 4 profiles').waitFor();
  await search.fill('Quarterly figures');
  await page.getByText('There is no profile Quarterly figures').waitFor();
  await page.getByRole('link', { name: 'Create it' }).click();
  await page.waitForURL('**/profiles/Quarterly%20figures/add');
});

it('keeps a list of 502 webhooks quick, and has all of them to choose from in a filter', async () => {
  const webhooks = Array.from({ length: 502 }, (_, index) => ({
    ...chat('https://chat.example.com', `chat-${index}`),
    name: `Channel ${index}`,
  }));
  const server = await studioServer({ webhooks });
  const page = await server.open('profiles/nightly');
  await page.getByText('502 webhooks').waitFor();
  await page.getByRole('searchbox', { name: 'Search' }).fill('channel 499');
  await page.getByText('1 of 502 webhooks').waitFor();
  await page.getByRole('link', { name: 'Channel 499' }).click();
  await page.getByRole('heading', { name: 'Channel 499', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Messages', exact: true }).first().click();
  const choices = page.getByRole('combobox', { name: 'Webhook' }).getByRole('option');
  await expect.poll(() => choices.count()).toBe(503);
});

it('leads back to a webhook that was begun and not saved, or discards it', async () => {
  const server = await studioServer();
  const page = await server.open('profiles/nightly');
  await write(await addWebhook(page), 'URL', 'https://chat.example.com/begun');
  await page.getByText('Unsaved changes').waitFor();
  await page.getByRole('link', { name: 'nightly' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  const row = page.getByRole('row', { name: /Draft chat\.example\.com Not saved yet/ });
  await row.waitFor();
  await expectNoFindings(page, 'a draft');
  await row.getByRole('link').click();
  await page.getByText('https://chat.example.com/begun').waitFor();
  await page.getByRole('link', { name: 'nightly' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('button', { name: 'Discard the draft chat.example.com' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await page.getByText('This profile has no webhooks yet').waitFor();
  await page.getByText('No one is notified yet.').waitFor();
  await expect.poll(() => focused(page)).toBe('nightly');
});

it('says on the page of a webhook how it fares, and leads to its messages', async () => {
  const well = await httpServer();
  const broken = await httpServer(response => response.writeHead(500).end());
  const server = await studioServer({
    webhooks: [chat(well.url), { ...chat(broken.url, 'pager'), events: { Started: true } }],
  });
  await run(server, 'copy');
  await messagesIn(server, 'failed', 1);
  const page = await server.open('profiles/nightly/webhooks/pager');
  await page
    .getByText(
      /^The receiver answered with 500: something went wrong in the receiver\. 3 failures, the first/,
    )
    .waitFor();
  await page.getByText('Failing', { exact: true }).waitFor();
  const link = page.getByRole('link', { name: 'See and resend' });
  await expect(link).toHaveAttribute('href', 'messages?webhook=pager');
  await visit(page, `${server.origin}/profiles/nightly/webhooks/team-chat`);
  await page.getByText('Healthy', { exact: true }).waitFor();
  await page.getByText(/^· last delivered/).waitFor();
});

it('says that nobody names a profile, and creates it with its first webhook', async () => {
  const server = await studioServer();
  const page = await server.open('profiles/weekly');
  await page.getByText('There is no such profile').waitFor();
  await page.getByRole('link', { name: 'Create it' }).click();
  await page.getByRole('button', { name: 'JSON of every variable' }).click();
  await page.getByText('1 thing to fill in').waitFor();
  await page.keyboard.insertText('https://chat.example.com/');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/^saved just now by editor$/).waitFor();
  await page.getByRole('link', { name: 'weekly' }).click();
  await page.getByRole('link', { name: 'chat.example.com' }).waitFor();
});

it('says that there is no such webhook', async () => {
  const server = await studioServer({ webhooks: [{ ...chat('https://a.example.com'), profile: 'weekly' }] });
  const page = await server.open('profiles/nightly/webhooks/team-chat');
  await page.getByText('There is no such webhook in this profile.').waitFor();
});
