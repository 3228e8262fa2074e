import type { Page } from 'playwright-core';
import { it } from 'vitest';
import type { EditorCapabilities, TestResult, WebhookEditor } from '../../src/editor/index.ts';
import { expect } from '../browser/pages.ts';
import { field, openEditor, verdict, write } from './editor-page.ts';

/** The example page with these capabilities; what the editor asks it for is noted. */
async function openWith(capabilities: Partial<EditorCapabilities>, config: object = {}): Promise<Page> {
  const page = await openEditor();
  await page.locator('webhook-editor').evaluate(
    (editor: WebhookEditor, [capabilities, config]) => {
      const heard: unknown[] = [];
      editor.capabilities = capabilities;
      editor.config = { ...editor.config, ...config };
      for (const type of ['save-request', 'test-request', 'config-change'] as const)
        editor.addEventListener(type, ({ detail }) => heard.push([type, detail]));
      Object.assign(window, { heard });
    },
    [capabilities, config] as const,
  );
  return page;
}

const buttons = { save: true, test: true };
const answered: TestResult = {
  event: 'Completed',
  request: {
    method: 'POST',
    url: 'https://chat.example.com/',
    headers: [['hookplate-test', 'true']],
    body: '{}',
  },
  attempt: {
    durationMs: 1234.5,
    outcome: { kind: 'answered', status: 404, headers: [['server', 'x']], body: '<b id="hostile">gone</b>' },
  },
};

async function heard(page: Page, type: string): Promise<readonly unknown[]> {
  const all = await page.evaluate<[string, unknown][]>('heard');
  return all.filter(([each]) => each === type).map(([, detail]) => detail);
}

function within(page: Page) {
  return page.locator('webhook-editor');
}

