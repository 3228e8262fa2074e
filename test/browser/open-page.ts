import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { shared } from '../shared/shared.ts';

let connecting: Promise<Browser> | undefined;

export interface PageOptions {
  /** Lines of its console that the test is about. */
  readonly expected?: RegExp;
  /** For a test that changes the context itself, such as its clock or what runs in each of its pages. */
  readonly ownContext?: true;
  /** Who has signed in at the server of the page. */
  readonly login?: Login;
}

/** A name and its password. */
export interface Login {
  readonly username: string;
  readonly password: string;
}

/** Contexts that no test uses, by their options. With the next page they begin with an empty storage and a full cache. */
const idle = new Map<string, BrowserContext[]>();

/**
 * A page in a context that no other page of the test is in, closed when the test ends. The test fails if the page complained
 * about anything: a line of error or warning on its console, an exception, or what its content security policy refused.
 */
export async function openPage(
  url: string,
  { expected, ownContext, login, ...options }: BrowserContextOptions & PageOptions = {},
): Promise<Page> {
  const key = JSON.stringify(options);
  const used = ownContext ? undefined : idle.get(key)?.pop();
  const context = used ?? (await newContext(options));
  const page = await context.newPage();
  if (used) await emptyStorage(page, new URL(url).origin);
  const complaints: string[] = [];
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`${message.text()} at ${message.location().url}`);
  });
  page.on('pageerror', error => complaints.push(error.message));
  onTestFinished(async () => {
    if (ownContext) await context.close();
    else {
      await Promise.all(context.pages().map(each => each.close()));
      idle.set(key, [...(idle.get(key) ?? []), context]);
    }
    expect(complaints.filter(line => !expected?.test(line))).toEqual([]);
  });
  if (login) await signIn(page, new URL(url).origin, login);
  await page.goto(url);
  return page;
}

/** Signs in before the page is opened; the context keeps the cookie. */
export async function signIn(page: Page, origin: string, { username: name, password }: Login): Promise<void> {
  const response = await page.request.post(`${origin}/api/session`, { data: { name, password } });
  expect(response.status()).toBe(200);
}

async function newContext(options: BrowserContextOptions): Promise<BrowserContext> {
  connecting ??= shared('browser').then(address => chromium.connect(address));
  const context = await (await connecting).newContext({ locale: 'en', ...options });
  // A little less than a test may take, so that what it waits for is named.
  context.setDefaultTimeout(100_000);
  return context;
}

/** Forgets what the last test left there: a page may write as late as when it is closed. */
async function emptyStorage(page: Page, origin: string): Promise<void> {
  // An empty page has no origin.
  if (origin === 'null') return;
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'cookies,local_storage' });
  await session.detach();
}
