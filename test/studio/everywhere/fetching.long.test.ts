import { it } from 'vitest';
import { studioServer } from '../studio-server.ts';

it('shows a screen also where the stream of changes does not open', async () => {
  const page = await (await studioServer()).open('', { expected: /net::ERR_FAILED/ });
  await page.route('**/api/changes', route => route.abort());
  await page.reload();
  await page.getByRole('region', { name: 'Get told when a job ends' }).waitFor();
  await page.unroute('**/api/changes');
  await page.route('**/api/changes', () => {});
  await page.reload();
  await page.getByRole('region', { name: 'Get told when a job ends' }).waitFor();
});
