import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { createApiCaller } from '../../examples/replication/demo/api-caller.ts';
import { startServer } from '../../examples/replication/demo/server-process.ts';
import { startBrowser } from '../browser/start-browser.ts';

/*
 * Takes the pictures of docs/studio.md from the server of the example, as it runs: a few processes, a receiver that takes its
 * messages and one that does not.
 */

const folder = fileURLToPath(new URL('../../docs/studio/', import.meta.url));
const password = 'lovelace';
const flow = 'flows/replication/full-copy/api';

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
  await take(page, 'notifications', 'profiles/Nightly%20replication', 'Webhook 3');
  await take(page, 'api', flow);
  await take(page, 'process', `processes/${pid}`);
  await take(page, 'deliveries', 'deliveries');
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

/** The picture begins at the heading, where one is named. */
async function take(page: Page, name: string, path: string, heading?: string): Promise<void> {
  await page.goto(`${server.origin}/${path}`);
  await page.locator('main h1').waitFor();
  await page.locator('.loading').waitFor({ state: 'detached' });
  await sleep(1500);
  if (heading) await page.getByRole('heading', { name: heading }).evaluate(found => found.scrollIntoView());
  await page.screenshot({ path: `${folder}${name}.png` });
  console.log(`docs/studio/${name}.png`);
}
