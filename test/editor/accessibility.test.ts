import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { accept, field, openEditor, proposals, verdict, write } from './editor-page.ts';

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
      .getByText(/^Not safe yet/)
      .waitFor();
    expect(await findings(page)).toEqual([]);
    await page.keyboard.type('$e');
    await proposals(page).first().waitFor();
    expect(await findings(page)).toEqual([]);
  },
);

it('is used with the keyboard alone', async () => {
  const page = await openEditor();
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.getByRole('link', { name: 'Orders' }).focus();
  // Completed is switched off, the method changed, and the URL written.
  await press('Tab', 'Tab', 'Space', 'Tab', 'Tab', 'p', 'Tab');
  await press('ControlOrMeta+A');
  await page.keyboard.type('https://example.com/$ev');
  await accept(page, /^event/);
  // Name, value and button of the header, another header, further settings, content type, payload.
  await press('Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab');
  expect(await field(page, 'Payload').evaluate(element => element.matches(':focus'))).toBe(true);
  await press('ControlOrMeta+A', 'Delete');
  await page.keyboard.type('{ "n": $errorCont$ }');
  await verdict(page).getByText('Not safe yet: 1 error').waitFor();
  await press('Escape', 'Escape', 'Tab', 'Tab');
  expect(await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.textContent)).toMatch(
    /Did you mean errorCount/,
  );
  await press('Enter');
  await verdict(page).getByText('No value can break this JSON.').waitFor();
  await press('Escape', 'Tab', 'ArrowRight', 'ArrowRight');
  await page.getByRole('tabpanel').getByText('{ "n": 3 }').waitFor();
});

it('announces the verdict politely, once it changes', async () => {
  const page = await openEditor();
  expect(await verdict(page).getAttribute('role')).toBe('status');
  await write(page, 'Payload', '{ "text": "$profle$" }');
  await verdict(page).getByText('Not safe yet: 1 error').waitFor();
});

it('fits a screen 360 px wide without scrolling sideways', async () => {
  const page = await openEditor('', { viewport: { width: 360, height: 800 } });
  await write(page, 'Payload', `{ "text": "$profle$", "long": "${'x'.repeat(200)}" }`);
  await verdict(page).getByText('Not safe yet: 1 error').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});
