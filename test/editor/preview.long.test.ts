import { it } from 'vitest';
import type { WebhookEditor } from '../../src/editor/index.ts';
import { expect } from '../browser/pages.ts';
import { field, openEditor, verdict, write } from './editor-page.ts';

it('lays out JSON so that people can read it, and still knows which tag wrote what', async () => {
  const page = await openEditor();
  await write(page, 'Payload', '{"a":[1,{}],"b":"$profile$: {x}"}');
  const body = page.getByRole('tabpanel').locator('pre');
  await body.getByText('{"a":[1,{}],"b":"Nightly copy: {x}"}').waitFor();
  const pretty = page.getByRole('button', { name: 'Pretty' });
  await pretty.click();
  await expect
    .poll(() => body.textContent())
    .toBe('{\n  "a": [\n    1,\n    {}\n  ],\n  "b": "Nightly copy: {x}"\n}');
  await expect.poll(() => body.locator('.value').allTextContents()).toEqual(['Nightly copy']);
  await expect(pretty).toHaveAttribute('aria-pressed', 'true');
});

it('lays out XML by its elements', async () => {
  const page = await openEditor();
  await page.getByRole('combobox', { name: 'Content type' }).fill('application/xml');
  await write(page, 'Payload', '<a><b c="$event$">$profile$</b><d/></a>');
  const body = page.getByRole('tabpanel').locator('pre');
  await body.getByText('<a><b').waitFor();
  await page.getByRole('button', { name: 'Pretty' }).click();
  await expect.poll(() => body.textContent()).toBe('<a>\n  <b c="Started">Nightly copy</b>\n  <d/>\n</a>');
});

it('counts the branches that were shown while one is missing, shows that, and counts none beside an error', async () => {
  const page = await openEditor();
  for (const name of ['Completed', 'Errored']) await page.getByRole('checkbox', { name }).uncheck();
  await write(
    page,
    'Payload',
    '{ "n": $if(recordsProcessed > 5)$1$elseif(recordsProcessed > 2)$2$else$3$endif$ }',
  );
  const another = page.getByRole('button', { name: 'Show another case' });
  await page.getByText('The previews have shown 1 of the 3 cases of conditions and lists so far.').waitFor();
  await another.click();
  await page.getByText('The previews have shown 2 of the 3 cases of conditions and lists so far.').waitFor();
  await write(page, 'Payload', '{ "n": $if(recordsProcessed > 5)$1$else$2 3$endif$ }');
  await page.getByText('1 thing to fix').waitFor();
  await expect(page.getByText('The previews have shown')).toHaveCount(0);
  await write(page, 'Payload', '{ "n": $if(recordsProcessed > 5)$1$else$2$endif$ }');
  await page.getByText('The previews have shown 1 of the 2 cases of conditions and lists so far.').waitFor();
  await another.click();
  await another.waitFor({ state: 'detached' });
  await expect(page.getByText('The previews have shown')).toHaveCount(0);
});

it('shows sample data of the profile that the request is made for', async () => {
  const page = await openEditor();
  await page.locator('webhook-editor').evaluate((editor: WebhookEditor) => {
    editor.config = { ...editor.config, profile: 'Acme nightly' };
  });
  await write(page, 'Payload', '{ "p": "$profile$" }');
  await page.getByRole('tabpanel').locator('pre').getByText('{ "p": "Acme nightly" }').waitFor();
  await page.getByText('Sample data', { exact: true }).click();
  const sample = page.getByRole('textbox', { name: 'Sample data, as JSON' });
  await expect
    .poll(async () => JSON.parse(await sample.inputValue()))
    .toMatchObject({ profile: 'Acme nightly' });
});

