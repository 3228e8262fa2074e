import { html, type TemplateResult } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';

/** An icon of Lucide, explained by the words next to it. */
export function icon(svg: string): TemplateResult {
  // The icons are part of these pages; nothing else is ever inserted as HTML.
  return html`<span class="icon" aria-hidden="true">${unsafeHTML(svg)}</span>`;
}
