import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { expectNoFindings } from '../../browser/axe.ts';
import { expect } from '../../browser/pages.ts';
import { type StudioServer, studioServer } from '../studio-server.ts';
import { kept, leave, refused, send } from '../webhook-page.ts';

const api = 'flows/etl/copy/api';

async function edit(page: Page) {
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  return page.getByRole('form', { name: 'Edit the API' });
}

/** Saves another version, as somebody else does. */
async function saveMeanwhile(server: StudioServer, changes: object): Promise<void> {
  const { enabled, parameters, sampleBody } = await server.call('GET', `api/${api}`);
  await send(server, 'PUT', `api/${api}`, { enabled, parameters, sampleBody, ...changes });
}

it('keeps unsaved changes of the API in the browser, and asks about them', async () => {
  const server = await studioServer();
  const page = await server.open(api, refused);
  const form = await edit(page);
  await form.getByLabel('Parameters').fill('tables = job/mine');
  await form.getByText('Unsaved changes').waitFor();
  await leave(page);
  await expect.poll(() => kept(page)).toContain('job/mine');
  await saveMeanwhile(server, { enabled: false });
  await page.goBack();
  await page.getByText('Changes that you did not save were kept in this browser').waitFor();
  await page.getByRole('button', { name: 'Restore them' }).click();
  await expect(form.getByLabel('Parameters')).toHaveValue('tables = job/mine');
  // Settings that were not changed here stay as others have saved them.
  await expect(form.getByLabel('The API may start this flow')).not.toBeChecked();
  await form.getByRole('button', { name: 'Save' }).click();
  const conflict = form.getByRole('region', { name: /^editor saved this API/ });
  await conflict.waitFor();
  await expect(conflict.locator('legend')).toHaveText(['Parameters'], { useInnerText: true });
  await conflict.getByRole('button', { name: 'Use this choice' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Switched off').waitFor();
  expect(await server.call('GET', `api/${api}`)).toMatchObject({ parameters: { tables: 'job/mine' } });
  await expect.poll(() => kept(page)).toBe('[]');
});

it('forgets unsaved changes of the API that somebody discards', async () => {
  const page = await (await studioServer()).open(api);
  const form = await edit(page);
  await form.getByLabel('Base URL').fill('https://etl.example.com');
  await leave(page);
  await page.goBack();
  await page.getByRole('button', { name: 'Discard them' }).click();
  await expect.poll(() => kept(page)).toBe('[]');
  await (await edit(page)).getByLabel('Base URL').fill('https://etl.example.com');
  await form.getByRole('button', { name: 'Cancel' }).click();
  const question = page.getByRole('dialog', { name: 'Discard what you have changed?' });
  await question.getByRole('button', { name: 'Go on editing' }).click();
  await expect(form.getByLabel('Base URL')).toHaveValue('https://etl.example.com');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('region', { name: 'Base URL' }).waitFor();
  await expect.poll(() => kept(page)).toBe('[]');
});

it('shows both versions of the API when somebody else has saved, and loses nothing', async () => {
  const server = await studioServer();
  const page = await server.open(api, { ...refused, viewport: { width: 320, height: 740 } });
  const form = await edit(page);
  await saveMeanwhile(server, { enabled: false, parameters: { tables: 'job/theirs' } });
  await form.getByLabel('Parameters').fill('tables = job/mine');
  await page.keyboard.press('ControlOrMeta+s');
  const conflict = form.getByRole('region', { name: /^editor saved this API/ });
  await conflict.waitFor();
  const versions = (name: string) => conflict.getByRole('group', { name, exact: true });
  await expect(versions('Parameters').locator('pre')).toHaveText(
    ['tables = job/mine', 'tables = job/theirs'],
    { useInnerText: true },
  );
  await expectNoFindings(page, 'a comparison');
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  const started = versions('The API may start this flow');
  await expect(started.locator('pre')).toHaveText(['Yes', 'No'], { useInnerText: true });
  await expect(started.getByRole('radio', { name: 'Saved by editor' })).toBeChecked();
  await started.getByRole('radio', { name: 'Yours' }).check();
  await form.locator('textarea[name=parameters]').fill('tables = job/mine, again');
  await conflict.getByText('tables = job/mine, again').waitFor();
  await expect(started.getByRole('radio', { name: 'Yours' })).toBeChecked();
  await versions('Parameters').getByRole('radio', { name: 'Saved by editor' }).check();
  await conflict.getByRole('button', { name: 'Use this choice' }).click();
  await expect(form.getByLabel('Parameters')).toHaveValue('tables = job/theirs');
  await form.getByRole('checkbox', { name: 'The API may start this flow' }).uncheck();
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Switched off').waitFor();
  expect(await server.call('GET', `api/${api}`)).toMatchObject({ version: 3, enabled: false });
});

it('sets the API up again as it was written, when somebody has deleted it meanwhile', async () => {
  const server = await studioServer();
  const page = await server.open(api, refused);
  const form = await edit(page);
  await form.getByLabel('Parameters').fill('tables = job/mine');
  await send(server, 'DELETE', `api/${api}`);
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Somebody has deleted the API of this flow meanwhile.').waitFor();
  await page.getByRole('form', { name: 'Set up the API' }).getByRole('button', { name: 'Save' }).click();
  await page.getByText('Switched on').waitFor();
  expect(await server.call('GET', `api/${api}`)).toMatchObject({ parameters: { tables: 'job/mine' } });
});

it('loses nothing that is typed while the API is saved', async () => {
  const server = await studioServer();
  const page = await server.open(api);
  const form = await edit(page);
  await form.getByLabel('Parameters').fill('tables = job/one');
  let answer = (): void => {};
  const typed = new Promise<void>(resolve => {
    answer = resolve;
  });
  await page.route(`**/api/${api}`, async route => {
    await typed;
    await route.continue();
  });
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Saving …').waitFor();
  await form.getByLabel('Parameters').fill('tables = job/two');
  answer();
  await form.getByText('Unsaved changes').waitFor();
  await expect(form.getByLabel('Parameters')).toHaveValue('tables = job/two');
  expect(await server.call('GET', `api/${api}`)).toMatchObject({ parameters: { tables: 'job/one' } });
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  expect(await server.call('GET', `api/${api}`)).toMatchObject({ parameters: { tables: 'job/two' } });
});
