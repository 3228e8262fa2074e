import { it } from 'vitest';
import { expectNoFindings } from '../browser/axe.ts';
import { expect } from '../browser/pages.ts';
import { openEditor, proposals, verdict, write } from './editor-page.ts';

it('axe finds nothing, with problems and without', async () => {
  const page = await openEditor();
  await expectNoFindings(page, 'an editor');
  await write(page, 'Payload', '{ "at": "$date; format=“YYYY”$", "text": "$profle$" ');
  await verdict(page)
    .getByText(/^\d+ things? to fix/)
    .waitFor();
  await expectNoFindings(page, 'problems');
  await page.keyboard.type('$e');
  await proposals(page).first().waitFor();
  await expectNoFindings(page, 'proposals');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+F');
  await page.getByRole('button', { name: 'Insert variable' }).click();
  await page.getByRole('group', { name: 'Insert', exact: true }).waitFor();
  await expectNoFindings(page, 'a search and what can be inserted');
});

it('each kind of diagnostic has a colour of its own', async () => {
  const page = await openEditor();
  const colorOf = async (payload: string, kind: string) => {
    await write(page, 'Payload', payload);
    const shown = page.locator('.kind', { hasText: kind }).first();
    await shown.waitFor();
    return shown.evaluate(element => getComputedStyle(element).color);
  };
  const colors = [
    await colorOf('{ "text": "$profle$" }', 'Error'),
    await colorOf('{ "at": "$date; format="hh:mm"$" }', 'Warning'),
    await colorOf('{ "why": "$errorMessage$" }', 'Hint'),
    await page
      .locator('.problems li p')
      .last()
      .evaluate(element => getComputedStyle(element).color),
  ];
  expect(new Set(colors).size).toBe(4);
});

it('fits a screen 320 px wide without scrolling sideways', async () => {
  const page = await openEditor('', { viewport: { width: 320, height: 800 } });
  await write(page, 'Payload', `{ "text": "$profle$", "long": "${'x'.repeat(200)}" }`);
  await verdict(page).getByText('1 thing to fix').waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
