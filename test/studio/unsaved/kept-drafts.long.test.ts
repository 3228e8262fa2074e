import { readFile } from 'node:fs/promises';
import { it } from 'vitest';
import { expect } from '../../browser/pages.ts';
import { chat, studioServer } from '../studio-server.ts';
import { chatPage, focused, kept, leave, panelOf, refused, send, webhooks, write } from '../webhook-page.ts';

it('keeps what was typed last when the page is closed at once', async () => {
  const server = await studioServer({ webhooks: [chat('https://chat.example.com')] });
  const page = await server.open(chatPage);
  const panel = await panelOf(page);
  await write(panel, 'Payload', '{"text":"at the last moment"}');
  const atOnce = await page.evaluate(() => {
    dispatchEvent(new Event('pagehide'));
    return JSON.stringify(Object.entries(localStorage));
  });
  expect(atOnce).toContain('at the last moment');
  expect(atOnce).not.toContain('chat.example.com');
});

it('says when changes were kept, and that they replace what is typed beside the question', async () => {
  const server = await studioServer({ webhooks: [chat('https://chat.example.com')] });
  const page = await server.open(chatPage);
  const panel = await panelOf(page);
  await write(panel, 'Payload', '{"text":"kept"}');
  await leave(page);
  await page.evaluate(() => {
    for (const [key, draft] of Object.entries(localStorage))
      localStorage.setItem(key, draft.replace(/(?<="keptAt":)\d+/, `${Date.now() - 300_000}`));
  });
  await page.goBack();
  await page.getByText('They were kept 5 min ago.').waitFor();
  const replaced = page.getByText('they replace what you have changed in the same fields meanwhile');
  await expect(replaced).toHaveCount(0);
  await write(panel, 'Payload', '{"text":"typed"}');
  await replaced.waitFor();
  await page.getByRole('button', { name: 'Restore them' }).click();
  const payload = panel.getByRole('textbox', { name: 'Payload' });
  await expect(payload).toHaveText('{"text":"kept"}', { useInnerText: true });
  await page.getByRole('button', { name: 'Restore them' }).click();
  await expect(payload).toHaveText('{"text":"typed"}', { useInnerText: true });
});

it('still asks about what was kept after something else was saved', async () => {
  const server = await studioServer({ webhooks: [chat('https://chat.example.com')] });
  const page = await server.open(chatPage);
  const panel = await panelOf(page);
  await write(panel, 'Payload', '{"text":"kept"}');
  await leave(page);
  await page.goBack();
  await panel.getByRole('checkbox', { name: 'Completed' }).uncheck();
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByText(/^saved just now by editor$/).waitFor();
  await panel.getByRole('button', { name: 'Restore them' }).click();
  await expect(panel.getByRole('textbox', { name: 'Payload' })).toHaveText('{"text":"kept"}', {
    useInnerText: true,
  });
  await expect(panel.getByRole('checkbox', { name: 'Completed' })).not.toBeChecked();
});

it('offers what was changed of a webhook that was removed meanwhile as a new one', async () => {
  const hidden = { name: 'X-Key', value: 'canary', secret: true };
  const server = await studioServer();
  await server.call('POST', 'api/webhooks', {
    config: { ...chat('https://chat.example.com'), headers: [hidden] },
  });
  const page = await server.open(chatPage, refused);
  await write(await panelOf(page), 'Payload', '{"text":"mine"}');
  await leave(page);
  await send(server, 'DELETE', 'api/webhooks/team-chat');
  await page.goBack();
  await page
    .getByText('Changes that you did not save are of a webhook that was removed meanwhile.')
    .waitFor();
  await page.getByRole('button', { name: 'Restore them' }).click();
  const panel = await panelOf(page);
  await expect(panel.getByRole('textbox', { name: 'Payload' })).toHaveText('{"text":"mine"}', {
    useInnerText: true,
  });
  await panel.getByRole('textbox', { name: 'Value of header 1' }).fill('another');
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByText(/^saved just now by editor$/).waitFor();
  const [saved] = await webhooks(server);
  expect(saved?.id).not.toBe('team-chat');
  expect(saved?.config).toMatchObject({
    url: 'https://chat.example.com/hooks/42',
    payload: '{"text":"mine"}',
    headers: [{ name: 'X-Key', value: { set: true } }],
  });
  await expect.poll(() => kept(page)).toBe('[]');
});

