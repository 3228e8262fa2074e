import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from 'hookplate/outbox';
import { createHookplate, serveNode, type WebhookSeed } from 'hookplate/server';
import { type Browser, chromium } from 'playwright-core';
import { startBrowser } from '../../test/browser/start-browser.ts';
import { firstLoadOfOverview, firstLoadOfWebhooks } from '../../test/studio/first-load.ts';
import { percentile } from '../measure.ts';
import { openPostgres } from '../outbox/bench-database.ts';
import { runSuite } from '../run-suite.ts';
import type { Table } from '../suite-result.ts';
import { keyMs, payloadOf, type Typing } from '../typing.ts';

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

/** So many webhooks, all in one profile. */
function webhooksOf(count: number, payload: string): readonly WebhookSeed[] {
  return Array.from({ length: count }, (_, number) => ({
    ...webhook,
    id: `${webhook.id}-${number}`,
    payload,
  }));
}

/** The pages of a server on an embedded database. Who asks is known without a question, which would be asked first. */
async function servePages(webhooks: readonly WebhookSeed[], path: string): Promise<Pages> {
  const directory = await mkdtemp(join(tmpdir(), 'hookplate-studio-'));
  const database = await openDatabase({ directory });
  const authenticate = () => ({ name: 'ada', role: 'editor' as const });
  const server = await createHookplate({ database, authenticate, webhooks });
  const { origin, close } = await serveNode(server, { port: 0 });
  return {
    address: `${origin}/${path}`,
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

/** Milliseconds from the navigation until the browser painted something for the first time. */
function untilPainted(): Promise<number> {
  return new Promise(resolve => {
    new PerformanceObserver(list => {
      for (const { startTime } of list.getEntriesByName('first-contentful-paint')) resolve(startTime);
    }).observe({ type: 'paint', buffered: true });
  });
}

/** For each visitor the first load of all, with nothing in the cache, and the same page again. */
async function measureLoads(
  browser: Browser,
  {
    address,
    until,
    visitors,
  }: { readonly address: string; readonly until: () => Promise<number>; readonly visitors: number },
): Promise<Record<'first' | 'again', readonly number[]>> {
  const [first, again]: [number[], number[]] = [[], []];
  for (let visitor = 0; visitor < visitors; visitor++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    for (const times of [first, again]) {
      await page.goto(address, { waitUntil: 'commit' });
      times.push(await page.evaluate(until));
    }
    await context.close();
  }
  return { first, again };
}

/** The pages of a server on PostgreSQL with so many messages of the last day or two, a third of which failed. */
async function serveMessages(count: number): Promise<Pages> {
  const prepared = await openPostgres();
  const { executor } = prepared.connection;
  await executor.query(
    `select hookplate.make_partitions((now() at time zone 'UTC')::date - n) from generate_series(0, 2) n`,
  );
  await executor.query(
    `insert into hookplate.ended (bucket, id, endpoint, webhook, event, profile, host, method, request_bytes, request_day, position, state, attempts,
       created_at, finished_at, number, started_at, duration_ms, status)
     select 0, gen_random_uuid(), gen_random_uuid(), 'team-chat', 'Started', 'nightly', 'chat.example.com', 'POST', 100, at, 0,
       case when n % 3 = 0 then 'failed' else 'delivered' end, 1, at, at, 1, at, 20, case when n % 3 = 0 then 500 else 204 end
     from (select n, now() - n * interval '1 second' as at from generate_series(1, $1::int) n) n`,
    [count],
  );
  await executor.query('analyze hookplate.ended');
  const database = await openDatabase(prepared.options);
  const authenticate = () => ({ name: 'ada', role: 'editor' as const });
  const server = await createHookplate({ database, authenticate, webhooks: [webhook] });
  const { origin, close } = await serveNode(server, { port: 0 });
  return {
    address: `${origin}/messages`,
    close: async () => {
      await close();
      await server.stop({ timeoutMs: 0 });
      await database.close();
      await prepared.close();
    },
  };
}

/** Milliseconds from the navigation until the first rows, and those of the longest task in the two seconds after that. */
async function untilRows(): Promise<readonly [number, number]> {
  let longest = 0;
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  }).observe({ type: 'longtask', buffered: true });
  const first = await new Promise<number>(resolve => {
    const look = (): void => {
      if (document.querySelector('tr[data-id]')) resolve(performance.now());
      else requestAnimationFrame(look);
    };
    look();
  });
  await new Promise(resolve => setTimeout(resolve, 2000));
  return [first, longest];
}

