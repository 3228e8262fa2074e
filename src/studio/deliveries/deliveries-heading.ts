import { html, nothing, type TemplateResult } from 'lit';

type Tab = 'Deliveries' | 'Endpoints';

const tabs = { Deliveries: 'deliveries', Endpoints: 'endpoints' } as const;

/** What was sent, and to whom. */
export function deliveriesHeading(current: Tab): TemplateResult {
  return html`<h1 tabindex="-1">${current}</h1>
    <nav class="tabs" aria-label="Deliveries">
      ${Object.entries(tabs).map(
        ([word, path]) =>
          html`<a href=${path} aria-current=${word === current ? 'page' : nothing}>${word}</a>`,
      )}
    </nav>`;
}
