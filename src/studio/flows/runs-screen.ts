import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { Play } from 'lucide-static';
import type { Flow, Items, RunBody, ShownFlowApi } from '../../api/answers.ts';
import type { Answer } from '../api/api.ts';
import { pathOf, withAsked } from '../frame/router.ts';
import { reasonAgainst, Screen, type Studio } from '../frame/screen.ts';
import { adoptStyles } from '../looks.ts';
import { Acting, actionButton, refusal } from '../parts/acting.ts';
import { field } from '../parts/form.ts';
import { listStates } from '../parts/list-view.ts';
import { empty, Loaded, loaded } from '../parts/loaded.ts';
import { profileWord } from '../parts/profile-label.ts';
import { SidePanelFocus, withSidePanel } from '../parts/side-panel.ts';
import { createProcessList, newRun, processTable, shortPid } from '../processes/process-list.ts';
import { findApi } from './edited-api.ts';
import { type FlowIds, flowHeading } from './flows-screen.ts';
import { isAnywhere, missingStyles, missingValues } from './missing-values.ts';
import { readSampleJson } from './sample-json.ts';

/** The processes of a flow, and beside them a new one. */
class RunsScreen extends Screen {
  readonly #list = createProcessList(this, () => this.#ids);
  readonly #flows = new Loaded(this, signal => this.studio.api.get<Items<Flow>>('api/flows', { signal }));

  constructor() {
    super();
    new SidePanelFocus(this, {
      shown: () => this.#shown,
      opener: () => this.querySelector<HTMLElement>('.run'),
      closed: () => this.#closed,
    });
  }

  get #ids(): FlowIds {
    return { projectId: this.param('projectId'), taskId: this.param('taskId') };
  }

  /** Whether the server has no such flow; the processes of one that it had are still listed. */
  get #isUnknown(): boolean {
    const { projectId, taskId } = this.#ids;
    const isThis = (flow: Flow): boolean => flow.projectId === projectId && flow.taskId === taskId;
    return this.#flows.value?.items.some(isThis) === false;
  }

  /** The process in the panel, or `new`. */
  get #shown(): string | undefined {
    return this.asked('run');
  }

  get #closed(): string {
    return withAsked(this.address, { run: undefined });
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('address')) void this.#list.show();
  }

  protected override firstUpdated(): void {
    void this.#flows.reload();
  }

  protected override render(): TemplateResult {
    const shown = this.#shown;
    const { projectId, taskId } = this.#ids;
    return html`${flowHeading(this.#ids, this.#isUnknown ? 'unknown' : 'Runs')}
    ${withSidePanel(
      this.#page(),
      shown === undefined
        ? undefined
        : {
            heading: shown === newRun ? `Run ${projectId} / ${taskId}` : `Process ${shortPid(shown)}`,
            closed: this.#closed,
            content: this.#content(shown),
          },
    )}`;
  }

  #page(): TemplateResult {
    return html`${this.#isUnknown ? nothing : this.#heading()}
      ${listStates(this.#list, {
        one: 'process',
        many: 'processes',
        none: () => (this.#isUnknown ? html`` : hasNotRun()),
        show: items => processTable(items, { flows: 'known', list: this.#list }),
      })}`;
  }

  #heading(): TemplateResult {
    return html`<div class="heading">
      <p class="lead">Each run of this flow is a process, the newest first.</p>
      <a class="button primary run" href=${withAsked(this.address, { run: newRun })}>Run …</a>
    </div>`;
  }

  #content(shown: string): TemplateResult {
    if (shown !== newRun) return html`<process-view .studio=${this.studio} .pid=${shown}></process-view>`;
    return html`<run-form
      .studio=${this.studio}
      .ids=${this.#ids}
      @began=${({ detail }: CustomEvent<string>) => {
        this.studio.router.replace(withAsked(this.address, { run: detail }));
      }}
    ></run-form>`;
  }
}

