import { it } from 'vitest';
import { expect } from '../browser/pages.ts';
import { accept, choose, field, openEditor, proposals, verdict, write } from './editor-page.ts';

it('completes a variable by keyboard, with its type and what it means', async () => {
  const page = await openEditor();
  await write(page, 'Payload', '{ "text": "');
  await page.keyboard.type('$prof');
  const option = proposals(page, /^profile/);
  await option.waitFor();
  await expect.poll(() => option.innerText()).toMatch(/profile\s*text/);
  await page.getByText('the name of the profile').waitFor();
  await accept(page, /^profile/);
  await page.keyboard.type('" }');
  await expect(field(page, 'Payload')).toHaveText('{ "text": "$profile$" }', { useInnerText: true });
  await verdict(page).getByText('No value can break this JSON.').waitFor();
});

it('shows the words of the proposal that is chosen in forced colours', async () => {
  const page = await openEditor('', { forcedColors: 'active' });
  await write(page, 'Payload', '{ "a": $err');
  await page.keyboard.press('o');
  const chosen = page.getByRole('listbox').getByRole('option', { selected: true });
  await chosen.waitFor();
  const picture = (await chosen.screenshot()).toString('base64');
  // The ground is drawn in one colour, the words in another.
  const share = await page.evaluate(shareOfMostUsedColor, picture);
  expect(share).toBeGreaterThan(0.6);
});