it('makes the request from sample data that somebody changed, until it is reset', async () => {
  const page = await openEditor();
  await write(page, 'Payload', '{ "n": $recordsProcessed$ }');
  const body = page.getByRole('tabpanel').locator('pre');
  await body.getByText('{ "n": 0 }').waitFor();
  await page.getByText('Sample data', { exact: true }).click();
  const sample = page.getByRole('textbox', { name: 'Sample data, as JSON' });
  await sample.fill('{ "recordsProcessed": 4711 }');
  await body.getByText('{ "n": 4711 }').waitFor();
  await sample.fill('{ "recordsProcessed": "many" }');
  await page.getByText(/^facts\.recordsProcessed: expected/).waitFor();
  await sample.fill('{ "records');
  await page.getByText(/^This is not JSON yet/).waitFor();
  await page.getByRole('button', { name: 'Reset sample data' }).click();
  await body.getByText('{ "n": 0 }').waitFor();
});

it.each(['the same catalogue', 'an equal one'])(
  'keeps sample data that somebody wrote while the page sets %s again and again',
  async which => {
    const page = await openEditor();
    const element = page.locator('webhook-editor');
    await element.evaluate((editor: WebhookEditor, isCopied) => {
      const { events } = editor;
      editor.addEventListener('config-change', () => {
        editor.events = isCopied
          ? Object.assign({}, events, { events: structuredClone(events.events) })
          : events;
      });
    }, which === 'an equal one');
    await page.getByText('Sample data', { exact: true }).click();
    const sample = page.getByRole('textbox', { name: 'Sample data, as JSON' });
    await sample.fill('{ "recordsProcessed": 4711 }');
    await field(page, 'Payload').click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('{ "n": $recordsProcessed$ }');
    await page.getByRole('tabpanel').locator('pre').getByText('{ "n": 4711 }').waitFor();
    await expect(sample).toHaveValue('{ "recordsProcessed": 4711 }');
  },
);

it('shows the request for facts that the page gives, which somebody can reset', async () => {
  const page = await openEditor();
  await write(page, 'Payload', '{ "n": $recordsProcessed$, "p": "$profile$" }');
  const element = page.locator('webhook-editor');
  await element.evaluate((editor: WebhookEditor) =>
    editor.showSample('Completed', { recordsProcessed: 4711 }),
  );
  const body = page.getByRole('tabpanel', { name: 'Completed' }).locator('pre');
  await body.getByText('{ "n": 4711, "p": "Nightly copy" }').waitFor();
  await page.getByText('Sample data changed').click();
  await page.getByRole('button', { name: 'Reset sample data' }).click();
  await body.getByText('{ "n": 1250, "p": "Nightly copy" }').waitFor();
  for (const [event, facts] of [
    ['Begun', {}],
    ['Completed', { recordsProcessed: 'many' }],
  ] as const) {
    const refused = element.evaluate(
      (editor: WebhookEditor, [event, facts]) => editor.showSample(event, facts),
      [event, facts] as const,
    );
    await expect(refused).rejects.toThrow(TypeError.name);
  }
});

it('keeps the last request in its place while there are errors, with the first of them in short', async () => {
  // High enough that the payload need not be scrolled to.
  const page = await openEditor('', { viewport: { width: 1280, height: 1200 } });
  const preview = page.getByRole('group', { name: 'What will be sent' });
  const request = page.getByRole('tabpanel');
  const before = await request.boundingBox();
  await write(page, 'Payload', '{\n  "a": "$event$"\n  "b": 1\n}');
  const paused = preview.getByText('Paused:');
  await paused.waitFor();
  await expect(paused).toHaveText('Paused: Payload, line 2: A comma is missing in the JSON', {
    useInnerText: true,
  });
  await expect.poll(() => request.boundingBox()).toEqual(before);
  await expect.poll(() => request.locator('pre').innerText()).toContain('"text": "Nightly copy Started"');
  await page.getByRole('tab', { name: 'Errored' }).click();
  await expect.poll(() => request.locator('pre').innerText()).toContain('"text": "Nightly copy Errored"');
  // Beside the mistake, which is in sight, and nowhere else.
  await page.getByRole('button', { name: 'Insert a comma' }).click();
  await request.locator('pre').getByText('"a": "Errored",').waitFor();
  await expect(preview.getByText('Paused')).toHaveCount(0);
  await write(page, 'Payload', '{ "a": "$profile; max="1", max="2"$" }');
  await paused.waitFor();
  await expect(paused).toHaveText('Paused: Payload: The option max is given twice', { useInnerText: true });
});

