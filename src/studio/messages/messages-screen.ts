import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { Play, RotateCcw } from 'lucide-static';
import type { Page, ShownMessage, ShownMessagePage } from '../../api/answers.ts';
import { codeIn } from '../../editor/code-in.ts';
import type { Change } from '../api/change-stream.ts';
import { pathOf, withAsked } from '../frame/router.ts';
import { reasonAgainst, Screen, seesOne } from '../frame/screen.ts';
import { actionButton } from '../parts/acting.ts';
import { formatFound } from '../parts/counts.ts';
import { type Column, dataTable, departure, RowOrder } from '../parts/data-table.ts';
import { Following, Ticking } from '../parts/following.ts';
import { icon } from '../parts/icon.ts';
import { listStates } from '../parts/list-view.ts';
import { LiveList } from '../parts/live-list.ts';
import { empty, failureNotice, Loaded } from '../parts/loaded.ts';
import { profileLabel } from '../parts/profile-label.ts';
import { SidePanelFocus, withSidePanel } from '../parts/side-panel.ts';
import { badge } from '../parts/states.ts';
import { ago } from '../parts/time.ts';
import {
  filterFields,
  findKnown,
  isWanted,
  type Known,
  type MessageListFilter,
  queryOf,
} from './message-filter.ts';
import { messageBadge, messageBadges, standingOf } from './message-states.ts';
import { headingOf, troubleOf } from './message-words.ts';
import { askToResend, type Resent, resentWords } from './resend-dialog.ts';

const filterNames = [
  'state',
  'webhook',
  'endpoint',
  'profile',
  'event',
  'process',
  'id',
  'within',
  'from',
  'to',
] as const satisfies readonly (keyof MessageListFilter)[];

/** The list of messages, with a chart of the last day, and one of them beside it. */
export class MessagesScreen extends Screen {
  readonly #list = createMessageList(this, () => this.#filter);
  readonly #known = new Loaded(this, signal => findKnown({ api: this.studio.api, signal }));
  /** How many match the filter, but for the state, and are retried; and when. */
  readonly #retrying = new Loaded(this, signal => this.#count('retrying', signal));
  readonly #waiting = new Loaded(this, signal => this.#count('pending', signal));
  /** How many match the filter, but for the state, and have failed. */
  readonly #failed = new Loaded(this, signal => this.#count('failed', signal));
  #resent: Resent | undefined;
  /** The message that was last shown in the panel. */
  #found: ShownMessage | undefined;

  constructor() {
    super();
    new Ticking(this);
    new Following(this, {
      concerns: ({ kind }) => kind === 'message',
      refresh: () => this.#countAll(),
      restMs: 3000,
    });
    new SidePanelFocus(this, {
      shown: () => this.#open,
      opener: id =>
        this.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"] a`) ?? this.querySelector('h1'),
      closed: () => this.#closed,
    });
  }

