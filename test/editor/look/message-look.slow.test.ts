import type { Page } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import type { Look, ShownMessage } from '../../../src/editor/element/look/message-look.ts';
import { expectNoFindings } from '../../browser/axe.ts';
import { expect, openPage } from '../../browser/pages.ts';
import { messages, serveLooks } from './looks.ts';

let served: Awaited<ReturnType<typeof serveLooks>>;
beforeAll(async () => {
  served = await serveLooks();
});
afterAll(() => served.close());

async function show(shown: readonly ShownMessage[], width = 900): Promise<Page> {
  const page = await openPage(served.url, { viewport: { width, height: 800 } });
  await page.waitForFunction(() => 'show' in window);
  await page.evaluate(given => window.show(given), shown);
  return page;
}

const names: Readonly<Record<Look, string>> = {
  slack: 'The message in Slack',
  mattermost: 'The message in Mattermost',
  discord: 'The message in Discord',
  'google-chat': 'The message in Google Chat',
  teams: 'The message in Microsoft Teams',
  telegram: 'The message in Telegram',
  phone: 'The notification of ntfy on a phone',
  incident: 'The alert in PagerDuty',
  chat: 'The message in Gotify',
};
const looks = Object.values(messages);

it('each look is one figure with a name, and shows every word', async () => {
  const page = await show(looks);
  for (const { look, sender, words } of looks) {
    const figure = page.getByRole('figure', { name: names[look], exact: true });
    for (const text of [sender, ...words]) await expect(figure).toContainText(text);
  }
  await expectNoFindings(page, 'messages');
});

it.each([320, 900])('no message is wider than its panel, %i px wide', async width => {
  const page = await show(
    [...looks, ...looks.map(each => ({ ...each, sender: 'x'.repeat(200), title: 'y'.repeat(300) }))],
    width,
  );
  await expect(page.getByRole('figure')).toHaveCount(2 * looks.length);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  const outside = (): Promise<readonly string[]> =>
    page.getByRole('figure').evaluateAll(figures =>
      figures.flatMap(figure => {
        const { right } = figure.getBoundingClientRect();
        const parts = [...figure.querySelectorAll('*')].filter(
          part =>
            part.getBoundingClientRect().right > right ||
            (part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0),
        );
        return parts.map(part => `${figure.className} ${part.className}`);
      }),
    );
  await expect.poll(outside).toEqual([]);
});

it('a link says where it would lead, and leads nowhere', async () => {
  const page = await show([messages.slack]);
  const link = page.getByTitle('https://shop.example/customers/7');
  await expect(link).toHaveText('Ada & Co');
  await link.click();
  await expect(page).toHaveURL(served.url);
  expect(page.context().pages()).toHaveLength(1);
});

it('a value leads to the tag that wrote it, also where markup divides it or an escape is part of it', async () => {
  const pieces = [
    { text: '*Order ' },
    { text: '4711', source: { start: 2, end: 9 } },
    { text: '* of ' },
    { text: 'Ada &amp; Co *7*', source: { start: 20, end: 29 } },
    { text: '', source: { start: 30, end: 31 } },
    { text: '.' },
  ];
  const page = await show([{ look: 'slack', sender: 'Shop', text: { field: 'text', pieces } }]);
  await expect(page.locator('.words')).toHaveText('Order 4711 of Ada & Co 7.');
  await expect(page.locator('.value')).toHaveText(['4711', 'Ada & Co ', '7']);
  await expect(page.locator('.value.linked')).toHaveText(['4711']);
  await page.locator('.value', { hasText: 'Ada' }).click();
  await page.locator('.value', { hasText: /^7$/ }).click();
  await expect.poll(() => page.evaluate(() => window.reached)).toEqual(['text 20', 'text 20']);
});
