import { AxeBuilder } from '@axe-core/playwright';
import { expect, it } from 'vitest';
import { openPage } from '../browser/open-page.ts';
import { httpServer } from '../loopback-server.ts';
import { passwords } from '../server/test-users.ts';
import { studioServer } from './studio-server.ts';

/** The console names each page and script that needs a session. */
const expected = /status of 401/;

it('asks for a name and a password, says what is wrong, and leads back to where one wanted to go', async () => {
  const server = await studioServer();
  const page = await openPage(`${server.origin}/deliveries?state=failed`, { expected });
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  const [name, password] = [page.getByLabel('Name'), page.getByLabel('Password')];
  expect(await name.evaluate(field => field === document.activeElement)).toBe(true);
  await page.keyboard.type('viewer');
  await page.keyboard.press('Tab');
  await page.keyboard.type('guess');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('This name and password do not belong together.').waitFor();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  expect([await name.inputValue(), await password.inputValue()]).toEqual(['viewer', '']);
  await password.fill(passwords.viewer);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Deliveries', level: 1 }).waitFor();
  expect(page.url()).toBe(`${server.origin}/deliveries?state=failed`);
});

it('knows people who follow a link from another site', async () => {
  const server = await studioServer();
  const other = await httpServer(response => {
    response.setHeader('content-type', 'text/html').end(`<a href="${server.origin}/flows">Flows</a>`);
  });
  const page = await server.open('', { expected });
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  // Another port is the same site, but another name is not.
  await page.goto(other.url.replace('127.0.0.1', 'localhost'));
  await page.getByRole('link', { name: 'Flows' }).click();
  await page.getByRole('heading', { name: 'Flows', level: 1 }).waitFor();
});

it('signs out, also where it was opened elsewhere, and says that a session has ended', async () => {
  const server = await studioServer();
  const page = await server.open('deliveries', { expected });
  const elsewhere = await server.open('deliveries', { colorScheme: 'dark', expected });
  const leave = async (how: string) => {
    await page.getByRole('button', { name: 'User editor' }).click();
    await page.getByRole('button', { name: how, exact: true }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  };
  await leave('Sign out');
  await elsewhere.reload();
  await elsewhere.getByRole('heading', { name: 'Deliveries', level: 1 }).waitFor();
  await page.getByLabel('Name').fill('editor');
  await page.getByLabel('Password').fill(passwords.editor);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  await leave('Sign out everywhere');
  await elsewhere.getByRole('link', { name: 'Flows' }).click();
  const ended = elsewhere.getByRole('alert').filter({ hasText: 'Your session has ended.' });
  await ended.waitFor();
  const [tab] = await Promise.all([elsewhere.waitForEvent('popup'), ended.getByRole('link').click()]);
  await tab.getByLabel('Name').fill('editor');
  await tab.getByLabel('Password').fill(passwords.editor);
  await tab.keyboard.press('Enter');
  await tab.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  await elsewhere.getByRole('link', { name: 'Processes' }).click();
  await elsewhere.getByText('No process has run yet').waitFor();
  await ended.waitFor({ state: 'detached' });
});
