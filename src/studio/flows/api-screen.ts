import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { Pencil, Play, Trash2 } from 'lucide-static';
import type { RunBody, ShownFlowApi } from '../../api/answers.ts';
import type { Answer } from '../api/api.ts';
import { pathOf, withAsked } from '../frame/router.ts';
import { KeptFocus, may, reasonAgainst, Screen } from '../frame/screen.ts';
import { adoptStyles } from '../looks.ts';
import { Acting, actionButton, ask, refusal } from '../parts/acting.ts';
import { byWhom } from '../parts/author.ts';
import { empty, Loaded, loaded } from '../parts/loaded.ts';
import { SidePanelFocus, withSidePanel } from '../parts/side-panel.ts';
import { ago } from '../parts/time.ts';
import { shortPid } from '../processes/process-list.ts';
import { conflictStyles } from '../unsaved/conflict.ts';
import { KeptDrafts, keptChanges } from '../unsaved/unsaved-changes.ts';
import { ApiForm, type ApiStored } from './api-form.ts';
import { findApi } from './edited-api.ts';
import { apiState, flowHeading } from './flows-screen.ts';
import { missingStyles } from './missing-values.ts';
import { parameterList } from './runs-screen.ts';

/** The page for starting a flow from outside: its address, its parameters, and a test. */
class ApiScreen extends Screen {
  /** `null` if there is no configuration. */
  readonly #found = new Loaded<Answer<ShownFlowApi> | null>(this, signal =>
    findApi(this.studio.api, this.#path, signal),
  );
  readonly #acting = new Acting(this);
  #drafts: KeptDrafts | undefined;
  /** Whether an edit began with the stored version, or with a draft kept in the browser; undefined without an edit. */
  #editing: 'stored' | 'kept' | undefined;

  constructor() {
    super();
    new SidePanelFocus(this, {
      shown: () => this.#tested,
      opener: () => this.querySelector<HTMLElement>('[aria-label="Actions"] > .primary'),
      closed: () => this.#closed,
    });
    new KeptFocus(this, () =>
      this.querySelector<HTMLElement>('[aria-label="Actions"] > button, .empty > button'),
    );
  }

  protected override willUpdate(changed: PropertyValues): void {
    const before = changed.get('address') as Screen['address'] | undefined;
    // A test changes nothing.
    if (changed.has('address') && before?.path !== this.address.path) void this.#found.reload();
  }

  protected override render(): TemplateResult {
    const ids = { projectId: this.param('projectId'), taskId: this.param('taskId') };
    if (this.#found.problem?.code === 'unknown-task') return flowHeading(ids, 'unknown');
    return html`${flowHeading(ids, 'API')} ${loaded(this.#found, found => this.#show(found))}`;
  }

  /** The process of a test, which is shown beside the page. */
  get #tested(): string | undefined {
    return this.asked('test');
  }

