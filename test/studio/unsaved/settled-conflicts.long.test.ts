import type { Locator, Page } from 'playwright-core';
import { it } from 'vitest';
import { expect } from '../../browser/pages.ts';
import { chat, type StudioServer, studioServer } from '../studio-server.ts';
import { addWebhook, chatPage, leave, panelOf, refused, send, webhooks, write } from '../webhook-page.ts';

const stored = chat('https://chat.example.com');

const serverWithChat = (): Promise<StudioServer> => studioServer({ webhooks: [stored] });

/** Saves another version of the webhook, as somebody else does. */
const saveMeanwhile = (server: StudioServer, changes: object): Promise<void> =>
  send(server, 'PUT', 'api/webhooks/team-chat', { config: { ...stored, ...changes } });

async function conflictIn(panel: Locator): Promise<Locator> {
  await panel.getByRole('button', { name: 'Save' }).click();
  const conflict = panel.getByRole('region', { name: /^editor saved this webhook/ });
  await conflict.waitFor();
  return conflict;
}

const chooseMethod = (panel: Locator, method: string): Promise<unknown> =>
  panel.getByRole('combobox', { name: 'Method' }).selectOption(method);

const payloadOf = (panel: Locator): Promise<string> =>
  panel.getByRole('textbox', { name: 'Payload' }).innerText();

it.each(['the button', 'the key'])('saves what was chosen of both versions with %s that saves', async by => {
  const server = await serverWithChat();
  const page = await server.open(chatPage, refused);
  const panel = await panelOf(page);
  await write(panel, 'Payload', '{"text":"mine"}');
  await write(panel, 'URL', 'https://chat.example.com/mine');
  await saveMeanwhile(server, { payload: '{"text":"theirs"}' });
  const conflict = await conflictIn(panel);
  await conflict
    .getByRole('group', { name: 'Payload' })
    .getByRole('radio', { name: /^Saved by/ })
    .check();
  if (by === 'the key') await page.keyboard.press('ControlOrMeta+s');
  else await panel.getByRole('button', { name: 'Save' }).click();
  await conflict.waitFor({ state: 'detached' });
  await expect
    .poll(() => webhooks(server))
    .toMatchObject([
      { version: 3, config: { payload: '{"text":"theirs"}', url: 'https://chat.example.com/mine' } },
    ]);
  await expect.poll(() => payloadOf(panel)).toBe('{"text":"theirs"}');
});

it('saves what was chosen of both versions of an API with its button that saves', async () => {
  const server = await studioServer();
  const api = 'flows/etl/copy/api';
  const page = await server.open(api, refused);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = page.getByRole('form', { name: 'Edit the API' });
  await form.getByLabel('Parameters').fill('tables = job/mine');
  const { sampleBody } = await server.call('GET', `api/${api}`);
  await send(server, 'PUT', `api/${api}`, {
    enabled: false,
    parameters: { tables: 'job/theirs' },
    sampleBody,
  });
  await form.getByRole('button', { name: 'Save' }).click();
  const conflict = form.getByRole('region', { name: /^editor saved this API/ });
  await conflict
    .getByRole('group', { name: 'Parameters', exact: true })
    .getByRole('radio', { name: /^Saved by/ })
    .check();
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Switched off').waitFor();
  expect(await server.call('GET', `api/${api}`)).toMatchObject({
    version: 3,
    parameters: { tables: 'job/theirs' },
  });
});

it('keeps what a GET has no use for, in the browser and beside another version', async () => {
  const server = await serverWithChat();
  const page = await server.open(chatPage, refused);
  const panel = await panelOf(page);
  await write(panel, 'Payload', '{"text":"mine"}');
  await chooseMethod(panel, 'GET');
  await leave(page);
  await page.goBack();
  await page.getByRole('button', { name: 'Restore them' }).click();
  await chooseMethod(panel, 'POST');
  await expect.poll(() => payloadOf(panel)).toBe('{"text":"mine"}');
  await chooseMethod(panel, 'GET');
  await saveMeanwhile(server, { timeZone: 'Europe/Berlin' });
  const conflict = await conflictIn(panel);
  await conflict.getByRole('button', { name: 'Use this choice' }).click();
  await chooseMethod(panel, 'POST');
  await expect.poll(() => payloadOf(panel)).toBe('{"text":"mine"}');
  await chooseMethod(panel, 'GET');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => webhooks(server))
    .toMatchObject([{ version: 3, config: { method: 'GET', timeZone: 'Europe/Berlin' } }]);
  expect((await webhooks(server))[0]?.config).not.toHaveProperty('payload');
});

it('keeps what a new webhook that is a GET by now was to send', async () => {
  const page = await (await studioServer()).open('profiles/nightly');
  const panel = await addWebhook(page);
  await write(panel, 'Payload', '{"text":"mine"}');
  await chooseMethod(panel, 'GET');
  await reload(page);
  await chooseMethod(panel, 'POST');
  await expect.poll(() => payloadOf(panel)).toBe('{"text":"mine"}');
});

async function reload(page: Page): Promise<void> {
  await page.reload();
  await panelOf(page);
}

it('takes nothing for changed here that only reads otherwise in a field', async () => {
  const server = await studioServer();
  const config = { ...stored, payload: '{\r\n"text":"$event$"}' };
  await server.call('POST', 'api/webhooks', { config });
  const page = await server.open(chatPage, refused);
  const panel = await panelOf(page);
  await write(panel, 'URL', 'https://chat.example.com/mine');
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('/mine');
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).not.toContain('$event$');
  await saveMeanwhile(server, { payload: '{\r\n"text":"theirs"}' });
  const payload = (await conflictIn(panel)).getByRole('group', { name: 'Payload' });
  await expect(payload.getByRole('radio', { name: /^Saved by/ })).toBeChecked();
});
