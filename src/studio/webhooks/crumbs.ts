import { html, type TemplateResult } from 'lit';
import { pathOf } from '../frame/router.ts';
import type { Studio } from '../frame/screen.ts';

/** The way back from a page of a profile's webhooks. In a portal, they are the first page. */
export function crumbsTo(profile: string, { session }: Pick<Studio, 'session'>): TemplateResult {
  const list = session.portal
    ? html`<a href="">Webhooks</a>`
    : html`<a href="profiles">Webhooks</a> / <a href=${pathOf('profiles', profile)}>${profile}</a>`;
  return html`<p class="crumbs">${list}</p>`;
}
