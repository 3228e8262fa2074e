import { expect, it } from 'vitest';
import { httpServer } from '../../loopback-server.ts';
import { chat, deliveriesIn, run, studioServer } from '../studio-server.ts';
import { panelOf, write } from '../webhook-page.ts';
import { fullServer, go, settled } from './screens.ts';

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

it.each([1280, 360])('nothing moves while a screen comes, %i px wide', async width => {
  const { server, paths } = await fullServer();
  const page = await server.open('', { viewport: { width, height: 800 }, ownContext: true });
  await page.context().addInitScript(rememberShifts);
  for (const path of paths) {
    await page.goto(`${server.origin}/${path}`);
    await settled(page);
    // The last paint is reported with the frame after it.
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
    const shifts = await page.evaluate(() => (window as unknown as { readonly shifts: string[] }).shifts);
    expect([path, shifts]).toEqual([path, []]);
  }
});

it('fits narrow screens, wide ones, and text of twice its size, without scrolling sideways', async () => {
  const { server, paths } = await fullServer('x'.repeat(500));
  const page = await server.open('');
  for (const path of paths) {
    await go(page, path);
    // Twice the size is a window of half the width.
    for (const width of [320, 640, 2560]) {
      await page.setViewportSize({ width, height: 740 });
      const shown = await page.evaluate(() => document.documentElement.scrollWidth);
      expect([path, shown]).toEqual([path, width]);
    }
    const text = await page.locator('main').evaluate(main => main.clientWidth);
    expect(text).toBeLessThanOrEqual(1280);
  }
});

it('the overview fits a narrow screen also where there is nothing to do, its icon beside its text', async () => {
  const inbox = await httpServer();
  const server = await studioServer({ webhooks: [chat(inbox.url)] });
  await run(server, 'copy');
  await deliveriesIn(server, 'delivered', 2);
  const page = await server.open('', { viewport: { width: 360, height: 740 } });
  await settled(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const notice = page.locator('.notice.good');
  const [icon, text] = [notice.locator('.icon'), notice.getByText(/^Nothing: all endpoints are well/)];
  const [iconBox, textBox] = [await icon.boundingBox(), await text.boundingBox()];
  expect(textBox?.x).toBeGreaterThan((iconBox?.x ?? 0) + (iconBox?.width ?? 0));
  expect(textBox?.y).toBeLessThanOrEqual(iconBox?.y ?? 0);
});

it('a webhook fits a screen 360 px wide, with a long answer and a comparison', async () => {
  const [profile, long] = ['n'.repeat(100), 'x'.repeat(500)];
  const inbox = await httpServer(response => response.end(long));
  const config = { ...chat(inbox.url), profile };
  const server = await studioServer({ webhooks: [config] });
  const viewport = { width: 360, height: 740 };
  const page = await server.open(`profiles/${profile}/webhooks/team-chat`, {
    viewport,
    expected: /status of 412/,
  });
  const expectFit = async () =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
  const panel = await panelOf(page);
  await page.getByText('Authentication, signing, time zone, output').click();
  await page.getByRole('button', { name: 'Test Connection' }).click();
  await page.getByText(/^Answered 200/).waitFor();
  await expectFit();
  await write(panel, 'Payload', `{ "text": "${long}" }`);
  await page.getByText('Unsaved changes').waitFor();
  const theirs = { config: { ...config, url: `${inbox.url}/${long}`, timeZone: 'Europe/Zurich' } };
  await server.call('PUT', `api/webhooks/${config.id}`, theirs, { ifMatch: '"1"' });
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByRole('group', { name: 'Payload', exact: true }).waitFor();
  await expectFit();
  await page.getByRole('tab', { name: 'Preview' }).click();
  await expectFit();
});
