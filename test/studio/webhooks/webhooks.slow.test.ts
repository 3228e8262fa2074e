import { it } from 'vitest';
import { contentOf, expect } from '../../browser/pages.ts';
import { httpServer } from '../../loopback-server.ts';
import { keepCopied } from '../copied.ts';
import { chat, studioServer } from '../studio-server.ts';
import { addWebhook, chatPage, kept, panelOf, refused, webhooks, write } from '../webhook-page.ts';

it('writes, tries and saves the first webhook of a profile', async () => {
  const inbox = await httpServer(response => response.end('<b>thanks</b>'));
  const server = await studioServer();
  const page = await server.open('profiles/nightly');
  await page.getByText('Channel: Webhooks').waitFor();
  const panel = await addWebhook(page);
  for (const name of ['Completed', 'Errored'])
    await panel.getByRole('group', { name: 'Process' }).getByRole('checkbox', { name }).uncheck();
  await write(panel, 'URL', `${inbox.url}/hooks/42`);
  await write(panel, 'Payload', '{ "text": "$profile$: $event$" }');
  await panel.getByText('No value can break this JSON.').waitFor();
  await panel.getByRole('button', { name: 'Test Connection' }).click();
  await panel.getByText(/^Answered 200/).waitFor();
  await panel.getByText('With the changes that are not saved yet.').waitFor();
  await panel.getByText('Request as sent').click();
  await panel.getByRole('group', { name: 'Request as sent' }).getByText('hookplate-test: true').waitFor();
  expect(inbox.hits.map(({ body }) => body)).toEqual(['{ "text": "nightly: Started" }']);
  await page.keyboard.press('ControlOrMeta+s');
  await panel.getByText(/^saved just now by editor$/).waitFor();
  await expect
    .poll(() => webhooks(server))
    .toMatchObject([
      { config: { profile: 'nightly', events: { Started: true, Completed: false }, method: 'POST' } },
    ]);
  await panel.getByRole('checkbox', { name: 'Completed' }).check();
  await panel.getByText('Unsaved changes').waitFor();
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => webhooks(server))
    .toMatchObject([{ version: 2, config: { events: { Completed: true } } }]);
  await panel.getByText(/^saved just now by editor$/).waitFor();
});

it('saves with the key that its button says, wherever the focus is', async () => {
  const server = await studioServer({ webhooks: [chat('https://chat.example.com')] });
  const page = await server.open(chatPage);
  const panel = await panelOf(page);
  const save = panel.getByRole('button', { name: 'Save', exact: true });
  await expect.poll(() => save.innerText()).toMatch(/^Save\s+(?:Ctrl\+S|⌘S)$/);
  const keys = ['Control+S', 'Meta+S'];
  await expect(save).toHaveAttribute('aria-keyshortcuts', keys.join(' '));
  for (const [index, key] of keys.entries()) {
    await write(panel, 'Payload', `{"text":"${key}"}`);
    if (key === 'Meta+S') await page.getByRole('link', { name: 'Skip to the page' }).focus();
    await page.keyboard.press(key);
    await expect
      .poll(() => webhooks(server))
      .toMatchObject([{ version: index + 2, config: { payload: `{"text":"${key}"}` } }]);
  }
});

it('shows both versions when somebody else has saved, and loses nothing', async () => {
  const server = await studioServer({ webhooks: [chat('https://chat.example.com')] });
  const [one, two] = [await server.open(chatPage), await server.open(chatPage, refused)];
  const [first, second] = [await panelOf(one), await panelOf(two)];
  await write(first, 'Payload', '{"text":"one"}');
  await write(second, 'Payload', '{"text":"two"}');
  await first.getByRole('checkbox', { name: 'Started' }).uncheck();
  await first.getByRole('button', { name: 'Save' }).click();
  await first.getByText(/^saved just now by editor$/).waitFor();
  await second.getByRole('button', { name: 'Save' }).click();
  const conflict = second.getByRole('region', { name: /^editor saved this webhook/ });
  await conflict.waitFor();
  const versions = (field: string) => conflict.getByRole('group', { name: field, exact: true });
  await expect(versions('Payload').locator('pre')).toHaveText(['{"text":"two"}', '{"text":"one"}'], {
    useInnerText: true,
  });
  await expect(versions('Payload').getByRole('radio', { name: 'Yours' })).toBeChecked();
  await expect(versions('Process').getByRole('radio', { name: 'Saved by editor' })).toBeChecked();
  await write(second, 'Payload', '{"text":"two, and more"}');
  await conflict.getByText('{"text":"two, and more"}').waitFor();
  await conflict.getByRole('button', { name: 'Use this choice' }).click();
  await expect(second.getByRole('checkbox', { name: 'Started' })).not.toBeChecked();
  await second.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => webhooks(server))
    .toMatchObject([
      { version: 3, config: { payload: '{"text":"two, and more"}', events: { Started: false } } },
    ]);
});

