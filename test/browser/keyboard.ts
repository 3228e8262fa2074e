import type { Page } from 'playwright-core';
import { expect, press } from './pages.ts';

/** A person without a mouse. */
export interface Keyboard {
  /** Presses one key after the other. */
  readonly press: (...keys: readonly string[]) => Promise<void>;
  /** Types key by key. */
  readonly type: (text: string) => Promise<void>;
  /** Goes on with the Tab key until what has this name has the focus. */
  readonly tabTo: (name: string | RegExp) => Promise<void>;
  /** Goes there, and presses Enter. */
  readonly enter: (name: string | RegExp) => Promise<void>;
}

const maxSteps = 60;

export function keyboardOf(page: Page): Keyboard {
  const tabTo = async (name: string | RegExp) => {
    const isName = (focused: string) => (typeof name === 'string' ? focused === name : name.test(focused));
    for (let steps = 0; steps < maxSteps; steps++) {
      const focused = await page.evaluate(nameOfFocused);
      if (isName(focused)) return;
      // There Tab indents, until Escape has closed what is proposed and has said that it shall not.
      if (focused === 'Payload') await press(page, 'Escape', 'Escape');
      await press(page, 'Tab');
    }
    await expect.poll(() => page.evaluate(nameOfFocused)).toMatch(name);
  };
  return {
    press: (...keys) => press(page, ...keys),
    tabTo,
    type: text => page.keyboard.type(text),
    enter: async name => {
      await tabTo(name);
      await press(page, 'Enter');
    },
  };
}

/** The name of the element with the focus, in whatever shadow it is. */
function nameOfFocused(): string {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  const { labels } = active as HTMLInputElement;
  const text = labels?.[0]?.textContent ?? active?.textContent ?? '';
  const [first = ''] = text.trim().split('\n');
  return active?.getAttribute('aria-label') ?? first.trim();
}
