import type { Locator } from 'playwright-core';
import { it } from 'vitest';
import { expect } from '../../browser/pages.ts';
import { httpServer } from '../../loopback-server.ts';
import { chat, studioServer } from '../studio-server.ts';
import { chatPage, panelOf, write } from '../webhook-page.ts';

/** What every receiver takes, with a mistake in its line 202. */
const payload = `{${'\n'.repeat(201)}"text": "$profle$"\n}`;

async function edges(found: Locator): Promise<{ readonly top: number; readonly bottom: number }> {
  const box = await found.boundingBox();
  if (!box) throw new Error('It is not shown.');
  return { top: box.y, bottom: box.y + box.height };
}

it.each([
  ['a stored webhook', chatPage],
  ['a new one, below what Slack needs', 'profiles/nightly/webhooks/ops?add=slack'],
])('what is wrong in a long payload is seen above the bar without scrolling, in %s', async (_, path) => {
  const server = await studioServer({ webhooks: [chat((await httpServer()).url)] });
  const page = await server.open(path, { viewport: { width: 1440, height: 900 } });
  const panel = await panelOf(page);
  await write(panel, 'Payload', payload);
  const problem = panel.getByRole('listitem').filter({ hasText: 'There is no variable profle' });
  await problem.waitFor();
  const fix = problem.getByRole('button', { name: 'Did you mean profile?' });
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  expect((await edges(fix)).bottom).toBeLessThan((await edges(panel.locator('.bar'))).top);
  expect((await edges(problem)).bottom).toBeLessThan((await edges(panel.locator('.bar'))).top);
  // There alone.
  await expect(panel.locator('.paused')).toHaveText(
    'Paused: Payload, line 202: There is no variable profle',
    { useInnerText: true },
  );
  await expect(panel.getByRole('button', { name: 'Did you mean profile?' })).toHaveCount(1);
});

it('the line of the cursor is not under the bar, however low the window is', async () => {
  const server = await studioServer({ webhooks: [chat((await httpServer()).url)] });
  const page = await server.open(chatPage, { viewport: { width: 1440, height: 900 } });
  const panel = await panelOf(page);
  await write(panel, 'Payload', payload);
  const line = panel.locator('.payload .cm-activeLine');
  const bar = panel.locator('.bar');
  for (const height of [900, 700, 640, 600, 560]) {
    await page.setViewportSize({ width: 1440, height });
    await page.keyboard.press('ControlOrMeta+Home');
    await page.evaluate(() => scrollTo(0, 0));
    for (const key of ['ControlOrMeta+End', 'ArrowUp', 'PageUp', 'PageDown', 'ArrowDown']) {
      await page.keyboard.press(key);
      const hidden = async () => (await edges(line)).bottom - (await edges(bar)).top;
      await expect.poll(hidden, { message: `${key}, ${height} px high` }).toBeLessThanOrEqual(0);
    }
  }
});
