import { html, type TemplateResult } from 'lit';
import type { Session } from '../../api/answers.ts';
import { type Address, matchPath, pathOf } from './router.ts';
import type { Studio } from './screen.ts';

/** The entries of the navigation. */
type Section = 'Overview' | 'Webhooks' | 'Sources' | 'Events' | 'Flows' | 'Processes' | 'Messages';

type Params = Readonly<Record<string, string>>;

/** A page: its addresses and its element. */
interface Route {
  readonly pattern: string;
  /** The entry of the navigation to mark. */
  readonly section?: Section;
  /** Whether it shows what belongs to the whole server. */
  readonly isOfServer?: true;
  /** The title of the window. */
  readonly title: (params: Params) => string;
  /** Renders the element of the page. */
  readonly show: (given: Given) => TemplateResult;
  /** Loads the script of a page that is not part of the first load. */
  readonly load?: () => Promise<unknown>;
}

interface Given {
  readonly studio: Studio;
  readonly address: Address;
  readonly params: Params;
}

type Entry = readonly [word: Section, path: string];

/** The target of each entry of the navigation. */
const sections: readonly Entry[] = [
  ['Overview', ''],
  ['Webhooks', 'profiles'],
  ['Sources', 'sources'],
  ['Flows', 'flows'],
  ['Processes', 'processes'],
  ['Messages', 'messages'],
];
const limitedSections: readonly Entry[] = [
  ['Webhooks', ''],
  ['Events', 'events'],
  ['Messages', 'messages'],
];

export function sectionsFor(session: Session | undefined): readonly Entry[] {
  return session?.profiles ? limitedSections : sections;
}

const loadSources = (): Promise<unknown> => import('../sources/sources.ts');
const loadEvents = (): Promise<unknown> => import('../events/event-screens.ts');
const loadProcesses = (): Promise<unknown> => import('../processes/process-screens.ts');
/** For pages that show a process as well. */
const withProcesses = (page: Promise<unknown>): Promise<unknown> => Promise.all([page, loadProcesses()]);

