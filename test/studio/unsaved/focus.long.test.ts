import { it } from 'vitest';
import { expect } from '../../browser/pages.ts';
import { chat, run, studioServer } from '../studio-server.ts';
import { chatPage, focused, leave, panelOf, write } from '../webhook-page.ts';

const api = 'flows/etl/copy/api';

it('goes back to Edit when the form of an API was saved or cancelled, and on to what can be done after Delete', async () => {
  const page = await (await studioServer()).open(api, { expected: /status of 404/ });
  const edit = page.getByRole('button', { name: 'Edit', exact: true });
  await edit.click();
  await expect.poll(() => focused(page)).toBe('The API may start this flow');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => focused(page)).toBe('Edit');
  await page.keyboard.press('Enter');
  await page.getByLabel('Parameters').fill('tables = job/names');
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByText('job/names').waitFor();
  await expect.poll(() => focused(page)).toBe('Edit');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => focused(page)).toBe('Set up the API');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => focused(page)).toBe('Set up the API');
});

it('stays with a process that was interrupted', async () => {
  const server = await studioServer();
  const page = await server.open(`processes/${await run(server, 'held')}`);
  await page.getByRole('button', { name: 'Interrupt' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Interrupt' }).click();
  await page.getByRole('region', { name: 'Process' }).getByText('Interrupted', { exact: true }).waitFor();
  await expect.poll(() => focused(page)).toBe('Process');
});

it('goes on where somebody is who restores, discards or removes a webhook', async () => {
  const server = await studioServer({
    webhooks: [chat('https://a.example.com')],
  });
  const page = await server.open(chatPage);
  for (const button of ['Restore them', 'Discard them']) {
    const panel = await panelOf(page);
    await write(panel, 'Payload', `{"text":"${button}"}`);
    await leave(page);
    await page.goBack();
    await panel.getByRole('button', { name: button }).click();
    const place = button === 'Restore them' ? 'Name' : 'a.example.com';
    await expect.poll(() => focused(page)).toBe(place);
  }
  await page.getByRole('button', { name: 'Remove webhook' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => focused(page)).toBe('nightly');
});
