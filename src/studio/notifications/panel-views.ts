import { html, type TemplateResult } from 'lit';
import { actionButton } from '../parts/action-button.ts';
import { ask } from '../parts/ask.ts';
import { ago } from '../parts/time.ts';
import type { StoredWebhook } from './stored-webhook.ts';

/** Whether there is something to save, and who saved it last. */
export function savedState(
  stored: StoredWebhook | undefined,
  { isModified, isSaving }: { readonly isModified: boolean; readonly isSaving: boolean },
): TemplateResult | string {
  if (isSaving) return 'Saving …';
  const saved = stored
    ? html`saved ${ago(stored.updatedAt, Date.now())} by ${stored.updatedBy}`
    : 'not saved yet';
  return isModified ? html`<strong>Unsaved changes</strong> · ${saved}` : html`${saved}`;
}

/** Asks what becomes of changes that were left unsaved the last time. */
export function keptChanges(restore: () => void, discard: () => void): TemplateResult {
  return html`<div class="notice">
    <p>Changes that you did not save were kept in this browser, without secrets.</p>
    ${actionButton({ word: 'Restore them', act: restore })} ${actionButton({ word: 'Discard them', act: discard })}
  </div>`;
}

export function askToRemove(number: number, stored: StoredWebhook | undefined): Promise<boolean> {
  return ask({
    title: `Remove webhook ${number}?`,
    text: stored
      ? `${stored.host} is told of nothing any more. What was raised before still goes out.`
      : 'It was never saved, and what you wrote is lost.',
    action: 'Remove',
  });
}
