import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { processEvents } from '../../src/index.ts';
import { alertmanager, github } from '../../src/webhook/sources/index.ts';
import type { Source } from '../../src/webhook/sources/source.ts';
import { expectNoFindings } from '../browser/axe.ts';
import { expect, settled, visit } from '../browser/pages.ts';
import { httpServer } from '../loopback-server.ts';
import { sign } from '../server/sources/signed.ts';
import { examples } from '../webhook/sources/examples.ts';
import { keepCopied } from './copied.ts';
import { chat, studioServer } from './studio-server.ts';
import { panelOf } from './webhook-page.ts';

/** What Alertmanager sends of a group that fires. */
const firing = examples.find(({ source }) => source === alertmanager)?.body ?? {};

/** Sends to an address as its sender does; the status of the answer. */
async function send(
  source: Source,
  address: string,
  secret: string,
  body: unknown = firing,
): Promise<number> {
  const text = JSON.stringify(body);
  const headers = { 'content-type': 'application/json', ...sign(source, text, { secret }) };
  return (await fetch(address, { method: 'POST', headers, body: text })).status;
}

/** A webhook of the profile `nightly` that reports alerts. */
function alerts(url: string, id = 'team-chat') {
  return {
    ...chat(url, id),
    catalogue: 'alertmanager',
    events: { 'alerts.firing': true },
    payload: '{"text":"$event$ at $receiver$"}',
  };
}

async function addedSource(page: Page, kind: string): Promise<void> {
  await page.getByRole('button', { name: 'Add source' }).click();
  await page.getByRole('link', { name: kind }).click();
  await page.getByRole('combobox', { name: 'Profile' }).fill('nightly');
  await page.getByRole('button', { name: 'Add source' }).click();
}

it('is added, shows its secret once, and waits for its first event, which comes without a reload', async () => {
  const inbox = await httpServer();
  const quiet = { profile: 'a profile without webhooks', run: () => undefined };
  const server = await studioServer({
    webhooks: [alerts(inbox.url)],
    projects: { etl: { tasks: { quiet } } },
  });
  const page = await server.open('');
  await page.getByRole('link', { name: 'Sources' }).click();
  await page.getByText('There is no source yet').waitFor();
  const add = page.getByRole('button', { name: 'Add source' });
  const colors = [add, add.locator('.icon')].map(part => part.evaluate(each => getComputedStyle(each).color));
  expect(new Set(await Promise.all(colors)).size).toBe(1);
  await addedSource(page, 'Prometheus Alertmanager');
  const made = page.getByRole('region', { name: 'New secret' });
  const secret = await made.locator('code').innerText();
  await expect(page).toHaveURL(`${server.origin}/sources/alertmanager`);
  const address = `${server.origin}/in/alertmanager/nightly`;
  const toPaste = await page
    .getByRole('region', { name: /^What to enter in/ })
    .locator('pre')
    .innerText();
  expect(toPaste).toContain(`url: ${address}`);
  expect(toPaste).toContain(`credentials: ${secret}`);
  await page.getByText('No events yet').waitFor();
  expect(await send(alertmanager, address, 'another-secret-of-many')).toBe(401);
  await page
    .getByText(/^A call was refused .*: it was not signed with the secret of this source\./)
    .waitFor();
  expect(await send(alertmanager, address, secret)).toBe(202);
  const row = page.getByRole('row').filter({ hasText: 'alerts.firing' });
  await row.getByText('Reported').waitFor();

  await page.reload();
  await row.waitFor();
  await expect(page.getByText(secret)).toHaveCount(0);
  await expect
    .poll(() => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])))
    .not.toContain(secret);
  await row.getByRole('link', { name: 'alerts.firing' }).click();
  await page.getByRole('heading', { name: 'Facts' }).waitFor();
  await page.getByRole('link', { name: /→ / }).waitFor();
  await expect.poll(() => inbox.hits.length).toBe(1);

  await page.getByRole('button', { name: 'Replay' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
  await page.getByText('Replay of').waitFor();
  await expect.poll(() => inbox.hits.length).toBe(2);
});