it('keeps unsaved changes in the browser without secrets, and asks about them', async () => {
  const server = await studioServer({ webhooks: [chat('https://chat.example.com')] });
  const page = await server.open(chatPage);
  const panel = await panelOf(page);
  await write(panel, 'Payload', '{"text":"unsaved"}');
  await panel.getByText('Authentication, time zone, output').click();
  await panel.getByRole('textbox', { name: 'Password', exact: true }).fill('canary');
  await page.getByRole('link', { name: 'Flows' }).click();
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Stay' })
    .click();
  await panel.getByText('Unsaved changes').waitFor();
  await page.getByRole('link', { name: 'Flows' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('heading', { name: 'Flows' }).waitFor();
  await expect.poll(() => kept(page)).toContain('unsaved');
  expect(await kept(page)).not.toContain('canary');
  await page.goBack();
  // An edit before that does not lose what is kept.
  await panel.getByRole('checkbox', { name: 'Completed' }).uncheck();
  await panel.getByRole('checkbox', { name: 'Completed' }).check();
  await panel.getByRole('button', { name: 'Restore them' }).click();
  await panel.getByText('Unsaved changes').waitFor();
  await expect(panel.getByRole('textbox', { name: 'Payload' })).toHaveText('{"text":"unsaved"}', {
    useInnerText: true,
  });
  await panel.getByText('Write the password again: it was not kept.').waitFor();
  await panel.getByRole('button', { name: 'Password', exact: true }).click();
  await panel.getByRole('button', { name: 'Remove: Password' }).click();
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => webhooks(server)).toMatchObject([{ config: { payload: '{"text":"unsaved"}' } }]);
  await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0);
});

