import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect, inject, onTestFinished } from 'vitest';

let connecting: Promise<Browser> | undefined;

async function connect(): Promise<Browser> {
  const answer = await fetch(inject('browserUrl'));
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return chromium.connect(text);
}

export interface PageOptions {
  /** Lines of its console that the test is about. */
  readonly expected?: RegExp;
}

/**
 * A page in a context of its own, closed when the test ends. The test fails if the page complained about anything: a line
 * of error or warning on its console, an exception, or what its content security policy refused.
 */
export async function openPage(
  url: string,
  { expected, ...options }: BrowserContextOptions & PageOptions = {},
): Promise<Page> {
  connecting ??= connect();
  const browser = await connecting;
  const context = await browser.newContext({ locale: 'en', ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', error => complaints.push(error.message));
  onTestFinished(async () => {
    await context.close();
    expect(complaints.filter(line => !expected?.test(line))).toEqual([]);
  });
  await page.goto(url);
  return page;
}
