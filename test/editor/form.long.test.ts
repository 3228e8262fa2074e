import { it } from 'vitest';
import type { WebhookEditor } from '../../src/editor/index.ts';
import { expect } from '../browser/pages.ts';
import { field, openEditor, verdict, write } from './editor-page.ts';

it('a form sends the configuration as it was written last', async () => {
  const page = await openEditor();
  await write(page, 'Payload', '{ "text": "$event$ & <more>" }');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL('**/saved');
  const sent = (await page.locator('body').innerText()).replace(/^webhook=/, '');
  expect(JSON.parse(sent)).toMatchObject({ method: 'POST', payload: '{ "text": "$event$ & <more>" }' });
});

it('a form is not sent while there are errors', async () => {
  const page = await openEditor();
  await write(page, 'Payload', '{ "text": $event$ ');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => verdict(page).textContent()).toMatch(/^\d+ things? to fix/);
  await expect(page).toHaveURL(url => url.pathname === '/');
  const { isValid, message } = await page.locator('webhook-editor').evaluate((editor: WebhookEditor) => ({
    isValid: editor.checkValidity(),
    message: editor.form?.querySelector<HTMLElement>(':invalid')?.localName,
  }));
  expect({ isValid, message }).toEqual({ isValid: false, message: 'webhook-editor' });
});

it('Enter in a field of one line sends the form, and never breaks the line', async () => {
  const page = await openEditor();
  await write(page, 'URL', 'https://example.com/');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/saved');
  await expect.poll(() => page.locator('body').innerText()).toContain('"url":"https://example.com/"');
});

it('a reset brings back what the page had set', async () => {
  const page = await openEditor();
  const before = await field(page, 'Payload').innerText();
  await write(page, 'Payload', '{}');
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect.poll(() => field(page, 'Payload').innerText()).toBe(before);
});

it('a disabled form is not edited', async () => {
  const page = await openEditor();
  await page.locator('webhook-editor').evaluate((editor: WebhookEditor) => {
    editor.disabled = true;
  });
  await expect
    .poll(() => field(page, 'Payload').or(page.getByLabel('Payload')).getAttribute('contenteditable'))
    .toBe('false');
  await expect(page.getByRole('combobox', { name: 'Method' })).toBeDisabled();
  await expect(page.getByRole('checkbox', { name: 'Started' })).toBeDisabled();
});

it('tells the page of every edit, of what is complete, and of what was found', async () => {
  const page = await openEditor();
  await page.locator('webhook-editor').evaluate((editor: WebhookEditor) => {
    const heard: string[] = [];
    for (const type of ['input', 'change', 'check']) {
      editor.addEventListener(type, event => {
        if (event.target === editor) heard.push(`${type} ${editor.diagnostics.length}`);
      });
    }
    Object.assign(window, { heard });
  });
  await write(page, 'URL', 'https://example.com/$profle$');
  await verdict(page).getByText('1 thing to fix').waitFor();
  await field(page, 'Name of header 1').click();
  await expect.poll(() => page.evaluate('heard')).toEqual(['input 0', 'check 1', 'change 1']);
});

it('is configured by its attribute', async () => {
  const page = await openEditor();
  await page.evaluate(() => {
    const editor = document.createElement('webhook-editor');
    editor.setAttribute('config', '{"method":"GET","url":"https://example.org/","events":{"Started":true}}');
    document.querySelector('webhook-editor')?.replaceWith(editor);
  });
  await page.getByText('https://example.org/').waitFor();
  await expect(page.getByRole('combobox', { name: 'Method' })).toHaveValue('GET');
});

it('takes the place of the fields that a page shows without it, which its form then does not send', async () => {
  const page = await openEditor();
  const sent = await page.locator('webhook-editor').evaluate((editor: WebhookEditor) => {
    const again = document.createElement('webhook-editor');
    again.setAttribute('name', 'webhook');
    const plain = document.createElement('textarea');
    plain.name = 'webhook';
    plain.value = '{}';
    again.append(plain);
    again.config = editor.config;
    editor.replaceWith(again);
    return new FormData(again.form ?? undefined).getAll('webhook');
  });
  expect(sent).toHaveLength(1);
  expect(JSON.parse(String(sent[0]))).toMatchObject({ method: 'POST' });
  await expect(page.locator('webhook-editor > textarea')).toBeHidden();
});
