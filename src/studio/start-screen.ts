import { css, html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { Bell, Circle, CircleCheck, CircleX, RefreshCw, TriangleAlert } from 'lucide-static';
import type {
  Flow,
  Items,
  OutcomesAnswer,
  Page,
  Process,
  Profile,
  ShownEndpoint,
  ShownEvent,
  ShownMessage,
  ShownMessagePage,
  ShownMisfit,
  ShownWebhook,
} from '../api/answers.ts';
import type { Api } from './api/api.ts';
import { pathOf, withQuery } from './frame/router.ts';
import { may, reasonAgainst, Screen } from './frame/screen.ts';
import { adoptStyles } from './looks.ts';
import { enableAndResend, endpointStory, isWaitedFor, sendAgainWord } from './messages/endpoint.ts';
import { Acting, actionButton, refusal } from './parts/acting.ts';
import { counted, formatCount, formatFound } from './parts/counts.ts';
import { Following, Ticking } from './parts/following.ts';
import { icon } from './parts/icon.ts';
import { Loaded, loaded } from './parts/loaded.ts';
import { profilesWord, profileWord } from './parts/profile-label.ts';
import { processTable } from './processes/process-list.ts';
import { hasTested } from './webhooks/tested.ts';

/** How to begin; once something has happened, how things are, and what needs somebody. */
export class StartScreen extends Screen {
  readonly #overview: Loaded<Overview> = new Loaded(this, signal =>
    readOverview(this.studio.api, { now: Date.now(), before: this.#overview.value, signal }),
  );
  /** Counting a day of messages takes longer than all the rest. */
  readonly #outcomes = new Loaded(this, signal =>
    this.studio.api.get<OutcomesAnswer>('api/outcomes', { signal }),
  );
  readonly #acting = new Acting(this);

  constructor() {
    super();
    new Ticking(this, 1000);
    new Following(this, {
      concerns: ({ kind }) => kind !== 'event',
      refresh: () => this.#overview.reload(),
      restMs: 2000,
    });
    new Following(this, {
      concerns: ({ kind }) => kind === 'message',
      refresh: () => this.#outcomes.reload(),
      restMs: 10_000,
    });
  }

  protected override firstUpdated(): void {
    void this.#overview.reload();
    void this.#outcomes.reload();
  }

  protected override render(): TemplateResult {
    return html`<h1 tabindex="-1">Overview</h1>
      ${loaded(this.#overview, overview => this.#show(overview))}`;
  }

  #show(overview: Overview): TemplateResult {
    const hasHappened = overview.hasSent || overview.processes.length > 0;
    return html`${isBegun(overview) ? nothing : this.#beginning(overview)}
      ${hasHappened ? this.#dashboard(overview) : nothing}`;
  }

  /** The way from nothing to a message that arrives, each step ticked once it was done. */
  #beginning(overview: Overview): TemplateResult {
    const steps = firstSteps(overview);
    const next = steps.find(({ isDone }) => !isDone);
    return html`<section class="panel beginning" aria-labelledby="beginning">
      <h2 id="beginning">Get told when a job ends</h2>
      <ol class="steps">
        ${steps.map(step => this.#step(step, step === next))}
      </ol>
    </section>`;
  }

  #step({ word, why, path, isDone, needs }: FirstStep, isNext: boolean): TemplateResult {
    const reason = reasonAgainst(this.studio, needs);
    const isOffered = !isDone && path !== undefined && reason === undefined;
    return html`<li class=${isDone ? 'good' : 'quiet'}>
      ${icon(isDone ? CircleCheck : Circle)}
      <div class="grow">
        <strong>${word}</strong>${isDone ? html`<span class="unseen">: done</span>` : nothing}
        <span class="under">${isDone || reason === undefined ? why : reason}</span>
      </div>
      ${isOffered ? html`<a class="button ${isNext ? 'primary' : ''}" href=${path}>${word}</a>` : nothing}
    </li>`;
  }

  #dashboard(overview: Overview): TemplateResult {
    const { running } = overview;
    const ended = overview.processes.filter(({ endedAt }) => endedAt !== null);
    const table = { flows: 'shown' } as const;
    return html`${this.#tiles(overview)} ${this.#toDo(overview)}
      ${
        running.items.length === 0
          ? nothing
          : html`<section aria-labelledby="now"><h2 id="now">Now</h2>${processTable(running.items.slice(0, maxRunning), table)}</section>`
      }
      ${
        ended.length === 0
          ? nothing
          : html`<section aria-labelledby="latest">
              <h2 id="latest">Latest processes</h2>
              ${processTable(ended, table)}
              <p><a href="processes">All processes</a></p>
            </section>`
      }`;
  }

  #tiles({ running, retrying, failing, disabled }: Overview): TemplateResult {
    const totals = totalsOf(this.#outcomes.value);
    const { count = 0 } = retrying;
    const ifAny = <T>(tone: T, { length }: { readonly length: number }): T | undefined =>
      length > 0 ? tone : undefined;
    return html`<ul class="tiles" aria-label="How things are">
      ${tile('Processes running', pageCount(running), 'processes?status=unfinished')}
      ${tile('Messages retrying', formatFound(count), 'messages?state=retrying', count > 0 ? 'warning' : undefined)}
      ${tile('Messages waiting', totals ? formatCount(totals.waiting) : '–', 'messages?state=pending')}
      ${tile('Messages failed, 24 h', totals ? formatCount(totals.failed) : '–', 'messages?state=failed', totals?.failed ? 'bad' : undefined)}
      ${tile('Delivered, 24 h', totals ? shareOf(totals) : '–', 'messages')}
      ${tile('Endpoints failing', pageCount(failing), 'endpoints?state=failing', ifAny('warning', failing.items))}
      ${tile('Endpoints disabled', pageCount(disabled), 'endpoints?state=disabled', ifAny('bad', disabled.items))}
    </ul>`;
  }

  #toDo(overview: Overview): TemplateResult {
    const { problem } = this.#acting;
    const found = [
      ...overview.disabled.items.slice(0, maxNamed).map(endpoint => this.#disabled(endpoint, overview)),
      ...overview.failing.items.slice(0, maxNamed).map(endpoint => this.#failing(endpoint, overview)),
      ...[moreEndpoints, failedMessages, misfits, untoldEvents, erroredProcesses].map(find => find(overview)),
      retriedMessages(overview, this.#outcomes.value),
      isBegun(overview) ? silentProfiles(overview) : undefined,
    ].filter(card => card !== undefined);
    return html`<section aria-labelledby="to-do">
      <h2 id="to-do">To do</h2>
      ${refusal(problem)}
      ${found.length === 0 ? allIsWell() : html`<ul class="cards">${repeat(found, ({ title }) => title, card)}</ul>`}
    </section>`;
  }

  #disabled(endpoint: ShownEndpoint, overview: Overview): ToDo {
    const { id } = endpoint;
    const name = nameOf(endpoint);
    return {
      tone: 'bad',
      svg: CircleX,
      title: `${name} is disabled`,
      why: html`${endpointStory(endpoint, Date.now())} ${lostAt(endpoint, overview)} ${seeWhy(endpoint)}`,
      action: may(this.studio, 'operator')
        ? actionButton({
            word: 'Enable and resend',
            label: `Enable and resend ${name}`,
            isBusy: this.#acting.doing !== undefined,
            act: () => void this.#enable(endpoint),
          })
        : link('See endpoint', withQuery('endpoints', { id })),
    };
  }

  #failing(endpoint: ShownEndpoint, overview: Overview): ToDo {
    const name = nameOf(endpoint);
    return {
      tone: 'warning',
      svg: TriangleAlert,
      title: `${name} is failing`,
      why: html`${endpointStory(endpoint, Date.now())} ${lostAt(endpoint, overview)} ${seeWhy(endpoint)}`,
      action: may(this.studio, 'operator')
        ? actionButton({
            word: sendAgainWord(endpoint),
            label: `${sendAgainWord(endpoint)} ${name}`,
            isBusy: this.#acting.doing !== undefined,
            small: true,
            act: () => void this.#sendAgain(endpoint),
          })
        : link('See endpoint', withQuery('endpoints', { id: endpoint.id })),
    };
  }

  async #sendAgain(endpoint: ShownEndpoint): Promise<void> {
    // The first page is there sooner without it.
    const { askToSendAgain, resentWords } = await import('./messages/resend-dialog.ts');
    const resent = await askToSendAgain(this.studio, endpoint);
    if (resent) this.studio.announce(`${resentWords(resent)}.`);
    await this.#overview.reload();
  }

  async #enable(endpoint: ShownEndpoint): Promise<void> {
    let resent: number | undefined;
    await this.#acting.act('enable', async () => {
      resent = await enableAndResend(this.studio, endpoint);
    });
    const isDone = resent !== undefined;
    if (isDone) this.studio.announce(`${nameOf(endpoint)} is enabled, and what had failed is sent again.`);
    await this.#overview.reload();
    if (isDone) this.querySelector<HTMLElement>('h1')?.focus();
  }
}

