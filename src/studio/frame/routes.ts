import { html, type TemplateResult } from 'lit';
import type { Session } from '../../api/answers.ts';
import { type Address, matchPath, pathOf } from './router.ts';
import type { Studio } from './screen.ts';

/** The entries of the navigation. */
export type Section =
  | 'Overview'
  | 'Notifications'
  | 'Sources'
  | 'Events'
  | 'Flows'
  | 'Processes'
  | 'Messages';

type Params = Readonly<Record<string, string>>;

/** A page: its addresses and its element. */
interface Route {
  readonly pattern: string;
  /** The entry of the navigation to mark. */
  readonly section?: Section;
  /** That of whoever is limited to profiles, where it is another one. */
  readonly limitedSection?: Section;
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
  ['Notifications', 'profiles'],
  ['Sources', 'sources'],
  ['Flows', 'flows'],
  ['Processes', 'processes'],
  ['Messages', 'messages'],
];
const limitedSections: readonly Entry[] = [
  ['Notifications', ''],
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
    section: 'Notifications',
    title: () => 'Notifications',
    load: () => import('../notifications/profiles-screen.ts'),
    show: ({ studio, address, params }) =>
      html`<profiles-screen .studio=${studio} .address=${address} .params=${params}></profiles-screen>`,
  },
  {
    pattern: '/profiles/{profile}',
    section: 'Notifications',
    title: ({ profile = '' }) => `Notifications of ${profile}`,
    load: () => import('../notifications/profile-screen.ts'),
    show: ({ studio, address, params }) =>
      html`<profile-screen .studio=${studio} .address=${address} .params=${params}></profile-screen>`,
  },
  {
    pattern: '/profiles/{profile}/add',
    section: 'Notifications',
    title: ({ profile = '' }) => `Add a webhook to ${profile}`,
    load: () => import('../notifications/add-webhook-screen.ts'),
    show: ({ studio, address, params }) =>
      html`<add-webhook-screen .studio=${studio} .address=${address} .params=${params}></add-webhook-screen>`,
  },
  {
    pattern: '/profiles/{profile}/webhooks/{id}',
    section: 'Notifications',
    title: ({ profile = '' }) => `Webhook of ${profile}`,
    load: () => import('../notifications/webhook-screen.ts'),
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
    limitedSection: 'Events',
    title: () => 'Events',
    load: loadEvents,
    show: ({ studio, address, params }) =>
      html`<events-screen .studio=${studio} .address=${address} .params=${params}></events-screen>`,
  },
  {
    pattern: '/events/{id}',
    section: 'Sources',
    limitedSection: 'Events',
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
export interface FoundRoute extends Pick<Route, 'section' | 'load'> {
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
    <p><a class="button" href="">Go to the first page</a></p>
  </div>`,
};

export function findRoute(address: Address, session: Session | undefined): FoundRoute {
  const path = firstPage(address.path, session) ?? address.path.replace(/(.)\/$/, '$1');
  const known = session?.profiles ? routes.filter(({ isOfServer }) => !isOfServer) : routes;
  for (const route of known) {
    const params = matchPath(route.pattern, path);
    if (params) return found(route, { address, params, isLimited: session?.profiles !== undefined });
  }
  return found(nowhere, { address, params: {}, isLimited: false });
}

/** The page of whoever is limited to profiles that stands in place of the overview. */
function firstPage(path: string, session: Session | undefined): string | undefined {
  if (path !== '/' || !session?.profiles) return undefined;
  const [profile, ...others] = session.profiles;
  return profile === undefined || others.length > 0 ? '/profiles' : `/${pathOf('profiles', profile)}`;
}

interface Found {
  readonly address: Address;
  readonly params: Params;
  readonly isLimited: boolean;
}

function found(
  { title, show, load, pattern, section, limitedSection = section }: Route,
  { address, params, isLimited }: Found,
): FoundRoute {
  const marked = isLimited ? limitedSection : section;
  return {
    ...(marked && { section: marked }),
    ...(load && { load }),
    title: title(params),
    key: `${pattern} ${address.path}`,
    show: studio => show({ studio, address, params }),
  };
}
