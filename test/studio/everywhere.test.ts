import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { httpServer } from '../loopback-server.ts';
import { chat, deliveriesIn, run, type StudioServer, studioServer } from './studio-server.ts';

/** A server with something of everything, and the addresses of all screens. */
async function fullServer(answer = 'no'): Promise<{ server: StudioServer; paths: readonly string[] }> {
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
      ...[
        '',
        'profiles',
        'flows',
        flow,
        `${flow}/api`,
        'processes',
        `processes/${broken}`,
        `processes/${held}`,
      ],
      ...['deliveries', `deliveries/${failed}`, 'endpoints', 'tokens', 'deliveries?state=sending'],
    ],
  };
}

/** Goes to another page as a link would, and waits until what it shows has come. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate(to => {
    const link = document.createElement('a');
    link.href = to;
    document.body.append(link);
    link.click();
    link.remove();
  }, path);
  await page.locator('main h1').waitFor();
  await page.locator('.loading').waitFor({ state: 'detached' });
}

it.each(['light', 'dark'] as const)('axe finds nothing on any screen, in %s', async colorScheme => {
  const { server, paths } = await fullServer();
  const page = await server.open('', { colorScheme });
  const findings = async (place: string) => {
    const { violations } = await new AxeBuilder({ page }).analyze();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${place}: ${id}: ${html}`));
  };
  for (const path of paths) {
    await go(page, path);
    expect(await findings(path)).toEqual([]);
  }
  await go(page, 'flows/etl/copy/api');
  await page.getByRole('button', { name: 'Delete' }).click();
  expect(await findings('a question')).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  expect(await findings('a form')).toEqual([]);
});

it('fits a screen 360 px wide without scrolling sideways, on any screen', async () => {
  const { server, paths } = await fullServer('x'.repeat(500));
  const page = await server.open('', { viewport: { width: 360, height: 740 } });
  for (const path of paths) {
    await go(page, path);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect([path, width]).toEqual([path, 360]);
  }
});

it('shows hostile data as text', async () => {
  const hostile = '"><img src=x onerror="document.title=1"><script>document.title=2</script>';
  const inbox = await httpServer(response =>
    response.writeHead(500, { 'content-type': 'text/html' }).end(hostile),
  );
  const server = await studioServer({
    projects: {
      [hostile]: {
        tasks: { [hostile]: { profile: hostile, run: () => ({ status: 'error', error: hostile }) } },
      },
    },
    webhooks: [{ ...chat(inbox.url), profile: hostile }],
  });
  const [project, task] = [hostile, hostile].map(encodeURIComponent);
  const { pid } = await server.call<{ pid: string }>(
    'POST',
    `api/v2/projects/${project}/tasks/${task}/run?trigger=API`,
    {},
  );
  const [failed] = await deliveriesIn(server, 'failed', 2);
  const flow = `flows/${project}/${task}`;
  const page = await server.open('');
  for (const path of [
    'profiles',
    `profiles/${project}`,
    'flows',
    flow,
    `${flow}/api`,
    'processes',
    `processes/${pid}`,
    'deliveries',
    `deliveries/${failed}`,
  ]) {
    await go(page, path);
    expect([path, await page.locator('main').innerText()]).toEqual([path, expect.stringContaining(hostile)]);
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.title()).toContain(' · hookplate');
  }
});

it('is used with the keyboard alone', async () => {
  const server = await studioServer();
  const page = await server.open('flows');
  await page.getByRole('link', { name: 'etl / held' }).waitFor();
  const tabTo = async (name: string) => {
    const focused = () =>
      page.evaluate(
        () =>
          document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim(),
      );
    for (let steps = 0; steps < 40 && (await focused()) !== name; steps++) await page.keyboard.press('Tab');
    expect(await focused()).toBe(name);
  };
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await tabTo('etl / held');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'etl / held' }).waitFor();
  await tabTo('API');
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Base URL' }).waitFor();
  await tabTo('Test');
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Process' }).getByText('Running').waitFor();
  await tabTo('Interrupt');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await tabTo('Interrupt');
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Process' }).getByText('Interrupted', { exact: true }).waitFor();
});
