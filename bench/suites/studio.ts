import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from 'hookplate/outbox';
import { createServer, serveNode } from 'hookplate/server';
import { type Browser, chromium } from 'playwright-core';
import { startBrowser } from '../../test/browser/start-browser.ts';
import { firstLoad, firstLoadOfNotifications } from '../../test/studio/first-load.ts';
import { percentile } from '../measure.ts';
import { runSuite } from '../run-suite.ts';
import type { Table } from '../suite-result.ts';

const webhook = {
  id: 'team-chat',
  profile: 'nightly',
  events: { Started: true, Completed: true, Errored: true },
  method: 'POST',
  url: 'https://chat.example.com/hooks/42',
  contentType: 'application/json',
  payload: '{ "text": "$profile$: $event$", "errors": $if(isError)$$errorCount$$else$0$endif$ }',
} as const;

interface Pages {
  readonly address: string;
  readonly close: () => Promise<void>;
}

/** The pages of a server on an embedded database. Who asks is known without a question, which would be asked first. */
async function servePages(): Promise<Pages> {
  const directory = await mkdtemp(join(tmpdir(), 'hookplate-studio-'));
  const database = await openDatabase({ directory });
  const authenticate = () => ({ name: 'ada', role: 'editor' as const });
  const server = await createServer({ database, authenticate, webhooks: [webhook] });
  const { origin, close } = await serveNode(server, { port: 0 });
  return {
    address: `${origin}/profiles/nightly`,
    close: async () => {
      await close();
      await server.stop({ timeoutMs: 0 });
      await database.close();
      await rm(directory, { recursive: true });
    },
  };
}

/** Milliseconds from the navigation until the frame that shows a checked editor whose buttons can be pressed. */
function untilInteractive(): Promise<number> {
  return new Promise(resolve => {
    const look = (): void => {
      const inside = document.querySelector('webhook-editor')?.shadowRoot;
      const isReady = inside?.querySelector('.verdict.safe') && inside.querySelector('.primary:enabled');
      if (isReady) resolve(performance.now());
      else requestAnimationFrame(look);
    };
    look();
  });
}

/** For each visitor the first load of all, with nothing in the cache, and the same page again. */
async function measureLoads(
  browser: Browser,
  address: string,
  visitors: number,
): Promise<Record<'first' | 'again', readonly number[]>> {
  const [first, again]: [number[], number[]] = [[], []];
  for (let visitor = 0; visitor < visitors; visitor++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    for (const times of [first, again]) {
      await page.goto(address, { waitUntil: 'commit' });
      times.push(await page.evaluate(untilInteractive));
    }
    await context.close();
  }
  return { first, again };
}

async function measureSizes(): Promise<Table> {
  const [first, notifications] = await Promise.all([firstLoad(), firstLoadOfNotifications()]);
  return {
    title: 'What a page loads, gzipped',
    unit: 'KB',
    columns: ['gzipped', 'files'],
    rows: [
      { name: 'Overview', values: [first.gzippedBytes / 1000, first.files] },
      { name: 'Notifications', values: [notifications.gzippedBytes / 1000, notifications.files] },
    ],
  };
}

await runSuite(async ({ quick }) => {
  const { address, close } = await servePages();
  const running = await startBrowser();
  const browser = await chromium.connect(running.endpoint);
  try {
    const loads = await measureLoads(browser, address, quick ? 2 : 30);
    const rowOf = (name: string, times: readonly number[]) => ({
      name,
      values: [percentile(times, 0.5), percentile(times, 0.95)],
    });
    const rows = [rowOf('first load', loads.first), rowOf('again', loads.again)];
    const title = 'From the navigation to an editor that has checked and can be saved';
    return {
      suite: 'studio',
      tables: [{ title, unit: 'ms', columns: ['p50', 'p95'], rows }, await measureSizes()],
      targets: [
        {
          what: 'Notifications: milliseconds until interactive, first load, p95',
          wanted: 1000,
          atMost: true,
          reached: percentile(loads.first, 0.95),
        },
      ],
    };
  } finally {
    await browser.close();
    await running.close();
    await close();
  }
});
