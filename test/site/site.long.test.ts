import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { parseState } from '../../site/playground/shared-state.ts';
import { expect, load, openPage, type PageOptions } from '../browser/pages.ts';
import { field, write } from '../editor/editor-page.ts';
import { type BuiltSite, buildSite } from './built-site.ts';

let site: BuiltSite;

beforeAll(async () => {
  site = await buildSite();
});

afterAll(() => site.remove());

/** What pages asked the network for, which they find switched off: there is a server of files, and nothing else. */
let elsewhere: string[] = [];

beforeEach(() => {
  elsewhere = [];
});

afterEach(() => expect(elsewhere).toEqual([]));

it('is built with a word on how to open it', () => {
  expect(site.printed).toContain(
    `The site is in ${site.directory}, for any server of static files. To build it and see it: npm run site -- --open\n`,
  );
});

/** A page whose script runs: what it loads is loaded. */
async function open(path: string, options: BrowserContextOptions & PageOptions = {}): Promise<Page> {
  const page = await openPage('about:blank', options);
  await page.route(
    ({ href }) => !href.startsWith(site.url),
    async route => {
      elsewhere.push(route.request().url());
      await route.abort('internetdisconnected');
    },
  );
  await load(page, new URL(path, site.url).href, 'networkidle');
  return page;
}

/** What axe finds on a page, or in those parts of it; in the dark, colours alone are other ones. */
async function findings(
  page: Page,
  colorScheme: 'light' | 'dark',
  parts: readonly string[] = [],
): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme });
  const isDark = () => page.evaluate(() => document.documentElement.classList.contains('dark'));
  await expect.poll(isDark).toBe(colorScheme === 'dark');
  // It opens no page beside the one that it looks at: what comes from elsewhere is in no frame.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  for (const part of parts) axe.include(part);
  if (colorScheme === 'dark') axe.withRules(['color-contrast']);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** A class that names a page, or the language of an example, and has no look of its own. */
const plainClass = /^(?:_|language-)/;

/** A page that has thousands of elements is asked about its new ones alone. */
const longPage = 200_000;

/**
 * Small pages that have between them every element, of every class, that any page has, each with the selectors of those that it
 * alone is chosen for.
 */
function pagesOfEachKind(
  pages: readonly string[],
  textOf: (page: string) => string,
): ReadonlyMap<string, readonly string[]> {
  const missing = new Set<string>();
  const left = new Map(
    pages.map(page => {
      const text = textOf(page);
      const elements = text.matchAll(/<([\w-]+)(?=[\s>])(?:[^>]*? class="([^"]*)")?/g);
      const kinds = new Set(
        Array.from(elements, ([, name, look = '']) => {
          const classes = look.split(/\s+/).filter(each => each !== '' && !plainClass.test(each));
          return [name, ...classes].join('.');
        }),
      );
      for (const kind of kinds) missing.add(kind);
      return [page, { kinds, size: text.length }] as const;
    }),
  );
  const newOf = (kinds: ReadonlySet<string>): readonly string[] =>
    [...kinds].filter(kind => missing.has(kind));
  const gain = ({ kinds, size }: { readonly kinds: ReadonlySet<string>; readonly size: number }): number =>
    newOf(kinds).length / size;
  const chosen = new Map<string, readonly string[]>();
  while (missing.size > 0) {
    const [best] = [...left].toSorted(([, a], [, b]) => gain(b) - gain(a));
    if (!best) break;
    const [page, { kinds }] = best;
    chosen.set(page, newOf(kinds));
    for (const kind of kinds) missing.delete(kind);
    left.delete(page);
  }
  return chosen;
}

describe('the built site', () => {
  const pages = (): readonly string[] => globSync('**/*.html', { cwd: site.directory });
  const textOf = (page: string): string => readFileSync(join(site.directory, page), 'utf8');

  it('has a page for each page of docs, and a way to it from everywhere', () => {
    const guides = globSync('docs/*.md').map(guide => guide.replace(/\.md$/, '.html'));
    expect(guides.filter(guide => !pages().includes(guide))).toEqual([]);
    expect(guides.filter(guide => !textOf('index.html').includes(`href="./${guide}"`))).toEqual([]);
  });

  it('has nothing behind a link that is not there, nor an address that depends on where it is served', () => {
    const dangling: string[] = [];
    let followed = 0;
    for (const page of pages()) {
      for (const [, link = ''] of textOf(page).matchAll(/\s(?:href|src)="([^"]*)"/g)) {
        if (/^(?:https?:|data:|mailto:)/.test(link)) continue;
        followed++;
        const [, path = '', anchor] = /^([^#?]*)[^#]*#?(.*)$/.exec(link) ?? [];
        const target = posix.join(posix.dirname(page), decodeURI(path));
        const file = path === '' ? page : path.endsWith('/') ? posix.join(target, 'index.html') : target;
        const isThere =
          !path.startsWith('/') &&
          existsSync(join(site.directory, file)) &&
          (!anchor ||
            !file.endsWith('.html') ||
            textOf(file).includes(` id="${decodeURIComponent(anchor)}"`));
        if (!isThere) dangling.push(`${page}: ${link}`);
      }
    }
    expect(dangling).toEqual([]);
    expect(followed).toBeGreaterThan(1000);
  });

  it('loads nothing from elsewhere', () => {
    const loaded = pages().flatMap(page =>
      [...textOf(page).matchAll(/<(?:script|link|img|iframe)[^>]*(?:src|href)="(https?:[^"]*)"/g)].map(
        ([, url]) => url,
      ),
    );
    expect(loaded).toEqual([]);
  });

  it('is searched without a service', async () => {
    const page = await open('');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('searchbox').or(page.getByPlaceholder('Search')).last().fill('power cut');
    await page.getByRole('option').or(page.locator('.results a')).first().click();
    await page.waitForURL(/\/some\/where\/docs\/outbox\.html/);
    await page.getByRole('heading', { level: 1, name: 'Messages that survive' }).waitFor();
  });

  it('has nothing that axe finds on pages with each kind of element, in light and in dark', async () => {
    const page = await open('');
    const found = pagesOfEachKind(pages(), textOf);
    expect(found.size).toBeGreaterThan(2);
    for (const [path, kinds] of found) {
      await load(page, new URL(path, site.url).href, 'networkidle');
      const parts = textOf(path).length > longPage ? kinds : [];
      for (const colorScheme of ['light', 'dark'] as const)
        expect(await findings(page, colorScheme, parts), `${path} in ${colorScheme}`).toEqual([]);
    }
  });

  it('has no page that scrolls sideways where it is 320 px wide', async () => {
    const page = await open('', { viewport: { width: 320, height: 800 } });
    for (const path of pages()) {
      await load(page, new URL(path, site.url).href, 'networkidle');
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320);
    }
  });

  it('leads from the picture on its first page to the playground', async () => {
    const page = await open('');
    await page.getByTitle('Try it').click();
    await page.getByRole('heading', { level: 1, name: 'Playground' }).waitFor();
  });
});

