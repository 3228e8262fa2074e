import type { Page } from 'playwright-core';

/** Chat messages in a list: JSON with three values and a conditional in each line. 64 KiB have 3,800 tags. */
export function payloadOf(bytes: number): string {
  const row = (id: number) =>
    `  { "id": ${id}, "text": "$profile$: $event$ at $date; format="HH:mm"$", "n": $if(isError)$$errorCount$$else$0$endif$ }`;
  const rows: string[] = [];
  for (let size = 0; size < bytes; size += row(rows.length).length + 2) rows.push(row(rows.length));
  return `[\n${rows.join(',\n')}\n]`;
}

export interface Typing {
  readonly keys: number;
  readonly pauseMs: number;
}

/** Milliseconds from each key's event in the first payload until the frame that shows it was painted, with a pause after each. */
export async function keyMs(page: Page, { keys, pauseMs }: Typing): Promise<readonly number[]> {
  const field = page.getByRole('textbox', { name: 'Payload' }).first();
  await field.click();
  // The end of the text, inside the last string: the whole text stands before what is typed.
  await page.keyboard.press('ControlOrMeta+End');
  for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowLeft');
  await page.waitForTimeout(1000);
  await page.evaluate(recordKeys);
  for (let key = 0; key < keys; key++) {
    await page.keyboard.press('x');
    await page.waitForTimeout(pauseMs);
  }
  return page.evaluate(() => (window as unknown as { readonly keyMs: number[] }).keyMs);
}

function recordKeys(): void {
  const times: number[] = [];
  const isFirst = !('keyMs' in window);
  Object.assign(window, { keyMs: times });
  if (!isFirst) return;
  addEventListener(
    'keydown',
    () => {
      const start = performance.now();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          (window as unknown as { readonly keyMs: number[] }).keyMs.push(performance.now() - start);
        };
        port2.postMessage(undefined);
      });
    },
    { capture: true },
  );
}
