import type { Locator, Page } from 'playwright-core';
import { it } from 'vitest';
import type { WebhookEditor } from '../../src/editor/index.ts';
import { receivers } from '../../src/webhook/receivers/gallery.ts';
import { expect } from '../browser/pages.ts';
import { field, openEditor, verdict, write } from './editor-page.ts';

const receiver = (page: Page): Locator => page.getByRole('combobox', { name: 'Receiver', exact: true });

/** The names of the options, once there are some besides the first. */
async function offered(page: Page): Promise<readonly string[]> {
  await expect.poll(() => receiver(page).getByRole('option').count()).toBeGreaterThan(receivers.length);
  return receiver(page).getByRole('option').allInnerTexts();
}

const named = (page: Page): Promise<unknown> =>
  page.locator('webhook-editor').evaluate(({ config: { receiver } }: WebhookEditor) => receiver);

it('a receiver of the gallery is chosen with the keyboard, and the verdict then names it', async () => {
  const page = await openEditor();
  await expect.poll(() => offered(page)).toEqual(['Custom', ...receivers.map(({ name }) => name)]);
  await write(page, 'Payload', '{ "txt": "$profile$" }');
  await verdict(page).getByText('No value can break this JSON.').waitFor();
  await field(page, 'Name').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.type('Discord');
  await verdict(page)
    .getByText(/to fix$/)
    .waitFor();
  await expect.poll(() => named(page)).toBe('discord');
  await write(page, 'Payload', '{ "content": "Copying: $event$" }');
  await verdict(page).getByText('Every message keeps to the known rules of Discord.').waitFor();
  await receiver(page).selectOption('Custom');
  await verdict(page).getByText('No value can break this JSON.').waitFor();
  await expect.poll(() => named(page)).toBeUndefined();
});

it('receivers of the page come first, in place of those of the gallery with the same id', async () => {
  const page = await openEditor();
  await page.locator('webhook-editor').evaluate((editor: WebhookEditor) => {
    editor.receivers = [
      { id: 'pager', name: 'Our pager', hosts: [], schema: { required: ['text'] } },
      { id: 'slack', name: 'Our Slack', hosts: [] },
    ];
  });
  const names = await offered(page);
  expect(names.slice(0, 3)).toEqual(['Custom', 'Our pager', 'Our Slack']);
  expect(names).not.toContain('Slack');
  await receiver(page).selectOption('Our pager');
  await verdict(page).getByText('Every message keeps to the known rules of Our pager.').waitFor();
});

it('where the address of a receiver is found stands below the URL, until all is filled in', async () => {
  const page = await openEditor();
  const url = field(page, 'URL');
  await page.locator('webhook-editor').evaluate((editor: WebhookEditor) => {
    editor.receivers = [{ id: 'pager', name: 'Our pager', hosts: [], setup: 'Ask the team for a number.' }];
    editor.config = {
      ...editor.config,
      receiver: 'discord',
      url: 'https://discord.com/api/webhooks/YOUR_WEBHOOK_ID/YOUR_TOKEN',
    };
  });
  await expect(url).toHaveAccessibleDescription(
    /In Discord, open "Server Settings", "Integrations", "Webhooks"/,
  );
  await write(page, 'URL', 'https://discord.com/api/webhooks/1/x');
  await expect(page.getByText('In Discord, open')).toHaveCount(0);
  await receiver(page).selectOption('Our pager');
  await expect(page.getByText('Ask the team for a number.')).toHaveCount(0);
  await write(page, 'URL', '');
  await page.getByText('Ask the team for a number.').waitFor();
  await receiver(page).selectOption('Custom');
  await expect(page.getByText('Ask the team for a number.')).toHaveCount(0);
});

it('the receiver that a URL belongs to is chosen by the fix, and a reset takes it back', async () => {
  const page = await openEditor();
  await write(page, 'URL', 'https://discord.com/api/webhooks/1/x');
  await page.getByRole('button', { name: 'Check it as Discord' }).click();
  await expect.poll(() => receiver(page).inputValue()).toBe('discord');
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect.poll(() => receiver(page).inputValue()).toBe('');
});

it('a receiver that nobody knows stays chosen, and its problem leads to it', async () => {
  const page = await openEditor();
  await page.locator('webhook-editor').evaluate((editor: WebhookEditor) => {
    editor.config = { ...editor.config, receiver: 'pager' };
  });
  await page.getByRole('button', { name: 'Receiver', exact: true }).click();
  await expect.poll(() => receiver(page).evaluate(element => element.matches(':focus'))).toBe(true);
  await expect(receiver(page)).toHaveValue('pager');
  expect((await offered(page)).slice(0, 3)).toEqual(['Custom', 'pager', 'Slack']);
});

it('a disabled editor shows the receiver, and does not let it be changed', async () => {
  const page = await openEditor();
  await page.locator('webhook-editor').evaluate((editor: WebhookEditor) => {
    editor.config = { ...editor.config, receiver: 'ntfy' };
    editor.disabled = true;
  });
  await expect.poll(() => receiver(page).isDisabled()).toBe(true);
  await expect(receiver(page)).toHaveValue('ntfy');
});
