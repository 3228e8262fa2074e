import type { Locator, Page } from 'playwright-core';
import { basicOf, passwords } from '../server/test-users.ts';
import type { StudioServer } from './studio-server.ts';

/** Chromium reports every answer that is not a success. */
export const refused = { expected: /^Failed to load resource: .* 4\d\d/ };

/** The page of the webhook that `chat` is. */
export const chatPage = 'profiles/nightly/webhooks/team-chat';

/** What is said of a webhook that was checked. */
export const verdicts =
  /^(?:\d+ warnings?\. )?(?:No value can|This webhook has no variables|Every message keeps to|\d+ things? to (?:fix|fill in))/;

/** The page of a webhook, once its editor is there. */
export async function panelOf(page: Page): Promise<Locator> {
  const panel = page.getByRole('main');
  await panel.getByRole('status').getByText(verdicts).waitFor();
  return panel;
}

/** Begins a webhook for whoever takes JSON, from the list of a profile. */
export async function addWebhook(page: Page): Promise<Locator> {
  await page.getByRole('link', { name: 'Add webhook' }).click();
  await page.getByRole('button', { name: 'JSON of every variable' }).click();
  return panelOf(page);
}

/** Writes in place of what a field holds. */
export async function write(panel: Locator, name: string, text: string): Promise<void> {
  await panel.getByRole('textbox', { name, exact: true }).click();
  const { keyboard } = panel.page();
  await keyboard.press('ControlOrMeta+A');
  await keyboard.insertText(text);
}

export async function leave(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Processes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('heading', { name: 'Processes' }).waitFor();
}

/** The storage of the browser as text. */
export function kept(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
}

/** The element with the focus, by its name or its text; `the page` where none has it. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    if (!active || active === document.body) return 'the page';
    const [label] = active.matches('input, textarea') ? ((active as HTMLInputElement).labels ?? []) : [];
    const name = active.getAttribute('aria-label') ?? label?.textContent ?? active.textContent;
    return name?.replace(/\s+/g, ' ').trim() ?? '';
  });
}

interface StoredWebhook {
  readonly id: string;
  readonly version: number;
  readonly config: Readonly<Record<string, unknown>>;
  readonly signingSecret?: object;
}

export async function webhooks({ call }: StudioServer): Promise<readonly StoredWebhook[]> {
  const { items } = await call<{ items: StoredWebhook[] }>('GET', 'api/webhooks?profile=nightly');
  return items;
}

/** Changes or deletes something whatever version it has, as somebody else does. */
export async function send(
  { origin }: StudioServer,
  method: 'PUT' | 'DELETE',
  path: string,
  body?: object,
): Promise<void> {
  const { ok, status } = await fetch(`${origin}/${path}`, {
    method,
    headers: {
      authorization: basicOf('editor', passwords.editor),
      'content-type': 'application/json',
      'if-match': '*',
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!ok) throw new Error(`${method} ${path}: ${status}`);
}
