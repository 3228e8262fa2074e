import { html, nothing, type TemplateResult } from 'lit';
import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-static';
import type { ArrivalPage, ShownArrival } from '../../api/answers.ts';
import { codeIn } from '../../editor/code-in.ts';
import { pathOf } from '../frame/router.ts';
import type { Screen } from '../frame/screen.ts';
import { Following, Ticking } from '../parts/following.ts';
import { dataTable, departure, listStates } from '../parts/list-view.ts';
import { type Column, LiveList, RowOrder } from '../parts/live-list.ts';
import { empty } from '../parts/loaded.ts';
import { badge } from '../parts/states.ts';
import { ago } from '../parts/time.ts';

interface ArrivalFilter {
  /** Empty for what arrived at the API. */
  readonly source?: string | undefined;
  readonly profile?: string | undefined;
}

/** A list of what arrived, which follows what arrives. `took` is called with each page of it. */
export function createArrivalList(
  screen: Screen,
  filter: () => ArrivalFilter,
  took: (page: ArrivalPage) => void = () => {},
): LiveList<ShownArrival> {
  const isWanted = ({ source = '', profile }: ArrivalFilter): boolean => {
    const { source: from = source, profile: about = profile } = filter();
    return from === source && about === profile;
  };
  const list = new LiveList<ShownArrival>(screen, {
    filter: () => ({ ...filter() }),
    matches: isWanted,
    order: new RowOrder(screen, { columns: arrivalColumns(), newest: 'Time' }),
    idOf: ({ id }) => id,
    load: async (wanted, signal) => {
      const query = { ...filter(), ...wanted };
      const page = await screen.studio.api.get<ArrivalPage>('api/arrivals', { query, signal });
      took(page);
      return page;
    },
    loadOne: (id, signal) => screen.studio.api.get<ShownArrival>(pathOf('api', 'arrivals', id), { signal }),
  });
  new Following(screen, {
    concerns: ({ kind, data }) => kind === 'arrival' && isWanted(data),
    refresh: () => list.refresh(),
  });
  new Ticking(screen);
  return list;
}

/** `sources` says whether rows name their source. */
export function arrivalTable(
  items: readonly ShownArrival[],
  list: LiveList<ShownArrival>,
  sources: 'shown' | 'known',
): TemplateResult {
  const columns = arrivalColumns(list).filter(({ word }) => sources === 'shown' || word !== 'Source');
  return dataTable(items, { name: 'Arrivals', columns, idOf: ({ id }) => id, list });
}

/** The list of one source, below what it needs to send something. */
export function lastArrivals(list: LiveList<ShownArrival>): TemplateResult {
  return html`<section aria-labelledby="arrivals">
    <h2 id="arrivals">Last arrivals</h2>
    ${listStates(list, {
      one: 'arrival',
      many: 'arrivals',
      none: () =>
        empty(
          'Nothing has arrived yet',
          'Waiting for the first event: it appears here by itself as soon as it arrives.',
        ),
      show: items => arrivalTable(items, list, 'known'),
    })}
  </section>`;
}

function arrivalColumns(list?: LiveList<ShownArrival>): readonly Column<ShownArrival>[] {
  const now = Date.now();
  return [
    {
      word: 'State',
      look: 'state-cell',
      cell: arrivalBadge,
      by: arrival => stateOf(arrival).word,
    },
    { word: 'Event', cell: arrival => title(arrival, list), by: ({ event = '' }) => event },
    {
      word: 'Source',
      look: 'secondary breaks',
      cell: ({ source }) =>
        source === undefined ? 'API' : html`<a href=${pathOf('sources', source)}>${source}</a>`,
      by: ({ source = '' }) => source,
    },
    {
      word: 'Profile',
      look: 'secondary breaks',
      cell: ({ profile }) => profile,
      by: ({ profile }) => profile,
    },
    {
      word: 'Deliveries',
      look: 'number secondary',
      cell: ({ messages }) => messages.length,
      by: ({ messages }) => messages.length,
      first: 'descending',
    },
    {
      word: 'Time',
      look: 'time',
      cell: ({ receivedAt }) => ago(receivedAt, now),
      by: ({ receivedAt }) => Date.parse(receivedAt),
      first: 'descending',
    },
  ];
}

function title(arrival: ShownArrival, list: LiveList<ShownArrival> | undefined): TemplateResult {
  const { id, event, problem, replayOf } = arrival;
  return html`<a class="row-link" href=${pathOf('arrivals', id)}>${event ?? 'No event'}</a> ${departure(list, arrival)}
    ${replayOf === undefined ? nothing : html`<span class="quiet">replayed</span>`}
    ${problem === undefined ? nothing : html`<span class="under breaks">${codeIn(problem)}</span>`}`;
}

export function arrivalBadge(arrival: ShownArrival): TemplateResult {
  return badge(stateOf(arrival));
}

function stateOf({ event, messages }: ShownArrival): Parameters<typeof badge>[0] {
  if (event === undefined) return { word: 'No event', svg: CircleAlert, tone: 'warning' };
  if (messages.length === 0) return { word: 'No webhook', svg: CircleDashed, tone: 'quiet' };
  return { word: 'Reported', svg: CircleCheck, tone: 'good' };
}
