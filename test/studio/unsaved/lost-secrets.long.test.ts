import { it } from 'vitest';
import { expect } from '../../browser/pages.ts';
import { chat, studioServer } from '../studio-server.ts';
import { chatPage, kept, leave, panelOf, webhooks } from '../webhook-page.ts';

it('saves no restored changes before the secrets in them were written again', async () => {
  const server = await studioServer({ webhooks: [chat('https://chat.example.com')] });
  const page = await server.open(chatPage);
  const panel = await panelOf(page);
  await panel.getByText('Authentication, time zone, output').click();
  await panel.getByLabel('Username').fill('ada');
  await panel.getByLabel('Password').fill('canary');
  await panel.getByRole('button', { name: 'Add header' }).click();
  await page.keyboard.type('X-Key');
  await panel.getByRole('checkbox', { name: 'Header 1 is secret' }).check();
  await panel.getByLabel('Value of header 1', { exact: true }).fill('canary');
  await leave(page);
  await expect.poll(() => kept(page)).not.toContain('canary');
  await page.goBack();
  await panel.getByRole('button', { name: 'Restore them' }).click();
  await panel.getByText('2 things to fix').waitFor();
  const save = panel.getByRole('button', { name: 'Save' });
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await save.press('Enter');
  await page.keyboard.type('value');
  await panel.getByRole('button', { name: 'Password', exact: true }).click();
  await page.keyboard.type('word');
  await panel.getByText('No value can break this JSON.').waitFor();
  await save.click();
  await panel.getByText(/^saved just now by editor$/).waitFor();
  await expect
    .poll(() => webhooks(server))
    .toMatchObject([
      { config: { authentication: { username: 'ada' }, headers: [{ name: 'X-Key', value: { set: true } }] } },
    ]);
});
