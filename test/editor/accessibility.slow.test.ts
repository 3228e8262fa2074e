import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openEditor, proposals, verdict, write } from './editor-page.ts';

async function findings(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

it.each(['light', 'dark'] as const)(
  'axe finds nothing, with problems and without, in %s',
  async colorScheme => {
    const page = await openEditor('', { colorScheme });
    expect(await findings(page)).toEqual([]);
    await write(page, 'Payload', '{ "at": "$date; format=“YYYY”$", "text": "$profle$" ');
    await verdict(page)
      .getByText(/^\d+ things? to fix/)
      .waitFor();
    expect(await findings(page)).toEqual([]);
    await page.keyboard.type('$e');
    await proposals(page).first().waitFor();
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+F');
    await page.getByRole('button', { name: 'Insert variable' }).click();
    await page.getByRole('group', { name: 'Insert', exact: true }).waitFor();
    expect(await findings(page)).toEqual([]);
  },
);

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

it('fits a screen 360 px wide without scrolling sideways', async () => {
  const page = await openEditor('', { viewport: { width: 360, height: 800 } });
  await write(page, 'Payload', `{ "text": "$profle$", "long": "${'x'.repeat(200)}" }`);
  await verdict(page).getByText('1 thing to fix').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});
