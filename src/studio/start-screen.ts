import { html, nothing, type TemplateResult } from 'lit';
import { Bell, CircleCheck, CircleX, Play, PlugZap, TriangleAlert } from 'lucide-static';
import type { Flow, Items, Page, Process, Profile, ShownDelivery, ShownEndpoint } from '../api/answers.ts';
import type { Api } from './api/api.ts';
import { pathOf } from './frame/router.ts';
import { Screen } from './frame/screen.ts';
import { counted } from './parts/counts.ts';
import { Following, Ticking } from './parts/following.ts';
import { icon } from './parts/icon.ts';
import { Loaded, loaded } from './parts/loaded.ts';
import { processTable } from './processes/processes-screen.ts';

/** Suggestions what to do, and the current processes. */
export class StartScreen extends Screen {
  readonly #overview = new Loaded(this, signal => readOverview(this.studio.api, Date.now(), signal));

  constructor() {
    super();
    new Ticking(this, 1000);
    new Following(this, {
      concerns: ({ kind }) => kind !== 'arrival',
      refresh: () => this.#overview.reload(),
      restMs: 2000,
    });
  }

  protected override firstUpdated(): void {
    void this.#overview.reload();
  }

  protected override render(): TemplateResult {
    return html`<h1 tabindex="-1">Overview</h1>
      ${loaded(this.#overview, overview => show(overview))}`;
  }
}

