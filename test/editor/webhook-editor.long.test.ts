import { it } from 'vitest';
import type { WebhookEditor } from '../../src/editor/index.ts';
import { expect } from '../browser/pages.ts';
import { field, openEditor, verdict, write } from './editor-page.ts';

it('has the fields of a webhook under the names that people know', async () => {
  const page = await openEditor();
  for (const name of ['URL', 'Payload', 'Value of header 1', 'Name of header 1'])
    await expect(field(page, name)).toHaveCount(1);
  await expect(page.getByRole('combobox', { name: 'Method' })).toHaveValue('POST');
  await expect(page.getByRole('combobox', { name: 'Content type' })).toHaveValue('application/json');
  await expect(page.getByRole('group', { name: 'Headers' })).toHaveCount(1);
  const boxes = page.getByRole('group', { name: 'Process' }).getByRole('checkbox');
  await expect
    .poll(() => boxes.evaluateAll(found => found.map(box => box.parentElement?.textContent?.trim())))
    .toEqual(['Started', 'Completed', 'Errored']);
  await expect.poll(() => verdict(page).textContent()).toBe('No value can break this JSON.');
});

it('says in words what is wrong with what is typed, and where', async () => {
  const page = await openEditor();
  await write(page, 'Payload', '{\n  "text": "$profle$"\n}');
  await verdict(page).getByText('1 thing to fix').waitFor();
  const problem = page.getByRole('list', { name: 'Problems' }).getByRole('listitem');
  await expect
    .poll(() => problem.getByText('There is no variable').textContent())
    .toMatch(/^There is no variable profle; you can use event, .*profile/);
  await page.getByRole('list', { name: 'Problems' }).getByRole('button', { name: 'Payload, line 2' }).click();
  await page.keyboard.insertText('event');
  await verdict(page).getByText('No value can break this JSON.').waitFor();
  await expect.poll(() => field(page, 'Payload').innerText()).toContain('"$event$"');
});

it('mends a mistake with a button, and goes on in the field', async () => {
  const page = await openEditor();
  await write(page, 'URL', 'https://example.com/?p=$profle$');
  const problems = page.getByRole('list', { name: 'Problems' });
  await problems.getByRole('button', { name: 'Did you mean profile?' }).click();
  await verdict(page).getByText('No value can break this JSON.').waitFor();
  await expect(field(page, 'URL')).toHaveText('https://example.com/?p=$profile$', { useInnerText: true });
  await expect.poll(() => field(page, 'URL').evaluate(element => element.matches(':focus'))).toBe(true);
});

it('applies all safe fixes with one button, in every field', async () => {
  const page = await openEditor();
  await write(page, 'URL', 'https://example.com/?at=$date; format=“HH:mm”$');
  await write(page, 'Payload', '{ "at": "$date; format=“yyyy”$", "to": "$date; format=“dd”$" }');
  await page.getByRole('button', { name: 'Apply all safe fixes (3)' }).click();
  await verdict(page).getByText('No value can break this JSON.').waitFor();
  await expect(field(page, 'URL')).toHaveText('https://example.com/?at=$date; format="HH:mm"$', {
    useInnerText: true,
  });
  await expect.poll(() => field(page, 'Payload').innerText()).not.toMatch(/[“”]/);
});

it('undoes what was typed or mended, and never what the page has set', async () => {
  const page = await openEditor();
  const payload = field(page, 'Payload');
  const undo = async () => {
    await payload.click();
    await page.keyboard.press('ControlOrMeta+z');
    return payload.innerText();
  };
  const first = await payload.innerText();
  expect(await undo()).toBe(first);
  await page.locator('webhook-editor').evaluate((editor: WebhookEditor) => {
    editor.config = { ...editor.config, payload: '{ "at": "$date; format=“yyyy”$" }' };
  });
  await page.getByRole('button', { name: 'Apply all safe fixes (1)' }).click();
  await expect(payload).toHaveText('{ "at": "$date; format="yyyy"$" }', { useInnerText: true });
  expect(await undo()).toBe('{ "at": "$date; format=“yyyy”$" }');
  expect(await undo()).toBe('{ "at": "$date; format=“yyyy”$" }');
  await page.keyboard.type('typed');
  await page.locator('webhook-editor').evaluate((editor: WebhookEditor) => {
    editor.restore({ config: { ...editor.config, payload: '{ "at": "restored" }' } });
  });
  await payload.getByText('restored').waitFor();
  expect(await undo()).toBe('{ "at": "restored" }');
});

