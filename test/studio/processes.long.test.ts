import { it } from 'vitest';
import { expect } from '../browser/pages.ts';
import { httpServer } from '../loopback-server.ts';
import { chat, messagesIn, run, studioServer } from './studio-server.ts';

it('shows a process as it goes, and interrupts it after asking once', async () => {
  const inbox = await httpServer();
  const server = await studioServer({ webhooks: [chat(inbox.url)] });
  const pid = await run(server, 'held');
  const page = await server.open(`processes/${pid}`);
  const process = page.getByRole('region', { name: 'Process' });
  await process.getByText('Running').waitFor();
  await page.getByRole('progressbar', { name: 'Progress: 7 records' }).waitFor();
  await page.getByRole('button', { name: 'Interrupt' }).click();
  const question = page.getByRole('dialog', { name: 'Interrupt this process?' });
  await expect.poll(() => question.innerText()).toContain('etl / held will be told to stop.');
  await question.getByRole('button', { name: 'Let it run' }).click();
  await question.waitFor({ state: 'detached' });
  await process.getByText('Running').waitFor();
  await page.getByRole('button', { name: 'Interrupt' }).click();
  await question.getByRole('button', { name: 'Interrupt' }).click();
  await process.getByText('Interrupted', { exact: true }).waitFor();
  const events = page.getByRole('region', { name: 'Events' });
  await events.getByRole('heading', { name: 'Errored' }).waitFor();
  await expect.poll(() => events.getByText('Delivered').count()).toBe(2);
  await expect(page.getByRole('button', { name: 'Interrupt' })).toHaveCount(0);
});

it('says when a process failed, and leads to its flow to run it again', async () => {
  const server = await studioServer();
  const pid = await run(server, 'broken');
  const page = await server.open(`processes/${pid}`);
  await page.getByRole('heading', { name: `etl / broken · ${pid.slice(0, 8)}`, level: 1 }).waitFor();
  const process = page.getByRole('region', { name: 'Process' });
  await process.getByText('The body that it ran with is not kept').waitFor();
  await expect.poll(() => process.innerText()).toMatch(/Ended\s+.* \(\d+ \w+ 20\d\d, \d\d:\d\d:\d\d .+\)/);
  await process.getByRole('link', { name: 'Run again …' }).click();
  await page
    .getByRole('complementary', { name: 'Run etl / broken' })
    .getByRole('button', { name: 'Run' })
    .click();
  await process.getByText('The table orders cannot be read').waitFor();
  await expect(page).toHaveURL(url => ![null, pid].includes(url.searchParams.get('run')));
});

it('leads from a message that was given up to what can be done about it', async () => {
  const inbox = await httpServer(response => response.writeHead(410).end());
  const server = await studioServer({ webhooks: [chat(inbox.url)] });
  const page = await server.open(`processes/${await run(server, 'copy')}`);
  await page.getByRole('link', { name: 'See why, and resend: Started' }).click();
  await page.getByRole('button', { name: 'Enable and resend' }).waitFor();
});

it('leads from a message that is retried to its reason, whose next attempt is said in one line', async () => {
  const inbox = await httpServer(response => response.writeHead(503).end());
  const server = await studioServer({ webhooks: [chat(inbox.url)], delivery: { schedule: [3_600_000] } });
  const page = await server.open(`processes/${await run(server, 'copy')}`);
  const why = page.getByRole('link', { name: 'See why: Started → 127.0.0.1' });
  await why.waitFor();
  const next = page.getByRole('listitem').filter({ has: why }).locator('.state time').last();
  await expect(next).toHaveText('in 1 h', { useInnerText: true });
  const lineOf = () => next.evaluate(time => time.getClientRects().length);
  for (const width of [390, 360, 320, 280]) {
    await page.setViewportSize({ width, height: 800 });
    expect([width, await lineOf()]).toEqual([width, 1]);
  }
  await why.click();
  await page.getByText('The receiver answered with 503: the receiver is not ready.').first().waitFor();
});