it('keeps what was changed after the first save under the webhook that was saved', async () => {
  const server = await studioServer({ webhooks: [] });
  const page = await server.open('profiles/nightly');
  const panel = await addWebhook(page);
  await write(panel, 'URL', 'https://chat.example.com/');
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByText(/^saved just now by editor$/).waitFor();
  await write(panel, 'URL', 'https://chat.example.com/more');
  await panel.getByText('Unsaved changes').waitFor();
  await page.getByRole('link', { name: 'Flows' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('heading', { name: 'Flows' }).waitFor();
  await page.goBack();
  await panel.getByRole('button', { name: 'Restore them' }).click();
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => webhooks(server))
    .toMatchObject([{ version: 2, config: { url: 'https://chat.example.com/more' } }]);
});

it('keeps a stored secret, and asks for it again where the URL leads elsewhere', async () => {
  const server = await studioServer();
  await server.call('POST', 'api/webhooks', {
    config: {
      ...chat('https://chat.example.com'),
      headers: [{ name: 'X-Key', value: 'canary', secret: true }],
    },
  });
  const page = await server.open(chatPage, refused);
  const panel = await panelOf(page);
  await expect.poll(() => contentOf(page)).toContain('X-Key');
  expect(await contentOf(page)).not.toContain('canary');
  await write(panel, 'URL', 'https://evil.example.com/');
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel
    .getByText('The URL leads to another server now: give this secret again, or remove it.')
    .waitFor();
  await panel.getByRole('button', { name: 'Header 1', exact: true }).click();
  await panel.getByRole('button', { name: 'Replace: Value of header 1' }).click();
  await page.keyboard.type('another');
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByText(/^saved just now by editor$/).waitFor();
  await panel.getByRole('button', { name: 'Replace: Value of header 1' }).waitFor();
});

it('leads back from a test that is closed, and to the events by the name that they have', async () => {
  const inbox = await httpServer(response => response.end('ok'));
  const server = await studioServer({ webhooks: [chat(inbox.url)] });
  const page = await server.open(chatPage);
  const panel = await panelOf(page);
  const test = panel.getByRole('button', { name: 'Test Connection' });
  await test.click();
  await panel.getByText(/^Answered 200/).waitFor();
  await panel.getByRole('button', { name: 'Close the test' }).press('Enter');
  await expect.poll(() => test.evaluate(button => button.matches(':focus'))).toBe(true);
  for (const name of ['Started', 'Completed', 'Errored'])
    await panel.getByRole('checkbox', { name }).uncheck();
  await panel.getByRole('button', { name: 'Process', exact: true }).waitFor();
});

it('says under its name that another webhook of the profile has that', async () => {
  const server = await studioServer({
    webhooks: [
      chat('https://chat.example.com'),
      { ...chat('https://pager.example.com', 'pager'), name: 'Pager' },
    ],
  });
  const page = await server.open(chatPage, refused);
  const panel = await panelOf(page);
  await write(panel, 'Name', 'Pager');
  await panel.getByRole('button', { name: 'Save' }).click();
  const said = panel.getByText('Another webhook of this profile has this name: choose another.');
  await said.waitFor();
  await expect(said).toHaveCount(1);
  const name = panel.getByRole('textbox', { name: 'Name', exact: true });
  const gap = async () => {
    const [field, words] = [await name.boundingBox(), await said.boundingBox()];
    return (words?.y ?? 0) - (field?.y ?? 0) - (field?.height ?? 0);
  };
  await expect.poll(async () => [(await gap()) >= 0, (await gap()) < 16]).toEqual([true, true]);
  await write(panel, 'Name', 'Team chat');
  await panel.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Team chat', level: 1 }).waitFor();
  await expect(said).toHaveCount(0);
});

it('removes a webhook after it has asked, whose id and request can be copied before', async () => {
  const server = await studioServer({
    webhooks: [chat('https://a.example.com', 'a'), chat('https://b.example.com', 'b')],
  });
  const page = await server.open('profiles/nightly/webhooks/a');
  await panelOf(page);
  await page.getByText(/^saved .+ from the configuration file$/).waitFor();
  const copied = await keepCopied(page);
  await page.getByRole('button', { name: 'Copy id' }).click();
  await expect.poll(() => copied()).toBe('a');
  await page.getByRole('button', { name: 'Copy as curl' }).click();
  await expect.poll(() => copied()).toMatch(/^curl .*https:\/\/a\.example\.com\/hooks\/42.*nightly Started/s);
  await page.getByRole('button', { name: 'Remove webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove a.example.com?' });
  await dialog
    .getByText('It will receive no more events, and messages that wait for it are cancelled.')
    .waitFor();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('link', { name: 'b.example.com' }).waitFor();
  await expect.poll(() => webhooks(server)).toMatchObject([{ id: 'b' }]);
});

it('shows those who may not edit where webhooks lead, and no more', async () => {
  const server = await studioServer({ webhooks: [chat('https://chat.example.com/secret-path')] });
  const page = await server.open(chatPage, { as: 'viewer' });
  await page.getByRole('heading', { name: 'chat.example.com', level: 1 }).waitFor();
  const panel = page.getByRole('region', { name: 'Webhook' });
  await panel.getByText('Started, Completed, Errored').waitFor();
  await panel.getByText(/ from the configuration file$/).waitFor();
  await page.getByText('You need the editor role to see or change the details; yours is viewer.').waitFor();
  expect(await contentOf(page)).not.toContain('secret-path');
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
});

it('has plain fields that save where the script of the editor does not come', async () => {
  const server = await studioServer({ webhooks: [chat('https://chat.example.com')] });
  const page = await server.open('', { expected: /net::ERR_FAILED/ });
  await page.route(/\/webhook-editor-[^/]*\.js$/, route => route.abort());
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('link', { name: 'nightly' }).click();
  await page.getByRole('link', { name: 'chat.example.com' }).click();
  await page.getByText('The editor could not be loaded').waitFor();
  await page.getByRole('textbox', { name: 'Payload' }).fill('{"text":"plain"}');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => webhooks(server)).toMatchObject([{ config: { payload: '{"text":"plain"}' } }]);
});

it('says that the server does not answer, and saves when it is back', async () => {
  const server = await studioServer({ webhooks: [chat('https://chat.example.com')] });
  const page = await server.open(chatPage, { expected: /^Failed to load resource: net::ERR_/ });
  const panel = await panelOf(page);
  await write(panel, 'Payload', '{"text":"later"}');
  await server.stop();
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByRole('alert').getByText('The server does not answer.').waitFor();
  await panel.getByText('Unsaved changes').waitFor();
  await server.start();
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => webhooks(server)).toMatchObject([{ config: { payload: '{"text":"later"}' } }]);
  await expect(panel.getByRole('alert')).toHaveCount(0);
});
