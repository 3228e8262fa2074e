import { html, type PropertyValues, type TemplateResult } from 'lit';
import { withAsked } from '../frame/router.ts';
import { Screen } from '../frame/screen.ts';
import { type Choices, field } from '../parts/form.ts';
import { listStates } from '../parts/list-view.ts';
import { empty } from '../parts/loaded.ts';
import { processBadges } from '../parts/states.ts';
import { createProcessList, processTable } from './process-list.ts';

const statuses: Choices = [
  ['', 'All'],
  ['unfinished', 'Not ended'],
  ...Object.entries(processBadges).map(([value, { word }]) => [value, word] as const),
];

/** All processes, filtered by state. */
export class ProcessesScreen extends Screen {
  readonly #list = createProcessList(this, () => ({ status: this.asked('status') }));

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('address')) void this.#list.show();
  }

  protected override render(): TemplateResult {
    return html`
      <h1 tabindex="-1">Processes</h1>
      <div class="filters" role="search" aria-label="Filter processes">
        ${field({
          label: 'State',
          value: this.asked('status') ?? '',
          choices: statuses,
          change: status => this.studio.router.replace(withAsked(this.address, { status })),
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
      html`A process starts when a flow is run: open one of the <a href="flows">flows</a> and press <em>Run …</em>, which
        offers a sample, or let a program start it over the HTTP API.`,
    );
  }
}
