import { html, type TemplateResult } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';

/** An icon of Lucide, which the words beside it explain. */
export function icon(svg: string): TemplateResult {
  // The icons are a part of these pages; nothing else is ever put in as HTML.
  return html`<span class="icon" aria-hidden="true">${unsafeHTML(svg)}</span>`;
}
