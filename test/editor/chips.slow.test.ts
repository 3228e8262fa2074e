import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { describe, it } from 'vitest';
import { findingsOfAxe } from '../browser/axe.ts';
import { expect, press } from '../browser/pages.ts';
import { runs } from '../properties.ts';
import { chipsOf, cursorIn, fieldOf, openChips, templateOf } from './chips-page.ts';
import { accept, proposals } from './editor-page.ts';

const greeting = 'Hello $customer.name$, bye';

describe('a chip', () => {
  it('stands for a complete tag, with its options, and conditions and lists look different', async () => {
    const page = await openChips({
      message: '$customer.name$ $placedOn; format="dd.MM."$ $if(errorCount > 0)$a$else$b$endif$',
    });
    await expect(chipsOf(page)).toHaveText([
      'variable customer name',
      'variable placed on, dd.MM.',
      'condition if error count > 0',
      'condition otherwise',
      'condition end',
    ]);
    await expect(chipsOf(page, 'otherwise')).toHaveClass('chip condition');
  });

  it('is made of a variable that is chosen, or whose last dollar is typed; until then it is text', async () => {
    const page = await openChips({ message: '' });
    await fieldOf(page).click();
    await page.keyboard.type('By $cust');
    await expect(chipsOf(page)).toHaveCount(0);
    await accept(page, /^customer\.name/);
    await expect(chipsOf(page)).toHaveText(['variable customer name']);
    await page.keyboard.type(' of $shop');
    await proposals(page, /^shop/).waitFor();
    await expect(chipsOf(page)).toHaveCount(1);
    await page.keyboard.type('$.');
    await expect(chipsOf(page)).toHaveText(['variable customer name', 'variable shop']);
    expect(await templateOf(page)).toBe('By $customer.name$ of $shop$.');
  });

  it('is not taken for a part of a tag that is typed before it, or before a word', async () => {
    const page = await openChips({ message: '$shop$ bye $shop$' });
    await fieldOf(page).press('ControlOrMeta+Home');
    await page.keyboard.type('$errorCount');
    await expect(chipsOf(page)).toHaveCount(2);
    await page.keyboard.type('$');
    await expect(chipsOf(page)).toHaveCount(3);
    await press(page, 'ArrowRight', 'ArrowRight');
    await page.keyboard.type('$placedOn$');
    expect(await templateOf(page)).toBe('$errorCount$$shop$ $placedOn$bye $shop$');
    await expect(chipsOf(page)).toHaveCount(4);
  });

  it('is no price: a dollar before a digit or a space is only that', async () => {
    const page = await openChips({ message: '' });
    await fieldOf(page).click();
    await page.keyboard.type('$5 or $ 6');
    expect(await templateOf(page)).toBe('\\$5 or \\$ 6');
    await expect(fieldOf(page)).toHaveText('$5 or $ 6');
    await press(page, 'ArrowLeft', 'ArrowLeft', 'Backspace');
    expect(await templateOf(page)).toBe('\\$5 or  6');
  });

  it('is passed, deleted and selected as one character, in both directions', async () => {
    const page = await openChips({ message: greeting });
    await fieldOf(page).press('ControlOrMeta+Home');
    for (let steps = 0; steps < 7; steps++) await press(page, 'ArrowRight');
    await page.keyboard.type('<');
    await press(page, 'ArrowLeft', 'ArrowLeft');
    await page.keyboard.type('>');
    expect(await templateOf(page)).toBe('Hello >$customer.name$<, bye');
    // A move ends what is undone together.
    await press(page, 'ArrowLeft', 'ArrowRight', 'Delete');
    expect(await templateOf(page)).toBe('Hello ><, bye');
    await press(page, 'ControlOrMeta+Z');
    expect(await templateOf(page)).toBe('Hello >$customer.name$<, bye');
    await expect(chipsOf(page)).toHaveCount(1);
    await press(page, 'ArrowRight', 'Backspace');
    expect(await templateOf(page)).toBe('Hello ><, bye');
    await press(page, 'ControlOrMeta+Z', 'Shift+ArrowLeft');
    await expect(chipsOf(page)).toHaveClass('chip variable selected');
    await page.keyboard.type('x');
    expect(await templateOf(page)).toBe('Hello >x<, bye');
  });

  it('is selected by a click, and moved by dragging', async () => {
    const page = await openChips({ message: greeting });
    await chipsOf(page).click();
    await expect(chipsOf(page)).toHaveClass('chip variable selected');
    await press(page, 'ControlOrMeta+C', 'ControlOrMeta+End', 'ControlOrMeta+V');
    expect(await templateOf(page)).toBe('Hello $customer.name$, bye$customer.name$');
    await press(page, 'ControlOrMeta+Z');
    const line = fieldOf(page).locator('.cm-line');
    const { width = 0, height = 0 } = (await line.boundingBox()) ?? {};
    await chipsOf(page).dragTo(line, { targetPosition: { x: width - 12, y: height / 2 } });
    expect(await templateOf(page)).toBe('Hello , bye$customer.name$');
    await expect(chipsOf(page)).toHaveCount(1);
    await press(page, 'ControlOrMeta+Z');
    expect(await templateOf(page)).toBe(greeting);
  });

  it('is copied as its tag, and made of one that is pasted', async () => {
    const page = await openChips(
      { message: greeting },
      { permissions: ['clipboard-read', 'clipboard-write'] },
    );
    await fieldOf(page).press('ControlOrMeta+A');
    await press(page, 'ControlOrMeta+X');
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(greeting);
    expect(await templateOf(page)).toBe('');
    await fieldOf(page, 'title').click();
    await press(page, 'ControlOrMeta+V');
    expect(await templateOf(page, 'title')).toBe(greeting);
    await expect(fieldOf(page, 'title').locator('.chip')).toHaveText('variable customer name');
  });

  it('is opened to change its options, and drawn again when it is left', async () => {
    const page = await openChips({ message: 'On $placedOn$' });
    await chipsOf(page).dblclick();
    await expect(chipsOf(page)).toHaveCount(0);
    await page.keyboard.type('; format="yyyy"');
    expect(await templateOf(page)).toBe('On $placedOn; format="yyyy"$');
    await press(page, 'Escape');
    // What is proposed is closed first.
    await press(page, 'Escape');
    await expect(chipsOf(page)).toHaveText('variable placed on, yyyy');
    await press(page, 'Alt+Enter');
    await expect(chipsOf(page)).toHaveCount(0);
    await press(page, 'ArrowRight');
    await expect(chipsOf(page)).toHaveCount(1);
    await press(page, 'Shift+ArrowLeft', 'Alt+Enter');
    await expect(fieldOf(page)).toHaveText('On $placedOn; format="yyyy"$');
    await press(page, 'Enter');
    await expect(chipsOf(page)).toHaveCount(1);
    await press(page, 'Alt+Enter', 'Tab');
    await expect(chipsOf(page)).toHaveCount(1);
    await expect(page.getByRole('link', { name: 'After' })).toBeFocused();
  });

  it('that has a mistake looks broken, and has its message and fixes for mouse and keyboard', async () => {
    const page = await openChips({ message: 'Hello $custmer.name$, on $placedOn; format="YYYY"$' });
    await expect(chipsOf(page)).toHaveClass(['chip variable error', 'chip variable warning']);
    await expect(chipsOf(page)).toHaveText([
      'variable custmer name, error',
      'variable placed on, YYYY, warning',
    ]);
    const line = await chipsOf(page)
      .first()
      .evaluate(chip => getComputedStyle(chip).textDecorationStyle);
    expect(line).toBe('wavy');
    await fieldOf(page).press('ControlOrMeta+Home');
    await press(page, 'F8');
    const fix = page.getByRole('button', { name: 'Did you mean customer.name?' });
    await fix.waitFor();
    await expect(chipsOf(page).first()).toHaveClass('chip variable error selected');
    await press(page, 'ControlOrMeta+Home');
    await expect(fix).toHaveCount(0);
    await chipsOf(page).first().hover();
    await fix.click();
    expect(await templateOf(page)).toBe('Hello $customer.name$, on $placedOn; format="YYYY"$');
    await expect(chipsOf(page).first()).toHaveClass('chip variable');
  });

  it('explains its variable under the pointer', async () => {
    const page = await openChips({ message: greeting });
    await chipsOf(page).hover();
    const box = page.locator('.explanation');
    await expect(box).toContainText('Ada');
    await expect(box).toContainText('Alt-Enter');
  });

  it('is read in its place by a screen reader, which is told how to open it', async () => {
    const page = await openChips({ message: `${greeting}\n$shp$ $if(errorCount > 1)$x$endif$` });
    const session = await page.context().newCDPSession(page);
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    await session.detach();
    const field = nodes.find(({ role, name }) => role?.value === 'textbox' && name?.value === 'message');
    const read = (id: string): string => {
      const { role, name, childIds = [] } = nodes.find(({ nodeId }) => nodeId === id) ?? {};
      return role?.value === 'StaticText' ? String(name?.value) : childIds.map(read).join('');
    };
    expect(read(field?.nodeId ?? '')).toBe(
      'Hello variable customer name, byevariable shp, error condition if error count > 1xcondition end',
    );
    expect(field?.description?.value).toContain('press Alt-Enter beside it');
    expect(await findingsOfAxe(page)).toEqual([]);
  });
});

