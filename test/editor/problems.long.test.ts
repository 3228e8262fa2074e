import type { Locator, Page } from 'playwright-core';
import { it } from 'vitest';
import type { WebhookEditor } from '../../src/editor/index.ts';
import { expect } from '../browser/pages.ts';
import { field, openEditor, verdict, write } from './editor-page.ts';

const problems = (page: Page): Locator => page.getByRole('list', { name: 'Problems' });

async function edges(found: Locator): Promise<{ readonly top: number; readonly bottom: number }> {
  const box = await found.boundingBox();
  if (!box) throw new Error('It is not shown.');
  return { top: box.y, bottom: box.y + box.height };
}

it('what is wrong stands directly under its field, which says so, with its fix', async () => {
  const page = await openEditor('', { viewport: { width: 1440, height: 900 } });
  for (const [name, wrong] of [
    ['URL', 'https://example.com/?p=$profle$'],
    ['Value of header 1', '$profle$'],
    ['Payload', '{ "p": "$profle$" }'],
  ] as const) {
    const before = await field(page, name).innerText();
    await write(page, name, wrong);
    await problems(page).getByText('There is no variable profle').waitFor();
    const gap = (await edges(problems(page))).top - (await edges(field(page, name))).bottom;
    expect(gap, name).toBeGreaterThanOrEqual(0);
    expect(gap, name).toBeLessThan(24);
    const described = page.getByRole('textbox', { name, exact: true, description: /There is no variable/ });
    await expect(described, name).toHaveAttribute('aria-invalid', 'true');
    await problems(page).getByRole('button', { name: 'Did you mean profile?' }).click();
    await problems(page).waitFor({ state: 'detached' });
    await expect(described, name).toHaveCount(0);
    await expect(field(page, name), name).toHaveAttribute('aria-invalid', 'false');
    await write(page, name, before);
  }
});

it('a name that a message proposes is a button that writes it in place of the unknown one', async () => {
  const page = await openEditor();
  await write(page, 'Payload', '{ "who": "$customer; max="9"$" }');
  await problems(page).getByText('There is no variable customer').waitFor();
  const names = problems(page).getByText('you can use').getByRole('button');
  await names.first().waitFor();
  await expect
    .poll(async () => (await names.allInnerTexts()).slice(0, 3))
    .toEqual(['event', 'date', 'isError']);
  await names.getByText('profile', { exact: true }).click();
  await field(page, 'Payload').getByText('{ "who": "$profile; max="9"$" }').waitFor();
  await problems(page).waitFor({ state: 'detached' });
});

it('what is wrong in folded settings stands under the fold, and leads into it', async () => {
  const page = await openEditor();
  await page.locator('webhook-editor').evaluate((editor: WebhookEditor) => {
    editor.config = { ...editor.config, timeZone: 'Europe/Zuerich' };
  });
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await expect(zone).toBeHidden();
  await problems(page).getByRole('button', { name: 'Time zone' }).click();
  await expect.poll(() => zone.evaluate(element => element.matches(':focus'))).toBe(true);
  await zone.fill('Europe/Zurich');
  await verdict(page).getByText('No value can break this JSON.').waitFor();
});

it('what is wrong with the webhook as a whole, or with what no field shows, stands under all of them', async () => {
  const page = await openEditor();
  await page.locator('webhook-editor').evaluate((editor: WebhookEditor) => {
    editor.diagnostics = [{ field: 'profile', message: 'This profile is closed.' }];
  });
  await problems(page).getByText('This profile is closed.').waitFor();
});

it('a button is pressed where it was, although leaving a field takes problems away above it', async () => {
  const page = await openEditor();
  await write(page, 'URL', 'https://example.com/?p=$profle$');
  await problems(page).getByText('There is no variable profle').waitFor();
  await write(page, 'URL', 'https://example.com/');
  await page.getByRole('button', { name: 'Add header' }).click();
  await field(page, 'Name of header 2').waitFor();
  await expect(problems(page)).toHaveCount(0);
});

it('shows five problems of a field, and counts the others', async () => {
  const page = await openEditor();
  const names = Array.from({ length: 8 }, (_, index) => `"$unknown${index}$"`);
  await write(page, 'Payload', `[${names.join(',')}]`);
  await verdict(page).getByText('8 things to fix').waitFor();
  await expect(problems(page).getByRole('listitem')).toHaveCount(5);
  await page.getByText('And 3 more.').waitFor();
});
