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

/** Milliseconds from each key's event until the frame that shows it was painted. */
async function keyMs(page: Page, bytes: number, keys: number): Promise<readonly number[]> {
  const payload = payloadOf(bytes);
  await page.locator('webhook-editor').evaluate((editor: WebhookEditor, payload) => {
    editor.config = { ...editor.config, payload };
  }, payload);
  const field = page.getByRole('textbox', { name: 'Payload' });
  await field.click();
  // The end of the text, inside the last string: the whole text stands before what is typed.
  await page.keyboard.press('ControlOrMeta+End');
  for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowLeft');
  await page.waitForTimeout(1000);
  await page.evaluate(recordKeys);
  for (let key = 0; key < keys; key++) {
    await page.keyboard.press('x');
    await page.waitForTimeout(80);
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
    const rows = [];
    let largest = Number.NaN;
    for (const kib of [1, 16, 64]) {
      const times = await keyMs(page, kib * 1024, keys);
      largest = percentile(times, 0.95);
      rows.push({ name: `${kib} KiB`, values: [percentile(times, 0.5), largest] });
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
