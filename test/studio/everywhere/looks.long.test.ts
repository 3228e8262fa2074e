import { beforeAll, it } from 'vitest';
import { expect, settled, visit } from '../../browser/pages.ts';
import { forAllTests } from '../../shared/at-end.ts';
import { studioServer } from '../studio-server.ts';
import { looksOf } from './looks.ts';
import { type FullServer, fullServer, refusals } from './screens.ts';

let full: FullServer;

beforeAll(async () => {
  const { value, end } = await forAllTests(() => fullServer());
  full = value;
  return end;
});

it('the link that opens a row looks the same in all lists', async () => {
  const { server } = full;
  const page = await server.open('');
  const linkOf = async (path: string) => {
    await visit(page, `${server.origin}/${path}`);
    const link = page.getByRole('row').locator('a.row-link').first();
    return link.evaluate(shown => {
      const { color, backgroundColor, fontSize, fontWeight } = getComputedStyle(shown);
      return { color, backgroundColor, fontSize, fontWeight };
    });
  };
  const usual = await linkOf('processes');
  for (const path of ['messages', 'endpoints', 'sources', 'events'])
    expect([path, await linkOf(path)]).toEqual([path, usual]);
});

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
  const { server } = full;
  const page = await server.open('', { viewport: { width: 1280, height: 800 } });
  const lists = ['messages', 'processes', 'flows', 'profiles', 'sources', 'events', 'endpoints'];
  for (const path of lists) {
    await page.mouse.move(0, 0);
    // The rows of the page before are gone by then.
    await visit(page, `${server.origin}/${path}`);
    await settled(page);
    const row = page.getByRole('main').getByRole('rowgroup').last().getByRole('row').first();
    await row.waitFor();
    const to = await row.getByRole('link').first().getAttribute('href');
    const groundOf = () => row.evaluate(each => getComputedStyle(each).backgroundColor);
    const before = await groundOf();
    const { x, y } = await row.evaluate(bareIn);
    await page.mouse.move(x, y);
    await expect.poll(groundOf, path).not.toBe(before);
    await page.mouse.click(x, y);
    await page.waitForURL(`${server.origin}/${to}`);
  }
});