  get #closed(): string {
    return withAsked(this.address, { test: undefined });
  }

  get #path(): string {
    return pathOf('api', 'flows', this.param('projectId'), this.param('taskId'), 'api');
  }

  #show(found: Answer<ShownFlowApi> | null): TemplateResult {
    if (this.#editing) return this.#form(found, this.#editing);
    if (!found) return html`${this.#kept()} ${this.#notSetUp()}`;
    const { enabled, updatedAt, updatedBy } = found.body;
    const tested = this.#tested;
    const page = html`${this.#kept()}
      <div class="heading">
        <p class="line">${apiState({ enabled })}<span class="quiet">Saved ${ago(updatedAt, Date.now())} ${byWhom(updatedBy)}</span></p>
        ${this.#actions(found)}
      </div>
      <p class="hint"><em>Test</em> runs the flow with the sample body, and its webhooks are notified.</p>
      ${refusal(this.#acting.problem)}
      ${apiView(found.body)}`;
    return withSidePanel(
      page,
      tested === undefined
        ? undefined
        : {
            heading: `Test · process ${shortPid(tested)}`,
            closed: this.#closed,
            content: html`<process-view .studio=${this.studio} .pid=${tested}></process-view>`,
          },
    );
  }

  #actions(found: Answer<ShownFlowApi>): TemplateResult {
    const { doing } = this.#acting;
    const reason = reasonAgainst(this.studio, 'editor');
    const off = found.body.enabled ? undefined : 'The API may not start this flow: switch it on with Edit.';
    const common = { reason, isBusy: doing !== undefined };
    return html`<div class="buttons" role="group" aria-label="Actions">
      ${actionButton({ ...common, word: 'Edit', svg: Pencil, act: () => this.#edit() })}
      ${actionButton({ ...common, word: 'Delete', svg: Trash2, act: () => void this.#remove(found) })}
      ${actionButton({ ...common, reason: reason ?? off, word: 'Test', svg: Play, act: () => void this.#run() })}
    </div>`;
  }

  #notSetUp(): TemplateResult {
    return empty(
      'The API of this flow is not set up',
      'Nobody can start it from outside: requests to do so get a 404.',
      actionButton({
        word: 'Set up the API',
        look: 'primary',
        reason: reasonAgainst(this.studio, 'editor'),
        act: () => this.#edit(),
      }),
    );
  }

  get #keptDrafts(): KeptDrafts {
    this.#drafts ??= new KeptDrafts(this.studio.session.name, 'flows');
    return this.#drafts;
  }

  /** Asks about unsaved changes from an earlier visit. */
  #kept(): TemplateResult | typeof nothing {
    if (!may(this.studio, 'editor')) return nothing;
    const found = this.#keptDrafts.find(this.#path);
    return keptChanges({
      found,
      restore: () => this.#edit('kept'),
      discard: () => {
        for (const draft of found.slice(0, 1)) this.#keptDrafts.forget(draft);
        this.requestUpdate();
      },
    });
  }

  #form(found: Answer<ShownFlowApi> | null, begins: 'stored' | 'kept'): TemplateResult {
    return html`<api-form
      .studio=${this.studio}
      .path=${this.#path}
      .given=${found}
      .drafts=${this.#keptDrafts}
      .begins=${begins}
      @stored=${({ detail }: ApiStored) => {
        this.#found.value = detail;
        this.requestUpdate();
      }}
      @closed=${() => this.#close()}
    ></api-form>`;
  }

  #edit(begins: 'stored' | 'kept' = 'stored'): void {
    this.#editing = begins;
    this.requestUpdate();
  }

  #close(): void {
    this.#editing = undefined;
    this.requestUpdate();
  }

  async #run(): Promise<void> {
    await this.#acting.act('test', async () => {
      const { body } = await this.studio.api.send<RunBody>('POST', `${this.#path}/test`, {
        body: {},
      });
      this.studio.router.replace(withAsked(this.address, { test: body.pid }));
    });
  }

  async #remove({ body, etag }: Answer<ShownFlowApi>): Promise<void> {
    const isSure = await ask({
      title: `Delete the API of ${body.projectId} / ${body.taskId}?`,
      text: 'Requests to start this flow through the API will get a 404. Its parameters and its sample body are lost; processes and webhooks stay.',
      action: 'Delete',
    });
    if (!isSure) return;
    await this.#acting.act('delete', async () => {
      await this.studio.api.send('DELETE', this.#path, { ifMatch: etag ?? '*' });
      this.studio.router.replace(this.#closed);
      this.#found.value = null;
      this.studio.announce('The API of this flow is deleted.');
    });
    if (this.#acting.problem) void this.#found.reload();
  }
}

/** The configuration of a flow's API, for its callers. */
function apiView({ baseUrl, endpoints, parameters, sampleBody }: ShownFlowApi): TemplateResult {
  return html`<section class="panel" aria-labelledby="base-url">
      <h2 id="base-url">Base URL</h2>
      <p class="line"><code>${baseUrl}</code><copy-button .text=${baseUrl} label="Copy the base URL"></copy-button></p>
    </section>
    <section class="panel" aria-labelledby="endpoints">
      <h2 id="endpoints">Endpoints of this API</h2>
      <p class="hint">Both POST addresses start the flow, which they call a task. Use the first; the second is its long form, for programs that are set up for that.</p>
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

adoptStyles(
  missingStyles,
  conflictStyles,
  css`
  .endpoints {
    display: grid;
    grid-template-columns: repeat(2, max-content) minmax(0, max-content) max-content;
    gap: 8px;
  }
  .endpoints > li {
    display: grid;
    grid-column: 1 / -1;
    grid-template-columns: subgrid;
    align-items: center;
  }
  @media (width < 720px) {
    .endpoints,
    .endpoints > li {
      grid-template-columns: max-content minmax(0, 1fr);
    }
    .endpoints > li > code {
      grid-column: span 1;
    }
  }
`,
);
customElements.define('api-form', ApiForm);
customElements.define('api-screen', ApiScreen);