/** The data of the first page. */
interface Overview {
  readonly profiles: readonly Profile[];
  readonly flows: readonly Flow[];
  readonly disabled: Page<ShownEndpoint>;
  readonly failing: Page<ShownEndpoint>;
  readonly running: Page<Process>;
  /** The newest processes. */
  readonly processes: readonly Process[];
  /** How many messages wait for another attempt, and when; one of them. */
  readonly retrying: ShownMessagePage;
  /** The failed messages of the last day, at most a page. */
  readonly failed: Page<ShownMessage>;
  /** The processes of the last day that ended in error. */
  readonly errored: Page<Process>;
  /** Events whose messages could not be made for an hour. */
  readonly untold: Page<ShownEvent>;
  /** Webhooks that do not fit the events of the server any more. */
  readonly misfits: readonly ShownMisfit[];
  /** Whether any message was enqueued, and whether any was delivered. */
  readonly hasSent: boolean;
  readonly hasDelivered: boolean;
  /** Any webhook. */
  readonly webhook: ShownWebhook | undefined;
}

const hour = 3_600_000;
const day = 24 * hour;
/** So many processes that run are listed. */
const maxRunning = 10;
/** So many endpoints of a state are named one by one. */
const maxNamed = 3;

interface Reading {
  readonly now: number;
  /** What was read before; what was done once stays done. */
  readonly before: Overview | undefined;
  readonly signal: AbortSignal;
}

