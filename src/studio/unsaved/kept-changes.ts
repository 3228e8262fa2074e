import { html, type TemplateResult } from 'lit';
import { actionButton } from '../parts/action-button.ts';
import { ask } from '../parts/ask.ts';

/** What becomes of changes that were left unsaved the last time. */
export interface KeptChanges {
  /** Whose changes they are, where that is not what stands around them. */
  readonly text?: string;
  readonly restore: () => void;
  readonly discard: () => void;
}

/** Asks what becomes of them. */
export function keptChanges({
  text = 'Changes that you did not save were kept in this browser, without secrets.',
  restore,
  discard,
}: KeptChanges): TemplateResult {
  return html`<div class="notice">
    <p>${text}</p>
    ${actionButton({ word: 'Restore them', act: restore })} ${actionButton({ word: 'Discard them', act: discard })}
  </div>`;
}

/** Asks before a page is left on which there is something to save. */
export function askToLeave(): Promise<boolean> {
  return ask({
    title: 'Leave without saving?',
    text: 'What you changed is kept in this browser, without secrets, and you can restore it when you come back.',
    action: 'Leave',
    otherwise: 'Stay',
  });
}