describe('the playground', () => {
  const verdict = (page: Page) => page.locator('webhook-editor').getByRole('status').first();
  const link = async (page: Page): Promise<string> => {
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('The link is on your clipboard.').waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const shown = (page: Page): Promise<string> => field(page, 'Payload').innerText();
  const permissions = ['clipboard-read', 'clipboard-write'];

  it('shows a message for Slack, what breaks it, how it is mended, and all of it to whoever opens the link', async () => {
    const page = await open('playground.html', { permissions });
    await verdict(page)
      .getByText(/^No value/)
      .waitFor();
    await page.getByLabel('Start with a message for').selectOption('Slack');
    await verdict(page).getByText('1 thing to fill in').waitFor();
    await write(page, 'URL', 'https://hooks.slack.com/services/T0/B0/secret');
    await verdict(page)
      .getByText(/^Every message keeps to the known rules of Slack/)
      .waitFor();
    await write(page, 'Payload', '{ "text": "$order.custmer; max="100"$ ordered", }');
    await verdict(page).getByText('2 things to fix').waitFor();
    const broken = await link(page);
    await page.getByRole('button', { name: 'Did you mean' }).first().click();
    await page.getByRole('button', { name: 'Remove the comma' }).first().click();
    await page.getByRole('button', { name: 'Add format="slack-escape"' }).click();
    await verdict(page)
      .getByText(/^Every message keeps to the known rules of Slack/)
      .waitFor();
    const mended = await link(page);
    await expect.poll(() => shown(page)).toContain('$order.customer; ');

    const fresh = await open(mended, { ownContext: true });
    await verdict(fresh)
      .getByText(/^Every message keeps to the known rules of Slack/)
      .waitFor();
    await expect.poll(() => shown(fresh)).toBe(await shown(page));
    await load(fresh, broken);
    await verdict(fresh).getByText('2 things to fix').waitFor();
    await expect.poll(() => shown(fresh)).toContain('$order.custmer; ');
  });

  it('takes events of an own application, and says what is wrong with them', async () => {
    const page = await open('playground.html', { permissions });
    await page.getByLabel('Events of').selectOption('Your own, as JSON');
    await page.getByRole('tab', { name: 'An invoice was paid' }).waitFor();
    const json = page.getByLabel('Events, each with');
    await json.fill('{ "events": { "paid": { "schema": { "type": "objekt" } } } }');
    await page.getByRole('alert').getByText('did you mean "object"?').waitFor();
    await json.fill(
      '{ "events": { "paid": { "title": "Paid", "schema": { "properties": { "id": { "type": "string" } } } } } }',
    );
    await page.getByRole('tab', { name: 'Paid' }).waitFor();

    const fresh = await open(await link(page), { ownContext: true });
    await fresh.getByRole('tab', { name: 'Paid' }).waitFor();
  });

  it('keeps secrets out of the link', async () => {
    const page = await open('playground.html', { permissions });
    await page.getByText('Authentication, time zone, output').click();
    await page.getByLabel('Username').fill('ada');
    await page.getByLabel('Password').fill('lovelace');
    const state = await parseState(new URL(await link(page)).hash);
    expect(JSON.stringify(state)).toContain('ada');
    expect(JSON.stringify(state)).not.toContain('lovelace');
  });

  it('shows the module that compiles the webhook, and none while there are errors', async () => {
    const page = await open('playground.html');
    await page.getByText('Generated module').click();
    await page.getByText('export { requestFor };').waitFor();
    await write(page, 'Payload', '{ "text": "$nobody$" }');
    await page.getByText('Fix the errors first: a template with errors has no module.').waitFor();
  });

  it('says so where a link was not copied as a whole', async () => {
    const page = await open('playground.html#jZDB');
    await page.getByText('This link is damaged').waitFor();
    await verdict(page)
      .getByText(/^No value/)
      .waitFor();
  });
});