async function readOverview(api: Api, { now, before, signal }: Reading): Promise<Overview> {
  const since = new Date(now - day).toISOString();
  const get = <T>(path: string, query: Readonly<Record<string, string | number>>): Promise<Page<T>> =>
    api.get<Page<T>>(path, { query, signal });
  const [
    profiles,
    flows,
    disabled,
    failing,
    running,
    processes,
    retrying,
    failed,
    errored,
    untold,
    misfits,
    begun,
  ] = await Promise.all([
    api.get<Items<Profile>>('api/profiles', { signal }),
    api.get<Items<Flow>>('api/flows', { signal }),
    get<ShownEndpoint>('api/endpoints', { state: 'disabled', limit: 100 }),
    get<ShownEndpoint>('api/endpoints', { state: 'failing', limit: 100 }),
    get<Process>('api/processes', { status: 'unfinished', limit: 100 }),
    get<Process>('api/processes', { limit: 5 }),
    api.get<ShownMessagePage>('api/messages', {
      query: { failing: 'true', count: 'true', limit: 1 },
      signal,
    }),
    get<ShownMessage>('api/messages', { state: 'given-up', endedSince: since, limit: 100 }),
    get<Process>('api/processes', { status: 'error', limit: 100 }),
    get<ShownEvent>('api/events', {
      ...{ state: 'waiting', until: new Date(now - hour).toISOString(), limit: 100 },
    }),
    api.get<Items<ShownMisfit>>('api/misfits', { signal }),
    before && isBegun(before) ? before : readBeginning(get),
  ]);
  const recent = errored.items.filter(({ endedAt }) => endedAt !== null && endedAt >= since);
  return {
    profiles: profiles.items,
    flows: flows.items,
    disabled: stillMeant(disabled),
    failing: stillMeant(failing),
    running,
    processes: processes.items,
    retrying,
    failed,
    untold,
    misfits: misfits.items,
    errored: recent.length < errored.items.length ? { items: recent } : errored,
    hasSent: begun.hasSent,
    hasDelivered: begun.hasDelivered,
    webhook: begun.webhook,
  };
}

/** Without those that no webhook sends to any more, and no message waits for. */
function stillMeant(page: Page<ShownEndpoint>): Page<ShownEndpoint> {
  return { ...page, items: page.items.filter(({ former, nextAttemptAt }) => !former || nextAttemptAt) };
}