/** How much of a picture has the colour of its first pixel. */
async function shareOfMostUsedColor(picture: string): Promise<number> {
  const bytes = Uint8Array.from(atob(picture), character => character.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  context?.drawImage(bitmap, 0, 0);
  const pixels = new Uint32Array(
    context?.getImageData(0, 0, bitmap.width, bitmap.height).data.buffer ?? new ArrayBuffer(4),
  );
  const ground = pixels[pixels.length - bitmap.width - 2];
  return pixels.filter(pixel => pixel === ground).length / pixels.length;
}

it('replaces the rest of the word that is completed', async () => {
  const page = await openEditor();
  await write(page, 'Payload', '$progress$');
  for (const _ of 'gress$') await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ControlOrMeta+Space');
  await choose(page, /^profile/);
  await expect(field(page, 'Payload')).toHaveText('$profile$', { useInnerText: true });
});

it('completes keywords, and the values of a closed set where one is compared', async () => {
  const page = await openEditor();
  await write(page, 'Payload', '{ "text": "');
  await page.keyboard.type('$i');
  await choose(page, /^if keyword/);
  await page.keyboard.type('event == ');
  await page.keyboard.press('ControlOrMeta+Space');
  const options = proposals(page);
  await options.first().waitFor();
  await expect(options).toHaveText(['Started', 'Completed', 'Errored'], { useInnerText: true });
  await choose(page, /^Errored/);
  await page.keyboard.type(')$failed$');
  await choose(page, /^endif keyword/);
  await expect(field(page, 'Payload')).toHaveText('{ "text": "$if(event == "Errored")$failed$endif$', {
    useInnerText: true,
  });
});

it('completes the keys that a receiver knows, and the constants of their values', async () => {
  const page = await openEditor();
  await page.getByRole('combobox', { name: 'Receiver', exact: true }).selectOption('PagerDuty');
  await write(page, 'Payload', '{}');
  await verdict(page)
    .getByText(/to fix$/)
    .waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type(' "ev');
  await choose(page, /^event_action What happens to the alert/);
  await page.keyboard.type('": "');
  const options = proposals(page);
  await page.keyboard.press('ControlOrMeta+Space');
  const first = async () => (await options.allInnerTexts()).slice(0, 3);
  await expect.poll(first).toEqual(['trigger', 'acknowledge', 'resolve']);
  await choose(page, /^resolve/);
  await page.keyboard.type('", "payload": { "');
  await page.keyboard.press('ControlOrMeta+Space');
  // Those that are required.
  await expect
    .poll(first)
    .toEqual([/^summary/, /^source/, /^severity/].map(each => expect.stringMatching(each)));
});

it('completes options, and date patterns with what they write', async () => {
  const page = await openEditor();
  await write(page, 'Payload', '{ "at": "');
  await page.keyboard.type('$date; ');
  await page.keyboard.press('ControlOrMeta+Space');
  await proposals(page, /^timezone/).waitFor();
  await page.keyboard.type('form');
  await choose(page, /^format/);
  await page.keyboard.press('ControlOrMeta+Space');
  await choose(page, /^yyyy-MM-dd \d{4}-\d\d-\d\d$/);
  await expect(field(page, 'Payload')).toHaveText('{ "at": "$date; format="yyyy-MM-dd"$', {
    useInnerText: true,
  });
});

it('completes the parts of an item inside its list alone', async () => {
  const page = await openEditor('?orders');
  await write(page, 'Payload', '[$for(item in items)$ "');
  await page.keyboard.type('$item');
  const options = proposals(page);
  const names = () => options.evaluateAll(all => all.map(one => one.firstChild?.textContent ?? ''));
  await expect.poll(names).toEqual(['item.sku', 'item.count', 'item.price', 'item.number', 'items.count']);
  await accept(page, /^item.sku/);
  await page.keyboard.type('"$sep$,$endfor$, "');
  await page.keyboard.type('$o');
  await expect
    .poll(async () => {
      const found = await names();
      return found.length > 0 && !found.some(name => name.startsWith('item'));
    })
    .toBe(true);
});

it('explains a name under the pointer: type, meaning, sample and what is written', async () => {
  const page = await openEditor();
  await write(page, 'Payload', '{ "at": "$date; format="yyyy"$", "of": "$profile; format="upper"$" }');
  await field(page, 'Payload').getByText('profile').hover();
  const tooltip = page.locator('.explanation');
  await tooltip.waitFor();
  await expect.poll(() => tooltip.innerText()).toMatch(/^profile text\s+the name of the profile\s+Started\s/);
  await expect.poll(() => tooltip.innerText()).toContain('Nightly copy is written as NIGHTLY COPY');
});

it('shows a diagnostic under the pointer, with its fix', async () => {
  const page = await openEditor();
  await write(page, 'Payload', '{ "text": "$profle$" }');
  await page.locator('.cm-lintRange-error').hover();
  const tooltip = page.locator('.cm-tooltip-lint');
  await tooltip.getByText('There is no variable').waitFor();
  await tooltip.getByRole('button', { name: /Did you mean profile/ }).click();
  await verdict(page).getByText('No value can break this JSON.').waitFor();
});

it('indents a line after one that opens something, and puts a closing bracket under its line', async () => {
  const page = await openEditor();
  await write(page, 'Payload', '{}');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await page.keyboard.insertText('"a": [$for(item in items)$');
  await page.keyboard.press('Enter');
  await page.keyboard.insertText('1$sep$,');
  await page.keyboard.press('Enter');
  await page.keyboard.insertText('$endfor$]');
  await expect(field(page, 'Payload')).toHaveText(
    '{\n  "a": [$for(item in items)$\n    1$sep$,\n    $endfor$]\n}',
    { useInnerText: true },
  );
});

it('closes tags, brackets and quotes while they are typed, and types over what it closed', async () => {
  const page = await openEditor();
  await write(page, 'Payload', ' ');
  const typed = async (text: string) => {
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('Delete');
    await page.keyboard.type(text);
    await page.keyboard.press('Escape');
    return field(page, 'Payload').innerText();
  };
  expect(await typed('{ "a": "$')).toBe('{ "a": "$$"}');
  expect(await typed('{ "a": "b $event$ c", "d": [1] }')).toBe('{ "a": "b $event$ c", "d": [1] }');
  expect(await typed('{ "a": "\\$5 {')).toBe('{ "a": "\\$5 {"}');
  expect(await typed('$if(event == "Started')).toBe('$if(event == "Started")$');
  expect(await typed('$! a !$')).toBe('$! a !$');
  expect(await typed('{ "a": "$')).toBe('{ "a": "$$"}');
  await page.keyboard.press('Backspace');
  await expect(field(page, 'Payload')).toHaveText('{ "a": ""}', { useInnerText: true });
  await page.keyboard.type('Hello ');
  await page.keyboard.press('Home');
  await page.keyboard.type('$');
  await expect(field(page, 'Payload')).toHaveText('$${ "a": "Hello "}', { useInnerText: true });
});

it('lays out a payload with its button and with Shift-Alt-F, as one step to undo, and says why it cannot', async () => {
  const page = await openEditor();
  const long = '{"text":"$profile$ has come to its end, and somebody may look","of":[$if(isError)$1$endif$]}';
  await write(page, 'Payload', long);
  await page.keyboard.press('Shift+Alt+F');
  const laidOut = [
    '{',
    '  "text": "$profile$ has come to its end, and somebody may look",',
    '  "of": [$if(isError)$1$endif$]',
    '}',
  ].join('\n');
  await expect(field(page, 'Payload')).toHaveText(laidOut, { useInnerText: true });
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(field(page, 'Payload')).toHaveText(long, { useInnerText: true });
  const format = page.getByRole('button', { name: 'Format' });
  await format.click();
  await expect(field(page, 'Payload')).toHaveText(laidOut, { useInnerText: true });
  await write(page, 'Payload', '{"a":"$profile"}');
  await format.click();
  await page.getByText('Not formatted: correct the tags and quotes first.').waitFor();
  await page.getByRole('combobox', { name: 'Content type' }).fill('text/plain');
  await format.waitFor({ state: 'detached' });
});

it('inserts variables, conditions and lists from a panel, with the keyboard alone', async () => {
  const page = await openEditor('?orders');
  await write(page, 'Payload', '{ "a": "" }');
  for (const _ of '" }') await page.keyboard.press('ArrowLeft');
  const insert = page.getByRole('button', { name: 'Insert variable' });
  await insert.press('Enter');
  await expect(insert).toHaveAttribute('aria-expanded', 'true');
  const panel = page.getByRole('group', { name: 'Insert', exact: true });
  await panel
    .getByRole('group', { name: 'Variables' })
    .getByRole('button', { name: /^order\.customer text/ })
    .press('Enter');
  await expect(field(page, 'Payload')).toHaveText('{ "a": "$order.customer$" }', { useInnerText: true });
  await expect.poll(() => field(page, 'Payload').evaluate(element => element.matches(':focus'))).toBe(true);
  await insert.press('Enter');
  const conditions = panel.getByRole('group', { name: 'Conditions' });
  await conditions.getByRole('button', { name: 'items' }).press('Enter');
  await expect(field(page, 'Payload')).toHaveText('{ "a": "$order.customer$$if(items)$$endif$" }', {
    useInnerText: true,
  });
  await page.keyboard.type('for ');
  await insert.press('Enter');
  await panel.getByRole('group', { name: 'Lists' }).getByRole('button', { name: 'items' }).press('Enter');
  await expect(field(page, 'Payload')).toHaveText(
    '{ "a": "$order.customer$$if(items)$for $for(item in items)$$item.sku$$sep$, $endfor$$endif$" }',
    { useInnerText: true },
  );
  await insert.press('Enter');
  await panel.getByRole('button').first().press('Escape');
  await panel.waitFor({ state: 'detached' });
  await expect.poll(() => insert.evaluate(element => element.matches(':focus'))).toBe(true);
});

it('finds in the payload, and makes it as high as the window', async () => {
  const page = await openEditor('', { viewport: { width: 1280, height: 1000 } });
  await field(page, 'Payload').click();
  await page.keyboard.press('ControlOrMeta+F');
  await page.getByRole('textbox', { name: 'Find' }).pressSequentially('errors');
  await page.keyboard.press('Enter');
  await page.locator('.cm-searchMatch-selected', { hasText: 'errors' }).waitFor();
  for (const [width, lines] of [
    [1000, 2],
    [1280, 2],
    [1440, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 1000 });
    await expect.poll(() => page.locator('.cm-search').evaluate(countLines), `${width} px`).toBe(lines);
  }
  await page.setViewportSize({ width: 320, height: 1000 });
  await expect.poll(() => page.locator('.cm-search').evaluate(overlaps)).toBe(false);
  await page.setViewportSize({ width: 1280, height: 1000 });
  await page.keyboard.press('Escape');
  await expect.poll(() => field(page, 'Payload').evaluate(element => element.matches(':focus'))).toBe(true);
  const heightOf = async () => (await page.locator('.payload').boundingBox())?.height ?? 0;
  await expect.poll(() => heightOf()).toBeLessThan(500);
  const full = page.getByRole('button', { name: 'Full height' });
  await full.click();
  await expect(full).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => heightOf()).toBeGreaterThan(800);
});

/** Whether anything in a panel lies over anything else, or has no room. */
function overlaps(panel: Element): boolean {
  const parts = [...panel.querySelectorAll('input:not([type=checkbox]), button, label')];
  const boxes = parts.map(part => part.getBoundingClientRect()).filter(({ height }) => height > 0);
  return boxes.some(
    (one, index) =>
      one.width < 20 ||
      boxes
        .slice(index + 1)
        .some(
          other =>
            one.left < other.right &&
            other.left < one.right &&
            one.top < other.bottom &&
            other.top < one.bottom,
        ),
  );
}

/** The lines that what is in a panel fills. */
function countLines(panel: Element): number {
  const parts = panel.querySelectorAll('input:not([type=checkbox]), button:not([name=close]), label');
  const tops = [...parts].map(part => part.getBoundingClientRect()).filter(({ height }) => height > 0);
  return new Set(tops.map(({ top, height }) => Math.round(top + height / 2))).size;
}
