import { it } from 'vitest';
import { expect } from '../../browser/pages.ts';
import { chat, studioServer } from '../studio-server.ts';
import { chatPage, panelOf, refused, send, webhooks } from '../webhook-page.ts';

it('asks again before it removes a webhook that somebody else has changed', async () => {
  const server = await studioServer({ webhooks: [chat('https://chat.example.com')] });
  const page = await server.open(chatPage, refused);
  await panelOf(page);
  await send(server, 'PUT', 'api/webhooks/team-chat', { config: chat('https://other.example.com') });
  const remove = page.getByRole('button', { name: 'Remove webhook' });
  const answer = (title: string, name: string) =>
    page.getByRole('dialog', { name: title }).getByRole('button', { name }).click();
  await remove.click();
  await answer('Remove chat.example.com?', 'Remove');
  await page.getByText(/^editor has changed it meanwhile\. It will receive no more events/).waitFor();
  await answer('Remove chat.example.com all the same?', 'Cancel');
  await expect.poll(() => webhooks(server)).toHaveLength(1);
  await remove.click();
  await answer('Remove chat.example.com?', 'Remove');
  await answer('Remove chat.example.com all the same?', 'Remove');
  await page.getByText('This profile has no webhooks yet').waitFor();
  await expect.poll(() => webhooks(server)).toEqual([]);
});

it('is headed as new until it is saved, and discards what never was', async () => {
  const server = await studioServer();
  const page = await server.open('profiles/nightly/webhooks/wh_new?add=slack');
  const panel = await panelOf(page);
  await page.getByRole('heading', { name: 'New webhook', level: 1 }).waitFor();
  await expect(page).toHaveTitle('New webhook · hookplate');
  await expect(panel.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Slack');
  await expect(page.getByRole('button', { name: /Remove webhook|Copy id/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Discard webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Discard this webhook?' });
  await dialog.getByText('It was never saved, and what you wrote is lost.').waitFor();
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await page.getByText('This profile has no webhooks yet').waitFor();
});

it('takes a webhook for removed that somebody else has removed', async () => {
  const server = await studioServer({ webhooks: [chat('https://chat.example.com')] });
  const page = await server.open(chatPage, refused);
  await panelOf(page);
  await send(server, 'DELETE', 'api/webhooks/team-chat');
  await page.getByRole('button', { name: 'Remove webhook' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('This profile has no webhooks yet').waitFor();
});
