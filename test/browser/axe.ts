import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const appearances = [
  { colorScheme: 'light', forcedColors: 'none' },
  { colorScheme: 'dark', forcedColors: 'none' },
  { colorScheme: 'dark', forcedColors: 'active' },
] as const;

/** In light, in dark and in forced colours; then the page looks as it did before. */
export async function expectNoFindings(page: Page, place: string): Promise<void> {
  for (const appearance of appearances) {
    await page.emulateMedia({ ...appearance, reducedMotion: 'reduce' });
    const isForced = appearance.forcedColors === 'active';
    // Then the colours are those of the system.
    const { violations } = await new AxeBuilder({ page })
      .disableRules(isForced ? ['color-contrast'] : [])
      .analyze();
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    expect([place, appearance, found]).toEqual([place, appearance, []]);
  }
  await page.emulateMedia({ colorScheme: null, forcedColors: null, reducedMotion: null });
}
