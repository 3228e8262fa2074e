import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { processEvents } from '../../../src/webhook/events/process-events.ts';
import { defineReceiver } from '../../../src/webhook/receivers/define-receiver.ts';
import { draftWebhook } from '../../../src/webhook/receivers/draft-webhook.ts';
import { receivers } from '../../../src/webhook/receivers/gallery.ts';
import { slack } from '../../../src/webhook/receivers/slack.ts';
import { expect } from '../../browser/pages.ts';
import { studioServer } from '../studio-server.ts';
import { focused, panelOf, webhooks, write } from '../webhook-page.ts';

async function selected(page: Page): Promise<string> {
  return page.evaluate(() => getSelection()?.toString() ?? '');
}

/** What a page shows as wrong: fields that say so, and whatever has the colour of errors but for buttons that delete. */
function shownAsWrong(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const probe = document.createElement('p');
    probe.style.color = 'var(--hookplate-error)';
    document.body.append(probe);
    const red = getComputedStyle(probe).color;
    probe.remove();
    const within = (root: Document | ShadowRoot): readonly Element[] =>
      [...root.querySelectorAll('*')].flatMap(each => [
        each,
        ...(each.shadowRoot ? within(each.shadowRoot) : []),
      ]);
    const isRed = (element: Element): boolean => {
      const looks = getComputedStyle(element);
      return [looks.color, looks.backgroundColor, looks.borderTopColor, looks.fill].includes(red);
    };
    return within(document)
      .filter(each => each.checkVisibility() && !each.closest('.button.danger'))
      .filter(each => each.getAttribute('aria-invalid') === 'true' || isRed(each))
      .map(({ outerHTML }) => outerHTML.slice(0, 200));
  });
}

it.each(['Slack', 'PagerDuty', 'JSON of every variable', 'Telegram'])(
  'shows nothing of a webhook for %s as wrong before it was touched',
  async card => {
    const server = await studioServer();
    const page = await server.open('profiles/nightly/add');
    await page.getByRole('button', { name: card }).first().click();
    const panel = await panelOf(page);
    await panel
      .getByRole('status')
      .getByText(/ to fill in$/)
      .waitFor();
    await expect.poll(() => shownAsWrong(page)).toEqual([]);
    await panel.getByRole('textbox', { name: 'URL' }).click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText('http:/');
    await expect.poll(() => shownAsWrong(page)).not.toEqual([]);
  },
);