async function measureList(
  browser: Browser,
  { address, close }: Pages,
  visitors: number,
): Promise<Record<'rows' | 'longest', readonly number[]>> {
  const [rows, longest]: [number[], number[]] = [[], []];
  for (let visitor = 0; visitor < visitors; visitor++) {
    const page = await browser.newPage();
    await page.goto(address, { waitUntil: 'commit' });
    const [first, task] = await page.evaluate(untilRows);
    rows.push(first);
    longest.push(task);
    await page.close();
  }
  await close();
  return { rows, longest };
}

/** Milliseconds until each key is painted in a large payload, on the page of a webhook that is one of four in its profile. */
async function measureKeys(browser: Browser, typing: Typing): Promise<readonly number[]> {
  const webhooks = webhooksOf(4, payloadOf(64 * 1024));
  const { address, close } = await servePages(webhooks, 'profiles/nightly/webhooks/team-chat-0');
  const page = await browser.newPage();
  await page.goto(address, { waitUntil: 'commit' });
  await page.evaluate(untilInteractive);
  const times = await keyMs(page, typing);
  await page.close();
  await close();
  return times;
}

async function measureSizes(): Promise<Table> {
  const [first, webhooks] = await Promise.all([firstLoadOfOverview(), firstLoadOfWebhooks()]);
  return {
    title: 'What a page loads, gzipped',
    unit: 'KB',
    columns: ['gzipped', 'files'],
    rows: [
      { name: 'Overview', values: [first.gzippedBytes / 1000, first.files] },
      { name: 'Webhooks', values: [webhooks.gzippedBytes / 1000, webhooks.files] },
    ],
  };
}

await runSuite(async ({ quick }) => {
  const { address, close } = await servePages([webhook], 'profiles/nightly/webhooks/team-chat');
  const running = await startBrowser();
  const browser = await chromium.connect(running.endpoint);
  try {
    const visitors = quick ? 2 : 20;
    const loadsUntil = (until: () => Promise<number>, path: string) =>
      measureLoads(browser, { address: new URL(path, address).href, until, visitors: quick ? 2 : 30 });
    const paints = await loadsUntil(untilPainted, '/');
    const loads = await loadsUntil(untilInteractive, address);
    const messages = await measureList(browser, await serveMessages(100_000), visitors);
    const profile = await servePages(webhooksOf(500, webhook.payload), 'profiles/nightly');
    const webhooks = await measureList(browser, profile, visitors);
    const keys = await measureKeys(browser, { keys: quick ? 5 : 100, pauseMs: 80 });
    const rowOf = (name: string, times: readonly number[]) => ({
      name,
      values: [percentile(times, 0.5), percentile(times, 0.95)],
    });
    const columns = ['p50', 'p95'];
    const listOf = (title: string, { rows, longest }: typeof messages): Table => ({
      title,
      unit: 'ms',
      columns,
      rows: [rowOf('until its rows', rows), rowOf('longest task', longest)],
    });
    const target = (what: string, wanted: number, times: readonly number[]) => ({
      what: `${what}, p95`,
      wanted,
      atMost: true,
      reached: percentile(times, 0.95),
    });
    return {
      suite: 'studio',
      tables: [
        {
          title: 'From the navigation to an editor that has checked and can be saved',
          unit: 'ms',
          columns,
          rows: [rowOf('first load', loads.first), rowOf('again', loads.again)],
        },
        {
          title: 'From the navigation to the first paint of the overview',
          unit: 'ms',
          columns,
          rows: [rowOf('first load', paints.first), rowOf('again', paints.again)],
        },
        listOf('A list of 100,000 messages', messages),
        listOf('A profile with 500 webhooks', webhooks),
        {
          title: 'From a key to the painted frame, 80 ms apart',
          unit: 'ms',
          columns,
          rows: [rowOf('64 KiB with 3,800 tags, one of four webhooks', keys)],
        },
        await measureSizes(),
      ],
      targets: [
        target('Overview: milliseconds until its first paint, first load', 500, paints.first),
        target('Webhooks: milliseconds until interactive, first load', 1000, loads.first),
        target('A list of 100,000 messages: milliseconds until its rows', 1000, messages.rows),
        target('A list of 100,000 messages: milliseconds of the longest task', 200, messages.longest),
        target('A profile with 500 webhooks: milliseconds until its rows', 1000, webhooks.rows),
        target('A profile with 500 webhooks: milliseconds of the longest task', 200, webhooks.longest),
        target('Typing in 64 KiB with 3,800 tags: milliseconds to the painted frame', 50, keys),
      ],
    };
  } finally {
    await browser.close();
    await running.close();
    await close();
  }
});
