import type { Page } from 'playwright-core';
import { it } from 'vitest';
import type { WebhookEditor } from '../../src/editor/index.ts';
import { expect } from '../browser/pages.ts';
import { openEditor } from './editor-page.ts';

const set = { set: true } as const;

/** The example page with a webhook whose secrets are stored. */
async function openStored(): Promise<Page> {
  const page = await openEditor();
  await page.locator('webhook-editor').evaluate((editor: WebhookEditor, set) => {
    editor.capabilities = { save: true, secretHeaders: true, signing: true };
    editor.signingSecret = set;
    editor.config = {
      ...editor.config,
      authentication: { username: 'ada', password: set },
      headers: [{ name: 'X-Key', value: set, secret: true }],
    };
  }, set);
  await page.getByText('Authentication, signing, time zone, output').click();
  return page;
}

function content(page: Page) {
  return page.locator('webhook-editor').evaluate((editor: WebhookEditor) => editor.content);
}

it('keeps stored secrets by saying that they are set, and shows asterisks for them', async () => {
  const page = await openStored();
  await expect
    .poll(() => content(page))
    .toMatchObject({
      config: {
        authentication: { username: 'ada', password: set },
        headers: [{ name: 'X-Key', value: set, secret: true }],
      },
      signingSecret: set,
    });
  await page.getByRole('tabpanel').getByText('x-key: ***').waitFor();
  await page.getByRole('status').getByText('No value can break this JSON.').waitFor();
});

it('replaces a secret, keeps it after all, or removes it', async () => {
  const page = await openStored();
  await page.getByRole('button', { name: 'Replace: Password' }).click();
  await page.keyboard.type('new');
  await expect.poll(() => content(page)).toMatchObject({ config: { authentication: { password: 'new' } } });
  await page.getByRole('button', { name: 'Keep: Password' }).click();
  await expect.poll(() => content(page)).toMatchObject({ config: { authentication: { password: set } } });
  await page.getByRole('button', { name: 'Remove: Signing secret' }).click();
  await page.getByText('Left empty, the one that is stored is removed.').waitFor();
  await expect.poll(() => content(page)).toMatchObject({ signingSecret: null });
  await page.locator('webhook-editor').evaluate((editor: WebhookEditor) => editor.markSaved(editor.content));
  await expect.poll(() => content(page)).not.toHaveProperty('signingSecret');
  await expect(page.getByRole('button', { name: 'Keep: Signing secret' })).toHaveCount(0);
});

it('never shows a secret header that was just written, and checks it all the same', async () => {
  const page = await openStored();
  await page.getByRole('button', { name: 'Replace: Value of header 1' }).click();
  await page.keyboard.type('canary $profle$');
  await page.getByText('1 thing to fix').waitFor();
  await page.getByLabel('Value of header 1', { exact: true }).fill('canary $profile$');
  await page.getByText('No value can break this JSON.').waitFor();
  await expect(page.getByLabel('Value of header 1', { exact: true })).toHaveAttribute('type', 'password');
  await page.getByRole('tabpanel').getByText('x-key: ***').waitFor();
  await expect(page.getByText('canary')).toHaveCount(0);
});

it('has nothing of what was typed as a secret in what a page keeps, and none at all once it was saved', async () => {
  const page = await openStored();
  await page.getByRole('button', { name: 'Replace: Value of header 1' }).click();
  await page.keyboard.type('canary-1');
  await page.getByRole('button', { name: 'Replace: Signing secret' }).click();
  await page.keyboard.type('canary-2');
  const [kept, sent, after] = await page.locator('webhook-editor').evaluate((editor: WebhookEditor) => {
    const { contentWithoutSecrets, content } = editor;
    editor.markSaved(content);
    return [contentWithoutSecrets, content, editor.content].map(each => JSON.stringify(each));
  });
  expect(sent).toMatch(/canary-1.*canary-2/);
  expect(kept).not.toContain('canary');
  expect(after).toBe(kept);
  await page.getByRole('button', { name: 'Replace: Signing secret' }).waitFor();
});

it('asks for the value again where a header is not to be secret any more', async () => {
  const page = await openStored();
  await page.getByRole('checkbox', { name: 'Header 1 is secret' }).uncheck();
  await expect
    .poll(() => content(page))
    .toMatchObject({ config: { headers: [{ name: 'X-Key', value: '' }] } });
  await page.getByRole('textbox', { name: 'Value of header 1' }).fill('plain');
  await page.getByRole('tabpanel').getByText('x-key: plain').waitFor();
});

it('keeps to removing a stored signing secret when a content is restored, also one without secrets', async () => {
  const page = await openStored();
  await page.getByRole('button', { name: 'Remove: Signing secret' }).click();
  const restored = await page.locator('webhook-editor').evaluate((editor: WebhookEditor, set) => {
    const { content, contentWithoutSecrets } = editor;
    editor.signingSecret = set;
    editor.restore(contentWithoutSecrets);
    return { content, contentWithoutSecrets, again: editor.content, isModified: editor.isModified };
  }, set);
  expect(restored).toMatchObject({
    content: { signingSecret: null },
    contentWithoutSecrets: { signingSecret: null },
    again: { signingSecret: null },
    isModified: true,
  });
  await page.getByText('Left empty, the one that is stored is removed.').waitFor();
  await page.getByRole('button', { name: 'Keep: Signing secret' }).click();
  await expect.poll(() => content(page)).toMatchObject({ signingSecret: set });
});

it('asks for new secrets again where a content is restored that was kept without them', async () => {
  const page = await openEditor();
  const kept = await page.locator('webhook-editor').evaluate((editor: WebhookEditor) => {
    editor.capabilities = { save: true, secretHeaders: true, signing: true };
    editor.restore({
      config: {
        ...editor.config,
        authentication: { username: 'ada', password: 'canary' },
        headers: [{ name: 'X-Key', value: 'canary', secret: true }],
      },
      signingSecret: 'canary',
    });
    const { contentWithoutSecrets } = editor;
    editor.restore(contentWithoutSecrets);
    return contentWithoutSecrets;
  });
  expect(JSON.stringify(kept)).not.toContain('canary');
  await page.getByText('3 things to fix').waitFor();
  await page.getByText('Write the value of X-Key again: it was not kept.').waitFor();
  await page.getByRole('button', { name: 'Header 1', exact: true }).click();
  await page.keyboard.type('v');
  await page.getByRole('button', { name: 'Password', exact: true }).click();
  await page.keyboard.type('p');
  await page.getByRole('button', { name: 'Remove: Signing secret' }).click();
  await page.getByText('No value can break this JSON.').waitFor();
  await expect
    .poll(() => content(page))
    .toMatchObject({
      config: {
        authentication: { username: 'ada', password: 'p' },
        headers: [{ name: 'X-Key', value: 'v', secret: true }],
      },
    });
  await expect.poll(() => content(page)).not.toHaveProperty('signingSecret');
});

it('asks for the value of a header that is secret', async () => {
  const page = await openStored();
  await page.getByRole('button', { name: 'Replace: Value of header 1' }).click();
  await page.getByText('Write the value of X-Key: a secret is not empty.').waitFor();
  await page.getByText('1 thing to fix').waitFor();
  await page.getByRole('button', { name: 'Keep: Value of header 1' }).click();
  await page.getByText('No value can break this JSON.').waitFor();
});
