import { html, type TemplateResult } from 'lit';
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

/** `changed` is the version that somebody else has saved since the page began. */
export function askToRemove(
  number: number,
  stored: StoredWebhook | undefined,
  changed?: StoredWebhook,
): Promise<boolean> {
  const since = changed ? `${changed.updatedBy} has changed it meanwhile. ` : '';
  return ask({
    title: `Remove webhook ${number}${changed ? ' all the same' : ''}?`,
    text: stored
      ? `${since}It will receive no more events. Messages that are already queued are still sent.`
      : 'It was never saved, and what you wrote is lost.',
    action: 'Remove',
  });
}
