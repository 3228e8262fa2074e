import type { Page } from 'playwright-core';
import { httpServer } from '../../loopback-server.ts';
import { chat, deliveriesIn, run, type StudioServer, studioServer } from '../studio-server.ts';

/** A server with something of everything, and the addresses of all screens. */
export async function fullServer(
  answer = 'no',
): Promise<{ readonly server: StudioServer; readonly paths: readonly string[] }> {
  const inbox = await httpServer((response, { body }) =>
    response.writeHead(body.includes('Completed') ? 200 : 500, { 'content-type': 'text/html' }).end(answer),
  );
  const gone = await httpServer(response => response.writeHead(410).end());
  const server = await studioServer({ webhooks: [chat(inbox.url), chat(gone.url, 'pager')] });
  await run(server, 'copy');
  const broken = await run(server, 'broken');
  const held = await run(server, 'held');
  const [failed] = await deliveriesIn(server, 'failed', 3);
  await server.call('POST', 'api/tokens', { name: 'Scheduler', role: 'operator' });
  const flow = 'flows/etl/copy';
  return {
    server,
    paths: [
      ...['', 'profiles', 'profiles/nightly', 'flows', flow, `${flow}/api`],
      ...['processes', `processes/${broken}`, `processes/${held}`],
      ...['deliveries', `deliveries/${failed}`, 'deliveries?state=sending', 'endpoints', 'tokens'],
    ],
  };
}

/** Placeholders of things that are still to come. */
const placeholders = '.loading, .editor-place, .verdict.unknown, .plot:empty';

/** Resolves when all that a screen shows has come. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main h1').waitFor();
  await page.locator('.live.live').waitFor();
  await page.locator(placeholders).first().waitFor({ state: 'detached' });
}

/** Goes to another page as a link would, and waits until what it shows has come. */
export async function go(page: Page, path: string): Promise<void> {
  await page.evaluate(to => {
    const link = document.createElement('a');
    link.href = to;
    document.body.append(link);
    link.click();
    link.remove();
  }, path);
  await settled(page);
}