it('names the events that a mistake is one for', async () => {
  const page = await openEditor('?orders');
  await page.getByRole('checkbox', { name: 'An order was cancelled' }).check();
  await write(page, 'Payload', '{ "text": "$reason$" }');
  await page
    .getByRole('list', { name: 'Problems' })
    .getByText('order.cancelled alone has reason, and order.placed comes here too')
    .waitFor();
});

it('shows the exact request of each event', async () => {
  const page = await openEditor();
  const request = page.getByRole('tabpanel');
  await write(page, 'URL', 'https://example.com/$event$');
  await request.getByText('POST /Started HTTP/1.1').waitFor();
  await expect(request.getByText('x-profile: Nightly copy')).toHaveCount(1);
  await page.getByRole('tab', { name: 'Started' }).press('ArrowLeft');
  await request.getByText('POST /Errored HTTP/1.1').waitFor();
  await expect.poll(() => request.locator('pre').textContent()).toContain('"errors": 3');
  await page.getByRole('checkbox', { name: 'Errored' }).uncheck();
  await request.getByText('Not sent: this event is switched off.').waitFor();
});

it('claims no proof of a webhook in which nothing varies, and shows that its test failed all the same', async () => {
  const page = await openEditor();
  await page.locator('webhook-editor').evaluate((editor: WebhookEditor) => {
    editor.config = { ...editor.config, method: 'GET', url: 'https://example.com/ping', headers: [] };
    editor.capabilities = { test: true };
  });
  await verdict(page).getByText('This webhook has no variables.').waitFor();
  await expect(page.getByText(/^No value can/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Test Connection' }).click();
  await page.locator('webhook-editor').evaluate((editor: WebhookEditor) => {
    editor.testResult = { message: 'The address is refused.' };
  });
  await page.getByRole('status').getByText('The test was not sent.').waitFor();
});

it('sends no body with GET, and has it again when the method is changed back', async () => {
  const page = await openEditor();
  const method = page.getByRole('combobox', { name: 'Method' });
  await method.selectOption('GET');
  await verdict(page).getByText('No value can break this URL.').waitFor();
  await expect(field(page, 'Payload')).toHaveCount(0);
  const value = () => page.locator('webhook-editor').evaluate(({ config }: WebhookEditor) => config);
  expect(Object.keys(await value())).toEqual(['profile', 'events', 'method', 'url', 'headers']);
  await method.selectOption('POST');
  await expect
    .poll(() => value())
    .toMatchObject({ contentType: 'application/json', payload: expect.any(String) });
  await expect.poll(() => field(page, 'Payload').innerText()).toContain('"text"');
});

it('adds and removes headers', async () => {
  const page = await openEditor();
  await page.getByRole('button', { name: 'Add header' }).click();
  await field(page, 'Name of header 2').fill('X-Event');
  await write(page, 'Value of header 2', '$event$');
  await page.getByRole('tabpanel').getByText('x-event: Started').waitFor();
  await page.getByRole('button', { name: 'Remove header 1' }).click();
  await page.getByRole('tabpanel').getByText('x-profile').waitFor({ state: 'detached' });
  await expect
    .poll(() => page.locator('webhook-editor').evaluate(({ config: { headers } }: WebhookEditor) => headers))
    .toEqual([{ name: 'X-Event', value: '$event$' }]);
});

it('shows hostile text as text', async () => {
  const hostile = '"><img src=x onerror="document.title=1"><script>document.title=2</script>';
  const page = await openEditor();
  await page.locator('webhook-editor').evaluate((editor: WebhookEditor, text) => {
    editor.config = {
      profile: text,
      events: { Started: true },
      method: 'POST',
      url: `https://example.com/$${text}`,
      headers: [{ name: text, value: text }],
      contentType: 'text/plain',
      payload: `${text} $profile$ $${text}$`,
    };
  }, hostile);
  await verdict(page)
    .getByText(/^\d+ things? to fix/)
    .waitFor();
  await write(page, 'URL', 'https://example.com/');
  await field(page, 'Name of header 1').fill('x-hostile');
  await write(page, 'Payload', `$profile$`);
  await page.getByRole('tabpanel').locator('pre').getByText(hostile).waitFor();
  await expect(page).toHaveTitle('A webhook, edited on a page of your own');
  await expect(page.locator('img')).toHaveCount(0);
});

it('lights up the tag that wrote what the pointer is on, and goes to it', async () => {
  const page = await openEditor();
  const written = page.getByRole('tabpanel').locator('pre .value').first();
  await written.hover();
  await page.locator('.cm-content .linked').first().waitFor();
  await expect.poll(() => page.locator('.cm-content .linked').allTextContents()).toEqual(['$profile$']);
  await written.click();
  await page.keyboard.insertText('$event$');
  await page.getByRole('tabpanel').getByText('"text": "Started Started"').waitFor();
});

it('checks in the page where no worker starts', async () => {
  const page = await openEditor();
  await page.addInitScript(() => Reflect.deleteProperty(window, 'Worker'));
  await page.reload();
  await write(page, 'Payload', '{ "text": "$profle$" }');
  await verdict(page).getByText('1 thing to fix').waitFor();
});

it('checks all editors of a page in one thread, which ends with the last of them', async () => {
  const page = await openEditor();
  await page.locator('webhook-editor').evaluate((editor: WebhookEditor) => {
    for (const payload of ['{ "a": "$profle$" }', '{ "b": "$pid$" }']) {
      const another = document.createElement('webhook-editor');
      another.config = { ...editor.config, payload };
      editor.after(another);
    }
  });
  const editors = page.locator('webhook-editor');
  const verdictOf = (index: number) => editors.nth(index).getByRole('status').first();
  for (const index of [0, 1]) await verdictOf(index).getByText('No value can break this JSON.').waitFor();
  await verdictOf(2).getByText('1 thing to fix').waitFor();
  expect(page.workers()).toHaveLength(1);
  await editors.nth(1).evaluate(editor => editor.remove());
  expect(page.workers()).toHaveLength(1);
  await page.evaluate(() => {
    for (const editor of document.querySelectorAll('webhook-editor')) editor.remove();
  });
  await expect.poll(() => page.workers()).toHaveLength(0);
});

it('keeps what it was given that no field shows', async () => {
  const page = await openEditor();
  const kept = {
    id: 'chat',
    timeZone: 'Europe/Zurich',
    authentication: { username: 'ada', password: 'canary' },
  };
  const value = await page.locator('webhook-editor').evaluate((editor: WebhookEditor, kept) => {
    editor.config = { ...editor.config, ...kept };
    return editor.config;
  }, kept);
  expect(value).toMatchObject(kept);
  await page.getByRole('tabpanel').getByText('authorization: Basic ***').waitFor();
  await expect(page.getByText('canary')).toHaveCount(0);
});

it('names the receiver whose rules every message keeps to, and else shows what it refuses in the one that is shown', async () => {
  const page = await openEditor();
  await page.locator('webhook-editor').evaluate((editor: WebhookEditor) => {
    const schema = { properties: { title: { type: 'string', maxLength: 4 } } };
    editor.receivers = [{ id: 'pager', name: 'Pager', hosts: [], schema }];
    editor.config = { ...editor.config, receiver: 'pager', payload: '{"title": "$profile; max="4"$"}' };
  });
  await verdict(page).getByText('Every message keeps to the known rules of Pager.').waitFor();
  await write(page, 'Payload', '{"title": "$profile$"}');
  await verdict(page).getByText('No value can break this JSON.').waitFor();
  await page.getByRole('note').getByText('Pager expects at most 4 characters here').waitFor();
  await page.getByRole('note').getByRole('button', { name: 'Line 1' }).click();
  await expect.poll(() => field(page, 'Payload').evaluate(element => element.matches(':focus'))).toBe(true);
});
