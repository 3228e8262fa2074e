import { it, onTestFinished } from 'vitest';
import { expect, load, openPage, signIn } from '../../browser/pages.ts';
import { basicOf, passwords } from '../../server/test-users.ts';
import { run, studioServer } from '../studio-server.ts';
import { silentProxy } from './silent-proxy.ts';

it('a line that is dead without an end is noticed, said aloud once, and replaced', async () => {
  const server = await studioServer();
  const proxy = await silentProxy(server.origin);
  const held = await run(server, 'held');
  const page = await openPage('about:blank', {
    ownContext: true,
  });
  await signIn(page, proxy.origin, { username: 'editor', password: passwords.editor });
  // A page that is open while the clock is installed reads a time of 1970 at first.
  await load(page, 'about:blank');
  await page.clock.install();
  await load(page, `${proxy.origin}/processes`);
  const row = page.getByRole('row').filter({ hasText: held.slice(0, 8) });
  await row.getByText('Running').waitFor();
  const state = page.getByRole('banner').locator('.stream .word');
  await expect.poll(() => state.innerText()).toBe('live');
  await page.clock.pauseAt(Date.now() + 5000);
  await page.clock.fastForward(20_000);
  await server.call('GET', `api/v2/interrupt/${held}`);
  await row.getByText('Interrupted').waitFor();
  // Something was heard: the silence begins again.
  await page.clock.fastForward(30_000);
  await expect(state).toHaveText('live', { useInnerText: true });
  proxy.silence();
  // Two and a half times as long as the server is silent where nothing happens.
  await page.clock.fastForward(37_500);
  await expect.poll(() => state.innerText()).toBe('not live');
  const reason = 'Nothing was heard from the server for 38 seconds. It is tried again.';
  await expect(page.getByTitle(reason)).toHaveCount(1);
  await page.getByRole('status').getByText(reason).waitFor();
  const missed = await run(server, 'copy');
  proxy.forward();
  await expect
    .poll(async () => {
      // A browser may try connections first that are as dead.
      await page.clock.fastForward(48_000);
      return state.innerText();
    })
    .toBe('live');
  await page.getByRole('status').getByText('This page shows changes as they happen.').waitFor();
  await page.getByRole('button', { name: 'Show 1 new process' }).click();
  await page.getByRole('link', { name: missed.slice(0, 8) }).waitFor();
});

it('says why there is no line, as the server says it, until there is one', async () => {
  const server = await studioServer();
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const headers = { authorization: basicOf('editor', passwords.editor) };
  const open = () => fetch(`${server.origin}/api/changes`, { headers, signal: leaving.signal });
  const streams = await Promise.all(Array.from({ length: 20 }, open));
  for (const { status } of streams) expect(status).toBe(200);
  const page = await server.open('', { expected: /status of 503/ });
  const line = page.getByRole('banner').locator('.stream');
  await expect.poll(() => line.getAttribute('title')).toMatch(/^You have 20 streams open/);
  await expect(line.locator('.word')).toHaveText('not live', { useInnerText: true });
  leaving.abort();
  await page.locator('.stream.live').waitFor();
});