  get #filter(): MessageListFilter {
    return Object.fromEntries(filterNames.map(name => [name, this.asked(name)]));
  }

  /** The id of the message in the panel. */
  get #open(): string | undefined {
    return this.asked('message');
  }

  get #closed(): string {
    return withAsked(this.address, { message: undefined });
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('address')) return;
    const before = changed.get('address') as Screen['address'] | undefined;
    // One that is opened beside the list leaves it as it is.
    const isSameList =
      before !== undefined && before.query.get('message') !== this.address.query.get('message');
    if (isSameList) return;
    this.#resent = undefined;
    void this.#list.show();
    void this.#countAll();
  }

  protected override firstUpdated(): void {
    void this.#known.reload();
  }

  protected override render(): TemplateResult {
    const open = this.#open;
    return html`${messagesHeading('Messages')}
    ${withSidePanel(
      this.#page(),
      open === undefined
        ? undefined
        : {
            heading: this.#headingOf(open),
            closed: this.#closed,
            content: html`<message-view
              .studio=${this.studio}
              .message=${open}
              @found=${({ detail }: CustomEvent<ShownMessage>) => this.#take(detail)}
            ></message-view>`,
          },
    )}`;
  }

  #page(): TemplateResult {
    const { value, problem } = this.#known;
    return html`<message-chart .studio=${this.studio} .filter=${this.#filter} .retrying=${this.#retrying.value} .waiting=${this.#waiting.value}></message-chart>
      <div class="heading">${this.#pills()} ${this.#resendButtons()}</div>
      ${this.#filters(value)}
      ${problem ? failureNotice(problem, () => void this.#known.reload()) : nothing} ${this.#outcome()}
      ${listStates(this.#list, {
        one: 'message',
        many: 'messages',
        none: () => this.#none(),
        show: items => this.#table(items),
      })}
      ${this.#list.items === undefined ? nothing : meanings()}`;
  }

  #headingOf(id: string): string {
    const message = [...(this.#found ? [this.#found] : []), ...(this.#list.items ?? [])].find(
      each => each.id === id,
    );
    return message ? headingOf(message) : 'Message';
  }

  /** The list may not have the one that the address names. */
  #take(found: ShownMessage): void {
    if (this.#found?.id === found.id) return;
    this.#found = found;
    this.requestUpdate();
  }

  #table(items: readonly ShownMessage[]): TemplateResult {
    const list = this.#list;
    const all = messageColumns({ list, pathTo: id => withAsked(this.address, { message: id }) });
    const columns = all.filter(({ title }) => title !== 'Profile' || !seesOne(this.studio));
    const opened = this.#open;
    return dataTable(items, { name: 'Messages', columns, idOf: ({ id }) => id, list, opened });
  }

  /** The states to choose from; those that may need somebody are counted. */
  #pills(): TemplateResult {
    const chosen = this.asked('state');
    const counts: Readonly<Record<string, Loaded<ShownMessagePage>>> = {
      retrying: this.#retrying,
      pending: this.#waiting,
      failed: this.#failed,
    };
    return html`<nav class="pills" aria-label="State">
      ${pills.map(({ state = '', word, svg, tone, means }) => {
        const count = counts[state]?.value?.count;
        return html`<a
          href=${withAsked(this.address, { state, message: undefined })}
          class=${tone}
          title=${means}
          aria-current=${state === (chosen ?? '') ? 'true' : nothing}
          >${svg === undefined ? nothing : icon(svg)}${word}${state in counts ? html` <span class="count">${count === undefined ? '' : formatFound(count, compact)}</span>` : nothing}</a
        >`;
      })}
    </nav>`;
  }

  #filters(known: Known | undefined): TemplateResult {
    const fields = filterFields({
      session: this.studio.session,
      filter: this.#filter,
      known,
      choose: change => this.#choose(change),
    });
    const { state: _, ...others } = this.#filter;
    const set = Object.values(others).filter(value => value !== undefined).length;
    return html`<details class="filter-fold">
      <summary>Filters${set === 0 ? '' : ` · ${set} set`}</summary>
      <div class="filters" role="search" aria-label="Filter messages">${fields}</div>
    </details>`;
  }

  async #countAll(): Promise<void> {
    await Promise.all([this.#retrying.reload(), this.#waiting.reload(), this.#failed.reload()]);
  }

  async #count(state: string, signal: AbortSignal): Promise<ShownMessagePage> {
    const query = { ...queryOf({ ...this.#filter, state }, Date.now()), count: 'true', limit: 1 };
    return this.studio.api.get<ShownMessagePage>('api/messages', { query, signal });
  }

  get #isRetrying(): boolean {
    return (this.#retrying.value?.count ?? 0) > 0;
  }

  #none(): TemplateResult {
    const isFiltered = Object.values(this.#filter).some(value => value !== undefined);
    if (isFiltered) return empty('Nothing matches', html`<a href="messages">Show all messages</a>`);
    return empty(
      'Nothing has been sent yet',
      html`${
        this.studio.session.portal
          ? 'When something happens, your webhooks are notified.'
          : 'When a process starts, completes or fails, its webhooks are notified.'
      } Set them up in <a href="profiles">Webhooks</a>.`,
    );
  }

  #outcome(): TemplateResult | typeof nothing {
    if (this.#resent === undefined) return nothing;
    const { isRetry } = this.#resent;
    return html`<p class="notice good" role="status">${resentWords(this.#resent)}${isRetry ? ': the list shows what comes of it' : ''}.</p>`;
  }

  /** What is retried can be tried now, and what has ended can be resent. */
  #resendButtons(): TemplateResult | typeof nothing {
    const state = this.asked('state');
    // It would be about others than the address asks for.
    if (this.#list.problem?.status === 400) return nothing;
    const reason = reasonAgainst(this.studio, 'operator');
    const isAbout = (only: string): boolean => state === undefined || state === only;
    const retry = { word: 'Retry now …', svg: Play, reason, act: () => void this.#resend('retrying') };
    const resend = { word: 'Resend …', svg: RotateCcw, reason, act: () => void this.#resend(state) };
    return html`<div class="buttons">
      ${isAbout('retrying') && this.#isRetrying ? actionButton(retry) : nothing}
      ${state === 'retrying' && this.#isRetrying ? nothing : actionButton(resend)}
    </div>`;
  }

  async #resend(state: string | undefined): Promise<void> {
    const known = this.#known.value;
    const resent = await askToResend({ studio: this.studio, filter: { ...this.#filter, state }, known });
    if (resent === undefined) return;
    this.#resent = resent;
    this.requestUpdate();
    void this.#list.refresh();
  }

  #choose(change: MessageListFilter): void {
    this.studio.router.replace(withAsked(this.address, { ...change, message: undefined }));
  }
}

const pills = [
  { state: undefined, word: 'All', svg: undefined, tone: '', means: 'Messages in any state.' },
  // For people, it has failed whatever it is that failed.
  ...Object.entries(messageBadges).flatMap(([state, shown]) =>
    state === 'gone' || state === 'refused' ? [] : [{ ...shown, state }],
  ),
];

function meanings(): TemplateResult {
  return html`<details>
    <summary>What the states mean</summary>
    <dl class="facts">
      ${pills.map(pill => (pill.svg === undefined ? nothing : html`<dt>${badge(pill)}</dt><dd>${pill.means}</dd>`))}
    </dl>
  </details>`;
}

const { format: compact } = new Intl.NumberFormat('en', { notation: 'compact' });

type Tab = 'Messages' | 'Endpoints';

const tabs = { Messages: 'messages', Endpoints: 'endpoints' } as const;

/** The heading of messages and endpoints, which are tabs of one page. */
export function messagesHeading(current: Tab): TemplateResult {
  return html`<h1 tabindex="-1">${current}</h1>
    <nav class="tabs" aria-label="Messages">
      ${Object.entries(tabs).map(
        ([word, path]) =>
          html`<a href=${path} aria-current=${word === current ? 'page' : nothing}>${word}</a>`,
      )}
    </nav>`;
}

/** A list of messages that follows changes. */
function createMessageList(screen: Screen, filter: () => MessageListFilter): LiveList<ShownMessage> {
  const list = new LiveList<ShownMessage>(screen, {
    filter: () => ({ ...filter() }),
    matches: message => isWanted(message, filter(), Date.now()),
    order: new RowOrder(screen, { columns: messageColumns(), newest: 'Time' }),
    idOf: ({ id }) => id,
    load: (wanted, signal) => {
      const query = { ...queryOf(filter(), Date.now()), ...wanted };
      return screen.studio.api.get<Page<ShownMessage>>('api/messages', { query, signal });
    },
    loadOne: (id, signal) => screen.studio.api.get<ShownMessage>(pathOf('api', 'messages', id), { signal }),
  });
  const concerns = ({ kind, data }: Change): boolean => {
    if (kind !== 'message') return false;
    const { id, state, attempts } = data;
    list.patch(id, message => ({ ...message, state, attempts }));
    return true;
  };
  new Following(screen, { concerns, refresh: () => list.refresh(), recover: () => list.recover() });
  return list;
}

interface MessageTable {
  readonly list: LiveList<ShownMessage>;
  /** The address that shows a message beside the list. */
  readonly pathTo: (id: string) => string;
}

/** Columns for a table of messages; without a table they only sort. */
function messageColumns(table?: MessageTable): readonly Column<ShownMessage>[] {
  const now = Date.now();
  return [
    {
      title: 'State',
      look: 'state-cell long-state',
      cell: message => html`${messageBadge(message, now)}${trouble(message)}`,
      by: message => messageBadges[standingOf(message)].word,
    },
    { title: 'Event', cell: message => table && title(message, table), by: ({ event = '' }) => event },
    {
      title: 'Webhook',
      look: 'breaks',
      cell: ({ host, name = host }) => name,
      by: ({ host, name = host }) => name,
    },
    {
      title: profileLabel(),
      look: 'secondary breaks',
      cell: ({ profile = '–' }) => profile,
      by: ({ profile = '' }) => profile,
    },
    {
      title: 'Time',
      look: 'time',
      cell: ({ createdAt }) => ago(createdAt, now),
      by: ({ createdAt }) => Date.parse(createdAt),
      first: 'descending',
    },
  ];
}

function title(message: ShownMessage, { list, pathTo }: MessageTable): TemplateResult {
  const { id, event, resent } = message;
  return html`<a class="row-link" href=${pathTo(id)}>${event ?? 'Message'}</a> ${departure(list, message)}
    ${resent > 0 ? html`<span class="quiet whole">resent ${resent}×</span>` : nothing}
`;
}

/** Why it is not delivered. */
function trouble(message: ShownMessage): TemplateResult | typeof nothing {
  const words = troubleOf(message);
  return words === undefined ? nothing : html`<span class="under">${codeIn(words)}</span>`;
}

export const messagesStyles = css`
  /* States take several lines beside the button before it goes below them. */
  .heading > .pills {
    flex: 1 1 360px;
    padding-block: 4px;
  }
  .heading:has(> .pills) {
    align-items: start;
  }
  /* States to choose from, and how many are in one. */
  .pills {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .pills > a {
    display: inline-flex;
    gap: 4px;
    align-items: center;
    min-height: 28px;
    padding: 3px 12px;
    color: inherit;
    background: var(--hookplate-ground);
    border: 1px solid var(--hookplate-line);
    border-radius: 14px;
    font-size: 13px;
    text-decoration: none;
  }
  .pills > a:hover {
    background: var(--hookplate-tag-ground);
  }
  .pills > a[aria-current] {
    border-color: var(--hookplate-accent);
    box-shadow: inset 0 0 0 1px var(--hookplate-accent);
  }
  .pills > .busy > .icon {
    animation: none;
  }
  .pills .icon svg {
    width: 14px;
    height: 14px;
  }
  /* Wide enough for the number that comes later. */
  .count {
    min-width: 4ch;
    padding: 0 4px;
    background: var(--hookplate-tag-ground);
    border-radius: 10px;
    text-align: center;
    font-variant-numeric: tabular-nums;
  }
  /* On wide screens, the fields are always shown. */
  @supports selector(::details-content) {
    @media (width >= 720px) {
      .filter-fold > summary {
        display: none;
      }
      .filter-fold::details-content {
        display: block;
        content-visibility: visible;
      }
    }
  }
  @media (forced-colors: active) {
    .pills > a[aria-current] {
      color: HighlightText;
      background: Highlight;
      border-color: Highlight;
      forced-color-adjust: none;
    }
    .pills > a[aria-current] > .icon {
      color: inherit;
    }
  }
  @media (width < 480px) {
    messages-screen .side > .heading {
      min-height: 48px;
    }
  }
`;