/** What was sent already, and any webhook, to be tested. */
type Beginning = Pick<Overview, 'hasSent' | 'hasDelivered' | 'webhook'>;

async function readBeginning(
  get: <T>(path: string, query: Readonly<Record<string, string | number>>) => Promise<Page<T>>,
): Promise<Beginning> {
  const [sent, delivered, webhooks] = await Promise.all([
    get<ShownMessage>('api/messages', { limit: 1 }),
    get<ShownMessage>('api/messages', { state: 'delivered', limit: 1 }),
    get<ShownWebhook>('api/webhooks', { summary: 'true', limit: 1 }),
  ]);
  const [hasSent, hasDelivered] = [sent.items.length > 0, delivered.items.length > 0];
  return { hasSent, hasDelivered, webhook: webhooks.items[0] };
}

function isBegun(overview: Overview): boolean {
  return firstSteps(overview).every(({ isDone }) => isDone);
}

interface FirstStep {
  readonly word: string;
  readonly why: string | TemplateResult;
  /** Where it is done; undefined as long as something else comes first. */
  readonly path: string | undefined;
  readonly isDone: boolean;
  readonly needs: 'viewer' | 'editor';
}

function pathTo({ profile, id }: ShownWebhook): string {
  return pathOf('profiles', profile, 'webhooks', id);
}

function firstSteps({
  profiles,
  flows,
  webhook,
  processes,
  hasSent,
  hasDelivered,
}: Overview): readonly FirstStep[] {
  const [profile, ...otherProfiles] = profiles;
  const [flow, ...otherFlows] = flows;
  const toProfile =
    profile && otherProfiles.length === 0 ? pathOf('profiles', profile.name, 'add') : 'profiles';
  const tab = flow?.api?.enabled ? [] : ['api'];
  const toFlow =
    flow && otherFlows.length === 0 ? pathOf('flows', flow.projectId, flow.taskId, ...tab) : 'flows';
  return [
    {
      word: 'Add a webhook',
      why: webhook
        ? html`<a href=${pathTo(webhook)}>${webhook.name ?? webhook.host}</a> of ${webhook.profile} is set up. <a href=${toProfile}>Add another</a>`
        : 'Choose who is told: Slack, Teams, PagerDuty or any other address.',
      path: toProfile,
      isDone: webhook !== undefined,
      needs: 'editor',
    },
    {
      word: 'Send a test',
      why: 'See that a message arrives, before it matters.',
      path: webhook && pathTo(webhook),
      isDone: hasDelivered || hasTested(),
      needs: 'editor',
    },
    flow
      ? {
          word: 'Run a flow',
          why: `Start it here or over the API; the webhooks of its ${profileWord()} are then notified.`,
          path: toFlow,
          isDone: processes.length > 0,
          needs: 'viewer',
        }
      : {
          word: 'Report an event',
          why: 'Let a program send what happens; its messages follow.',
          path: 'sources?add=choose',
          isDone: hasSent,
          needs: 'viewer',
        },
  ];
}

/** A figure, which leads to what it counts. */
function tile(word: string, figure: string, path: string, tone?: 'bad' | 'warning'): TemplateResult {
  return html`<li class=${tone ?? nothing}>
    <a href=${path}><span>${word}</span> <strong>${figure}</strong></a>
  </li>`;
}

/** What became of the messages of the last day. */
interface Totals {
  readonly delivered: number;
  readonly failed: number;
  readonly retrying: number;
  readonly waiting: number;
  readonly sending: number;
  readonly cancelled: number;
}

/** Undefined until they were counted. */
function totalsOf(outcomes: OutcomesAnswer | undefined): Totals | undefined {
  if (!outcomes) return undefined;
  const totalOf = (kind: keyof Totals): number =>
    outcomes.items.flatMap(item => item[kind]).reduce((sum, count) => sum + count, 0);
  return {
    delivered: totalOf('delivered'),
    failed: totalOf('failed'),
    retrying: totalOf('retrying'),
    waiting: totalOf('waiting'),
    sending: totalOf('sending'),
    cancelled: totalOf('cancelled'),
  };
}

/** `30 of 31`, or `99.2 %` of many; only where nothing else became of any, `100 %`. */
function shareOf({ delivered, failed, retrying, waiting, sending, cancelled }: Totals): string {
  const all = delivered + failed + retrying + waiting + sending + cancelled;
  if (all === 0) return '–';
  if (all < 100) return `${delivered} of ${all}`;
  return `${Math.floor((delivered / all) * 1000) / 10} %`;
}

