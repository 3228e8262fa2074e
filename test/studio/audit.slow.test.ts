import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'vitest';
import { expect } from '../browser/pages.ts';
import { scratchDirectory } from '../shared/scratch-directory.ts';
import { studioServer } from './studio-server.ts';

it('an operator sees who did what to which webhook, narrows it, and downloads it', async () => {
  const server = await studioServer();
  const config = {
    profile: 'nightly',
    id: 'wh_log',
    events: {},
    method: 'GET',
    url: 'https://hooks.example/',
  };
  await server.call('POST', 'api/webhooks', { config });
  await server.call('POST', 'api/tokens', { name: 'Scheduler', role: 'operator' });
  const page = await server.open('', { as: 'operator' });
  await page.getByRole('button', { name: 'User operator' }).click();
  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByRole('heading', { name: 'Audit log', level: 1 })).toBeVisible();
  const rows = page.getByRole('row');
  await expect(rows.nth(1)).toContainText(/Sign in .*operator/);
  await expect(rows.nth(2)).toContainText('Make an API token');
  await expect(rows.nth(3)).toContainText(/Add a webhook.*editor.*webhook.*wh_log.*nightly/s);

  await page.getByRole('link', { name: 'wh_log' }).click();
  await expect(page.getByText('Only what was done to')).toBeVisible();
  await expect(rows).toHaveCount(2);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ]);
  const file = join(await scratchDirectory('hookplate-download-'), download.suggestedFilename());
  await download.saveAs(file);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(lines.map(line => JSON.parse(line))).toMatchObject([
    { by: 'editor', operation: 'createWebhook', subjectId: 'wh_log', profile: 'nightly' },
  ]);

  await page.getByRole('link', { name: 'Show all entries' }).click();
  await page.getByLabel('By', { exact: true }).fill('nobody');
  await page.getByLabel('By', { exact: true }).press('Enter');
  await expect(page.getByText('Nothing matches')).toBeVisible();
});

it('a viewer is told for whom the log is', async () => {
  const page = await (await studioServer()).open('audit-log', { as: 'viewer' });
  await expect(page.getByText('The audit log is for operators and editors; you are viewer.')).toBeVisible();
});