it('begins a webhook for a receiver with all that it wants, and leads to what is missing', async () => {
  const server = await studioServer();
  const page = await server.open('profiles/nightly/add');
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.waitFor();
  await expect.poll(() => focused(page)).toBe('Search');
  const cards = page.getByRole('group', { name: 'Receivers' }).getByRole('button');
  await cards.filter({ hasText: 'Google Chat chat.googleapis.com' }).waitFor();
  await cards.filter({ hasText: 'Mattermost Any address' }).waitFor();
  for (const purpose of ['monitoring', 'ping', 'call a url', 'GET with every variable']) {
    await search.fill(purpose);
    await cards
      .filter({ hasText: 'Call a URL GET with every variable: monitoring, health checks, pings' })
      .waitFor();
    await expect(cards.filter({ hasText: 'Mattermost' }), purpose).toHaveCount(0);
  }
  await search.fill('');
  await page.keyboard.type('slack');
  await expect(cards.locator('strong')).toHaveText(['Slack', 'Slack (blocks)', 'Paste an example …']);
  await page.keyboard.press('Enter');
  const panel = await panelOf(page);
  await panel.getByRole('status').getByText('1 thing to fill in').waitFor();
  await expect(panel.getByText('1 warning')).toHaveCount(0);
  await panel
    .getByRole('list', { name: 'Problems' })
    .getByText('Put your own address here: this one still has YOUR/WEBHOOK/PATH in it.')
    .waitFor();
  const example = panel.getByText('The URL is still an example: replace all of it with your own address.');
  await example.waitFor();
  const setup = panel.getByText('In the settings of your Slack app, open "Incoming Webhooks"');
  await expect(setup).toHaveCount(1);
  await panel.getByText('The payload is ready: change it only if you want other words.').waitFor();
  const documentation = await panel
    .getByRole('link', { name: 'How Slack takes messages' })
    .getAttribute('href');
  expect(documentation).toMatch(/^https:\/\/docs\.slack\.dev\//);
  await expect.poll(() => focused(page)).toBe('URL');
  await page.keyboard.insertText('https://hooks.slack.com/services/T0/B0/x');
  await example.waitFor({ state: 'detached' });
  await expect(setup).toHaveCount(0);
  await panel.getByText('Every message keeps to the known rules of Slack.').waitFor();
  await expect(panel.getByRole('list', { name: 'Problems' })).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+s');
  await panel
    .getByRole('status')
    .getByText('Saved. From now on, Started, Completed, and Errored are sent.')
    .waitFor();
  await panel.getByText(/^saved just now by editor$/).waitFor();
  await expect
    .poll(() => webhooks(server))
    .toMatchObject([
      {
        config: {
          name: 'Slack',
          receiver: 'slack',
          method: 'POST',
          url: 'https://hooks.slack.com/services/T0/B0/x',
          contentType: 'application/json',
        },
      },
    ]);
});

it('groups the gallery by what receivers are for, with those of the server, and initials in place of logos', async () => {
  const own = defineReceiver({
    ...{ id: 'pager', name: 'Our own pager', category: 'incidents', hosts: [], method: 'GET' },
    ...{ url: 'https://pager.example.com/', documentation: [], checked: '2026-11' },
  });
  const server = await studioServer({ receivers: [own] });
  const page = await server.open('profiles/nightly/add');
  const gallery = page.getByRole('group', { name: 'Receivers' });
  const titles = {
    'Chat and notifications': 'chat',
    Incidents: 'incidents',
    Monitoring: 'monitoring',
    'Anything else': 'generic',
  };
  await expect(gallery.getByRole('heading', { level: 2 })).toHaveText(Object.keys(titles));
  for (const [title, category] of Object.entries(titles)) {
    const names = [own, ...receivers].filter(each => each.category === category).map(({ name }) => name);
    const last = category === 'generic' ? ['Paste an example …'] : [];
    const cards = gallery.getByRole('list', { name: title }).getByRole('button');
    await expect(cards.locator('strong')).toHaveText([...names, ...last]);
  }
  const known = { 'Google Chat': 'GC', Pushover: 'Pu', ntfy: 'Nt', 'Our own pager': 'Ou' };
  for (const [name, initials] of Object.entries(known)) {
    const card = gallery.getByRole('button', { name });
    // They are no part of its name.
    await expect(card).toHaveAccessibleName(new RegExp(`^${name} `));
    await expect(card.getByText(initials, { exact: true })).toBeVisible();
  }
});

it('lets the editor know a receiver of the server, for a new webhook and for a stored one', async () => {
  const own = defineReceiver({
    ...{ id: 'pager', name: 'Our own pager', hosts: ['pager.example.com'], method: 'POST' },
    ...{ url: 'https://pager.example.com/YOUR_NUMBER', contentType: 'application/json' },
    schema: { type: 'object', required: ['page'], properties: { page: { type: 'string' } } },
    setup: 'Ask the team for a number.',
    ...{ documentation: [], checked: '2026-11', payload: () => '{"page":"$event$"}' },
  });
  const server = await studioServer({ receivers: [own] });
  const page = await server.open('profiles/nightly/add');
  await page.getByRole('button', { name: 'Our own pager' }).click();
  const panel = await panelOf(page);
  await expect(panel.getByText('Ask the team for a number.')).toHaveCount(1);
  await write(panel, 'URL', 'https://pager.example.com/7');
  const kept = 'Every message keeps to the known rules of Our own pager.';
  await panel.getByText(kept).waitFor();
  await page.keyboard.press('ControlOrMeta+s');
  await panel.getByText(/^saved just now by editor$/).waitFor();
  await page.reload();
  await (await panelOf(page)).getByText(kept).waitFor();
});

it('is searched with the keyboard: Enter opens the only one left, and arrows go from card to card', async () => {
  const server = await studioServer();
  const page = await server.open('profiles/nightly/add', { viewport: { width: 1280, height: 900 } });
  const { keyboard } = page;
  await expect.poll(() => focused(page)).toBe('Search');
  await keyboard.type('incidents');
  const found = receivers.filter(({ category }) => category === 'incidents');
  await expect(page.getByRole('main').getByRole('status')).toHaveText(`${found.length} receivers`);
  await keyboard.press('Enter');
  await expect.poll(() => focused(page)).toMatch(/ PagerDuty /);
  for (const [key, card] of [
    ['ArrowRight', / Opsgenie /],
    ['End', /^Paste an example /],
    ['ArrowUp', / PagerDuty /],
    ['ArrowDown', /^Paste an example /],
    ['Home', / PagerDuty /],
    ['ArrowLeft', / PagerDuty /],
    ['Tab', / Opsgenie /],
    ['ArrowUp', /^Search$/],
    ['ArrowDown', / PagerDuty /],
    ['ArrowUp', /^Search$/],
  ] as const) {
    await keyboard.press(key);
    await expect.poll(() => focused(page), key).toMatch(card);
  }
  await keyboard.press('ControlOrMeta+A');
  await keyboard.type('pusho');
  await expect(page.getByRole('main').getByRole('status')).toHaveText('1 receiver');
  await keyboard.press('Enter');
  const panel = await panelOf(page);
  await expect(panel.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Pushover');
});

it('offers what takes JSON where nothing is found', async () => {
  const server = await studioServer();
  const page = await server.open('profiles/nightly/add');
  await page.getByRole('searchbox', { name: 'Search' }).fill('Shopify');
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Nothing found for Shopify');
  await page.getByText('Nothing here is called “Shopify”. Most systems take JSON').waitFor();
  const cards = page.getByRole('group', { name: 'Receivers' }).getByRole('button');
  await expect(cards.locator('strong')).toHaveText(['JSON of every variable', 'Paste an example …']);
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toMatch(/ JSON of every variable /);
  await page.keyboard.press('Enter');
  await panelOf(page);
});

it.each([
  ['Telegram', 'YOUR_TOKEN', 'Replace YOUR_TOKEN in the URL, and YOUR_CHAT_ID in the payload with your own.'],
  [
    'Uptime Kuma',
    'https://YOUR_HOST/api/push/YOUR_TOKEN',
    'The URL begins with an example: replace https://YOUR_HOST/api/push/YOUR_TOKEN with your own address.',
  ],
])('says what to replace in the address of %s, which is selected', async (card, text, words) => {
  const server = await studioServer();
  const page = await server.open('profiles/nightly/add');
  await page.getByRole('button', { name: card }).click();
  const panel = await panelOf(page);
  await panel.getByText(words).waitFor();
  await expect.poll(() => selected(page)).toBe(text);
  await expect(panel.getByText('The payload is ready')).toHaveCount(0);
});

it('names a second one so that its profile has each name once, and selects what is missing in a payload', async () => {
  const server = await studioServer();
  const page = await server.open('profiles/nightly/add');
  const config = { profile: 'nightly', events: { Started: true }, method: 'GET', name: 'PagerDuty' };
  await server.call('POST', 'api/webhooks', { config: { ...config, url: 'https://pager.example.com' } });
  await page.getByRole('button', { name: 'PagerDuty' }).click();
  const panel = await panelOf(page);
  await expect(panel.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('PagerDuty 2');
  await expect.poll(() => focused(page)).toBe('Payload');
  await expect.poll(() => selected(page)).toBe('YOUR_INTEGRATION_KEY_32_LETTERS_');
});

it('makes a template of an example, with the variables that somebody takes', async () => {
  const server = await studioServer();
  const page = await server.open('profiles/nightly/add');
  await page.getByRole('button', { name: 'Paste an example …' }).click();
  await expect.poll(() => focused(page)).toBe('Example');
  await page.keyboard.insertText('{"event":');
  await page
    .getByRole('alert')
    .getByText(/^This is not JSON yet/)
    .waitFor();
  await page.keyboard.insertText('"Started","profile":"My profile","priority":3}');
  const proposals = page.getByRole('group', { name: 'Replace with variables' });
  await page.getByText('The same in every message: priority: 3.').waitFor();
  await proposals.getByRole('checkbox', { name: /profile/ }).uncheck();
  await page.getByText('The same in every message: profile: "My profile", priority: 3.').waitFor();
  await page.getByRole('button', { name: 'Use it' }).click();
  const panel = await panelOf(page);
  const payload = await panel.getByRole('textbox', { name: 'Payload' }).innerText();
  expect(payload).toContain('"event":"$event$"');
  expect(payload).toContain('"profile":"My profile"');
  await expect.poll(() => focused(page)).toBe('URL');
});

it('an untouched draft follows the events that are ticked, and one that was touched stays', async () => {
  const server = await studioServer();
  const page = await server.open('profiles/nightly/add');
  await page.getByRole('button', { name: 'Slack' }).first().click();
  const panel = await panelOf(page);
  const payload = panel.getByRole('textbox', { name: 'Payload' });
  const written = async () => (await payload.innerText()).trim();
  const event = (title: string) => panel.getByRole('checkbox', { name: title, exact: true });
  const drafted = (...events: readonly string[]) =>
    draftWebhook(slack, processEvents, events).payload?.trim() ?? '';
  const problems = panel.getByRole('list', { name: 'Problems' });
  const neverWritten = problems.getByText('This branch is never written');
  const proved = panel.getByText('Every message keeps to the known rules of Slack.');
  await write(panel, 'URL', 'https://hooks.slack.com/services/T0/B0/x');
  await proved.waitFor();
  await event('Completed').uncheck();
  await expect.poll(written).toBe(drafted('Started', 'Errored'));
  await proved.waitFor();
  await expect(problems).toHaveCount(0);
  // Undo does not bring back the draft for other events.
  await payload.click();
  await page.keyboard.press('ControlOrMeta+z');
  expect(await written()).toBe(drafted('Started', 'Errored'));
  // Restored from the browser, the draft is as untouched as before.
  await page.reload();
  await panelOf(page);
  await expect.poll(written).toBe(drafted('Started', 'Errored'));
  await event('Started').uncheck();
  await event('Errored').uncheck();
  await expect.poll(written).toBe(drafted('Started', 'Completed', 'Errored'));
  for (const title of ['Started', 'Completed', 'Errored']) await event(title).check();
  await expect.poll(written).toBe(drafted('Started', 'Completed', 'Errored'));
  await payload.click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.insertText('\n');
  await event('Completed').uncheck();
  await neverWritten.waitFor();
  expect(await written()).toBe(drafted('Started', 'Completed', 'Errored'));
  // It is untouched again once the change is undone.
  await payload.click();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(written).toBe(drafted('Started', 'Errored'));
  await neverWritten.waitFor({ state: 'detached' });
});
