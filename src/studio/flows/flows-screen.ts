import { css, html, nothing, type TemplateResult } from 'lit';
import { CircleCheck, CircleDashed, CirclePause } from 'lucide-static';
import type { Flow, Items } from '../../api/answers.ts';
import { pathOf } from '../frame/router.ts';
import { Screen } from '../frame/screen.ts';
import { adoptStyles } from '../looks.ts';
import { type Column, dataTable } from '../parts/data-table.ts';
import { empty, Loaded, loaded } from '../parts/loaded.ts';
import { profileLabel, profileWord } from '../parts/profile-label.ts';
import { badge } from '../parts/states.ts';

/** All flows: the tasks of the projects. */
export class FlowsScreen extends Screen {
  readonly #flows = new Loaded(this, signal => this.studio.api.get<Items<Flow>>('api/flows', { signal }));

  protected override firstUpdated(): void {
    void this.#flows.reload();
  }

  protected override render(): TemplateResult {
    return html`<h1 tabindex="-1">Flows</h1>
      <p class="lead">A flow is a job that this server runs. Each run is a process, and the webhooks of its ${profileWord()} are notified.</p>
      ${loaded(this.#flows, ({ items }) => (items.length === 0 ? noFlows() : flowTable(items)))}`;
  }
}

function noFlows(): TemplateResult {
  return empty(
    'There is no flow yet',
    html`Flows are the tasks of the projects in <code>hookplate.config.ts</code>: add one there, and start the server again.`,
  );
}

const flowColumns: readonly Column<Flow>[] = [
  {
    title: 'Flow',
    cell: ({ projectId, taskId }) =>
      html`<a class="row-link" href=${pathOf('flows', projectId, taskId)}>${projectId} / ${taskId}</a>`,
  },
  {
    get title() {
      return profileLabel();
    },
    look: 'secondary',
    cell: ({ profile }) => html`<a href=${pathOf('profiles', profile)}>${profile}</a>`,
  },
  {
    title: 'API',
    look: 'state-cell',
    isNamed: true,
    cell: ({ projectId, taskId, api }) =>
      html`<a class="plain" href=${pathOf('flows', projectId, taskId, 'api')}>${apiState(api)}</a>`,
  },
];

function flowTable(flows: readonly Flow[]): TemplateResult {
  const idOf = ({ projectId, taskId }: Flow): string => `${projectId} / ${taskId}`;
  return dataTable(flows, { name: 'Flows', columns: flowColumns, idOf });
}

export interface FlowIds {
  readonly projectId: string;
  readonly taskId: string;
}

type Tab = 'Runs' | 'API';

/** The name of a flow, and the tabs of its pages; `unknown` if the server has no such flow. */
export function flowHeading({ projectId, taskId }: FlowIds, current: Tab | 'unknown'): TemplateResult {
  const isUnknown = current === 'unknown';
  return html`<p class="crumbs"><a href="flows">Flows</a></p>
    <h1 tabindex="-1">${isUnknown ? 'There is no flow ' : ''}${projectId} / ${taskId}</h1>
    ${isUnknown ? noSuchFlow() : tabs({ projectId, taskId }, current)}`;
}

function tabs({ projectId, taskId }: FlowIds, current: Tab): TemplateResult {
  const tab = (word: Tab, path: string) =>
    html`<a href=${path} aria-current=${word === current ? 'page' : nothing}>${word}</a>`;
  return html`<nav class="tabs" aria-label="Flow">
    ${tab('Runs', pathOf('flows', projectId, taskId))} ${tab('API', pathOf('flows', projectId, taskId, 'api'))}
  </nav>`;
}

function noSuchFlow(): TemplateResult {
  return html`<p>Its address may have been typed wrong, or the configuration of the server no longer has it.</p>
    <p><a class="button" href="flows">Show all flows</a></p>`;
}

/** Whether a flow can be started over the API. */
export function apiState(api: { readonly enabled: boolean } | undefined): TemplateResult {
  if (!api) return badge({ word: 'Not set up', svg: CircleDashed, tone: 'quiet' });
  return api.enabled
    ? badge({ word: 'Switched on', svg: CircleCheck, tone: 'good' })
    : badge({ word: 'Switched off', svg: CirclePause, tone: 'warning' });
}

adoptStyles(css`
  td > .plain {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    color: inherit;
    text-decoration: none;
  }
`);

customElements.define('flows-screen', FlowsScreen);
