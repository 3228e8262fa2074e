import { html, type TemplateResult } from 'lit';
import type {
  CatalogueBody,
  Items,
  Profile,
  Session,
  ShownEndpoint,
  ShownMessage,
} from '../../api/answers.ts';
import { allItems } from '../api/all-items.ts';
import type { Api } from '../api/api.ts';
import { seesOne } from '../frame/screen.ts';
import { type Choices, type Field, field } from '../parts/form.ts';
import { timeFilter } from '../parts/list-view.ts';
import { profileLabel } from '../parts/profile-label.ts';
import { clockZone } from '../parts/time.ts';
import { webhooksOf } from '../webhooks/webhooks-of.ts';
import { endpointName } from './endpoint.ts';
import { standingOf } from './message-states.ts';
import { isGivenUp, isRetried } from './message-words.ts';

/** The filter in the address of a list of messages. */
export interface MessageListFilter {
  /** A standing; `retrying`: also those whose next attempt is being made; `failed`: all that were given up. */
  readonly state?: string | undefined;
  readonly webhook?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly profile?: string | undefined;
  readonly event?: string | undefined;
  /** The pid of a process. */
  readonly process?: string | undefined;
  /** How the id of a message begins. */
  readonly id?: string | undefined;
  /** One of `spans`, or `range`: between `from` and `to`. */
  readonly within?: string | undefined;
  /** A time in ISO 8601. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const hour = 3_600_000;
/** The age limits that a list can have, in milliseconds. */
const spans: Readonly<Record<string, { readonly word: string; readonly ms: number }>> = {
  '1h': { word: 'The last hour', ms: hour },
  '1d': { word: 'The last 24 hours', ms: 24 * hour },
  '7d': { word: 'The last 7 days', ms: 7 * 24 * hour },
};
const times: Choices = [
  ['', 'At any time'],
  ...Object.entries(spans).map(([value, { word }]) => [value, word] as const),
  ['range', 'From … to …'],
];

/** The times that bound a list, in ISO 8601. */
export function boundsOf({ within = '', from, to }: MessageListFilter, now: number) {
  if (within === 'range') return { since: from, before: to };
  const span = Object.hasOwn(spans, within) ? spans[within] : undefined;
  return { since: span && new Date(now - span.ms).toISOString(), before: undefined };
}

/** The part of a filter that also counts over time can have. */
export function withoutTimes({
  state: _state,
  within: _within,
  from: _from,
  to: _to,
  ...names
}: MessageListFilter) {
  return names;
}

/** The parameters of the API for a filter. */
export function queryOf(
  filter: MessageListFilter,
  now: number,
): Readonly<Record<string, string | undefined>> {
  const { state } = filter;
  // The waiting of one that is retried is not that for its first attempt.
  const others = state === 'pending' ? { failing: 'false' } : {};
  return { ...withoutTimes(filter), ...boundsOf(filter, now), ...others, ...stateInApi(state) };
}

/** For people, a message has failed whatever it is that failed, and is retried also while an attempt is made. */
export function stateInApi(state: string | undefined): {
  readonly state?: string;
  readonly failing?: 'true';
} {
  if (state === undefined) return {};
  if (state === 'retrying') return { failing: 'true' };
  return { state: state === 'failed' ? 'given-up' : state };
}

function isOfState(message: ShownMessage, state: string): boolean {
  if (state === 'retrying') return isRetried(message);
  if (state === 'failed') return isGivenUp(message);
  return state === standingOf(message);
}

/** Whether a message matches, as far as it tells: its process is not known. */
export function isWanted(message: ShownMessage, filter: MessageListFilter, now: number): boolean {
  const { state, id } = filter;
  if (state !== undefined && !isOfState(message, state)) return false;
  for (const name of ['webhook', 'endpoint', 'profile', 'event'] as const) {
    if (filter[name] !== undefined && filter[name] !== message[name]) return false;
  }
  if (id !== undefined && !message.id.startsWith(id)) return false;
  const { since, before } = boundsOf(filter, now);
  const createdAt = Date.parse(message.createdAt);
  return (
    (since === undefined || createdAt >= Date.parse(since)) &&
    (before === undefined || createdAt < Date.parse(before))
  );
}

/** What filters can be chosen from. */
export interface Known {
  readonly webhooks: Choices;
  readonly endpoints: Choices;
  readonly profiles: readonly string[];
  readonly events: readonly string[];
}

export async function findKnown(how: { readonly api: Api; readonly signal: AbortSignal }): Promise<Known> {
  const { api, signal } = how;
  const [webhooks, endpoints, profiles, { events, catalogues }] = await Promise.all([
    webhooksOf(undefined, how),
    allItems<ShownEndpoint>('api/endpoints', {}, how),
    api.get<Items<Profile>>('api/profiles', { signal }),
    api.get<CatalogueBody>('api/catalogue', { signal }),
  ]);
  const every = [...events, ...catalogues.flatMap(({ events }) => events)];
  const words = new Intl.Collator('en', { numeric: true });
  return {
    webhooks: webhooks
      .map(({ id, name, host, profile }) => [id, `${name ?? host} · ${profile}`] as const)
      .toSorted(([, one], [, other]) => words.compare(one, other)),
    endpoints: endpoints.map(endpoint => [
      endpoint.id,
      [endpointName(endpoint), endpoint.profile].filter(each => each !== undefined).join(' · '),
    ]),
    profiles: profiles.items.map(({ name }) => name),
    events: [...new Set(every.map(({ name }) => name))],
  };
}

interface FilterFields {
  readonly session: Session;
  readonly filter: MessageListFilter;
  /** Undefined until it is loaded. */
  readonly known: Known | undefined;
  /** Called with the change; an empty text stands for all values. */
  readonly choose: (change: MessageListFilter) => void;
}

/** The fields of a filter, without that of the state. */
export function filterFields({ session, filter, known, choose }: FilterFields): readonly TemplateResult[] {
  const { webhook = '', endpoint = '', profile = '', event = '', process = '', id = '' } = filter;
  const { within = '', from, to } = filter;
  const choices: readonly Field[] = [
    {
      label: 'Webhook',
      value: webhook,
      choices: withChosen(webhook, known?.webhooks),
      change: webhook => choose({ webhook }),
    },
    {
      label: 'Endpoint',
      value: endpoint,
      choices: withChosen(endpoint, known?.endpoints),
      change: endpoint => choose({ endpoint }),
    },
    ...(seesOne({ session })
      ? []
      : [
          {
            label: profileLabel(),
            value: profile,
            choices: withChosen(profile, known && named(known.profiles)),
            change: (profile: string) => choose({ profile }),
          },
        ]),
    {
      label: 'Event',
      value: event,
      choices: withChosen(event, known && named(known.events)),
      change: event => choose({ event }),
    },
    { label: 'Time', value: within, choices: times, change: within => choose({ within, from: '', to: '' }) },
  ];
  // They count once they are entered.
  const texts: readonly Field[] = [
    // Whoever is limited to profiles knows of no processes.
    ...(session.profiles
      ? []
      : [
          {
            label: 'Process id',
            kind: 'search' as const,
            value: process,
            change: (text: string) => choose({ process: text.trim() }),
          },
        ]),
    { label: 'Message id', kind: 'search', value: id, change: text => choose({ id: text.trim() }) },
  ];
  const zone = clockZone();
  const range = html`<div class="range">
    ${timeFilter({ label: `From (${zone})`, chosen: from, choose: from => choose({ from }) })}
    ${timeFilter({ label: `To (${zone})`, chosen: to, choose: to => choose({ to }) })}
  </div>`;
  return [...choices.map(field), ...(within === 'range' ? [range] : []), ...texts.map(field)];
}

function named(names: readonly string[]): Choices {
  return names.map(name => [name, name] as const);
}

/** All, or one of them, once they are known; an address may name another. */
function withChosen(chosen: string, choices: Choices | undefined): Choices {
  if (!choices) return [[chosen, chosen === '' ? 'All' : '…']];
  const isKnown = chosen === '' || choices.some(([value]) => value === chosen);
  return [['', 'All'], ...choices, ...(isKnown ? [] : [[chosen, `Unknown: ${chosen}`] as const])];
}