describe('a field with chips', () => {
  it('is a text area: without line numbers, and left by Tab', async () => {
    const page = await openChips({ message: '' });
    await fieldOf(page, 'title').click();
    await press(page, 'Tab');
    await expect(fieldOf(page)).toBeFocused();
    await expect(page.locator('.cm-gutters')).toHaveCount(0);
    const heightOf = () => fieldOf(page).evaluate(content => content.getBoundingClientRect().height);
    const height = await heightOf();
    await page.keyboard.type(' a');
    await press(page, 'Enter', 'Enter');
    await expect.poll(heightOf).toBe(height);
    await press(page, 'Enter', 'Enter');
    await expect.poll(heightOf).toBeGreaterThan(height);
    expect(await templateOf(page)).toBe(' a\n\n\n\n');
    const size = await fieldOf(page).evaluate(content => getComputedStyle(content).fontSize);
    expect(size).toBe('14px');
    await press(page, 'Tab');
    await expect(page.getByRole('link', { name: 'After' })).toBeFocused();
  });

  it.each(['$shop$', '$shop$$shop$', 'e\u0301$shop$e\u0301', '$shop$\n$shop$', '😀$shop$'])(
    'has a place for the cursor before and after each character and chip of %s',
    async message => {
      const page = await openChips({ message });
      const places = placesIn(message);
      expect(await placesOfKey(page, 'ArrowRight', places.length)).toEqual(places);
      expect(await placesOfKey(page, 'ArrowLeft', places.length)).toEqual(places.toReversed());
    },
  );

  it('has the places around a chip between words from right to left that it has around a letter', async () => {
    const [chip, letter] = ['שלום $shop$ עולם', 'שלום x עולם'];
    const count = placesIn(letter).length;
    for (const key of ['ArrowRight', 'ArrowLeft'] as const) {
      const around = await placesOfKey(await openChips({ message: letter }), key, count);
      const found = await placesOfKey(await openChips({ message: chip }), key, count);
      expect(found.map(place => placesIn(chip).indexOf(place))).toEqual(around);
      expect(found).toEqual(expect.arrayContaining([chip.indexOf('$'), chip.lastIndexOf('$') + 1]));
    }
  });

  it('holds whole chips, whatever is done by keys', async () => {
    const page = await openChips({ message: '' });
    const field = fieldOf(page);
    const key = fc.constantFrom(
      ...[
        'ArrowLeft',
        'ArrowRight',
        'Shift+ArrowLeft',
        'Shift+ArrowRight',
        'Home',
        'End',
        'Backspace',
        'Delete',
      ],
      ...['ControlOrMeta+X', 'ControlOrMeta+V', 'x', ' '],
    );
    const part = fc.constantFrom(
      'a',
      '$shop$',
      '$customer.name; max="9"$',
      'é',
      '$if(errorCount > 0)$',
      '$endif$',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(part, { minLength: 1, maxLength: 6 }),
        fc.array(key, { minLength: 4, maxLength: 16 }),
        async (parts, keys) => {
          await field.press('ControlOrMeta+A');
          await page.keyboard.insertText(parts.join(''));
          const model = new Model(parts);
          for (const each of keys) if (model.press(each)) await press(page, each);
          expect(await templateOf(page)).toBe(model.text);
          await expect(chipsOf(page)).toHaveCount(model.chips);
        },
      ),
      { numRuns: runs(10) },
    );
  });
});

