import { expect, it } from 'vitest';
import { studioServer } from './studio-server.ts';

it('makes a token that is shown once, and deletes it after asking', async () => {
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
  expect(await page.getByText(token).count()).toBe(0);
  await row.getByRole('button', { name: 'Delete Scheduler' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No tokens yet').waitFor();
  expect((await session()).status).toBe(401);
});
