import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium, type Page } from 'playwright-core';
import { startPage } from '../../examples/editor/start-page.ts';
import type { WebhookEditor } from '../../src/editor/index.ts';
import { startBrowser } from '../../test/browser/start-browser.ts';
import { bundleBytes } from '../bundle.ts';
import { percentile } from '../measure.ts';
import { runSuite } from '../run-suite.ts';
import type { Table } from '../suite-result.ts';
import { keyMs, payloadOf } from '../typing.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** As many webhooks as a profile may have on one page. */
const editorsOnPage = 4;

/** Puts more editors below that of the example page, each with its webhook. */
function addEditors(count: number): void {
  const first = document.querySelector('webhook-editor') as WebhookEditor;
  for (let index = 0; index < count; index++) {
    const editor = document.createElement('webhook-editor');
    first.after(editor);
    editor.config = first.config;
  }
}

/** Gives the first editor a payload of this size. */
async function fill(page: Page, bytes: number): Promise<void> {
  const first = page.locator('webhook-editor').first();
  await first.evaluate((editor: WebhookEditor, payload) => {
    editor.config = { ...editor.config, payload };
  }, payloadOf(bytes));
}

async function measureKeys(keys: number): Promise<{ readonly table: Table; readonly largest: number }> {
  const { origin, close } = await startPage(0);
  const running = await startBrowser();
  const browser = await chromium.connect(running.endpoint);
  try {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(origin);
    await page.evaluate(addEditors, editorsOnPage - 1);
    const rows = [];
    let largest = Number.NaN;
    for (const [kib, pauseMs] of [
      [1, 80],
      [16, 80],
      [64, 400],
      [64, 80],
    ] as const) {
      await fill(page, kib * 1024);
      const times = await keyMs(page, { keys, pauseMs });
      largest = percentile(times, 0.95);
      rows.push({ name: `${kib} KiB, ${pauseMs} ms apart`, values: [percentile(times, 0.5), largest] });
    }
    const columns = ['p50', 'p95'];
    return { table: { title: 'From a key to the painted frame', unit: 'ms', columns, rows }, largest };
  } finally {
    await browser.close();
    await running.close();
    await close();
  }
}

async function measureSizes(): Promise<Table> {
  const { minified, gzipped } = await bundleBytes("import 'hookplate/editor';", root);
  const worker = readFileSync(
    createRequire(import.meta.url)
      .resolve('hookplate/editor')
      .replace('editor.js', 'editor-worker.js'),
  );
  return {
    title: 'What a page loads, bundled and minified',
    unit: 'KB',
    columns: ['minified', 'gzipped'],
    rows: [
      { name: '<webhook-editor>', values: [minified / 1000, gzipped / 1000] },
      { name: 'its worker, later', values: [worker.length / 1000, gzipSync(worker).length / 1000] },
    ],
  };
}

await runSuite(async ({ quick }) => {
  const { table, largest } = await measureKeys(quick ? 5 : 100);
  return {
    suite: 'editor',
    tables: [table, await measureSizes()],
    targets: [
      {
        what: 'Typing in 64 KiB: milliseconds to the painted frame, p95',
        wanted: 50,
        atMost: true,
        reached: largest,
      },
    ],
  };
});
