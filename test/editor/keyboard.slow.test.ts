import { it } from 'vitest';
import { keyboardOf } from '../browser/keyboard.ts';
import { expect } from '../browser/pages.ts';
import { accept, field, openEditor, verdict, write } from './editor-page.ts';

it('is used with the keyboard alone', async () => {
  const page = await openEditor();
  const { enter, press } = keyboardOf(page);
  await page.getByRole('link', { name: 'Orders' }).focus();
  // Past the name, the receiver and the description, Completed is switched off; past the content type, the method is changed,
  // and the URL written.
  await press('Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Space', 'Tab', 'Tab', 'Tab', 'p', 'Tab');
  await press('ControlOrMeta+A');
  await page.keyboard.type('https://example.com/$ev');
  await accept(page, /^event/);
  await verdict(page).getByText('No value can break this JSON.').waitFor();
  await press('Tab');
  await expect.poll(() => field(page, 'Payload').evaluate(element => element.matches(':focus'))).toBe(true);
  await press('ControlOrMeta+A', 'Delete');
  await page.keyboard.type('{ "n": $errorCont$ }');
  await verdict(page).getByText('1 thing to fix').waitFor();
  await enter(/Did you mean errorCount/);
  await verdict(page).getByText('No value can break this JSON.').waitFor();
  // Three tools of the payload.
  await press('Escape', 'Tab', 'Tab', 'Tab');
  // Name, value and button of the header, another header, further settings, preview.
  await press('Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'ArrowRight', 'ArrowRight');
  await page.getByRole('tabpanel').getByText('{ "n": 3 }').waitFor();
});

it('announces the verdict politely, once it changes', async () => {
  const page = await openEditor();
  await expect(verdict(page)).toHaveAttribute('role', 'status');
  await write(page, 'Payload', '{ "text": "$profle$" }');
  await verdict(page).getByText('1 thing to fix').waitFor();
});