/** Where the cursor is while a key is pressed so often, from the beginning or the end on. */
async function placesOfKey(
  page: Page,
  key: 'ArrowRight' | 'ArrowLeft',
  count: number,
): Promise<readonly number[]> {
  await fieldOf(page).press(key === 'ArrowRight' ? 'ControlOrMeta+Home' : 'ControlOrMeta+End');
  const found = [await cursorIn(page)];
  while (found.length < count) {
    await press(page, key);
    found.push(await cursorIn(page));
  }
  return found;
}

/** The offsets before and after each chip and character of a text. */
function placesIn(text: string): readonly number[] {
  const parts = text.match(/\$[\w.]+\$|\p{L}\p{M}*|./gsu) ?? [];
  return [0, ...parts.map((_, at) => parts.slice(0, at + 1).join('').length)];
}

/** A line of characters, some of which are chips, as keys change it. */
class Model {
  #parts: readonly string[];
  #cut: readonly string[] = [];
  #anchor: number;
  #head: number;

  constructor(parts: readonly string[]) {
    this.#parts = parts;
    this.#anchor = parts.length;
    this.#head = parts.length;
  }

  get text(): string {
    return this.#parts.join('');
  }

  get chips(): number {
    return this.#parts.filter(part => part.startsWith('$')).length;
  }

