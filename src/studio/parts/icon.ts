import { html, type TemplateResult } from 'lit';

/** A list may have hundreds of the same icon: each is made into a template once. */
const made = new Map<string, TemplateResult>();

/** An icon of Lucide, explained by the words next to it. */
export function icon(svg: string): TemplateResult {
  const known = made.get(svg);
  if (known) return known;
  // The icons are part of these pages; nothing else is ever inserted as HTML.
  const text = `<span class="icon" aria-hidden="true">${svg}</span>`;
  const template = html(Object.assign([text], { raw: [text] }));
  made.set(svg, template);
  return template;
}
