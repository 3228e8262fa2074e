import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { httpServer } from '../../loopback-server.ts';
import { chat, studioServer } from '../studio-server.ts';

const verdicts = /^(?:No value can|Not safe)/;

async function findings(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Types in place of what is there, without a mouse. */
async function typeInstead(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(text);
}

it('writes the GET of the vendor, with the quotes of a text processor, mends it, saves it and tests it', async () => {
  const inbox = await httpServer();
  const server = await studioServer();
  const page = await server.open('');
  await page.getByRole('link', { name: 'Notifications', exact: true }).click();
  await page.getByRole('link', { name: 'nightly' }).click();
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await page.getByText(verdicts).waitFor();
  await page.getByRole('combobox', { name: 'Method' }).selectOption('GET');
  await page.getByRole('textbox', { name: 'URL' }).click();
  await typeInstead(
    page,
    `${inbox.url}/notify?at=$date; format=“yyyy-MM-dd'T'HH:mm:ss”$&event=$event$&errors=$errorCount$`,
  );
  await page.getByText('These are typographic quotes').first().waitFor();
  await page.getByRole('button', { name: /^Apply all safe fixes/ }).click();
  await page.getByText('No value can break this URL.').waitFor();
  const request = page.getByRole('tabpanel');
  await expect
    .poll(() => request.innerText())
    .toMatch(/^GET \/notify\?at=\d{4}-\d\d-\d\dT\d\d%3A\d\d%3A\d\d&event=Started&errors=0 HTTP\/1\.1/);
  await page.getByRole('tab', { name: 'Errored' }).click();
  await expect.poll(() => request.innerText()).toContain('&event=Errored&errors=3 HTTP/1.1');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/^saved just now by editor$/).waitFor();
  await page.getByRole('button', { name: 'Test Connection' }).click();
  await page.getByText(/^Answered 200/).waitFor();
  expect(inbox.hits.map(({ method, path }) => `${method} ${path}`)).toEqual([
    expect.stringMatching(/^GET \/notify\?at=\S+&event=Started&errors=0$/),
  ]);
});

it('says when a payload is wrong, and saves it once it is right', async () => {
  const server = await studioServer({ webhooks: [chat('https://chat.example.com')] });
  const page = await server.open('profiles/nightly');
  await page.getByText(verdicts).waitFor();
  await page.getByRole('textbox', { name: 'Payload' }).click();
  await typeInstead(page, '{ "text": "$event$"$if(isError)$, "errors" $errorCount$$endif$ }');
  await page.getByText('expected : but found a value when isError is true.').waitFor();
  await page.getByRole('list', { name: 'Problems' }).getByText('for Errored', { exact: true }).waitFor();
  await page.keyboard.press('ControlOrMeta+s');
  await typeInstead(page, '{ "text": "$event$"$if(isError)$, "errors": $errorCount$$endif$ }');
  await page.getByText('No value can break this JSON.').waitFor();
  await page.getByText('2 of 2 branches shown').waitFor();
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByText(/^saved just now by editor$/).waitFor();
});

it.each(['light', 'dark'] as const)(
  'axe finds nothing in webhooks, a test and a comparison, in %s',
  async colorScheme => {
    const inbox = await httpServer(response => response.end('<b>thanks</b>'));
    const server = await studioServer({ webhooks: [chat(inbox.url)] });
    const page = await server.open('profiles/nightly', { colorScheme, expected: /412/ });
    await page.getByText(verdicts).waitFor();
    await page.getByText('Authentication, signing, time zone, output').click();
    await page.getByText('Sample data', { exact: true }).click();
    await page.getByRole('button', { name: 'Test Connection' }).click();
    await page.getByText(/^Answered 200/).waitFor();
    expect(await findings(page)).toEqual([]);
    const other = await server.open('profiles/nightly');
    for (const each of [other, page]) {
      await each.getByRole('textbox', { name: 'Payload' }).click();
      await typeInstead(each, `{ "text": "${each === page ? 'mine' : 'theirs'}" }`);
      await each.getByText('Unsaved changes').waitFor();
      await each.keyboard.press('ControlOrMeta+s');
    }
    await page.getByRole('region', { name: /saved this webhook/ }).waitFor();
    expect(await findings(page)).toEqual([]);
  },
);

it('fits a screen 360 px wide, with a long answer and a comparison', async () => {
  const [profile, long] = ['n'.repeat(100), 'x'.repeat(500)];
  const inbox = await httpServer(response => response.end(long));
  const config = { ...chat(inbox.url), profile };
  const server = await studioServer({ webhooks: [config] });
  const viewport = { width: 360, height: 740 };
  const page = await server.open(`profiles/${profile}`, { viewport, expected: /412/ });
  const expectFit = async () =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
  await page.getByText(verdicts).waitFor();
  await page.getByText('Authentication, signing, time zone, output').click();
  await page.getByRole('button', { name: 'Test Connection' }).click();
  await page.getByText(/^Answered 200/).waitFor();
  await expectFit();
  await page.getByRole('textbox', { name: 'Payload' }).click();
  await typeInstead(page, `{ "text": "${long}" }`);
  await page.getByText('Unsaved changes').waitFor();
  const theirs = { config: { ...config, url: `${inbox.url}/${long}`, timeZone: 'Europe/Zurich' } };
  await server.call('PUT', `api/webhooks/${config.id}`, theirs, { ifMatch: '"1"' });
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByRole('group', { name: 'Payload', exact: true }).waitFor();
  await expectFit();
  await page.getByRole('tab', { name: 'Preview' }).click();
  await expectFit();
});

it('is used with the keyboard alone: a webhook is added, written, tested, saved and removed', async () => {
  const inbox = await httpServer();
  const server = await studioServer();
  const page = await server.open('profiles/nightly');
  const focused = () =>
    page.evaluate(() => {
      let active = document.activeElement;
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
      return active?.getAttribute('aria-label') ?? active?.textContent?.trim() ?? '';
    });
  const tabTo = async (name: string | RegExp) => {
    const isThere = async () =>
      typeof name === 'string' ? (await focused()) === name : name.test(await focused());
    for (let steps = 0; steps < 40 && !(await isThere()); steps++) await page.keyboard.press('Tab');
    expect(await focused()).toMatch(name);
  };
  await page.getByRole('button', { name: 'Add webhook' }).waitFor();
  await tabTo('Add webhook');
  await page.keyboard.press('Enter');
  await page.getByText(verdicts).waitFor();
  await tabTo('URL');
  await page.keyboard.type(`${inbox.url}/hook`);
  await tabTo('Payload');
  await page.keyboard.press('Escape');
  await page.getByText('No value can break this JSON.').waitFor();
  await tabTo('Test Connection');
  await page.keyboard.press('Enter');
  await page.getByText(/^Answered 200/).waitFor();
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByText(/^saved just now by editor$/).waitFor();
  await page.keyboard.press('Shift+Tab');
  await page.getByRole('link', { name: 'Skip to the page' }).focus();
  await tabTo('Remove webhook 1');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Remove webhook 1?' }).waitFor();
  await tabTo('Remove');
  await page.keyboard.press('Enter');
  await page.getByText('This profile has no webhooks yet').waitFor();
});