  /** Returns `false` for a key that would do something else here than with characters and chips. */
  press(key: string): boolean {
    const [from, to] = [Math.min(this.#anchor, this.#head), Math.max(this.#anchor, this.#head)];
    const isEmpty = from === to;
    const end = this.#parts.length;
    switch (key) {
      case 'ArrowLeft':
        return this.#move(isEmpty ? Math.max(from - 1, 0) : from);
      case 'ArrowRight':
        return this.#move(isEmpty ? Math.min(to + 1, end) : to);
      case 'Shift+ArrowLeft':
        return this.#move(Math.max(this.#head - 1, 0), this.#anchor);
      case 'Shift+ArrowRight':
        return this.#move(Math.min(this.#head + 1, end), this.#anchor);
      case 'Home':
        return this.#move(0);
      case 'End':
        return this.#move(end);
      case 'Backspace':
        return this.#replace(isEmpty ? Math.max(from - 1, 0) : from, to, []);
      case 'Delete':
        return this.#replace(from, isEmpty ? Math.min(to + 1, end) : to, []);
      case 'ControlOrMeta+X':
        // Which would take the line.
        if (isEmpty) return false;
        this.#cut = this.#parts.slice(from, to);
        return this.#replace(from, to, []);
      case 'ControlOrMeta+V':
        return this.#cut.length > 0 && this.#replace(from, to, this.#cut);
      default:
        return this.#replace(from, to, [key]);
    }
  }

  #move(head: number, anchor: number = head): true {
    this.#head = head;
    this.#anchor = anchor;
    return true;
  }

  #replace(from: number, to: number, parts: readonly string[]): true {
    this.#parts = this.#parts.toSpliced(from, to - from, ...parts);
    return this.#move(from + parts.length);
  }
}
