import { html, type PropertyValues, type TemplateResult } from 'lit';
import { withAsked } from '../frame/address.ts';
import { Screen } from '../frame/screen.ts';
import { type Choices, choice } from '../parts/lists/choice.ts';
import { listStates } from '../parts/lists/list-states.ts';
import { empty } from '../parts/load-states.ts';
import { processStates } from '../parts/states.ts';
import { createProcessList } from './process-list.ts';
import { processTable } from './process-table.ts';

const statuses: Choices = [
  ['', 'All'],
  ['unfinished', 'Not ended'],
  ...Object.entries(processStates).map(([value, { word }]) => [value, word] as const),
];

/** All processes, by their state. */
export class ProcessesScreen extends Screen {
  readonly #list = createProcessList(this, () => ({ status: this.asked('status') }));

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('address')) void this.#list.show();
  }

  protected override render(): TemplateResult {
    return html`
      <h1 tabindex="-1">Processes</h1>
      <div class="filters" role="search" aria-label="Filter processes">
        ${choice({
          label: 'State',
          chosen: this.asked('status') ?? '',
          choices: statuses,
          choose: status => this.studio.router.replace(withAsked(this.address, { status })),
        })}
      </div>
      ${listStates(this.#list, {
        one: 'process',
        many: 'processes',
        none: () => this.#none(),
        show: items => processTable(items, { flows: 'shown', list: this.#list }),
      })}
    `;
  }

  #none(): TemplateResult {
    if (this.asked('status') !== undefined) {
      return empty('No process is in this state', html`<a href="processes">Show all processes</a>`);
    }
    return empty(
      'No process has run yet',
      html`A process starts when a task is run: over the HTTP API, or with <em>Test</em> on the API tab of a
        <a href="flows">flow</a>.`,
    );
  }
}
