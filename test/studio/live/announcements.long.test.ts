import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { expect, load, visit } from '../../browser/pages.ts';
import { httpServer } from '../../loopback-server.ts';
import { chat, messagesIn, run, studioServer } from '../studio-server.ts';
import { chatPage } from '../webhook-page.ts';

interface Heard {
  /** The announcements of live regions, without those that are off. */
  readonly spoken: readonly string[];
  /** The number of times that have changed on the page. */
  readonly ticks: number;
}

/** Listens to a page from now on. */
async function listen(page: Page): Promise<() => Promise<Heard>> {
  await page.evaluate(() => {
    const heard: { spoken: string[]; ticks: number } = { spoken: [], ticks: 0 };
    const regions = '[aria-live], [role=status], [role=alert], [role=log]';
    const hear = (mutations: readonly MutationRecord[]): void => {
      for (const { target } of mutations) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest(regions);
        if (element?.closest('time')) heard.ticks++;
        if (region && region.getAttribute('aria-live') !== 'off') heard.spoken.push(region.textContent ?? '');
      }
    };
    new MutationObserver(hear).observe(document, { subtree: true, childList: true, characterData: true });
    Object.assign(globalThis, { heard });
  });
  return () => page.evaluate(() => (globalThis as unknown as { heard: Heard }).heard);
}

it('says nothing aloud by itself, on any screen, while time passes', async () => {
  const inbox = await httpServer();
  const server = await studioServer({ webhooks: [chat(inbox.url)] });
  const held = await run(server, 'held');
  const [message] = await messagesIn(server, 'delivered', 1);
  await server.call('POST', 'api/tokens', { name: 'Scheduler', role: 'operator' });
  const page = await server.open('', { ownContext: true });
  // A page that is open while the clock is installed reads a time of 1970 at first.
  await load(page, 'about:blank');
  await page.clock.install();
  const paths = [
    ...[
      '',
      'profiles/nightly',
      chatPage,
      'flows/etl/held',
      'flows/etl/held/api',
      'processes',
      `processes/${held}`,
    ],
    ...['messages', `messages/${message}`, 'endpoints', 'tokens'],
  ];
  let allTicks = 0;
  for (const path of paths) {
    await visit(page, `${server.origin}/${path}`);
    await page.getByRole('banner').getByText('live', { exact: true }).waitFor();
    const heard = await listen(page);
    // Well before a page gives up a stream on which nothing was heard for 37.5 seconds, some of which have passed.
    await page.clock.fastForward(15_000);
    await page.clock.fastForward(5000);
    const { spoken, ticks } = await heard();
    expect([path, spoken]).toEqual([path, []]);
    allTicks += ticks;
  }
  expect(allTicks).toBeGreaterThan(0);
});

it('says once that a list has changed, however much is new', async () => {
  const server = await studioServer();
  await run(server, 'copy');
  const page = await server.open('processes');
  await page.getByText('Completed').last().waitFor();
  await page.getByRole('banner').getByText('live', { exact: true }).waitFor();
  const heard = await listen(page);
  for (const count of [1, 2, 3]) {
    await run(server, 'copy');
    await page.getByRole('button', { name: `Show ${count} new` }).waitFor();
  }
  expect((await heard()).spoken).toEqual(['The list of processes has changed.']);
});
