import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { type EditorPage, startPage } from '../../examples/editor/start-page.ts';
import { expect, openPage } from '../browser/pages.ts';

/** Bundled once in a process, and ended with it. */
let example: Promise<EditorPage> | undefined;

/** The example page, as people find it. */
export async function openEditor(query = '', options: BrowserContextOptions = {}): Promise<Page> {
  example ??= startPage(0);
  const { origin } = await example;
  const page = await openPage(`${origin}/${query}`, options);
  await verdict(page)
    .getByText(/^(?:No value|\d+ things? to fix)/)
    .waitFor();
  return page;
}

/** The sentence under the payload. */
export function verdict(page: Page): Locator {
  return page.getByRole('status').first();
}

/** A field that holds a template. */
export function field(page: Page, name: string): Locator {
  return page.getByRole('textbox', { name, exact: true });
}

/** The options in the list of completions. */
export function proposals(page: Page, name?: RegExp): Locator {
  return page.getByRole('listbox').getByRole('option', name && { name });
}

/** Takes the proposal of that name with Enter, which the list ignores until the page's clock is 75 ms past its appearance. */
export async function accept(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('listbox').getByRole('option', { name, selected: true }).waitFor();
  const seenAt = await page.evaluate(() => performance.now());
  await page.waitForFunction(at => performance.now() > at + 75, seenAt);
  await page.keyboard.press('Enter');
}

/** Clicks the proposal of that name until it is taken: like Enter, clicks are ignored for 75 ms. */
export async function choose(page: Page, name: RegExp): Promise<void> {
  const option = proposals(page, name);
  await option.waitFor();
  await expect
    .poll(async () => {
      await option.click({ timeout: 500 }).catch(() => {});
      return option.count();
    })
    .toBe(0);
}

/** Types instead of what a field holds, as a person does who types it key by key. */
export async function write(page: Page, name: string, text: string): Promise<void> {
  await field(page, name).click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(text);
}