function pageCount({ items, next }: Page<unknown>): string {
  return `${formatCount(items.length)}${next === undefined ? '' : '+'}`;
}

/** Something that needs somebody. */
interface ToDo {
  readonly tone: 'bad' | 'warning' | 'quiet';
  readonly svg: string;
  readonly title: string;
  readonly why: unknown;
  /** What mends it, or leads to what does. */
  readonly action: TemplateResult;
}

function card({ tone, svg, title, why, action }: ToDo): TemplateResult {
  return html`<li class=${tone}>
    ${icon(svg)}
    <div class="grow"><strong>${title}</strong><span class="under">${why}</span></div>
    ${action}
  </li>`;
}

function link(word: string, path: string): TemplateResult {
  return html`<a class="button small" href=${path}>${word}</a>`;
}

function allIsWell(): TemplateResult {
  return html`<div class="notice good">
    ${icon(CircleCheck)}
    <p>Nothing: all endpoints are well, no message is being retried, and in the last 24 hours none failed and no process ended in error.</p>
  </div>`;
}

/** `Slack of Nightly replication`: another profile may have a webhook of the same name. */
function nameOf({ name, givenName, profile, origin }: ShownEndpoint): string {
  const own = name ?? givenName ?? URL.parse(origin)?.host ?? origin;
  return profile === undefined ? own : `${own} of ${profile}`;
}

function seeWhy({ id }: ShownEndpoint): TemplateResult {
  return html`<a href=${withQuery('messages', { endpoint: id })}>See why</a>`;
}

type FindToDo = (overview: Overview) => ToDo | undefined;

/** `More than 3 items` where there is another page. */
function countOf(page: Page<unknown>, one: string, many?: string): string {
  return `${page.next === undefined ? '' : 'More than '}${counted(page.items.length, one, many)}`;
}

const moreEndpoints: FindToDo = ({ disabled, failing }) => {
  const [first] = [disabled, failing].filter(({ items }) => items.length > maxNamed);
  if (!first) return undefined;
  const state = first === disabled ? 'disabled' : 'failing';
  return {
    tone: first === disabled ? 'bad' : 'warning',
    svg: first === disabled ? CircleX : TriangleAlert,
    title: `${countOf(first, 'endpoint')} ${state}`,
    why: `The first ${maxNamed} are named above.`,
    action: link('See endpoints', `endpoints?state=${state}`),
  };
};

/** What waits for another attempt at an endpoint that is well again: one that fails says as much itself. */
function retriedMessages(
  { failing, retrying: { count: all = 0 } }: Overview,
  outcomes: OutcomesAnswer | undefined,
): ToDo | undefined {
  const named = new Set(failing.items.map(({ webhook }) => webhook));
  const others = (outcomes?.items ?? []).filter(({ webhook }) => !named.has(webhook));
  const count = named.size === 0 ? all : others.reduce((sum, { retrying }) => sum + retrying, 0);
  if (count === 0) return undefined;
  return {
    tone: 'warning',
    svg: RefreshCw,
    title: `${formatFound(count)} ${count === 1 ? 'message is' : 'messages are'} being retried`,
    why: 'Others have arrived since at the same endpoint. They are tried again, or at once if you say so.',
    action: link('See and retry', 'messages?state=retrying'),
  };
}

/** What an endpoint that is named has cost, where it can be resent with that. */
function lostAt(endpoint: ShownEndpoint, { failed }: Overview): string {
  const lost = failed.items.filter(message => message.endpoint === endpoint.id).length;
  if (lost === 0 || isWaitedFor(endpoint)) return '';
  return `${counted(lost, 'message', 'messages')} to it failed in the last 24 hours.`;
}

const failedMessages: FindToDo = ({ disabled, failing, failed }) => {
  // What is resent with an endpoint that is named stands with that.
  const first = (page: Page<ShownEndpoint>) => page.items.slice(0, maxNamed);
  const isResent = (endpoint: ShownEndpoint): boolean => !isWaitedFor(endpoint);
  const named = new Set([...first(disabled), ...first(failing).filter(isResent)].map(({ id }) => id));
  const others = { ...failed, items: failed.items.filter(({ endpoint }) => !named.has(endpoint)) };
  if (others.items.length === 0) return undefined;
  const also = others.items.length < failed.items.length ? 'other ' : '';
  return {
    tone: 'bad',
    svg: CircleX,
    title: `${countOf(others, `${also}message`, `${also}messages`)} failed in the last 24 hours`,
    why: 'See why, and resend what failed once its receiver works again.',
    action: link('See and resend', 'messages?state=failed'),
  };
};

