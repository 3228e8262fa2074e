import type { Locator, Page } from 'playwright-core';
import { it } from 'vitest';
import { expect, openPage, visit } from '../../browser/pages.ts';
import { httpServer } from '../../loopback-server.ts';
import { passwords } from '../../server/test-users.ts';
import { studioServer } from '../studio-server.ts';
import { focused, webhooks } from '../webhook-page.ts';

/*
 * What a pipeline's administrator does who has never been here: from the page for signing in to a message that is proved,
 * tested and saved. A step is one click, one key that is pressed, or one text that is typed; looking is none. Pasting what the
 * receiver has given them, its address or its key, is not counted, as nobody can do it for them.
 */

const maxSteps = 12;
/** The longest time for them, in milliseconds, for somebody who waits for everything that moves. */
const longest = 60_000;

/** Somebody who sees only what the window shows. */
interface Person {
  readonly page: Page;
  readonly steps: readonly string[];
  /** When they began, as `Date.now()`. */
  readonly since: number;
  readonly click: (what: Locator) => Promise<void>;
  readonly press: (key: string) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  /** Pastes what the receiver has given them. */
  readonly paste: (text: string) => Promise<void>;
  readonly sees: (what: Locator) => Promise<void>;
}

function personAt(page: Page): Person {
  const steps: string[] = [];
  const sees = async (what: Locator): Promise<void> => {
    await what.waitFor();
    const box = await what.boundingBox();
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    const isShown =
      box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
    expect([String(what), isShown]).toEqual([String(what), true]);
    await expect.poll(() => page.evaluate(() => [scrollX, scrollY])).toEqual([0, 0]);
  };
  return {
    page,
    steps,
    since: Date.now(),
    sees,
    click: async what => {
      await sees(what);
      await page.evaluate(() => {
        // What turns until an answer has come never ends by itself.
        const moving = document
          .getAnimations()
          .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
        return Promise.allSettled(moving.map(({ finished }) => finished));
      });
      steps.push(`click ${what}`);
      await what.click();
    },
    press: async key => {
      steps.push(`press ${key}`);
      await page.keyboard.press(key);
    },
    type: async text => {
      steps.push(`type ${text}`);
      await page.keyboard.type(text);
    },
    paste: text => page.keyboard.insertText(text),
  };
}

/** Signs in, and goes to the receivers from the first page. */
async function begin(origin: string): Promise<Person> {
  const page = await openPage(origin, { viewport: { width: 1440, height: 900 }, expected: /status of 401/ });
  const person = personAt(page);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await person.type('editor');
  await person.press('Tab');
  await person.type(passwords.editor);
  await person.press('Enter');
  await person.click(page.getByRole('link', { name: 'Add a webhook' }));
  await page.getByRole('searchbox', { name: 'Search' }).waitFor();
  return person;
}

/** Tries the connection, sees the answer, and saves. */
async function testAndSave(
  { page, steps, since, click, sees }: Person,
  /** What is said of the answer. */
  answer: RegExp,
): Promise<void> {
  await click(page.getByRole('button', { name: 'Test Connection' }));
  await sees(page.getByRole('group', { name: 'Test' }).getByText(answer));
  await click(page.getByRole('button', { name: 'Save' }));
  await sees(page.getByText(/^saved just now by editor$/));
  expect(steps.length, steps.join('\n')).toBeLessThanOrEqual(maxSteps);
  expect(Date.now() - since).toBeLessThan(longest);
}

it('from signing in to a message for Slack', async () => {
  const inbox = await httpServer(response => response.end('ok'));
  const server = await studioServer();
  const person = await begin(server.origin);
  const { page, click, paste, sees } = person;
  await click(page.getByRole('button', { name: 'Slack' }).first());
  await sees(page.getByText('1 thing to fill in'));
  await expect.poll(() => focused(page)).toBe('URL');
  await paste(`${inbox.url}/services/T0/B0/secret`);
  await sees(page.getByText('Every message keeps to the known rules of Slack'));
  await expect(page.getByRole('list', { name: 'Problems' })).toHaveCount(0);
  await testAndSave(person, /^Slack said ok in\s+\d+ ms$/);
  expect(inbox.hits.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /services/T0/B0/secret']);
  await expect.poll(() => webhooks(server)).toMatchObject([{ config: { receiver: 'slack', name: 'Slack' } }]);
  await visit(page, server.origin);
  const done = page.getByRole('listitem').filter({ hasText: 'done' });
  await expect.poll(() => done.count()).toBe(2);
});

it('from signing in to a message for PagerDuty, which wants a key in the payload', async () => {
  const inbox = await httpServer(response => response.writeHead(202).end('{"status":"ok"}'));
  const server = await studioServer();
  const person = await begin(server.origin);
  const { page, click, paste, press, sees } = person;
  await click(page.getByRole('button', { name: 'PagerDuty' }));
  await sees(page.getByText('1 thing to fill in'));
  await expect.poll(() => focused(page)).toBe('Payload');
  await paste('0123456789abcdef0123456789abcdef');
  await sees(page.getByText('Every message keeps to the known rules of PagerDuty'));
  // Only this test sends it elsewhere: who has an account leaves the address as it is.
  await click(page.getByRole('textbox', { name: 'URL' }));
  await press('ControlOrMeta+A');
  await paste(`${inbox.url}/v2/enqueue`);
  await testAndSave(person, /^PagerDuty accepted it in\s+\d+ ms$/);
  expect(JSON.parse(inbox.hits[0]?.body ?? '')).toMatchObject({
    routing_key: '0123456789abcdef0123456789abcdef',
  });
  await expect
    .poll(() => webhooks(server))
    .toMatchObject([{ config: { receiver: 'pagerduty', name: 'PagerDuty' } }]);
});

it('from signing in to a message made of an example that the receiver shows', async () => {
  const inbox = await httpServer(response => response.end('ok'));
  const server = await studioServer();
  const person = await begin(server.origin);
  const { page, click, paste, sees } = person;
  await click(page.getByRole('button', { name: 'Paste an example …' }));
  await paste('{"event":"Started","profile":"My profile","level":"info"}');
  await click(page.getByRole('button', { name: 'Use it' }));
  await sees(page.getByText('1 thing to fill in'));
  await expect.poll(() => focused(page)).toBe('URL');
  await paste(`${inbox.url}/in`);
  await sees(page.getByText('No value can break this JSON'));
  await testAndSave(person, /^[^\n]+ said ok in\s+\d+ ms$/);
  expect(JSON.parse(inbox.hits[0]?.body ?? '')).toMatchObject({ event: 'Started', level: 'info' });
});
