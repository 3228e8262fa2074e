import { expect, it } from 'vitest';
import { longestOpeningMs } from '../../../src/studio/api/change-stream.ts';
import { studioServer } from '../studio-server.ts';
import { fullServer, settled } from './screens.ts';

/** A busy machine may take longer to open the stream than a page waits for it. */
function waitAsLongAsItTakes(longestMs: number): void {
  const { setTimeout } = window;
  Object.assign(window, {
    setTimeout: (callback: () => void, delayMs: number) =>
      setTimeout(callback, delayMs === longestMs ? 60_000 : delayMs),
  });
}

it('asks for nothing twice while a screen opens', async () => {
  const { server, paths } = await fullServer();
  const count = async (state: string) =>
    (await server.call<{ count: number }>('GET', `api/deliveries?state=${state}&count=true`)).count;
  await expect.poll(async () => (await count('pending')) + (await count('sending'))).toBe(0);
  const page = await server.open('flows', { ownContext: true });
  await settled(page);
  await page.context().addInitScript(waitAsLongAsItTakes, longestOpeningMs);
  const asked: string[] = [];
  page.on('request', request => {
    if (request.method() === 'GET' && request.url().startsWith(`${server.origin}/api/`))
      asked.push(request.url());
  });
  for (const path of paths) {
    asked.length = 0;
    await page.goto(`${server.origin}/${path}`);
    await settled(page);
    // What is fetched for a second time is asked for as soon as the stream is open.
    await page.waitForTimeout(300);
    const twice = asked.filter((url, index) => asked.indexOf(url) !== index);
    expect([path, twice]).toEqual([path, []]);
  }
});

it('shows a screen also where the stream of changes does not open', async () => {
  const page = await (await studioServer()).open('', { expected: /net::ERR_FAILED/ });
  await page.route('**/api/events', route => route.abort());
  await page.reload();
  await page.getByRole('region', { name: 'Get told when a job ends' }).waitFor();
  await page.unroute('**/api/events');
  await page.route('**/api/events', () => {});
  await page.reload();
  await page.getByRole('region', { name: 'Get told when a job ends' }).waitFor();
});
