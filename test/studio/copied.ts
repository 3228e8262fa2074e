import type { Page } from 'playwright-core';

/** Keeps what is copied from now on in the page: all pages of the browser share its clipboard. */
export async function keepCopied(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (text: string) => void document.body.setAttribute('data-copied', text) },
    });
  });
  return async () => (await page.locator('body').getAttribute('data-copied')) ?? '';
}
