import { html, type TemplateResult } from 'lit';
import type { Flow, Items } from '../api/answers.ts';
import { pathOf } from '../frame/address.ts';
import { Screen } from '../frame/screen.ts';
import { empty, loaded } from '../parts/load-states.ts';
import { Loaded } from '../parts/loaded.ts';
import { apiState } from './flow-heading.ts';

/** All flows: the tasks of the projects. */
export class FlowsScreen extends Screen {
  readonly #flows = new Loaded(this, signal => this.studio.api.get<Items<Flow>>('api/flows', { signal }));

  protected override firstUpdated(): void {
    void this.#flows.reload();
  }

  protected override render(): TemplateResult {
    return html`<h1 tabindex="-1">Flows</h1>
      ${loaded(this.#flows, ({ items }) => (items.length === 0 ? noFlows() : flowTable(items)))}`;
  }
}

function noFlows(): TemplateResult {
  return empty(
    'There is no flow yet',
    html`Flows are the tasks of the projects in <code>hookplate.config.ts</code>: add one there, and start the server again.`,
  );
}

function flowTable(items: readonly Flow[]): TemplateResult {
  return html`<table>
    <caption class="unseen">Flows</caption>
    <thead>
      <tr>
        <th scope="col">Flow</th>
        <th scope="col" class="secondary">Profile</th>
        <th scope="col">API</th>
      </tr>
    </thead>
    <tbody>
      ${items.map(flow => {
        const { projectId, taskId, profile } = flow;
        return html`<tr>
          <td><a href=${pathOf('flows', projectId, taskId)}>${projectId} / ${taskId}</a></td>
          <td class="secondary"><a href=${pathOf('profiles', profile)}>${profile}</a></td>
          <td class="state-cell">
            <a class="plain" href=${pathOf('flows', projectId, taskId, 'api')}>${apiState(flow.api)}</a>
          </td>
        </tr>`;
      })}
    </tbody>
  </table>`;
}