it('has buttons only where the page says what they do', async () => {
  const page = await openEditor();
  await expect(within(page).getByRole('button', { name: 'Save' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Test Connection' })).toHaveCount(0);
  await expect
    .poll(() =>
      within(page).evaluate((editor: WebhookEditor) => {
        try {
          editor.capabilities = { sav: true } as object;
          return '';
        } catch (error) {
          return String(error);
        }
      }),
    )
    .toMatch(/^TypeError: capabilities\.sav: .*save/);
});

it('asks the page to save with the button and with Mod-S, with what was typed last', async () => {
  const page = await openWith(buttons);
  await write(page, 'Payload', '{ "text": "$event$" }');
  await page.keyboard.press('ControlOrMeta+s');
  await expect
    .poll(() => heard(page, 'save-request'))
    .toMatchObject([{ config: { payload: '{ "text": "$event$" }' } }]);
  await within(page).getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => heard(page, 'save-request')).toHaveLength(2);
});

it('does not ask while there are errors, says why, and goes to the first of them', async () => {
  const page = await openWith(buttons);
  await write(page, 'Payload', '{ "text": "$profle$" }');
  await verdict(page).getByText('1 thing to fix').waitFor();
  const save = within(page).getByRole('button', { name: 'Save', description: 'Correct 1 error first.' });
  await expect(save).toBeDisabled();
  await save.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => field(page, 'Payload').evaluate(element => element.matches(':focus'))).toBe(true);
  await page.keyboard.insertText('profile');
  await page.keyboard.press('ControlOrMeta+s');
  await expect.poll(() => heard(page, 'save-request')).toHaveLength(1);
  await expect(save).toHaveCount(0);
});

it('knows what was changed since it was saved, and keeps what was typed while it was', async () => {
  const page = await openWith(buttons);
  const modified = () => within(page).evaluate((editor: WebhookEditor) => editor.isModified);
  await expect.poll(() => modified()).toBe(false);
  await write(page, 'Payload', '{ "a": 1 }');
  await expect.poll(() => modified()).toBe(true);
  const sent = await within(page).evaluate((editor: WebhookEditor) => editor.content);
  await write(page, 'Payload', '{ "a": 2 }');
  await within(page).evaluate((editor: WebhookEditor, sent) => editor.markSaved(sent), sent);
  await expect.poll(() => modified()).toBe(true);
  await write(page, 'Payload', '{ "a": 1 }');
  await expect.poll(() => modified()).toBe(false);
});

it('sends a test of Started at once, and shows what came back as text', async () => {
  const page = await openWith(buttons);
  await page.getByRole('button', { name: 'Test Connection' }).click();
  const panel = page.getByRole('group', { name: 'Test', exact: true });
  await panel.getByText('Sending Started …').waitFor();
  await expect
    .poll(() => heard(page, 'test-request'))
    .toMatchObject([{ event: 'Started', config: { method: 'POST' } }]);
  await within(page).evaluate((editor: WebhookEditor, result) => {
    editor.testResult = result;
  }, answered);
  await expect(panel.getByRole('status')).toHaveText(
    'chat.example.com answered with 404 in 1,235 ms: there is nothing at this address.',
    { useInnerText: true },
  );
  await panel.getByText('Sent as a test; not retried.').waitFor();
  const request = panel.getByRole('group', { name: 'Request as sent' });
  await expect(request).toBeHidden();
  await panel.getByText('Request as sent').click();
  await expect.poll(() => request.innerText()).toContain('hookplate-test: true');
  await expect(panel.getByRole('group', { name: 'Answer' }).locator('pre')).toHaveText(
    '<b id="hostile">gone</b>',
    { useInnerText: true },
  );
  await panel.getByRole('button', { name: 'Close the test' }).click();
  await expect(panel).toHaveCount(0);
});

it('keeps the verdict and the buttons at the bottom of the window, and says that changes are unsaved', async () => {
  const page = await openWith(buttons);
  await page.setViewportSize({ width: 1280, height: 620 });
  const save = within(page).getByRole('button', { name: 'Save' });
  const placeOf = async () => {
    const box = await save.boundingBox();
    return box ? box.y + box.height : 0;
  };
  const before = await placeOf();
  expect(before).toBeGreaterThan(560);
  expect(before).toBeLessThanOrEqual(620);
  await expect(verdict(page)).toBeVisible();
  await page.mouse.wheel(0, 120);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await expect.poll(() => placeOf()).toBe(before);
  await expect(within(page).getByText('Unsaved changes')).toHaveCount(0);
  await write(page, 'Payload', '{ "text": "$if(isError)$1$else$2$endif$" }');
  await within(page).getByText('Unsaved changes').waitFor();
  await within(page).getByText('No value can break this JSON.').waitFor();
  await within(page).evaluate((editor: WebhookEditor) => editor.markSaved(editor.content));
  await within(page).getByText('Unsaved changes').waitFor({ state: 'detached' });
});

it('does not cover what has the focus with its bar', async () => {
  const page = await openWith(buttons);
  await page.setViewportSize({ width: 1280, height: 500 });
  const bar = await within(page).getByRole('button', { name: 'Save' }).boundingBox();
  for (const name of ['Remove header 1', 'Add header']) {
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole('button', { name }).focus();
    const box = await page.getByRole('button', { name }).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0), name).toBeLessThan(bar?.y ?? 0);
  }
});

