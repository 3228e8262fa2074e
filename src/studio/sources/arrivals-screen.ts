import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { Screen } from '../frame/screen.ts';
import { listStates } from '../parts/list-view.ts';
import { empty } from '../parts/loaded.ts';
import { formatSpan } from '../parts/time.ts';
import { arrivalTable, createArrivalList } from './arrival-list.ts';

/** All that arrived, from sources and at the API. */
export class ArrivalsScreen extends Screen {
  #kept = 'a few days';
  readonly #list = createArrivalList(
    this,
    () => ({}),
    ({ retentionDays }) => {
      this.#kept = formatSpan(retentionDays * 86_400_000);
    },
  );

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('address')) void this.#list.show();
  }

  protected override render(): TemplateResult {
    return html`${sourcesHeading('Arrivals')}
      <p class="lead">What other programs have sent, and what became of it. ${`It is kept for ${this.#kept}.`}</p>
      ${listStates(this.#list, {
        one: 'arrival',
        many: 'arrivals',
        none: () =>
          empty(
            'Nothing has arrived yet',
            html`Enter the address of one of your <a href="sources">sources</a> in the program that is to send something.`,
          ),
        show: items => arrivalTable(items, this.#list, 'shown'),
      })}`;
  }
}

type Tab = 'Sources' | 'Arrivals';

const tabs = { Sources: 'sources', Arrivals: 'arrivals' } as const;

/** The heading of sources and arrivals, which are tabs of one page. */
export function sourcesHeading(current: Tab): TemplateResult {
  return html`<h1 tabindex="-1">${current}</h1>
    <nav class="tabs" aria-label="Sources">
      ${Object.entries(tabs).map(
        ([word, path]) =>
          html`<a href=${path} aria-current=${word === current ? 'page' : nothing}>${word}</a>`,
      )}
    </nav>`;
}
