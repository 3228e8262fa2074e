import { html, type TemplateResult } from 'lit';
import type { SentRequest } from '../api/answers.ts';
import { may, type Studio } from '../frame/studio.ts';
import { headerLines } from './attempt-list.ts';

/** What is sent, for those who may see it. */
export function sentRequest(request: SentRequest | undefined, studio: Studio): TemplateResult {
  return html`<section aria-labelledby="request">
    <h2 id="request">Request</h2>
    ${request ? text(request) : html`<p class="quiet">${whyNot(studio)}</p>`}
  </section>`;
}

function text({ method, url, headers, body }: SentRequest): TemplateResult {
  const head = `${method} ${url}\n${headerLines(headers)}`;
  return html`<pre class="text" tabindex="0">${head}${body === undefined ? '' : `\n\n${body}`}</pre>`;
}

function whyNot(studio: Studio): string {
  if (!may(studio, 'editor')) return 'Requests and answers may hold secrets: they are shown to editors.';
  return 'It was not kept, could not be made, or no encryption key opens it any more.';
}
