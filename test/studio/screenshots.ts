import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { startPage } from '../../examples/editor/start-page.ts';
import { createApiCaller } from '../../examples/replication/demo/api-caller.ts';
import { startServer } from '../../examples/replication/demo/server-process.ts';
import { load, visit } from '../browser/pages.ts';
import { startBrowser } from '../browser/start-browser.ts';

/*
 * Takes the pictures of docs/studio.md from the server of the example, as it runs: a few processes, a receiver that takes its
 * messages and one that does not. That of the README is of the example page with `<webhook-editor>`.
 */

const folder = fileURLToPath(new URL('../../docs/studio/', import.meta.url));
const password = 'lovelace';
const flow = 'flows/replication/full-copy/api';
const webhooks = 'profiles/Nightly%20replication';

const inbox = createServer((request, response) => {
  request.resume();
  response.writeHead(request.url === '/pager' ? 503 : 204).end();
}).listen(0, '127.0.0.1');
await once(inbox, 'listening');
const inboxOrigin = `http://127.0.0.1:${(inbox.address() as AddressInfo).port}`;
const server = await startServer({ ADA_PASSWORD: password, GRACE_PASSWORD: password, INBOX: inboxOrigin });
const browser = await startBrowser();
try {
  const pid = await fill();
  const connection = await chromium.connect(browser.endpoint);
  const page = await connection.newPage({
    locale: 'en',
    viewport: { width: 1280, height: 800 },
  });
  await page.request.post(`${server.origin}/api/session`, { data: { name: 'ada', password } });
  await mkdir(folder, { recursive: true });
  await take(page, 'overview', '');
  await take(page, 'webhooks', webhooks);
  await take(page, 'receivers', `${webhooks}/add`);
  await take(page, 'webhook', `${webhooks}/webhooks/pager`);
  await take(page, 'api', flow);
  await take(page, 'process', `processes/${pid}`);
  await take(page, 'messages', 'messages');
  await takeMistake(connection);
  await connection.close();
} finally {
  await browser.close();
  await server.stop();
  inbox.close();
  inbox.closeAllConnections();
}

/** Something of everything; the pid of a process that runs. */
async function fill(): Promise<string> {
  const call = createApiCaller(server.origin, password);
  const run = (task: string, body: unknown) =>
    call('POST', `/api/v2/project/replication/task/${task}/run?trigger=API`, { body });
  await run('full-copy', { job: { tables: ['orders', 'customers'] } });
  await run('database-to-source', { rows: 500, failAt: 200 });
  await sleep(2500);
  const config = {
    id: 'pager',
    name: 'Pager',
    profile: 'Nightly replication',
    events: { Errored: true },
    method: 'GET',
    url: `${inboxOrigin}/pager`,
  };
  await call('POST', '/api/webhooks', { body: { config } });
  await run('full-copy', { job: { tables: ['orders', 'broken'] } });
  await sleep(2500);
  const running = await run('full-copy', { job: { tables: Array(1000).fill('orders') } });
  await sleep(2500);
  return String(running.body.pid);
}

async function take(page: Page, name: string, path: string): Promise<void> {
  await visit(page, `${server.origin}/${path}`);
  await sleep(1500);
  await page.screenshot({ path: `${folder}${name}.png` });
  console.log(`docs/studio/${name}.png`);
}

/** A comma after the last item of a list, as an author sees it. */
async function takeMistake(connection: Browser): Promise<void> {
  const example = await startPage(0);
  const page = await connection.newPage({ locale: 'en', viewport: { width: 1280, height: 900 } });
  await load(page, `${example.origin}/?orders`);
  await page
    .getByText(/^No value/)
    .first()
    .waitFor();
  await page.getByRole('textbox', { name: 'Payload', exact: true }).click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(`{
  "text": "$order.customer$ ordered",
  "fields": [$for(item in items)$
    { "title": "$item.sku$", "value": "$item.count$ x $item.price; format="0.00"$" },
  $endfor$]
}`);
  await page.getByText('1 thing to fix').first().waitFor();
  await sleep(1500);
  const file = 'docs/editor/mistake.png';
  const path = fileURLToPath(new URL(`../../${file}`, import.meta.url));
  await page.locator('webhook-editor').screenshot({ path });
  console.log(file);
  await example.close();
}
