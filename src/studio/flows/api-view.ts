import { html, nothing, type TemplateResult } from 'lit';
import type { FlowApi } from '../api/answers.ts';

/** The configuration of a flow's API, as whoever calls it needs it. */
export function apiView({ baseUrl, endpoints, parameters, sampleBody }: FlowApi): TemplateResult {
  return html`<section class="panel" aria-labelledby="base-url">
      <h2 id="base-url">Base URL</h2>
      <p class="line"><code>${baseUrl}</code><copy-button .text=${baseUrl} label="Copy the base URL"></copy-button></p>
    </section>
    <section class="panel" aria-labelledby="endpoints">
      <h2 id="endpoints">Endpoints</h2>
      <ul class="endpoints">
        ${endpoints.map(
          ({ method, path, curl }) =>
            html`<li class="line">
              <span class="method">${method}</span>
              <code>${path}</code>
              <copy-button .text=${baseUrl + path} label="Copy the URL of ${method} ${path}"></copy-button>
              <copy-button .text=${curl} shown="curl" label="Copy ${method} ${path} as a curl command"></copy-button>
            </li>`,
        )}
      </ul>
    </section>
    <section class="panel" aria-labelledby="parameters">
      <h2 id="parameters">Parameters</h2>
      ${parameterList(parameters)}
      ${sampleBody === undefined ? nothing : html`<h3>Sample body</h3><pre class="text" tabindex="0">${JSON.stringify(sampleBody, null, 2)}</pre>`}
    </section>`;
}

function parameterList(parameters: FlowApi['parameters']): TemplateResult {
  const entries = Object.entries(parameters);
  if (entries.length === 0) return html`<p class="quiet">This task reads nothing from the body by name.</p>`;
  return html`<dl class="facts">
    ${entries.map(([name, reference]) => html`<dt><code>${name}</code></dt><dd>← <code>${reference}</code></dd>`)}
  </dl>`;
}