it('takes the secret that its sender has already, and shows none', async () => {
  const server = await studioServer({ webhooks: [alerts('https://chat.example.com/')] });
  const page = await server.open('sources');
  await page.getByRole('button', { name: 'Add source' }).click();
  await page.getByRole('link', { name: 'Prometheus Alertmanager' }).click();
  await page.getByRole('combobox', { name: 'Profile' }).fill('nightly');
  await page.getByLabel('Secret', { exact: true }).fill('a-secret-from-the-old-server');
  await page.getByRole('button', { name: 'Add source' }).click();
  await page.waitForURL('**/sources/alertmanager');
  await expect(page.getByRole('region', { name: 'New secret' })).toHaveCount(0);
  const address = `${server.origin}/in/alertmanager/nightly`;
  expect(await send(alertmanager, address, 'a-secret-from-the-old-server')).toBe(202);
});

it('gets another profile, whose address it names, and another secret, and is removed after asking', async () => {
  const server = await studioServer();
  const { madeSecret = '' } = await server.call<{ madeSecret?: string }>('POST', 'api/sources', {
    ...{ id: 'ops', kind: 'alertmanager', profiles: ['nightly'] },
  });
  const page = await server.open('sources/ops');
  await page.getByText('/in/ops/nightly').first().waitFor();
  await page.getByRole('button', { name: 'Profiles …' }).click();
  await page.getByLabel('Names, one a line').fill('on call\n\n  Acme, Inc. ');
  await page.getByRole('button', { name: 'Save' }).click();
  const profile = page.getByRole('combobox', { name: 'Profile whose webhooks are notified' });
  await profile.waitFor();
  expect(await send(alertmanager, `${server.origin}/in/ops/nightly`, madeSecret)).toBe(401);
  await expect.poll(() => profile.getByRole('option').allTextContents()).toEqual(['on call', 'Acme, Inc.']);
  await page.getByRole('region', { name: 'This source' }).getByRole('link', { name: 'Acme, Inc.' }).waitFor();
  const toPaste = page.getByRole('region', { name: /^What to enter in/ }).locator('pre');
  await toPaste.getByText('/in/ops/on%20call').waitFor();
  await toPaste.getByText('credentials: SECRET').waitFor();
  await page.getByRole('button', { name: 'New secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click();
  const secret = await page.getByRole('region', { name: 'New secret' }).locator('code').innerText();
  await toPaste.getByText(`credentials: ${secret}`).waitFor();
  const copied = await keepCopied(page);
  await page.getByRole('button', { name: 'Copy the new secret' }).click();
  await expect.poll(() => copied()).toBe(secret);
  await page.getByRole('button', { name: 'Copy the address of the source' }).click();
  await expect.poll(() => copied()).toBe(`${server.origin}/in/ops/on%20call`);
  // Whoever follows the link in reading order has come by the secret.
  const setUp = page.getByRole('region', { name: /^What to enter in/ });
  await setUp.getByText('Once you have copied the secret: Add a webhook').waitFor();
  const last = setUp.getByRole('link').or(setUp.getByRole('button')).last();
  await expect(last).toHaveText('Add a webhook', { useInnerText: true });
  for (const each of [madeSecret, secret])
    expect(await send(alertmanager, `${server.origin}/in/ops/on%20call`, each)).toBe(202);
  await page.getByRole('row').filter({ hasText: 'alerts.firing' }).first().waitFor();
  await page.getByRole('button', { name: 'Remove the source ops' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('There is no source yet').waitFor();
  expect(await send(alertmanager, `${server.origin}/in/ops/on%20call`, secret)).toBe(401);
});

it('has an address for each profile, and says where nobody is notified of its events', async () => {
  const server = await studioServer({
    sources: [
      {
        id: 'alertmanager',
        kind: 'alertmanager',
        profiles: ['nightly', 'ops'],
        secret: 'a-secret-of-the-sender-1',
      },
      { id: 'github', kind: 'github', profiles: ['nightly'], secret: 'a-secret-of-the-sender-1' },
    ],
    webhooks: [
      alerts('https://chat.example.com'),
      { ...chat('https://ops.example.com', 'ops'), profile: 'ops' },
    ],
  });
  const page = await server.open('sources');
  const unheard = page.getByRole('row').filter({ hasText: 'Nobody is notified' });
  await unheard.getByRole('link', { name: 'GitHub' }).waitFor();
  await expect(unheard).toHaveCount(1);
  const addresses = page.getByRole('cell').locator('code');
  await addresses.getByText(`${server.origin}/in/alertmanager/nightly`).waitFor();
  await page.getByRole('cell', { name: 'and for 1 other profile' }).waitFor();
  await page.getByRole('link', { name: 'Prometheus Alertmanager' }).click();
  const setUp = page.getByRole('region', { name: 'What to enter in Prometheus Alertmanager' });
  await setUp.getByLabel('Profile whose webhooks are notified').selectOption('ops');
  await setUp.locator('pre').getByText('/in/alertmanager/ops').waitFor();
  const facts = page.getByRole('region', { name: 'This source' });
  await facts.getByText(/ from the configuration file$/).waitFor();
  const notice = setUp.getByText('Nobody is notified of these events yet: no webhook of ops reports them.');
  await notice.waitFor();
  const profile = setUp.getByLabel('Profile whose webhooks are notified');
  await profile.selectOption('nightly');
  await notice.waitFor({ state: 'detached' });
  await setUp.locator('pre').getByText('/in/alertmanager/nightly').waitFor();
  await profile.selectOption('ops');
  await setUp.getByRole('link', { name: 'Add a webhook' }).click();
  await page.waitForURL(/\/profiles\/ops\/add\?/);
  await expect(page.getByRole('combobox', { name: 'Events of' })).toHaveValue('alertmanager');
});

it('lists the events of one profile', async () => {
  const server = await studioServer();
  for (const profile of ['nightly', 'weekly'])
    await server.call('POST', 'api/v2/events', {
      ...{ id: profile, event: 'Started', profile },
      facts: { ...processEvents.sample('Started'), event: undefined, profile },
    });
  const page = await server.open('events');
  const rows = page
    .getByRole('table', { name: 'Events' })
    .getByRole('row')
    .filter({ has: page.getByRole('link') });
  await expect(rows).toHaveCount(2);
  const profile = page.getByRole('searchbox', { name: 'Profile' });
  await profile.fill('weekly');
  await profile.press('Enter');
  await expect(rows).toHaveCount(1);
  await rows.getByText('weekly').waitFor();
  await expect(page).toHaveURL(`${server.origin}/events?profile=weekly`);
  await profile.fill('monthly');
  await profile.press('Enter');
  await page.getByText('Nothing matches').waitFor();
});

it('says for how long events are kept', async () => {
  const server = await studioServer({ retentionDays: 2 });
  const page = await server.open('events');
  await page.getByText('Events are kept for 2 days.').waitFor();
});

it('takes a secret that its sender makes, then or later, and says what is wrong with it', async () => {
  const server = await studioServer();
  const page = await server.open('sources', { expected: /status of 422/ });
  await addedSource(page, 'Stripe');
  await page.getByText('Nothing is taken from it until the secret is entered here.').waitFor();
  await page.getByRole('button', { name: 'Enter the secret' }).click();
  await page.getByLabel('Secret', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Save' }).click();
  await page
    .getByRole('alert')
    .getByText(/^The secret should be/)
    .waitFor();
  await page.getByLabel('Secret', { exact: true }).fill('whsec_a-secret-of-the-sender-1');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'New secret' }).waitFor();
  await expect(page.getByLabel('Secret', { exact: true })).toHaveCount(0);
  expect(await server.call('GET', 'api/sources/stripe')).toMatchObject({ secret: { set: true } });
});

it('makes an event the sample of a webhook of its catalogue, chosen if there are several, or new', async () => {
  const server = await studioServer({
    sources: [
      {
        ...{ id: 'alertmanager', kind: 'alertmanager', profiles: ['nightly', 'daily'] },
        secret: 'a-secret-of-the-sender-1',
      },
    ],
    webhooks: [
      alerts('https://chat.example.com'),
      alerts('https://pager.example.com', 'pager'),
      chat('https://other.example.com', 'other'),
    ],
  });
  const body = { ...firing, receiver: 'night-shift' };
  for (const profile of ['nightly', 'daily'])
    await send(alertmanager, `${server.origin}/in/alertmanager/${profile}`, 'a-secret-of-the-sender-1', body);
  const page = await server.open('events');
  await page
    .getByRole('row')
    .filter({ hasText: 'nightly' })
    .getByRole('link', { name: 'alerts.firing' })
    .click();
  await page.getByRole('button', { name: 'Use as sample' }).click();
  await page.getByText('In the preview of').waitFor();
  await expectNoFindings(page, 'webhooks to choose from');
  await page.locator('.choices').getByRole('link', { name: 'pager.example.com' }).click();
  const pager = await panelOf(page);
  await pager.getByRole('tabpanel').getByText('alerts.firing at night-shift').waitFor();
  await pager.getByRole('textbox', { name: 'Payload' }).click();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type(' \n');
  await page.getByText('Unsaved changes').waitFor();
  await pager.getByRole('tabpanel').getByText('alerts.firing at night-shift').waitFor();
  await page.reload();

  await visit(page, `${server.origin}/events`);
  await page
    .getByRole('row')
    .filter({ hasText: 'daily' })
    .getByRole('link', { name: 'alerts.firing' })
    .click();
  await page.getByRole('link', { name: 'Add a webhook with it as sample' }).click();
  await expect(page.getByRole('combobox', { name: 'Events of' })).toHaveValue('alertmanager');
  await page.getByRole('button', { name: 'JSON of every variable' }).click();
  await page.getByText('Reports events of alertmanager').waitFor();
  await page.getByText('Sample data', { exact: false }).first().click();
  const sample = page.getByRole('textbox', { name: 'Sample data, as JSON' });
  await expect
    .poll(async () => JSON.parse(await sample.inputValue()))
    .toMatchObject({ receiver: 'night-shift' });
});

it('says what was not understood, and who may see what arrived', async () => {
  const server = await studioServer({
    sources: [{ id: 'github', kind: 'github', profiles: ['nightly'], secret: 'a-secret-of-the-sender-1' }],
  });
  await send(github, `${server.origin}/in/github/nightly`, 'a-secret-of-the-sender-1', {
    zen: 'Keep it logically awesome.',
  });
  const page = await server.open('events', { as: 'viewer' });
  await page.getByRole('link', { name: 'No event' }).click();
  await page.getByText('It may hold secrets: it is shown to editors.').waitFor();
  await page
    .getByRole('region', { name: 'Event' })
    .getByText('The header X-GitHub-Event, which says what happened, is missing.')
    .waitFor();
  await page.getByText('No one was notified: no event was made of it.').waitFor();
  await settled(page);
  await expect(page.getByRole('button', { name: 'Replay' })).toHaveAttribute('aria-disabled', 'true');
  await expect(page.locator('pre')).toHaveCount(0);
  const editor = await server.open(page.url().slice(server.origin.length + 1));
  await editor.locator('pre').getByText('Keep it logically awesome.').waitFor();
  await visit(page, `${server.origin}/sources`);
  await page.getByRole('link', { name: 'GitHub' }).waitFor();
  await expect(page.getByRole('button', { name: 'Add source' })).toHaveAttribute('aria-disabled', 'true');
  await visit(page, `${server.origin}/sources?add=github`);
  await page.getByText('Sources are added by editors').waitFor();
});

it('offers programs of your own a command that the server accepts', async () => {
  const server = await studioServer();
  const page = await server.open('sources?add=choose');
  await page.getByRole('link', { name: 'CloudEvents or JSON' }).click();
  const command = await page.locator('pre').innerText();
  expect(command).toMatch(
    /^curl http\S+\/api\/v2\/events \\\n {2}-H 'Auth.*\n {2}-H 'Content.*\n {2}-d '\{\n/,
  );
  await page.getByText('No events yet').waitFor();
  const event = JSON.parse(/-d '(.*)'$/s.exec(command)?.[1] ?? '');
  expect(event).toMatchObject({ id: 'ID', profile: 'PROFILE', facts: { profile: 'PROFILE' } });
  const answers = [
    await server.call('POST', 'api/v2/events', event),
    await server.call('POST', 'api/v2/events', event),
  ];
  expect(answers).toMatchObject([{ items: [{ repeated: false }] }, { items: [{ repeated: true }] }]);
  const rows = page.getByRole('table', { name: 'Events' }).getByRole('row');
  await rows.filter({ hasText: /PROFILE/ }).waitFor();
  await expect(rows).toHaveCount(2);
});
