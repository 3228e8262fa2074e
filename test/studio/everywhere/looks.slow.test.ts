import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { studioServer } from '../studio-server.ts';
import { chatPage, panelOf } from '../webhook-page.ts';
import { fullServer, go, refusals, settled } from './screens.ts';

interface Motion {
  /** Of transitions, and of animations that end, in milliseconds. */
  readonly longest: number;
  /** The number of elements that something moves, for however long. */
  readonly moving: number;
}

/** What can move on a page, also inside of its elements. */
function motionOf(page: Page): Promise<Motion> {
  return page.evaluate(() => {
    const within = (root: Document | ShadowRoot): readonly Element[] =>
      [...root.querySelectorAll('*')].flatMap(each => [
        each,
        ...(each.shadowRoot ? within(each.shadowRoot) : []),
      ]);
    const msOf = (times: string): readonly number[] =>
      times.split(', ').map(time => Number.parseFloat(time) * (time.endsWith('ms') ? 1 : 1000));
    let longest = 0;
    let moving = 0;
    for (const element of within(document)) {
      for (const part of [undefined, '::before', '::after']) {
        const looks = getComputedStyle(element, part);
        const isAnimated = looks.animationName !== 'none';
        const isEndless = looks.animationIterationCount === 'infinite';
        const times = [
          ...msOf(looks.transitionDuration),
          ...(isAnimated && !isEndless ? msOf(looks.animationDuration) : []),
        ];
        longest = Math.max(longest, ...times);
        if (isAnimated || times.some(time => time > 1)) moving++;
      }
    }
    return { longest, moving };
  });
}

it('moves for at most 150 ms, and not at all for those who want less motion', async () => {
  const { server, paths } = await fullServer();
  const page = await server.open('');
  const moved: unknown[] = [];
  let moving = 0;
  const look = async (path: string): Promise<void> => {
    const usual = await motionOf(page);
    moving += usual.moving;
    if (usual.longest > 150) moved.push([path, usual]);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const reduced = await motionOf(page);
    if (reduced.moving > 0) moved.push([path, 'reduced', reduced]);
    await page.emulateMedia({ reducedMotion: null });
  };
  for (const path of paths) {
    await page.goto(`${server.origin}/${path}`);
    await settled(page);
    await look(path);
  }
  await go(page, chatPage);
  await (await panelOf(page)).getByRole('textbox', { name: 'Payload' }).click();
  await look('a field that somebody writes in');
  expect(moved).toEqual([]);
  // Whatever turns until something has ended.
  expect(moving).toBeGreaterThan(0);
});

it('the link that opens a row looks the same in all lists', async () => {
  const { server } = await fullServer();
  const page = await server.open('');
  const linkOf = async (path: string) => {
    await page.goto(`${server.origin}/${path}`);
    const link = page.getByRole('row').locator('a.row-link').first();
    return link.evaluate(shown => {
      const { color, backgroundColor, fontSize, fontWeight } = getComputedStyle(shown);
      return { color, backgroundColor, fontSize, fontWeight };
    });
  };
  const usual = await linkOf('processes');
  for (const path of ['deliveries', 'endpoints', 'sources', 'arrivals'])
    expect([path, await linkOf(path)]).toEqual([path, usual]);
});

/** A colour of six digits as computed styles have it. */
function computed(color: string): string {
  const parts = color.match(/[\da-f]{2}/g)?.map(part => Number.parseInt(part, 16)) ?? [];
  return `rgb(${parts.join(', ')})`;
}

interface Seen {
  readonly ground: string;
  readonly header: string;
  /** Of panels, each colour once. */
  readonly panels: readonly string[];
  readonly edges: readonly string[];
  readonly text: string;
  /** The size and the height of lines. */
  readonly title: string;
  readonly body: string;
  readonly sign: string;
  /** The heights of rows in pixels. */
  readonly rows: readonly number[];
}

