import { expect, it } from 'vitest';
import { chat, studioServer } from '../studio-server.ts';
import { chatPage, kept, leave, panelOf, webhooks } from '../webhook-page.ts';

it('saves no restored changes before the secrets in them were written again', async () => {
  const server = await studioServer({ webhooks: [chat('https://chat.example.com')] });
  const page = await server.open(chatPage);
  const panel = await panelOf(page);
  await panel.getByText('Authentication, signing, time zone, output').click();
  await panel.getByLabel('Username').fill('ada');
  await panel.getByLabel('Password').fill('canary');
  await panel.getByRole('button', { name: 'Add header' }).click();
  await page.keyboard.type('X-Key');
  await panel.getByRole('checkbox', { name: 'Header 1 is secret' }).check();
  await panel.getByLabel('Value of header 1', { exact: true }).fill('canary');
  await leave(page);
  expect(await kept(page)).not.toContain('canary');
  await page.goBack();
  await panel.getByRole('button', { name: 'Restore them' }).click();
  await panel.getByText('2 things to fix').waitFor();
  const save = panel.getByRole('button', { name: 'Save' });
  expect(await save.getAttribute('aria-disabled')).toBe('true');
  await save.press('Enter');
  await page.keyboard.type('value');
  await panel.getByRole('button', { name: 'Password', exact: true }).click();
  await page.keyboard.type('word');
  await panel.getByText('No value can break this JSON.').waitFor();
  await save.click();
  await panel.getByText(/^saved just now by editor$/).waitFor();
  expect(await webhooks(server)).toMatchObject([
    { config: { authentication: { username: 'ada' }, headers: [{ name: 'X-Key', value: { set: true } }] } },
  ]);
});
