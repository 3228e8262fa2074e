import { html, type TemplateResult } from 'lit';

type View = 'edit' | 'preview';

const views: readonly (readonly [view: View, title: string])[] = [
  ['edit', 'Edit'],
  ['preview', 'Preview'],
];

/** Where there is no room for both, the fields and the preview take turns. */
export function viewTabs(shown: View, show: (view: View) => void): TemplateResult {
  return html`<div
    class="views"
    role="tablist"
    aria-label="View"
    @keydown=${(event: KeyboardEvent) => {
      if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
      event.preventDefault();
      show(shown === 'edit' ? 'preview' : 'edit');
      const tabs = (event.currentTarget as HTMLElement).children;
      for (const tab of tabs) if (tab instanceof HTMLElement && tab.id !== `view-${shown}`) tab.focus();
    }}
  >
    ${views.map(
      ([view, title]) => html`<button
        type="button"
        role="tab"
        id="view-${view}"
        aria-selected=${view === shown}
        aria-controls=${view}
        tabindex=${view === shown ? 0 : -1}
        @click=${() => show(view)}
      >
        ${title}
      </button>`,
    )}
  </div>`;
}
