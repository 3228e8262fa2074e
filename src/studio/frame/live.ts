import { html, type TemplateResult } from 'lit';
import type { StreamState } from '../api/change-stream.ts';

/** Whether the page hears of changes, in a word; and why not, where it does not. */
export function streamState(state: StreamState): TemplateResult {
  const { word, title } = describe(state);
  return html`<span class="live ${state.kind}" title=${title}>
    <span class="dot" aria-hidden="true"></span><span class="word">${word}</span><span class="unseen">. ${title}</span>
  </span>`;
}

/** What is said aloud of a change of it: that the page is behind, and that it no longer is. */
export function streamNews(before: StreamState, after: StreamState): string | undefined {
  if (after.kind === 'down') return before.kind === 'down' ? undefined : describe(after).title;
  return before.kind === 'down' && after.kind === 'live' ? describe(after).title : undefined;
}

function describe(state: StreamState): { readonly word: string; readonly title: string } {
  switch (state.kind) {
    case 'live':
      return { word: 'live', title: 'This page shows changes as they happen.' };
    case 'connecting':
      return { word: 'connecting', title: 'This page is about to show changes as they happen.' };
    case 'paused':
      return { word: 'paused', title: 'Changes are shown again when somebody looks at this page.' };
    case 'down':
      return { word: 'not live', title: `${state.reason} It is tried again.` };
  }
}