it('says that a webhook was removed when it is to be saved, and keeps what was written', async () => {
  const server = await studioServer({ webhooks: [chat('https://chat.example.com')] });
  const page = await server.open(chatPage, refused);
  const panel = await panelOf(page);
  await write(panel, 'Payload', '{"text":"mine"}');
  await send(server, 'DELETE', 'api/webhooks/team-chat');
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByRole('alert').getByText('This webhook has been removed in the meantime.').waitFor();
  await leave(page);
  await page.goBack();
  await page.getByRole('button', { name: 'Discard them' }).click();
  await expect.poll(() => focused(page)).toBe('nightly');
  await expect.poll(() => kept(page)).toBe('[]');
});

it('forgets what nobody came back for, after as many days as its page of the documentation says', async () => {
  const guide = await readFile(new URL('../../../docs/studio.md', import.meta.url), 'utf8');
  const most = Number(/for (\d+) days at most/.exec(guide)?.[1]);
  const server = await studioServer({ webhooks: [chat('https://chat.example.com')] });
  const page = await server.open('profiles');
  const days = (count: number) => Date.now() - count * 24 * 3_600_000;
  const drafts = { old: { changes: [], version: 1, keptAt: days(most + 1) }, unreadable: '{' };
  await page.evaluate(
    given => {
      for (const [id, draft] of Object.entries(given))
        localStorage.setItem(`hookplate draft ["editor","profiles/gone"] ${id}`, JSON.stringify(draft));
      localStorage.setItem('another page', 'stays');
    },
    { ...drafts, young: { changes: [], version: 1, keptAt: days(most - 1) } },
  );
  await page.getByRole('link', { name: 'nightly' }).click();
  await page.getByRole('link', { name: 'chat.example.com' }).waitFor();
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).toSorted()))
    .toEqual(['another page', 'hookplate draft ["editor","profiles/gone"] young']);
});

it('saves with the key of the page, wherever the focus is', async () => {
  const server = await studioServer({ webhooks: [chat('https://chat.example.com')] });
  const page = await server.open(chatPage);
  const panel = await panelOf(page);
  await write(panel, 'Payload', '{"text":"by key"}');
  await page.getByRole('heading', { name: 'chat.example.com', level: 1 }).focus();
  await page.keyboard.press('ControlOrMeta+s');
  await panel.getByText(/^saved just now by editor$/).waitFor();
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByText('There is nothing to save.').waitFor({ state: 'attached' });
  await expect
    .poll(() => webhooks(server))
    .toMatchObject([{ version: 2, config: { payload: '{"text":"by key"}' } }]);
});

it('asks for the script of the editor again, before and after somebody has come to the page', async () => {
  const server = await studioServer({ webhooks: [chat('https://chat.example.com')] });
  const page = await server.open('', { expected: /net::ERR_FAILED|Failed to fetch dynamically/ });
  const editor = /\/webhook-editor-[^/]*\.js$/;
  await page.route(editor, route => route.abort());
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('link', { name: 'nightly' }).click();
  await page.getByRole('link', { name: 'chat.example.com' }).click();
  await page.getByText('The editor could not be loaded').waitFor();
  await page.unroute(editor);
  await page.getByRole('button', { name: 'Try again' }).click();
  await panelOf(page);
  const screen = /\/webhook-screen-[^/]*\.js$/;
  await page.route(screen, route => route.abort());
  await page.reload();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await page.unroute(screen);
  await page.getByRole('button', { name: 'Try again' }).click();
  await panelOf(page);
});

it('loses nothing that is typed in the plain fields while they are saved', async () => {
  const server = await studioServer({ webhooks: [chat('https://chat.example.com')] });
  const page = await server.open('', { expected: /net::ERR_FAILED/ });
  await page.route(/\/webhook-editor-[^/]*\.js$/, route => route.abort());
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('link', { name: 'nightly' }).click();
  await page.getByRole('link', { name: 'chat.example.com' }).click();
  const payload = page.getByRole('textbox', { name: 'Payload' });
  await payload.fill('{"text":"one"}');
  let answer = (): void => {};
  const typed = new Promise<void>(resolve => {
    answer = resolve;
  });
  await page.route('**/api/webhooks/team-chat', async route => {
    await typed;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saving …').waitFor();
  await payload.fill('{"text":"two"}');
  answer();
  await page.getByText('Unsaved changes').waitFor();
  await expect(payload).toHaveValue('{"text":"two"}');
  await expect.poll(() => webhooks(server)).toMatchObject([{ config: { payload: '{"text":"one"}' } }]);
  await page.getByRole('heading', { name: 'chat.example.com', level: 1 }).focus();
  await page.keyboard.press('ControlOrMeta+s');
  await expect.poll(() => webhooks(server)).toMatchObject([{ config: { payload: '{"text":"two"}' } }]);
});
