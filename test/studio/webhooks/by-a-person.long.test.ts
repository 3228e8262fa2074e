import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { keyboardOf } from '../../browser/keyboard.ts';
import { expect } from '../../browser/pages.ts';
import { httpServer } from '../../loopback-server.ts';
import { chat, studioServer } from '../studio-server.ts';
import { chatPage, verdicts } from '../webhook-page.ts';

/** Types in place of what is there, without a mouse. */
async function typeInstead(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(text);
}

it('writes the GET of the vendor, with the quotes of a text processor, mends it, saves it and tests it', async () => {
  const inbox = await httpServer();
  const server = await studioServer();
  const page = await server.open('');
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
  await page.getByRole('link', { name: 'nightly' }).click();
  await page.getByRole('link', { name: 'Add webhook' }).click();
  await page.getByRole('button', { name: 'JSON of every variable' }).click();
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
  const page = await server.open(chatPage);
  await page.getByText(verdicts).waitFor();
  await page.getByRole('textbox', { name: 'Payload' }).click();
  await typeInstead(page, '{ "text": "$event$"$if(isError)$, "errors" $errorCount$$endif$ }');
  const problems = page.getByRole('list', { name: 'Problems' });
  await problems.getByText('expected : but found a value when isError is true.').waitFor();
  await problems.getByText('for Errored', { exact: true }).waitFor();
  await page.keyboard.press('ControlOrMeta+s');
  await typeInstead(page, '{ "text": "$event$"$if(isError)$, "errors": $errorCount$$endif$ }');
  await page.getByText('No value can break this JSON.').waitFor();
  // All of them are in the preview.
  await expect(page.getByText('cases of conditions and lists')).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByText(/^saved just now by editor$/).waitFor();
});

it('is used with the keyboard alone: a webhook is added, written, tested, saved and removed', async () => {
  const inbox = await httpServer();
  const server = await studioServer();
  const page = await server.open('profiles/nightly');
  const { enter, press, tabTo, type } = keyboardOf(page);
  await page.getByRole('link', { name: 'Add webhook' }).waitFor();
  await enter('Add webhook');
  await page.getByRole('searchbox', { name: 'Search' }).waitFor();
  await type('json of');
  await press('Enter');
  await page.getByText(verdicts).waitFor();
  await tabTo('URL');
  await type(`${inbox.url}/hook`);
  await tabTo('Payload');
  await press('Escape');
  await page.getByText('No value can break this JSON.').waitFor();
  await enter('Test Connection');
  await page.getByText(/^Answered 200/).waitFor();
  await press('ControlOrMeta+s');
  await page.getByText(/^saved just now by editor$/).waitFor();
  await press('Shift+Tab');
  await page.getByRole('link', { name: 'Skip to the page' }).focus();
  await enter('Remove webhook');
  await page.getByRole('dialog', { name: /^Remove 127\.0\.0\.1/ }).waitFor();
  await enter('Remove');
  await page.getByText('This profile has no webhooks yet').waitFor();
});
