import type { Page } from 'playwright-core';

export interface Motion {
  /** Of transitions, and of animations that end, in milliseconds. */
  readonly longest: number;
  /** The number of elements that something moves, for however long. */
  readonly moving: number;
}

/** What can move on a page, also inside of its elements. */
export function motionOf(page: Page): Promise<Motion> {
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

/** A colour of six digits as computed styles have it. */
export function computed(color: string): string {
  const parts = color.match(/[\da-f]{2}/g)?.map(part => Number.parseInt(part, 16)) ?? [];
  return `rgb(${parts.join(', ')})`;
}

export interface Seen {
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
export function looksOf(page: Page, panel = 'main .panel'): Promise<Seen> {
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

/**
 * How a page does not fit windows that are narrow, wide, or so small as text of twice its size makes them: what is beside the
 * window, and, where it is low, what stays in front of the page while it scrolls.
 */
export async function misfitsOf(page: Page): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  const usual = page.viewportSize();
  // Twice the size is a window of half the width; four times, a quarter of 1280 × 1024.
  for (const [width, height] of [
    [320, 256],
    [640, 740],
    [2560, 740],
  ] as const) {
    await page.setViewportSize({ width, height });
    const shown = await page.evaluate(() => document.documentElement.scrollWidth);
    if (shown !== width) found.push([width, shown]);
    const before = height === 256 ? await page.evaluate(inFrontOf) : [];
    if (before.length > 0) found.push(before);
  }
  const text = await page.locator('main').evaluate(main => main.clientWidth);
  if (text > 0.8 * 2560) found.push(['lines are as long as', text]);
  if (usual) await page.setViewportSize(usual);
  return found;
}

/** What stays in front of the page while it scrolls. */
function inFrontOf(): readonly string[] {
  const found: string[] = [];
  const look = (root: ParentNode): void => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) look(element.shadowRoot);
      const { position, top, bottom } = getComputedStyle(element);
      const { width, height } = element.getBoundingClientRect();
      // What sticks to a side alone, such as the numbers of lines, scrolls with the page.
      const stays = position === 'fixed' || (position === 'sticky' && (top !== 'auto' || bottom !== 'auto'));
      if (stays && width > 1 && height > 1) found.push(element.outerHTML.slice(0, 80));
    }
  };
  look(document);
  return found;
}
