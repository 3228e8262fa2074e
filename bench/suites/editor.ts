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

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Chat messages in a list: JSON with three tags and a conditional in each line. */
function payloadOf(bytes: number): string {
  const row = (id: number) =>
    `  { "id": ${id}, "text": "$profile$: $event$ at $date; format="HH:mm"$", "n": $if(isError)$$errorCount$$else$0$endif$ }`;
  const rows: string[] = [];
  for (let size = 0; size < bytes; size += row(rows.length).length + 2) rows.push(row(rows.length));
  return `[\n${rows.join(',\n')}\n]`;
}

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

/** Milliseconds from each key's event until the frame that shows it was painted, with so long a pause between them. */
async function keyMs(
  page: Page,
  { bytes, keys, pauseMs }: { readonly bytes: number; readonly keys: number; readonly pauseMs: number },
): Promise<readonly number[]> {
  const payload = payloadOf(bytes);
  await page
    .locator('webhook-editor')
    .first()
    .evaluate((editor: WebhookEditor, payload) => {
      editor.config = { ...editor.config, payload };
    }, payload);
  const field = page.getByRole('textbox', { name: 'Payload' }).first();
  await field.click();
  // The end of the text, inside the last string: the whole text stands before what is typed.
  await page.keyboard.press('ControlOrMeta+End');
  for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowLeft');
  await page.waitForTimeout(1000);
  await page.evaluate(recordKeys);
  for (let key = 0; key < keys; key++) {
    await page.keyboard.press('x');
    await page.waitForTimeout(pauseMs);
  }
  return page.evaluate(() => (window as unknown as { readonly keyMs: number[] }).keyMs);
}

function recordKeys(): void {
  const times: number[] = [];
  const isFirst = !('keyMs' in window);
  Object.assign(window, { keyMs: times });
  if (!isFirst) return;
  addEventListener(
    'keydown',
    () => {
      const start = performance.now();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          (window as unknown as { readonly keyMs: number[] }).keyMs.push(performance.now() - start);
        };
        port2.postMessage(undefined);
      });
    },
    { capture: true },
  );
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
      const times = await keyMs(page, { bytes: kib * 1024, keys, pauseMs });
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