function show(overview: Overview): TemplateResult {
  const { running } = overview;
  const ended = overview.processes.filter(({ endedAt }) => endedAt !== null);
  const steps = nextSteps(overview);
  const table = { flows: 'shown' } as const;
  return html`<section aria-labelledby="to-do">
      <h2 id="to-do">To do</h2>
      ${steps.length === 0 ? allIsWell() : html`<ul class="cards">${steps.map(card)}</ul>`}
    </section>
    ${running.length === 0 ? nothing : html`<section aria-labelledby="now"><h2 id="now">Now</h2>${processTable(running, table)}</section>`}
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

function allIsWell(): TemplateResult {
  return html`<div class="notice good">
    ${icon(CircleCheck)}
    <p>Nothing: all endpoints are well, and in the last day no delivery failed and no process ended in error.</p>
  </div>`;
}

function card({ tone, svg, title, why, path, word }: NextStep): TemplateResult {
  return html`<li class=${tone}>
    ${icon(svg)}
    <div class="grow"><strong>${title}</strong><span class="under">${why}</span></div>
    <a class="button small" href=${path}>${word}</a>
  </li>`;
}

/** The data of the first page. */
interface Overview {
  readonly profiles: readonly Profile[];
  readonly flows: readonly Flow[];
  readonly disabled: Page<ShownEndpoint>;
  readonly failing: Page<ShownEndpoint>;
  readonly running: readonly Process[];
  /** The newest processes. */
  readonly processes: readonly Process[];
  /** The failed deliveries of the last day, at most a page. */
  readonly failed: Page<ShownDelivery>;
  /** The processes of the last day that ended in error. */
  readonly errored: Page<Process>;
}

const day = 86_400_000;

async function readOverview(api: Api, now: number, signal: AbortSignal): Promise<Overview> {
  const since = new Date(now - day).toISOString();
  const [profiles, flows, disabled, failing, running, processes, failed, errored] = await Promise.all([
    api.get<Items<Profile>>('api/profiles', { signal }),
    api.get<Items<Flow>>('api/flows', { signal }),
    api.get<Page<ShownEndpoint>>('api/endpoints', { query: { state: 'disabled', limit: 100 }, signal }),
    api.get<Page<ShownEndpoint>>('api/endpoints', { query: { state: 'failing', limit: 100 }, signal }),
    api.get<Page<Process>>('api/processes', { query: { status: 'unfinished', limit: 10 }, signal }),
    api.get<Page<Process>>('api/processes', { query: { limit: 5 }, signal }),
    api.get<Page<ShownDelivery>>('api/deliveries', { query: { state: 'failed', since, limit: 100 }, signal }),
    api.get<Page<Process>>('api/processes', { query: { status: 'error', limit: 100 }, signal }),
  ]);
  const recent = errored.items.filter(({ endedAt }) => endedAt !== null && endedAt >= since);
  return {
    profiles: profiles.items,
    flows: flows.items,
    disabled,
    failing,
    running: running.items,
    processes: processes.items,
    failed,
    errored: recent.length < errored.items.length ? { items: recent } : errored,
  };
}

/** Something that the user may want to do next. */
interface NextStep {
  readonly tone: 'bad' | 'warning' | 'busy' | 'quiet';
  readonly svg: string;
  readonly title: string;
  readonly why: string;
  /** The path of the page for it. */
  readonly path: string;
  readonly word: string;
}

type FindStep = (overview: Overview) => NextStep | undefined;

/** Suggestions, most important first. */
function nextSteps(overview: Overview): readonly NextStep[] {
  const found = [
    ...[disabledEndpoints, failingEndpoints, failedDeliveries, erroredProcesses],
    ...[silentProfiles, firstRun, firstFlow],
  ];
  return found.map(find => find(overview)).filter(step => step !== undefined);
}

const disabledEndpoints: FindStep = ({ disabled: { items, next } }) => {
  if (items.length === 0) return undefined;
  const count = next === undefined ? '' : 'More than ';
  return {
    tone: 'bad',
    svg: CircleX,
    title: `${count}${counted(items.length, 'endpoint')} disabled`,
    why: 'Nothing is sent there until it is enabled.',
    path: 'endpoints?state=disabled',
    word: 'See endpoints',
  };
};

const failingEndpoints: FindStep = ({ failing: { items, next } }) => {
  if (items.length === 0) return undefined;
  const count = next === undefined ? '' : 'More than ';
  return {
    tone: 'warning',
    svg: TriangleAlert,
    title: `${count}${counted(items.length, 'endpoint')} failing`,
    why: 'Deliveries are tried again; an endpoint that keeps failing is disabled.',
    path: 'endpoints?state=failing',
    word: 'See endpoints',
  };
};

const failedDeliveries: FindStep = ({ failed: { items, next } }) => {
  if (items.length === 0) return undefined;
  const count = next === undefined ? '' : 'More than ';
  return {
    tone: 'bad',
    svg: CircleX,
    title: `${count}${counted(items.length, 'delivery', 'deliveries')} failed in the last day`,
    why: 'See why, and resend them once their receiver works again.',
    path: 'deliveries?state=failed&within=1d',
    word: 'See failed deliveries',
  };
};

const erroredProcesses: FindStep = ({ errored: { items, next } }) => {
  if (items.length === 0) return undefined;
  const count = next === undefined ? '' : 'More than ';
  return {
    tone: 'bad',
    svg: CircleX,
    title: `${count}${counted(items.length, 'process', 'processes')} ended in error in the last day`,
    why: 'The page of each process says what went wrong.',
    path: 'processes?status=error',
    word: 'See processes',
  };
};

const silentProfiles: FindStep = ({ profiles }) => {
  const [first, ...others] = profiles.filter(({ webhooks }) => webhooks === 0);
  if (!first) return undefined;
  const isOne = others.length === 0;
  return {
    tone: 'quiet',
    svg: Bell,
    title: isOne
      ? `${first.name} has no webhooks`
      : `${counted(others.length + 1, 'profile')} have no webhooks`,
    why: 'Set up a webhook to be told when a process starts, completes or fails.',
    path: isOne ? pathOf('profiles', first.name) : 'profiles',
    word: 'Set up notifications',
  };
};

const firstRun: FindStep = ({ flows: [flow], processes }) => {
  if (!flow || processes.length > 0) return undefined;
  return {
    tone: 'quiet',
    svg: Play,
    title: 'Nothing has run yet',
    why: 'The API tab of a flow says how to start it from outside, and has a test.',
    path: pathOf('flows', flow.projectId, flow.taskId, 'api'),
    word: 'See the API',
  };
};

const firstFlow: FindStep = ({ flows }) => {
  if (flows.length > 0) return undefined;
  return {
    tone: 'quiet',
    svg: PlugZap,
    title: 'There is no flow yet',
    why: 'Flows are the tasks of the projects in the configuration of the server.',
    path: 'flows',
    word: 'See flows',
  };
};