function hasNotRun(): TemplateResult {
  return empty('This flow has not run yet', html`Start it with <em>Run …</em>, or over the HTTP API.`);
}

/** `<run-form>`: the body of a run, which begins as the sample. Event: `began`, with the pid. */
class RunForm extends LitElement {
  static override readonly properties = {
    studio: { attribute: false },
    ids: { attribute: false },
    body: { state: true },
  };

  declare studio: Studio;
  declare ids: FlowIds;
  /** As it was written; undefined for the sample. */
  declare protected body: string | undefined;
  readonly #api = new Loaded<Answer<ShownFlowApi> | null>(this, signal =>
    findApi(this.studio.api, pathOf('api', 'flows', this.ids.projectId, this.ids.taskId, 'api'), signal),
  );
  readonly #acting = new Acting(this);

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override firstUpdated(): void {
    void this.#api.reload();
  }

  protected override render(): TemplateResult {
    return loaded(this.#api, found => this.#show(found?.body));
  }

  #show(api: ShownFlowApi | undefined): TemplateResult {
    const { parameters = {}, sampleBody = {} } = api ?? {};
    const text = this.body ?? JSON.stringify(sampleBody, null, 2);
    const read = readSampleJson(text);
    const { problem, doing } = this.#acting;
    const write = (body: string): void => {
      this.body = body;
    };
    const wrong = 'wrong' in read ? read.wrong : undefined;
    return html`<section class="panel" aria-label="Run">
      <h3>Parameters</h3>
      ${parameterList(parameters)}
      ${field({
        label: 'Body',
        name: 'body',
        kind: 'lines',
        value: text,
        input: write,
        hint: 'The JSON that the flow takes its parameters from. It starts out as the sample body of the API tab.',
        wrong,
      })}
      <div role="status">${missingValues({ text, parameters, what: 'The body', add: write })}</div>
      ${refusal(problem)}
      <p class="hint">The webhooks of its ${profileWord()} are notified.</p>
      <div class="buttons">
        ${actionButton({
          word: 'Run',
          svg: Play,
          look: 'primary',
          reason: reasonAgainst(this.studio, 'operator') ?? whyNot(api) ?? wrong,
          isBusy: doing !== undefined,
          act: () => void this.#run('value' in read ? read.value : undefined),
        })}
        ${this.body === undefined ? nothing : html`<button type="button" class="button" @click=${() => this.#reset()}>Back to the sample</button>`}
      </div>
    </section>`;
  }

  #reset(): void {
    this.body = undefined;
  }

  async #run(body: unknown): Promise<void> {
    const { projectId, taskId } = this.ids;
    await this.#acting.act('run', async () => {
      const path = pathOf('api', 'v2', 'project', projectId, 'task', taskId, 'run');
      const answer = await this.studio.api.send<RunBody>('POST', path, { body, query: { trigger: 'API' } });
      this.dispatchEvent(new CustomEvent('began', { detail: answer.body.pid }));
    });
  }
}

function whyNot(api: ShownFlowApi | undefined): string | undefined {
  if (!api) return 'The API of this flow is not set up: set it up on its API tab.';
  return api.enabled ? undefined : 'The API may not start this flow: switch it on with Edit, on its API tab.';
}

/** Where a flow finds its parameters in the body. */
export function parameterList(parameters: ShownFlowApi['parameters']): TemplateResult {
  const entries = Object.entries(parameters);
  if (entries.length === 0) return html`<p class="quiet">This flow takes no parameters from the body.</p>`;
  return html`<dl class="facts">
    ${entries.map(
      ([name, reference]) =>
        html`<dt><code>${name}</code></dt>
          <dd>← <code>${reference}</code>${isAnywhere(reference) ? html` <span class="quiet">(the first field of that name)</span>` : nothing}</dd>`,
    )}
  </dl>`;
}

adoptStyles(missingStyles);
customElements.define('run-form', RunForm);
customElements.define('runs-screen', RunsScreen);
