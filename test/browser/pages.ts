import { expect as expectAtOnce } from '@playwright/test';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { onTestFinished } from 'vitest';
import { shared } from '../shared/shared.ts';
import { keepPicture } from './keep-picture.ts';

const { HOOKPLATE_PAGE_MS: given = 20_000 } = process.env;
/** How long what a test of pages looks for may take to come. */
const timeoutMs = Number(given);

/** What it says of a page or a part of it, it waits for. */
export const expect = expectAtOnce.configure({ timeout: timeoutMs });

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

/** How many pages the test that runs has opened. */
let open = 0;

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
  open++;
  const number = open;
  onTestFinished(async ({ task }) => {
    open--;
    const { file, fullTestName: test } = task;
    if (task.result?.state === 'fail') await keepPicture(page, { file: file.name, test, number });
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

/** Loads a page that is none of ours, or where a test is about what comes while ours is loading. */
export async function load(
  page: Page,
  url: string,
  waitUntil: 'load' | 'networkidle' = 'load',
): Promise<void> {
  await page.goto(url, { waitUntil });
}

/** Loads another address of ours, and waits until all that it shows has come. */
export async function visit(page: Page, url: string): Promise<void> {
  await load(page, url);
  await settled(page);
}

/** Goes to another page of the studio as a link would, and waits until all that it shows has come. */
export async function go(page: Page, path: string): Promise<void> {
  await page.evaluate(to => {
    const link = document.createElement('a');
    link.href = to;
    document.body.append(link);
    link.click();
    link.remove();
  }, path);
  await settled(page);
}

/** What says of a page that a part of it, the stream of its changes, or the verdict on a webhook is still to come. */
const toCome = '[aria-busy=true], .stream.connecting, .verdict.unknown';

/** Resolves when all that a page shows has come. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await expect(page.locator(toCome)).toHaveCount(0);
}

/** All that a page holds: its markup, also within its elements, and the values of its fields. */
export function contentOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const within = (root: Document | ShadowRoot): readonly string[] => [
      root instanceof Document ? root.documentElement.outerHTML : root.innerHTML,
      ...[...root.querySelectorAll('*')].flatMap(each => [
        ...('value' in each ? [String(each.value)] : []),
        ...(each.shadowRoot ? within(each.shadowRoot) : []),
      ]),
    ];
    return within(document).join('\n');
  });
}

/** Presses keys, one after the other. */
export async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Signs in before the page is opened; the context keeps the cookie. */
export async function signIn(page: Page, origin: string, { username: name, password }: Login): Promise<void> {
  const response = await page.request.post(`${origin}/api/session`, { data: { name, password } });
  expect(response.status()).toBe(200);
}

async function newContext(options: BrowserContextOptions): Promise<BrowserContext> {
  connecting ??= shared('browser').then(address => chromium.connect(address));
  const context = await (await connecting).newContext({ locale: 'en', ...options });
  context.setDefaultTimeout(timeoutMs);
  context.setDefaultNavigationTimeout(2 * timeoutMs);
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
