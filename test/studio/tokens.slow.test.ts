import { it } from 'vitest';
import { processEvents } from '../../src/index.ts';
import { expect } from '../browser/pages.ts';
import { studioServer } from './studio-server.ts';

it('makes a token that is shown once, and removes it after asking', async () => {
  const server = await studioServer();
  const page = await server.open('');
  await page.getByRole('button', { name: 'User editor' }).click();
  await page.getByRole('link', { name: 'API tokens' }).click();
  await page.getByText('No tokens yet').waitFor();
  await page.getByLabel('Name').fill('Scheduler');
  await page.getByRole('button', { name: 'Create token' }).click();
  const made = page.getByRole('region', { name: 'New token' });
  const token = await made.locator('code').innerText();
  const session = () =>
    fetch(`${server.origin}/api/session`, { headers: { authorization: `Bearer ${token}` } });
  expect((await session()).status).toBe(200);
  await page.reload();
  const row = page.getByRole('row').filter({ hasText: 'Scheduler' });
  await row.getByText('operator').waitFor();
  await expect(page.getByText(token)).toHaveCount(0);
  await row.getByRole('button', { name: 'Remove Scheduler' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No tokens yet').waitFor();
  expect((await session()).status).toBe(401);
});

it('makes a token of a reporter for some events and profiles, which may do no more', async () => {
  const server = await studioServer();
  const page = await server.open('tokens');
  const form = page.getByRole('form', { name: 'Create a token' });
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Shop');
  const events = form.getByRole('textbox', { name: 'Events' });
  await expect(events).toHaveCount(0);
  await form.getByRole('combobox', { name: 'Role' }).selectOption('reporter');
  await events.fill('Completed, Errored');
  await form.getByRole('textbox', { name: 'Profiles' }).fill(' nightly ');
  await form.getByRole('button', { name: 'Create token' }).click();
  const made = page.getByRole('region', { name: 'New token' });
  const token = await made.locator('code').innerText();
  await expect(page.getByRole('alert')).toHaveCount(0);
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Shop' }) });
  await row.getByText('reporter').waitFor();
  await row.getByText('Completed, Errored · nightly').waitFor();
  await events.waitFor({ state: 'detached' });
  await expect(form.getByRole('combobox', { name: 'Role' })).toHaveValue('operator');

  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const report = async (event: string, profile: string) => {
    const facts = processEvents.sample(event as 'Completed');
    const body = JSON.stringify({ event, profile, facts: { ...facts, event: undefined } });
    return fetch(`${server.origin}/api/v2/events`, { method: 'POST', headers, body });
  };
  expect((await report('Completed', 'nightly')).status).toBe(202);
  for (const [event, profile] of [
    ['Started', 'nightly'],
    ['Completed', 'weekly'],
  ] as const)
    expect((await report(event, profile)).status).toBe(403);
  expect((await fetch(`${server.origin}/api/webhooks`, { headers })).status).toBe(403);
});
