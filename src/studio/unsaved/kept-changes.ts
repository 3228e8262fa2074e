import { html, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { actionButton } from '../parts/action-button.ts';
import { ask } from '../parts/ask.ts';
import type { FoundDraft } from './kept-drafts.ts';

/** What becomes of changes that were left unsaved the last time. */
export interface KeptChanges {
  /** The latest is asked about, and then the others; nothing is asked where there are none. */
  readonly found: readonly FoundDraft[];
  /** Whose changes they are, where that is not what stands around them. */
  readonly text?: string;
  readonly restore: () => void;
  readonly discard: () => void;
}

/** What is not kept, for whoever reads what the browser has of a page. */
const leftOut = 'without passwords, signing secrets and credentials in headers';

/** Asks what becomes of them, each time with buttons of its own: two presses answer no two questions. */
export function keptChanges({
  found,
  text = `Changes that you did not save were kept in this browser, ${leftOut}.`,
  restore,
  discard,
}: KeptChanges): TemplateResult {
  const [latest, ...others] = found;
  if (!latest) return html``;
  const count = others.length === 0 ? '' : ` They were kept ${found.length} times: these are the latest.`;
  return html`${keyed(
    latest.owner,
    html`<div class="notice">
      <p>${text}${count}</p>
      ${actionButton({ word: 'Restore them', act: restore })} ${actionButton({ word: 'Discard them', act: discard })}
    </div>`,
  )}`;
}

/** Asks before a page is left on which there is something to save. */
export function askToLeave(): Promise<boolean> {
  return ask({
    title: 'Leave without saving?',
    text: `What you changed is kept in this browser, ${leftOut}, and you can restore it when you come back.`,
    action: 'Leave',
    otherwise: 'Stay',
  });
}
