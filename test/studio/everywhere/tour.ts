import type { Page } from 'playwright-core';
import { beforeAll, it } from 'vitest';
import { maxOpeningMs } from '../../../src/studio/api/change-stream.ts';
import { findingsOfAxe } from '../../browser/axe.ts';
import { expect, go, openPage, settled, visit } from '../../browser/pages.ts';
import { forAllTests } from '../../shared/at-end.ts';
import { computed, looksOf, misfitsOf, motionOf } from './looks.ts';
import { type FullServer, fullServer, portalScreens, screens } from './screens.ts';

/* Each screen is loaded once at each width, and asked all that holds of every screen. */

/** A busy machine may take longer to open the stream than a page waits for it. */
function waitAsLongAsItTakes(longestMs: number): void {
  const { setTimeout } = window;
  Object.assign(window, {
    setTimeout: (callback: () => void, delayMs: number) =>
      setTimeout(callback, delayMs === longestMs ? 60_000 : delayMs),
  });
}

/** How long a process has been running moves when its text grows, from 9.9 s to 10 s, which is meant. */
function holdTime(): void {
  const now = Date.now();
  Date.now = () => now;
}

/** Records all that moves on its own after a document was loaded, and by how much. */
function rememberShifts(): void {
  interface LayoutShift extends PerformanceEntry {
    readonly value: number;
    readonly sources: readonly { readonly previousRect: DOMRect; readonly currentRect: DOMRect }[];
  }
  const shifts: string[] = [];
  Object.assign(window, { shifts });
  new PerformanceObserver(list => {
    for (const { value, sources } of list.getEntries() as LayoutShift[]) {
      const moved = sources.map(({ previousRect, currentRect }) => [previousRect, currentRect]);
      shifts.push(`${value}: ${JSON.stringify(moved)}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** What has moved on its own since the document was loaded. The last paint is reported with the frame after it. */
async function shiftsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
  return page.evaluate(() => (window as unknown as { readonly shifts: string[] }).shifts);
}

const grounds = {
  light: { page: computed('#f6f7f9'), panel: computed('#ffffff') },
  dark: { page: computed('#0f1115'), panel: computed('#16181d') },
} as const;

/** How a screen does not look like the others, in light or in dark. */
async function oddLooksOf(page: Page): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const seen = await looksOf(page);
    const { page: ground, panel } = grounds[colorScheme];
    const looks = [seen.ground, seen.header, seen.title, seen.body, ...seen.panels];
    const usual = [ground, panel, '20px/28px', '14px/20px', ...seen.panels.map(() => panel)];
    if (String(looks) !== String(usual)) found.push([colorScheme, looks, usual]);
    const low = seen.rows.filter(height => height < 40);
    if (low.length > 0) found.push([colorScheme, 'rows', low]);
  }
  await page.emulateMedia({ colorScheme: null });
  return found;
}

/** What moves for too long, or although somebody wants less motion. */
async function motionsOf(page: Page): Promise<readonly unknown[]> {
  const usual = await motionOf(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const reduced = await motionOf(page);
  await page.emulateMedia({ reducedMotion: null });
  return [...(usual.longest > 150 ? [usual] : []), ...(reduced.moving > 0 ? ['reduced', reduced] : [])];
}

/** Loads each of these screens, and asks; the answers that are wrong, by screen and question. */
async function visited(
  page: Page,
  {
    base,
    paths,
    width,
    isForeign,
  }: { base: string; paths: readonly string[]; width: number; isForeign?: RegExp },
): Promise<Record<string, unknown>> {
  await page.context().addInitScript(holdTime);
  await page.context().addInitScript(waitAsLongAsItTakes, maxOpeningMs);
  await page.context().addInitScript(rememberShifts);
  const asked: string[] = [];
  page.on('request', request => {
    if (request.method() === 'GET' && request.url().startsWith(`${base}/api/`)) asked.push(request.url());
  });
  const found: Record<string, unknown> = {};
  for (const path of paths) {
    asked.length = 0;
    await visit(page, `${base}/${path}`);
    const answers = {
      moved: await shiftsOf(page),
      // What is fetched for a second time is asked for as soon as the stream is open.
      fetchedTwice: asked.filter((url, index) => asked.indexOf(url) !== index),
      ...(width === 1280 && {
        odd: await oddLooksOf(page),
        motions: await motionsOf(page),
        misfits: await misfitsOf(page),
      }),
      axe: await findingsOfAxe(page),
      ...(isForeign && { foreign: await foreignOn(page, isForeign) }),
    };
    for (const [question, findings] of Object.entries(answers))
      if (findings.length > 0) found[`${path}: ${question}`] = findings;
  }
  return found;
}

/** What a screen of a portal says, or leads to, that is not the customer's. */
async function foreignOn(page: Page, isForeign: RegExp): Promise<readonly string[]> {
  const texts = await page.getByText(isForeign).allInnerTexts();
  const links = await page
    .locator('a[href]')
    .evaluateAll(all => all.map(link => link.getAttribute('href') ?? ''));
  const isOutside = /^(?:flows|processes|sources|events|tokens|audit-log|profiles(?!\/nightly))\b/;
  return [...texts, ...links.filter(link => isOutside.test(link) && link !== 'profiles')];
}

/** How many screens a test looks at, so that it takes seconds: on a busy machine, ten times as many. */
const screensOfTest = 3;

const partsOf = (count: number): readonly number[] =>
  Array.from({ length: Math.ceil(count / screensOfTest) }, (_, part) => part * screensOfTest);

/** The tests, in a window of each width. */
export function testTour(...widths: readonly number[]): void {
  let full: FullServer;

  beforeAll(async () => {
    const { value, end } = await forAllTests(() => fullServer('x'.repeat(500)));
    full = value;
    return end;
  });

  const inPortal = async (width: number, expected?: RegExp): Promise<Page> => {
    const link = await full.server.portalLink({ profile: 'nightly', name: 'ada@nightly.example' });
    const viewport = { width, height: 800 };
    const page = await openPage(link, { viewport, ownContext: true, ...(expected && { expected }) });
    await page.getByRole('button', { name: 'Open' }).click();
    await settled(page);
    return page;
  };

  it('goes through all screens', () => {
    expect(full.paths).toHaveLength(screens);
    expect(full.portal.paths).toHaveLength(portalScreens);
  });

  it.each(widths.flatMap(width => partsOf(screens).map(first => [width, first] as const)))(
    'a screen comes at once, fits, keeps still, looks like the others and is accessible: %i px wide, from screen %i on',
    async (width, first) => {
      const { server, paths } = full;
      const page = await server.open('flows', { viewport: { width, height: 800 }, ownContext: true });
      await settled(page);
      const some = paths.slice(first, first + screensOfTest);
      expect(await visited(page, { base: server.origin, paths: some, width })).toEqual({});
    },
  );

  it.each(widths.flatMap(width => partsOf(portalScreens).map(first => [width, first] as const)))(
    'so does a screen of a portal, and shows nothing that is not the customer’s: %i px wide, from screen %i on',
    async (width, first) => {
      const page = await inPortal(width, /404.*\/nowhere$/);
      const { paths, foreign: isForeign } = full.portal;
      const base = new URL(page.url()).origin;
      const some = paths.slice(first, first + screensOfTest);
      expect(await visited(page, { base, paths: some, width, isForeign })).toEqual({});
    },
  );

  it('a screen that does not exist in a portal is not found there', async () => {
    const page = await inPortal(widths[0] ?? 1280);
    for (const path of full.portal.absent) {
      await go(page, path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no page at this address');
    }
  });
}
