import { it } from 'vitest';
import { expectNoFindings } from '../browser/axe.ts';
import { expect, load, openPage } from '../browser/pages.ts';
import { httpServer } from '../loopback-server.ts';
import { passwords } from '../server/test-users.ts';
import { chat, studioServer } from './studio-server.ts';
import { chatPage, panelOf, webhooks, write } from './webhook-page.ts';

/** The console names each page and script that needs a session. */
const expected = /status of 401/;

it('asks for a name and a password, says what is wrong, and leads back to where one wanted to go', async () => {
  const server = await studioServer();
  const page = await openPage(`${server.origin}/messages?state=failed`, { expected });
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await expectNoFindings(page, 'the page to sign in');
  const [name, password] = [page.getByLabel('Name'), page.getByLabel('Password')];
  await expect.poll(() => name.evaluate(field => field === document.activeElement)).toBe(true);
  await page.keyboard.type('viewer');
  await page.keyboard.press('Tab');
  await page.keyboard.type('guess');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('Wrong name or password.').waitFor();
  await expectNoFindings(page, 'a wrong password');
  await expect(name).toHaveValue('viewer');
  await expect(password).toHaveValue('');
  await password.fill(passwords.viewer);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Messages', level: 1 }).waitFor();
  await expect(page).toHaveURL(`${server.origin}/messages?state=failed`);
});

it('knows people who follow a link from another site', async () => {
  const server = await studioServer();
  const other = await httpServer(response => {
    response.setHeader('content-type', 'text/html').end(`<a href="${server.origin}/flows">Flows</a>`);
  });
  const page = await server.open('', { expected });
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  // Another port is the same site, but another name is not.
  await load(page, other.url.replace('127.0.0.1', 'localhost'));
  await page.getByRole('link', { name: 'Flows' }).click();
  await page.getByRole('heading', { name: 'Flows', level: 1 }).waitFor();
});

it('signs out, also where it was opened elsewhere, and says that a session has ended', async () => {
  const server = await studioServer();
  const page = await server.open('messages', { expected });
  const elsewhere = await server.open('messages', { expected });
  const leave = async (how: string) => {
    await page.getByRole('button', { name: 'User editor' }).click();
    await page.getByRole('button', { name: how, exact: true }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  };
  await leave('Sign out');
  await elsewhere.reload();
  await elsewhere.getByRole('heading', { name: 'Messages', level: 1 }).waitFor();
  await page.getByLabel('Name').fill('editor');
  await page.getByLabel('Password').fill(passwords.editor);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  await leave('Sign out everywhere');
  await elsewhere.getByRole('link', { name: 'Flows' }).click();
  const ended = elsewhere
    .getByRole('alert')
    .getByText('Your session has ended. What you changed is still here: sign in, then try again.');
  await ended.waitFor();
  await expectNoFindings(elsewhere, 'a session that has ended');
  await expect(elsewhere.getByLabel('Name')).toHaveValue('editor');
  await elsewhere.getByLabel('Password').fill('guess');
  await elsewhere.getByRole('button', { name: 'Sign in' }).click();
  await elsewhere.getByRole('alert').getByText('Wrong name or password.').waitFor();
  await elsewhere.getByLabel('Password').fill(passwords.editor);
  await elsewhere.keyboard.press('Enter');
  await ended.waitFor({ state: 'detached' });
  await elsewhere.getByRole('link', { name: 'etl / copy' }).waitFor();
  await elsewhere.getByRole('banner').getByText('live', { exact: true }).waitFor();
});

it('keeps what was typed while a session ends, and saves it in the next one', async () => {
  const server = await studioServer({ webhooks: [chat('https://chat.example.com')] });
  const page = await server.open(chatPage, { expected });
  const panel = await panelOf(page);
  await write(panel, 'Payload', '{"text":"kept"}');
  await page.request.delete(`${server.origin}/api/session?everywhere=true`);
  await panel.getByRole('button', { name: 'Save' }).click();
  const password = page.getByRole('form', { name: 'Sign in' }).getByLabel('Password');
  await expect.poll(() => password.evaluate(field => field === document.activeElement)).toBe(true);
  await page.getByRole('banner').getByText('signed out', { exact: true }).waitFor();
  const dot = page.getByRole('banner').locator('.stream .dot');
  await expect
    .poll(() => dot.evaluate(mark => getComputedStyle(mark).backgroundColor))
    .toBe('rgba(0, 0, 0, 0)');
  const usual = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 320, height: 740 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.setViewportSize(usual);
  // It is said once.
  await expect(page.getByRole('alert')).toHaveText(
    ['Your session has ended. What you changed is still here: sign in, then try again.'],
    { useInnerText: true },
  );
  await page.keyboard.type(passwords.editor);
  await page.keyboard.press('Enter');
  await page.getByRole('form', { name: 'Sign in' }).waitFor({ state: 'detached' });
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByText(/^saved just now by editor$/).waitFor();
  await expect.poll(() => webhooks(server)).toMatchObject([{ config: { payload: '{"text":"kept"}' } }]);
});

it('keeps what was typed into a form that keeps no drafts, and the place of the keyboard', async () => {
  const server = await studioServer();
  const page = await server.open('tokens', { expected });
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('deploys');
  await page.request.delete(`${server.origin}/api/session?everywhere=true`);
  await page.getByRole('button', { name: 'Create token' }).click();
  const password = page.getByRole('form', { name: 'Sign in' }).getByLabel('Password');
  await expect.poll(() => password.evaluate(field => field === document.activeElement)).toBe(true);
  await page.keyboard.type(passwords.editor);
  await page.keyboard.press('Enter');
  await password.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('API tokens');
  await expect(page.getByRole('textbox', { name: 'Name' }).first()).toHaveValue('deploys');
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByRole('row', { name: /deploys/ }).waitFor();
});

it('says on a page of its own what is wrong, and what to do next', async () => {
  const server = await studioServer();
  const page = await server.open('nowhere', { expected: /status of 404/ });
  await page.getByRole('heading', { name: 'There is no page at this address', level: 1 }).waitFor();
  await expectNoFindings(page, 'no page');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Flows' }).waitFor();
  await page.getByRole('link', { name: 'Go to the first page' }).click();
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
});
