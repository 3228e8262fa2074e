import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { it } from 'vitest';
import { expect, openPage } from '../browser/pages.ts';
import { freePort } from '../outbox/postgres/postgres-server.ts';
import { atEnd } from '../shared/at-end.ts';
import { scratchDirectory } from '../shared/scratch-directory.ts';

it('the example shows the portal inside the page of a shop', async () => {
  const port = await freePort();
  const example: ChildProcess = spawn(process.execPath, ['examples/portal/start.mjs'], {
    env: { ...process.env, PORT: String(port), DIRECTORY: await scratchDirectory('hookplate-portal-') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  atEnd(async () => {
    const ended = once(example, 'exit');
    example.kill('SIGTERM');
    await ended;
  });
  if (example.stdout) await once(example.stdout, 'data');
  const page = await openPage(`http://localhost:${port}`);
  const portal = page.frameLocator('webhook-portal >> iframe');
  await expect(portal.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Order a pot' }).click();
  await portal.getByRole('link', { name: 'Event types' }).click();
  await expect(portal.getByRole('heading', { name: 'An order was placed' })).toBeVisible();
});