it('lists processes with what became of them', async () => {
  const server = await studioServer();
  const failed = await run(server, 'broken');
  const page = await server.open('processes');
  const row = page.getByRole('row').filter({ hasText: failed.slice(0, 8) });
  await row.getByText('Error', { exact: true }).waitFor();
  await expect.poll(() => row.innerText()).toContain('The table orders cannot be read');
  await row.getByRole('cell', { name: 'nightly', exact: true }).waitFor();
  const copied = await run(server, 'copy');
  // New rows wait until somebody wants to see them.
  await page.getByRole('button', { name: 'Show 1 new process' }).click();
  await expect
    .poll(async () =>
      page
        .getByRole('row')
        .filter({ hasText: copied.slice(0, 8) })
        .innerText(),
    )
    .toMatch(/Completed[\s\S]*12,500/);
});

it('has its filter in its address', async () => {
  const server = await studioServer();
  const failed = await run(server, 'broken');
  const copied = await run(server, 'copy');
  const page = await server.open('processes?status=error');
  const rows = page.getByRole('row').filter({ has: page.getByRole('link') });
  await rows.filter({ hasText: failed.slice(0, 8) }).waitFor();
  await expect(rows).toHaveCount(1);
  await page.getByRole('combobox', { name: 'State' }).selectOption('Completed');
  await rows.filter({ hasText: copied.slice(0, 8) }).waitFor();
  await expect(page).toHaveURL(`${server.origin}/processes?status=completed`);
  await page.getByRole('combobox', { name: 'State' }).selectOption('Queued');
  await page.getByText('No process is in this state').waitFor();
});

it('shows older ones on demand', async () => {
  const server = await studioServer();
  const first = await run(server, 'copy');
  for (let count = 0; count < 50; count++) await run(server, 'copy');
  const page = await server.open('processes');
  await page.getByText('50 processes shown').waitFor();
  await page.getByRole('button', { name: 'Older' }).click();
  await page.getByRole('link', { name: first.slice(0, 8) }).waitFor();
});

it('tells a viewer why they may not interrupt', async () => {
  const server = await studioServer();
  const page = await server.open(`processes/${await run(server, 'held')}`, { as: 'viewer' });
  const button = page.getByRole('button', { name: 'Interrupt' });
  await button.waitFor();
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toHaveAttribute('title', 'This needs the role operator; yours is viewer.');
});

it('the overview leads to those that run, to the newest that have ended, and to what ended in error', async () => {
  const inbox = await httpServer();
  const server = await studioServer({ webhooks: [chat(inbox.url)] });
  const broken = await run(server, 'broken');
  await messagesIn(server, 'delivered', 2);
  const copied = await run(server, 'copy');
  const held = await run(server, 'held');
  await messagesIn(server, 'delivered', 5);
  const page = await server.open('');
  const rowsOf = async (heading: string): Promise<readonly (string | null)[]> => {
    const region = page.getByRole('region').filter({ has: page.getByRole('heading', { name: heading }) });
    await region.waitFor();
    const links = await region.getByRole('row').getByRole('link').all();
    return Promise.all(
      links.map(async link => `${await link.innerText()}: ${await link.getAttribute('href')}`),
    );
  };
  const rowOf = (task: string, pid: string): string => `etl / ${task} ${pid.slice(0, 8)}: processes/${pid}`;
  await expect.poll(() => rowsOf('Now')).toEqual([rowOf('held', held)]);
  await expect
    .poll(() => rowsOf('Latest processes'))
    .toEqual([rowOf('copy', copied), rowOf('broken', broken)]);
  for (const [region, task, pid] of [
    ['Now', 'held', held],
    ['Latest processes', 'copy', copied],
  ] as const) {
    await page
      .getByRole('region', { name: region })
      .getByRole('link', { name: `etl / ${task}` })
      .click();
    await page.getByRole('heading', { name: `etl / ${task} · ${pid.slice(0, 8)}`, level: 1 }).waitFor();
    await page.goBack();
  }
  const toDo = page.getByRole('region', { name: 'To do' });
  await toDo.getByText('1 process ended in error in the last 24 hours').waitFor();
  await toDo.getByRole('link', { name: 'See processes' }).click();
  await page.getByRole('heading', { name: 'Processes', level: 1 }).waitFor();
  await expect(page).toHaveURL(`${server.origin}/processes?status=error`);
});
