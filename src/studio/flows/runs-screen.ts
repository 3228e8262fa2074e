import { html, type PropertyValues, type TemplateResult } from 'lit';
import { pathOf } from '../frame/address.ts';
import { Screen } from '../frame/screen.ts';
import { listStates } from '../parts/lists/list-states.ts';
import { empty } from '../parts/load-states.ts';
import { createProcessList } from '../processes/process-list.ts';
import { processTable } from '../processes/process-table.ts';
import { type FlowIds, flowHeading } from './flow-heading.ts';

/** The processes of a flow. */
export class RunsScreen extends Screen {
  readonly #list = createProcessList(this, () => this.#ids);

  get #ids(): FlowIds {
    return { projectId: this.param('projectId'), taskId: this.param('taskId') };
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('address')) void this.#list.show();
  }

  protected override render(): TemplateResult {
    const { projectId, taskId } = this.#ids;
    return html`${flowHeading(this.#ids, 'Runs')}
      ${listStates(this.#list, {
        one: 'process',
        many: 'processes',
        none: () =>
          empty(
            'This flow has not run yet',
            html`Start it over the HTTP API, or with <em>Test</em> on its
              <a href=${pathOf('flows', projectId, taskId, 'api')}>API tab</a>.`,
          ),
        show: items => processTable(items, { flows: 'known', list: this.#list }),
      })}`;
  }
}