it('puts the answer to a test at the top of the right column, with the focus, in words', async () => {
  const page = await openWith(buttons, { receiver: 'slack' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Test Connection' }).click();
  const panel = page.getByRole('group', { name: 'Test', exact: true });
  await expect.poll(() => panel.evaluate(element => element.matches(':focus'))).toBe(true);
  const answer = async (status: number, body?: string) => {
    const outcome = { kind: 'answered' as const, status, body };
    await within(page).evaluate(
      (editor: WebhookEditor, result) => {
        editor.testResult = result;
      },
      { ...answered, attempt: { durationMs: 230.4, outcome } },
    );
    return panel.getByRole('status').innerText();
  };
  expect(await answer(200, 'ok')).toBe('Slack said ok in 230 ms');
  expect(await answer(200)).toBe('Slack accepted it in 230 ms');
  expect(await answer(200, '{"ok": true}')).toBe('Slack accepted it in 230 ms');
  const bar = page.getByRole('status').getByText(/No value can|The test failed/);
  await expect(bar).toHaveText('1 warning. No value can break this JSON.', { useInnerText: true });
  expect(await answer(400, 'no active webhook.')).toBe(
    'Slack answered with 400 in 230 ms: it did not understand the request. It said: no active webhook.',
  );
  await expect(bar).toHaveText('The test failed.', { useInnerText: true });
  expect(await answer(503, '<html>')).toBe('Slack answered with 503 in 230 ms: the receiver is not ready.');
  for (const [status, words] of [
    [302, 'it redirects to another address, and redirects are never followed'],
    [410, 'it asked us to stop'],
    [422, 'it rejected the content'],
    [429, 'it is limiting our rate'],
  ] as const)
    expect(await answer(status)).toBe(`Slack answered with ${status} in 230 ms: ${words}.`);
  expect(await answer(418)).toBe('Slack answered with 418 in 230 ms.');
  await write(page, 'Name', 'Ops');
  await panel.getByText('The webhook was changed after this test: send it again.').waitFor();
  await page.getByText('No value can break this JSON.').waitFor();
  const [box, preview, name] = await Promise.all([
    panel.boundingBox(),
    page.getByRole('group', { name: 'What will be sent' }).boundingBox(),
    page.getByRole('textbox', { name: 'Name', exact: true }).boundingBox(),
  ]);
  expect(box?.x).toBe(preview?.x);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(preview?.y ?? 0);
  expect(Math.abs((box?.y ?? 0) - (name?.y ?? 0))).toBeLessThan(40);
});

it('tests with the first event that is on, offers the others, and says that none is', async () => {
  const page = await openWith(buttons);
  await page.getByRole('checkbox', { name: 'Started' }).uncheck();
  const test = page.getByRole('button', { name: 'Test Connection' });
  await test.click();
  await expect.poll(() => heard(page, 'test-request')).toMatchObject([{ event: 'Completed' }]);
  const panel = page.getByRole('group', { name: 'Test', exact: true });
  const events = panel.getByRole('combobox', { name: 'Event' });
  await expect.poll(() => events.getByRole('option').allTextContents()).toEqual(['Completed', 'Errored']);
  await panel.getByText('With the changes that are not saved yet.').waitFor();
  await within(page).evaluate((editor: WebhookEditor) => {
    editor.testResult = { message: 'The address is not public.' };
  });
  await events.selectOption('Errored');
  await panel.getByRole('button', { name: 'Send again' }).click();
  await expect
    .poll(() => heard(page, 'test-request'))
    .toMatchObject([{ event: 'Completed' }, { event: 'Errored' }]);
  await within(page).evaluate((editor: WebhookEditor) => {
    editor.testResult = { message: 'The address is not public.' };
  });
  await panel.getByText('Not sent. The address is not public.').waitFor();
  for (const name of ['Completed', 'Errored']) await page.getByRole('checkbox', { name }).uncheck();
  const why = 'There is nothing to test: switch an event on first.';
  await page.getByRole('button', { name: 'Test Connection', description: why }).waitFor();
  await expect(test).toBeDisabled();
  await test.press('Enter');
  await expect.poll(() => heard(page, 'test-request')).toHaveLength(2);
});

it('shows what the server found beside its own, until the next edit', async () => {
  const page = await openWith({ ...buttons, signing: true });
  await within(page).evaluate((editor: WebhookEditor) => {
    editor.diagnostics = [{ field: 'signingSecret', message: 'The URL leads elsewhere: give this again.' }];
  });
  await verdict(page).getByText('1 thing to fix').waitFor();
  await page.getByRole('button', { name: 'Signing secret' }).click();
  await expect
    .poll(() =>
      page.getByLabel('Signing secret', { exact: true }).evaluate(element => element.matches(':focus')),
    )
    .toBe(true);
  await page.keyboard.type('whsec_');
  await verdict(page).getByText('No value can break this JSON.').waitFor();
});

it('is read and not changed by those who may not edit', async () => {
  const page = await openWith({ ...buttons, edit: false });
  await expect.poll(() => page.getByLabel('Payload').getAttribute('contenteditable')).toBe('false');
  await page.getByLabel('Payload').focus();
  await expect
    .poll(() => page.getByLabel('Payload').evaluate(element => element.matches(':focus')))
    .toBe(true);
  for (const name of ['Test Connection', 'Add header', 'Remove header 1'])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
});

it('offers the methods that the page allows, the common ones first', async () => {
  const page = await openWith({ methods: ['GET', 'POST', 'PUT'] });
  const method = page.getByRole('combobox', { name: 'Method' });
  await expect.poll(() => method.locator('> option').allTextContents()).toEqual(['GET', 'POST']);
  await expect.poll(() => method.locator('optgroup[label=More] option').allTextContents()).toEqual(['PUT']);
});
