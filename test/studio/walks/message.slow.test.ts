import type { Page } from 'playwright-core';
import { expect as expectOf, it } from 'vitest';
import { expect } from '../../browser/pages.ts';
import { httpServer } from '../../loopback-server.ts';
import { studioServer } from '../studio-server.ts';
import { webhooks, write } from '../webhook-page.ts';

/**
 * Words that somebody who is no programmer need not know. Only the gallery has them, which names the receivers for programmers by what
 * they are sent.
 */
const foreign = /[{}[\]]|\$if|HTTP|JSON/;

/** Does one thing after another as somebody who sees the page for the first time, and looks at every word that it shows. */
function walk(page: Page) {
  let steps = 0;
  return {
    async step(act: () => Promise<void>): Promise<void> {
      steps++;
      await act();
      await expect(page.locator('webhook-editor')).toBeVisible();
      expectOf(await wordsOn(page)).not.toMatch(foreign);
    },
    get steps(): number {
      return steps;
    },
  };
}

/** What is visible, also inside elements and fields. */
function wordsOn(page: Page): Promise<string> {
  return page.evaluate(() => {
    const within = (root: Node): readonly string[] => {
      const words: string[] = [];
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
      while (walker.nextNode()) {
        const node = walker.currentNode;
        if (node instanceof Element && node.shadowRoot) words.push(...within(node.shadowRoot));
        if (node instanceof Text && node.parentElement?.checkVisibility({ checkVisibilityCSS: true }))
          words.push(node.data);
      }
      return words;
    };
    return within(document.querySelector('main') ?? document.body).join(' ');
  });
}

it.each([
  {
    receiver: 'Slack',
    figure: 'The message in Slack',
    to: undefined,
    title: undefined,
    sent: { text: 'Failed: *nightly*\nThe source closed the connection' },
  },
  {
    receiver: 'Microsoft Teams',
    figure: 'The message in Microsoft Teams',
    to: undefined,
    title: 'Failed',
    sent: { type: 'message' },
  },
  {
    receiver: 'ntfy',
    figure: 'The notification of ntfy on a phone',
    to: ['Topic', 'night-shift'] as const,
    title: 'Failed',
    sent: { topic: 'night-shift', title: 'Failed', priority: 4 },
  },
])('tells $receiver of a failure in words of one’s own, and is told why it did not arrive', async given => {
  const { receiver, figure, to, title, sent } = given;
  let isRefusing = true;
  const inbox = await httpServer(response => {
    response.statusCode = isRefusing ? 404 : 200;
    response.end(isRefusing ? 'no such channel' : 'ok');
  });
  const server = await studioServer();
  const page = await server.open('profiles/nightly/add');
  const panel = page.getByRole('main');
  const { step, ...walked } = walk(page);

  await step(() => page.getByRole('button', { name: receiver, exact: false }).first().click());
  await step(() => write(panel, 'URL', inbox.url));
  if (to) await step(() => page.getByLabel(to[0]).fill(to[1]));
  await panel.getByRole('figure', { name: figure }).waitFor();
  await step(() => panel.getByRole('tablist', { name: 'Message about' }).getByText('Errored').click());
  const about = title === undefined ? 'Message about Errored' : 'Text about Errored';
  if (title !== undefined) await step(() => write(panel, 'Title about Errored', title));
  await step(() => write(panel, about, 'Failed: *$profile$*\n$errorMessage$'));
  await panel.getByRole('figure').getByText('The source closed the connection').waitFor();

  await step(() => panel.getByRole('button', { name: 'Test Connection' }).click());
  await panel.getByText(`${receiver} answered with 404`).waitFor();
  await panel.getByText('no such channel').first().waitFor();
  isRefusing = false;
  await step(() => panel.getByRole('button', { name: 'Send again' }).click());
  await panel.getByText(`${receiver} said ok`).waitFor();
  await step(() => panel.getByRole('button', { name: 'Save' }).click());
  await panel.getByText(/^saved just now by editor$/).waitFor();
  expectOf(walked.steps).toBeLessThanOrEqual(10);

  const [stored] = await webhooks(server);
  expectOf(stored?.config).toMatchObject({
    messages: { Errored: { text: 'Failed: *$profile$*\n$errorMessage$' } },
  });
  expectOf(stored?.config).not.toHaveProperty('payload');
  await server.call('POST', 'api/webhooks/test', {
    config: stored?.config,
    id: stored?.id,
    event: 'Errored',
  });
  await expect.poll(() => inbox.hits.length).toBe(3);
  expectOf(JSON.parse(inbox.hits[2]?.body ?? '')).toMatchObject(sent);
});

it('becomes the payload that sends the same, and is a message again', async () => {
  const server = await studioServer();
  const page = await server.open('profiles/nightly/add');
  const panel = page.getByRole('main');
  await page.getByRole('button', { name: 'Slack' }).first().click();
  await panel.getByRole('figure', { name: 'The message in Slack' }).waitFor();
  await write(panel, 'URL', 'https://hooks.slack.com/services/T0/B0/x1');
  await panel.getByRole('button', { name: 'Show the request' }).click();
  const request = panel.getByRole('group', { name: 'Request' });
  const body = await request.locator('pre').innerText();
  await panel.getByText('More settings').click();
  await panel.getByRole('button', { name: 'Edit as JSON' }).click();
  await expect(panel.getByRole('textbox', { name: 'Payload' })).toContainText('slack-escape');
  await expect(request.locator('pre')).toHaveText(body, { useInnerText: true });
  await panel.getByRole('button', { name: 'Back to the message' }).click();
  await expect(panel.getByRole('textbox', { name: 'Message about Started' })).toBeVisible();
  await expect(panel.getByRole('textbox', { name: 'Payload' })).toHaveCount(0);
});