/** The looks of a page at one moment. */
function looksOf(page: Page, panel = 'main .panel'): Promise<Seen> {
  return page.evaluate(panels => {
    const of = (selector: string): readonly CSSStyleDeclaration[] =>
      [...document.querySelectorAll(selector)].map(each => getComputedStyle(each));
    const each = (selector: string, name: 'backgroundColor' | 'borderTopColor'): readonly string[] => [
      ...new Set(of(selector).map(looks => looks[name])),
    ];
    const [root, body, header, title, main, sign] = [
      'html',
      'body',
      'header',
      'h1',
      'main',
      'header rect',
    ].map(selector => of(selector)[0]);
    const rows = [...document.querySelectorAll('main table:not(.unseen, .unseen *) tbody tr')];
    return {
      // The body has a colour of its own, or shows that of the root.
      ground:
        [body, root].find(looks => looks?.backgroundColor !== 'rgba(0, 0, 0, 0)')?.backgroundColor ?? '',
      header: header?.backgroundColor ?? '',
      panels: each(panels, 'backgroundColor'),
      edges: each(panels, 'borderTopColor'),
      text: main?.color ?? '',
      title: `${title?.fontSize}/${title?.lineHeight}`,
      body: `${main?.fontSize}/${main?.lineHeight}`,
      sign: sign?.fill ?? '',
      rows: rows.map(row => row.getBoundingClientRect().height),
    };
  }, panel);
}

const grounds = {
  light: { page: computed('#f6f7f9'), panel: computed('#ffffff') },
  dark: { page: computed('#0f1115'), panel: computed('#16181d') },
} as const;

it.each(['light', 'dark'] as const)(
  'raises panels from its ground, and has room in its rows, in %s',
  async colorScheme => {
    const { server, paths } = await fullServer();
    const page = await server.open('', { colorScheme, viewport: { width: 1440, height: 900 } });
    const { page: ground, panel } = grounds[colorScheme];
    const sizes = { title: '20px/28px', body: '14px/20px' };
    let panels = 0;
    let rows = 0;
    for (const path of paths) {
      await page.goto(`${server.origin}/${path}`);
      await settled(page);
      const seen = await looksOf(page);
      expect([path, seen]).toMatchObject([path, { ground, header: panel, ...sizes }]);
      expect([path, seen.panels]).toEqual([path, seen.panels.map(() => panel)]);
      expect([path, seen.rows.filter(height => height < 40)]).toEqual([path, []]);
      panels += seen.panels.length;
      rows += seen.rows.length;
    }
    expect(panels).toBeGreaterThan(0);
    expect(rows).toBeGreaterThan(0);
  },
);

it.each(['light', 'dark'] as const)(
  'looks the same on the pages that the server writes, in %s',
  async colorScheme => {
    const own = await (await studioServer()).open('tokens', { colorScheme });
    await own.locator('main .panel').first().waitFor();
    const usual = await looksOf(own);
    const written = (await refusals()).filter(({ place }) => place !== noPage);
    for (const { place, page } of written) {
      await page.emulateMedia({ colorScheme });
      expect([place, await looksOf(page, 'main')]).toEqual([place, usual]);
    }
  },
);

/** The only one that the pages themselves show. */
const noPage = 'There is no page at this address';

/** A place in the middle of a row where nothing is written and nothing else can be pressed. */
function bareIn(row: Element): { readonly x: number; readonly y: number } {
  const { left, width, top, height } = row.getBoundingClientRect();
  const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
  const boxes: DOMRect[] = [];
  for (const range = document.createRange(); texts.nextNode(); ) {
    range.selectNodeContents(texts.currentNode);
    boxes.push(...range.getClientRects());
  }
  const y = top + height / 2;
  const isBare = (x: number): boolean =>
    boxes.every(box => x < box.left - 2 || x > box.right + 2 || y < box.top || y > box.bottom) &&
    row.contains(document.elementFromPoint(x, y)) &&
    !document.elementFromPoint(x, y)?.closest('button, td a:not(.row-link)');
  for (let step = 0; step < width / 2 - 8; step++)
    for (const x of [left + width / 2 + step, left + width / 2 - step]) if (isBare(x)) return { x, y };
  throw new Error('The row is full.');
}

it('a row of a list leads on wherever it is pressed, and has another ground under the mouse', async () => {
  const { server } = await fullServer();
  const page = await server.open('', { viewport: { width: 1280, height: 800 } });
  const lists = ['deliveries', 'processes', 'flows', 'profiles', 'sources', 'arrivals', 'endpoints'];
  for (const path of lists) {
    await page.mouse.move(0, 0);
    // The rows of the page before are gone by then.
    await page.goto(`${server.origin}/${path}`);
    await settled(page);
    const row = page.getByRole('main').getByRole('rowgroup').last().getByRole('row').first();
    await row.waitFor();
    const to = await row.getByRole('link').first().getAttribute('href');
    const groundOf = () => row.evaluate(each => getComputedStyle(each).backgroundColor);
    const before = await groundOf();
    const { x, y } = await row.evaluate(bareIn);
    await page.mouse.move(x, y);
    expect([path, await groundOf()]).not.toEqual([path, before]);
    await page.mouse.click(x, y);
    await page.waitForURL(`${server.origin}/${to}`);
  }
});