it('says in full why the last request is old, however narrow it is', async () => {
  const page = await openEditor('', { viewport: { width: 1100, height: 1200 } });
  await write(page, 'Payload', '{\n  "a": "$event$"\n  "b": 1\n}');
  const paused = page.getByRole('group', { name: 'What will be sent' }).locator('.paused');
  await paused.waitFor();
  for (const width of [1100, 320]) {
    await page.setViewportSize({ width, height: 1200 });
    if (width === 320) await page.getByRole('tab', { name: 'Preview' }).click();
    const cut = await paused.evaluate(element =>
      [element, ...element.querySelectorAll('*')]
        .filter(
          ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
            clientWidth > 0 && (scrollWidth > clientWidth || scrollHeight > clientHeight),
        )
        .map(({ outerHTML }) => outerHTML),
    );
    expect(cut).toEqual([]);
    const [panel, box] = [await page.getByRole('tabpanel').last().boundingBox(), await paused.boundingBox()];
    expect(box?.y).toBeGreaterThanOrEqual(panel?.y ?? 0);
  }
});

it('has the first fix where the mistake is out of sight, and leads to it', async () => {
  const page = await openEditor('', { viewport: { width: 390, height: 844 } });
  const preview = page.getByRole('group', { name: 'What will be sent' });
  const wrong = '{\n  "a": "$event$"\n  "b": 1\n}';
  await write(page, 'Payload', wrong);
  await page.getByText('1 thing to fix').waitFor();
  await page.getByRole('tab', { name: 'Preview' }).click();
  await page.getByRole('button', { name: 'Insert a comma' }).click();
  await preview.locator('pre').getByText('"a": "Started",').waitFor();
  await page.getByRole('tab', { name: 'Edit' }).click();
  await write(page, 'Payload', wrong);
  await page.getByText('1 thing to fix').waitFor();
  await page.getByRole('tab', { name: 'Preview' }).click();
  await preview.getByRole('button', { name: 'Payload, line 2' }).click();
  await expect.poll(() => field(page, 'Payload').evaluate(element => element.matches(':focus'))).toBe(true);
});

it('dims the tab of an event that is not sent', async () => {
  const page = await openEditor();
  await page.getByRole('checkbox', { name: 'Completed' }).uncheck();
  await page.getByRole('tab', { name: 'Completed not sent' }).waitFor();
});

it('takes turns with the fields where there is no room for both', async () => {
  const page = await openEditor('', { viewport: { width: 800, height: 700 } });
  const edit = page.getByRole('tab', { name: 'Edit' });
  await expect(page.getByRole('tabpanel')).toBeHidden();
  await edit.press('ArrowRight');
  await page.getByRole('tabpanel').waitFor();
  await expect(field(page, 'URL')).toBeHidden();
  await page.getByRole('tabpanel').locator('.value').first().click();
  await field(page, 'URL').waitFor();
  await expect(verdict(page)).toBeVisible();
});

it('leads from a value to its tag with the keyboard', async () => {
  const page = await openEditor();
  await page.getByRole('group', { name: 'Request', exact: true }).press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  const linked = page.locator('.cm-content .linked');
  await linked.first().waitFor();
  await expect.poll(() => linked.allTextContents()).toEqual(['$profile$']);
  await page.keyboard.press('Enter');
  await expect.poll(() => field(page, 'Payload').evaluate(element => element.matches(':focus'))).toBe(true);
});
