import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { withAsked } from '../frame/router.ts';
import { Screen, seesAll, seesOne } from '../frame/screen.ts';
import { field } from '../parts/form.ts';
import { listStates } from '../parts/list-view.ts';
import { empty } from '../parts/loaded.ts';
import { profileLabel } from '../parts/profile-label.ts';
import { formatSpan } from '../parts/time.ts';
import { createEventList, eventTable } from './event-list.ts';

/** All that has happened, wherever it was reported. */
export class EventsScreen extends Screen {
  #kept = 'a few days';
  readonly #list = createEventList(
    this,
    () => ({ state: this.asked('state'), profile: this.asked('profile') }),
    ({ retentionDays }) => {
      this.#kept = formatSpan(retentionDays * 86_400_000);
    },
  );

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('address')) void this.#list.show();
  }

  protected override render(): TemplateResult {
    return html`${seesAll(this.studio) ? sourcesHeading('Events') : html`<h1 tabindex="-1">Events</h1>`}
      <p class="lead">What has happened, and what became of it. ${`Events are kept for ${this.#kept}.`}</p>
      <div class="filters" role="search" aria-label="Filter events">
        ${field({
          label: 'State',
          value: this.asked('state') ?? '',
          choices: [
            ['', 'All'],
            ['waiting', 'Waiting'],
          ],
          change: state => this.studio.router.replace(withAsked(this.address, { state })),
        })}
        ${
          seesOne(this.studio)
            ? nothing
            : field({
                label: profileLabel(),
                kind: 'search',
                value: this.asked('profile') ?? '',
                change: text => this.studio.router.replace(withAsked(this.address, { profile: text.trim() })),
              })
        }
      </div>
      ${listStates(this.#list, {
        one: 'event',
        many: 'events',
        none: () => this.#none(),
        show: items => eventTable(items, this.#list, 'shown'),
      })}`;
  }

  #none(): TemplateResult {
    if (this.asked('profile') !== undefined) return noneMatches();
    return this.asked('state') === undefined ? noneYet(seesAll(this.studio)) : noneWaits();
  }
}

function noneMatches(): TemplateResult {
  return empty('Nothing matches', html`<a href="events">Show all events</a>`);
}

function noneWaits(): TemplateResult {
  return empty(
    'No event waits',
    html`The messages about all events were made. <a href="events">Show all events</a>`,
  );
}

function noneYet(ofServer: boolean): TemplateResult {
  return empty(
    'Nothing has happened yet',
    ofServer
      ? html`Events appear here as processes raise them, programs report them, and <a href="sources">sources</a> send them.`
      : 'Events appear here as they happen.',
  );
}

type Tab = 'Sources' | 'Events';

const tabs = { Sources: 'sources', Events: 'events' } as const;

/** The heading of sources and events, which are tabs of one page. */
export function sourcesHeading(current: Tab): TemplateResult {
  return html`<h1 tabindex="-1">${current}</h1>
    <nav class="tabs" aria-label="Sources">
      ${Object.entries(tabs).map(
        ([word, path]) =>
          html`<a href=${path} aria-current=${word === current ? 'page' : nothing}>${word}</a>`,
      )}
    </nav>`;
}