const routes: readonly Route[] = [
  {
    pattern: '/',
    isOfServer: true,
    section: 'Overview',
    title: () => 'Overview',
    load: () => import('../start-screen.ts'),
    show: ({ studio, address, params }) =>
      html`<start-screen .studio=${studio} .address=${address} .params=${params}></start-screen>`,
  },
  {
    pattern: '/profiles',
    section: 'Webhooks',
    title: () => 'Webhooks',
    load: () => import('../webhooks/profiles-screen.ts'),
    show: ({ studio, address, params }) =>
      html`<profiles-screen .studio=${studio} .address=${address} .params=${params}></profiles-screen>`,
  },
  {
    pattern: '/profiles/{profile}',
    section: 'Webhooks',
    title: ({ profile = '' }) => `Webhooks of ${profile}`,
    load: () => import('../webhooks/profile-screen.ts'),
    show: ({ studio, address, params }) =>
      html`<profile-screen .studio=${studio} .address=${address} .params=${params}></profile-screen>`,
  },
  {
    pattern: '/profiles/{profile}/add',
    section: 'Webhooks',
    title: ({ profile = '' }) => `Add a webhook to ${profile}`,
    load: () => import('../webhooks/add-webhook-screen.ts'),
    show: ({ studio, address, params }) =>
      html`<add-webhook-screen .studio=${studio} .address=${address} .params=${params}></add-webhook-screen>`,
  },
  {
    pattern: '/profiles/{profile}/webhooks/{id}',
    section: 'Webhooks',
    title: ({ profile = '' }) => `Webhook of ${profile}`,
    load: () => import('../webhooks/webhook-screen.ts'),
    show: ({ studio, address, params }) =>
      html`<webhook-screen .studio=${studio} .address=${address} .params=${params}></webhook-screen>`,
  },
  {
    pattern: '/sources',
    isOfServer: true,
    section: 'Sources',
    title: () => 'Sources',
    load: loadSources,
    show: ({ studio, address, params }) =>
      html`<sources-screen .studio=${studio} .address=${address} .params=${params}></sources-screen>`,
  },
  {
    pattern: '/sources/{id}',
    isOfServer: true,
    section: 'Sources',
    title: ({ id = '' }) => `Source ${id}`,
    load: loadSources,
    show: ({ studio, address, params }) =>
      html`<source-screen .studio=${studio} .address=${address} .params=${params}></source-screen>`,
  },
  {
    pattern: '/events',
    section: 'Sources',
    title: () => 'Events',
    load: loadEvents,
    show: ({ studio, address, params }) =>
      html`<events-screen .studio=${studio} .address=${address} .params=${params}></events-screen>`,
  },
  {
    pattern: '/events/{id}',
    section: 'Sources',
    title: ({ id = '' }) => `Event ${id}`,
    load: loadEvents,
    show: ({ studio, address, params }) =>
      html`<event-screen .studio=${studio} .address=${address} .params=${params}></event-screen>`,
  },
  {
    pattern: '/flows',
    isOfServer: true,
    section: 'Flows',
    title: () => 'Flows',
    load: () => import('../flows/flows-screen.ts'),
    show: ({ studio, address, params }) =>
      html`<flows-screen .studio=${studio} .address=${address} .params=${params}></flows-screen>`,
  },
  {
    pattern: '/flows/{projectId}/{taskId}',
    isOfServer: true,
    section: 'Flows',
    title: ({ projectId, taskId }) => `Runs of ${projectId} / ${taskId}`,
    load: () => withProcesses(import('../flows/runs-screen.ts')),
    show: ({ studio, address, params }) =>
      html`<runs-screen .studio=${studio} .address=${address} .params=${params}></runs-screen>`,
  },
  {
    pattern: '/flows/{projectId}/{taskId}/api',
    isOfServer: true,
    section: 'Flows',
    title: ({ projectId, taskId }) => `API of ${projectId} / ${taskId}`,
    load: () => withProcesses(import('../flows/api-screen.ts')),
    show: ({ studio, address, params }) =>
      html`<api-screen .studio=${studio} .address=${address} .params=${params}></api-screen>`,
  },
  {
    pattern: '/processes',
    isOfServer: true,
    section: 'Processes',
    title: () => 'Processes',
    load: loadProcesses,
    show: ({ studio, address, params }) =>
      html`<processes-screen .studio=${studio} .address=${address} .params=${params}></processes-screen>`,
  },
  {
    pattern: '/processes/{pid}',
    isOfServer: true,
    section: 'Processes',
    title: ({ pid = '' }) => `Process ${pid}`,
    load: loadProcesses,
    show: ({ studio, address, params }) =>
      html`<process-screen .studio=${studio} .address=${address} .params=${params}></process-screen>`,
  },
  {
    pattern: '/messages',
    section: 'Messages',
    title: () => 'Messages',
    load: () => import('../messages/message-screens.ts'),
    show: ({ studio, address, params }) =>
      html`<messages-screen .studio=${studio} .address=${address} .params=${params}></messages-screen>`,
  },
  {
    pattern: '/messages/{id}',
    section: 'Messages',
    title: ({ id = '' }) => `Message ${id}`,
    load: () => import('../messages/message-screens.ts'),
    show: ({ studio, address, params }) =>
      html`<message-screen .studio=${studio} .address=${address} .params=${params}></message-screen>`,
  },
  {
    pattern: '/endpoints',
    section: 'Messages',
    title: () => 'Endpoints',
    load: () => import('../messages/message-screens.ts'),
    show: ({ studio, address, params }) =>
      html`<endpoints-screen .studio=${studio} .address=${address} .params=${params}></endpoints-screen>`,
  },
  {
    pattern: '/tokens',
    title: () => 'API tokens',
    load: () => import('../tokens-screen.ts'),
    show: ({ studio, address, params }) =>
      html`<tokens-screen .studio=${studio} .address=${address} .params=${params}></tokens-screen>`,
  },
];

/** The route found for an address. */
export interface FoundRoute extends Omit<Route, 'pattern' | 'title' | 'show'> {
  readonly title: string;
  /** Equal for the same page with another filter. */
  readonly key: string;
  readonly show: (studio: Studio) => TemplateResult;
}

const nowhere: Route = {
  pattern: '',
  title: () => 'Not found',
  show: () => html`<div>
    <h1 tabindex="-1">There is no page at this address</h1>
    <p>It may have been typed wrong, or what it showed is gone.</p>
    <p><a class="button" href="">Go to the overview</a></p>
  </div>`,
};

export function findRoute(address: Address, session: Session | undefined): FoundRoute {
  const profiles = session?.profiles;
  const path = (profiles && firstPage(address.path, profiles)) ?? address.path.replace(/(.)\/$/, '$1');
  for (const route of routes) {
    const params = profiles && route.isOfServer ? undefined : matchPath(route.pattern, path);
    if (!params) continue;
    // For whoever is limited, there are no sources beside the events.
    const isOfEvents = profiles && route.section === 'Sources';
    return found(isOfEvents ? { ...route, section: 'Events' } : route, address, params);
  }
  return found(nowhere, address, {});
}

/** The page that stands in place of the overview for whoever is limited to profiles. */
function firstPage(path: string, [profile, ...others]: readonly string[]): string | undefined {
  if (path !== '/') return undefined;
  return profile === undefined || others.length > 0 ? '/profiles' : `/${pathOf('profiles', profile)}`;
}

function found({ title, show, ...route }: Route, address: Address, params: Params): FoundRoute {
  return {
    ...route,
    title: title(params),
    key: `${route.pattern} ${address.path}`,
    show: studio => show({ studio, address, params }),
  };
}
