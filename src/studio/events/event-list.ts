import { html, nothing, type TemplateResult } from 'lit';
import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-static';
import type { EventPage, ShownEvent } from '../../api/answers.ts';
import { codeIn } from '../../editor/code-in.ts';
import { pathOf } from '../frame/router.ts';
import type { Screen } from '../frame/screen.ts';
import { type Column, dataTable, departure, RowOrder } from '../parts/data-table.ts';
import { Following, Ticking } from '../parts/following.ts';
import { listStates } from '../parts/list-view.ts';
import { LiveList } from '../parts/live-list.ts';
import { empty } from '../parts/loaded.ts';
import { profileLabel } from '../parts/profile-label.ts';
import { badge } from '../parts/states.ts';
import { ago } from '../parts/time.ts';

interface EventFilter {
  /** Empty for what was reported at the API. */
  readonly source?: string | undefined;
  readonly profile?: string | undefined;
  /** `waiting`: those whose messages could not be made yet. */
  readonly state?: string | undefined;
}

/** A list of events, which follows those that are stored. `took` is called with each page of it. */
export function createEventList(
  screen: Screen,
  filter: () => EventFilter,
  took: (page: EventPage) => void = () => {},
): LiveList<ShownEvent> {
  const isWanted = ({
    source,
    profile,
    reportedBy,
    waitsFor,
  }: Pick<ShownEvent, 'source' | 'profile' | 'reportedBy' | 'waitsFor'>): boolean => {
    const { source: from, profile: about = profile, state } = filter();
    if (state === 'waiting' && waitsFor === undefined) return false;
    const isFrom = from === '' ? source === undefined && reportedBy !== undefined : from === source;
    return (from === undefined || isFrom) && about === profile;
  };
  const list = new LiveList<ShownEvent>(screen, {
    filter: () => ({ ...filter() }),
    matches: isWanted,
    order: new RowOrder(screen, { columns: eventColumns(), newest: 'Time' }),
    idOf: ({ id }) => id,
    load: async (wanted, signal) => {
      const query = { ...filter(), ...wanted };
      const page = await screen.studio.api.get<EventPage>('api/events', { query, signal });
      took(page);
      return page;
    },
    loadOne: (id, signal) => screen.studio.api.get<ShownEvent>(pathOf('api', 'events', id), { signal }),
  });
  new Following(screen, {
    concerns: ({ kind, data }) => kind === 'event' && isWanted(data),
    refresh: () => list.refresh(),
    recover: () => list.recover(),
  });
  new Ticking(screen);
  return list;
}

/** `sources` says whether rows name their source. */
export function eventTable(
  items: readonly ShownEvent[],
  list: LiveList<ShownEvent>,
  sources: 'shown' | 'known',
): TemplateResult {
  const columns = eventColumns(list).filter(({ title }) => sources === 'shown' || title !== 'Source');
  return dataTable(items, { name: 'Events', columns, idOf: ({ id }) => id, list });
}

/** The list of one source, below what it needs to send something. */
export function lastEvents(list: LiveList<ShownEvent>): TemplateResult {
  return html`<section aria-labelledby="events">
    <h2 id="events">Last events</h2>
    ${listStates(list, {
      one: 'event',
      many: 'events',
      none: () => empty('No events yet', 'The first one appears here by itself.'),
      show: items => eventTable(items, list, 'known'),
    })}
  </section>`;
}

function eventColumns(list?: LiveList<ShownEvent>): readonly Column<ShownEvent>[] {
  const now = Date.now();
  return [
    { title: 'State', look: 'state-cell', cell: eventBadge, by: event => stateOf(event).word },
    { title: 'Event', cell: event => title(event, list), by: ({ event = '' }) => event },
    { title: 'Source', look: 'secondary breaks', cell: eventOrigin, by: ({ source = '' }) => source },
    {
      title: profileLabel(),
      look: 'secondary breaks',
      cell: ({ profile }) => profile,
      by: ({ profile }) => profile,
    },
    {
      title: 'Messages',
      look: 'number secondary',
      cell: ({ messages }) => messages?.length ?? '–',
      by: ({ messages = [] }) => messages.length,
      first: 'descending',
    },
    {
      title: 'Time',
      look: 'time',
      cell: ({ storedAt }) => ago(storedAt, now),
      by: ({ storedAt }) => Date.parse(storedAt),
      first: 'descending',
    },
  ];
}

function title(stored: ShownEvent, list: LiveList<ShownEvent> | undefined): TemplateResult {
  const { id, event, problem, replayOf } = stored;
  return html`<a class="row-link" href=${pathOf('events', id)}>${event ?? 'No event'}</a> ${departure(list, stored)}
    ${replayOf === undefined ? nothing : html`<span class="quiet">replayed</span>`}
    ${problem === undefined ? nothing : html`<span class="under breaks">${codeIn(problem)}</span>`}`;
}

/** The source that sent an event, or what else reported it. */
export function eventOrigin({ source, process, reportedBy }: ShownEvent): TemplateResult | string {
  if (source !== undefined) return html`<a href=${pathOf('sources', source)}>${source}</a>`;
  if (process !== undefined) return html`<a href=${pathOf('processes', process)}>Process</a>`;
  return reportedBy === undefined ? 'Application' : 'API';
}

export function eventBadge(event: ShownEvent): TemplateResult {
  return badge(stateOf(event));
}

function stateOf({ event, messages, waitsFor }: ShownEvent): Parameters<typeof badge>[0] {
  if (event === undefined) return { word: 'No event', svg: CircleAlert, tone: 'warning' };
  if (waitsFor !== undefined) return { word: 'Waiting', svg: CircleAlert, tone: 'warning' };
  if (messages === undefined) return { word: 'Waiting', svg: CircleDashed, tone: 'quiet' };
  if (messages.length === 0) return { word: 'No webhook', svg: CircleDashed, tone: 'quiet' };
  return { word: 'Reported', svg: CircleCheck, tone: 'good' };
}
