import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from './pages.ts';

/** What axe finds on a page as it is, in light. The colours of dark pages are tested by their contrasts. */
export async function findingsOfAxe(page: Page): Promise<readonly string[]> {
  // It opens no page beside the one that it looks at: what comes from elsewhere is in no frame.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

export async function expectNoFindings(page: Page, place: string): Promise<void> {
  expect([place, await findingsOfAxe(page)]).toEqual([place, []]);
}