const misfits: FindToDo = overview => {
  const [first, ...others] = overview.misfits.filter(({ isOff }) => !isOff);
  if (!first) return undefined;
  const { profile, id, name = id } = first;
  const isOne = others.length === 0;
  return {
    tone: 'bad',
    svg: CircleX,
    title: isOne
      ? `${name} does not fit the events any more`
      : `${counted(others.length + 1, 'webhook')} do not fit the events any more`,
    why: `What ${isOne ? 'it' : 'they'} would send has errors since the events were changed, and its messages fail.`,
    action: link(isOne ? 'See why' : `See why ${name} does not`, pathOf('profiles', profile, 'webhooks', id)),
  };
};

const untoldEvents: FindToDo = ({ untold }) => {
  if (untold.items.length === 0) return undefined;
  return {
    tone: 'warning',
    svg: TriangleAlert,
    title: `${countOf(untold, 'event')} could not be told for an hour`,
    why: 'No running process knows them or has their key. They are tried again, and removed with history.',
    action: link('See events', 'events?state=waiting'),
  };
};

const erroredProcesses: FindToDo = ({ errored }) => {
  if (errored.items.length === 0) return undefined;
  return {
    tone: 'bad',
    svg: CircleX,
    title: `${countOf(errored, 'process', 'processes')} ended in error in the last 24 hours`,
    why: 'The page of each process says what went wrong.',
    action: link('See processes', 'processes?status=error'),
  };
};

const silentProfiles: FindToDo = ({ profiles }) => {
  const [first, ...others] = profiles.filter(({ webhooks }) => webhooks === 0);
  if (!first) return undefined;
  const isOne = others.length === 0;
  return {
    tone: 'quiet',
    svg: Bell,
    title: isOne
      ? `${first.name} has no webhooks`
      : `${counted(others.length + 1, profileWord(), profilesWord())} have no webhooks`,
    why: `No one is notified of ${isOne ? 'its' : 'their'} processes yet.`,
    action: link('Set up webhooks', isOne ? pathOf('profiles', first.name) : 'profiles'),
  };
};

adoptStyles(css`
  .steps {
    display: grid;
    gap: 16px;
  }
  .steps > li {
    display: grid;
    grid-template-columns: max-content minmax(0, 1fr) max-content;
    gap: 4px 12px;
    align-items: center;
    color: inherit;
  }
  .steps > li > .icon svg {
    width: 20px;
    height: 20px;
  }
  .steps > .quiet > .icon {
    color: var(--hookplate-quiet);
  }
  .tiles {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 128px), 1fr));
    gap: 12px;
  }
  .tiles > li {
    display: grid;
  }
  /* As high as the others of its row, their figures in one line. */
  .tiles a {
    display: grid;
    gap: 4px;
    align-content: space-between;
    padding: 12px 16px;
    color: var(--hookplate-quiet);
    background: var(--hookplate-ground);
    border: 1px solid var(--hookplate-line);
    border-radius: 8px;
    text-decoration: none;
    text-wrap: balance;
  }
  .tiles a:hover {
    border-color: var(--hookplate-accent);
  }
  .tiles strong {
    color: var(--hookplate-text);
    font-size: 28px;
    font-weight: 650;
    line-height: 36px;
    font-variant-numeric: tabular-nums;
  }
  /* It comes later than the others, and stays in one line. */
  @media (width < 480px) {
    .tiles strong {
      font-size: 20px;
      white-space: nowrap;
    }
  }
  .tiles :is(.bad, .warning) strong {
    color: var(--tone);
  }
  @media (width < 560px) {
    .steps > li {
      grid-template-columns: max-content minmax(0, 1fr);
      align-items: start;
    }
    .steps > li > .icon {
      align-self: start;
    }
    .steps > li > .button {
      grid-column: 2;
      justify-self: start;
    }
  }
`);
customElements.define('start-screen', StartScreen);
