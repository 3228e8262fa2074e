import type { Session } from '../../api/answers.ts';
import { type Address, matchPath, pathOf } from './router.ts';
import type { Screen } from './screen.ts';

/** The entries of the navigation. */
type Section =
  | ('Overview' | 'Webhooks' | 'Sources' | 'Events' | 'Event types')
  | ('Flows' | 'Processes' | 'Messages');

type Params = Readonly<Record<string, string>>;

/** A page: its addresses and its element. */
interface Route {
  readonly pattern: string;
  /** The entry of the navigation to mark. */
  readonly section?: Section;
  /** Whether it shows what belongs to the whole server. */
  readonly isOfServer?: true;
  /** Whether there is none in a portal. */
  readonly isOutsidePortal?: true;
  /** The title of the window. */
  readonly title: (params: Params) => string;
  /** The name of its element, which is a `Screen`; absent where there is no page. */
  readonly screen?: string;
  /** Loads the script of a page that is not part of the first load. */
  readonly load?: () => Promise<unknown>;
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
const portalSections: readonly Entry[] = [
  ['Webhooks', ''],
  ['Messages', 'messages'],
  ['Event types', 'event-types'],
];

/** `audience` is that of the document, until the session is known. */
export function sectionsFor(session: Session | undefined, audience: string | null): readonly Entry[] {
  if (session ? session.portal : audience === 'portal') return portalSections;
  return (session ? session.profiles : audience === 'profiles') ? limitedSections : sections;
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
    screen: 'start-screen',
  },
  {
    pattern: '/profiles',
    section: 'Webhooks',
    title: () => 'Webhooks',
    load: () => import('../webhooks/profiles-screen.ts'),
    screen: 'profiles-screen',
  },
  {
    pattern: '/profiles/{profile}',
    section: 'Webhooks',
    title: ({ profile = '' }) => `Webhooks of ${profile}`,
    load: () => import('../webhooks/profile-screen.ts'),
    screen: 'profile-screen',
  },
  {
    pattern: '/profiles/{profile}/add',
    section: 'Webhooks',
    title: ({ profile = '' }) => `Add a webhook to ${profile}`,
    load: () => import('../webhooks/add-webhook-screen.ts'),
    screen: 'add-webhook-screen',
  },
  {
    pattern: '/profiles/{profile}/webhooks/{id}',
    section: 'Webhooks',
    title: ({ profile = '' }) => `Webhook of ${profile}`,
    load: () => import('../webhooks/webhook-screen.ts'),
    screen: 'webhook-screen',
  },
  {
    pattern: '/sources',
    isOfServer: true,
    section: 'Sources',
    title: () => 'Sources',
    load: loadSources,
    screen: 'sources-screen',
  },
  {
    pattern: '/sources/{id}',
    isOfServer: true,
    section: 'Sources',
    title: ({ id = '' }) => `Source ${id}`,
    load: loadSources,
    screen: 'source-screen',
  },
  {
    pattern: '/events',
    isOutsidePortal: true,
    section: 'Sources',
    title: () => 'Events',
    load: loadEvents,
    screen: 'events-screen',
  },
  {
    pattern: '/events/{id}',
    isOutsidePortal: true,
    section: 'Sources',
    title: ({ id = '' }) => `Event ${id}`,
    load: loadEvents,
    screen: 'event-screen',
  },
  {
    pattern: '/event-types',
    section: 'Event types',
    title: () => 'Event types',
    load: loadEvents,
    screen: 'event-types-screen',
  },
  {
    pattern: '/flows',
    isOfServer: true,
    section: 'Flows',
    title: () => 'Flows',
    load: () => import('../flows/flows-screen.ts'),
    screen: 'flows-screen',
  },
  {
    pattern: '/flows/{projectId}/{taskId}',
    isOfServer: true,
    section: 'Flows',
    title: ({ projectId, taskId }) => `Runs of ${projectId} / ${taskId}`,
    load: () => withProcesses(import('../flows/runs-screen.ts')),
    screen: 'runs-screen',
  },
  {
    pattern: '/flows/{projectId}/{taskId}/api',
    isOfServer: true,
    section: 'Flows',
    title: ({ projectId, taskId }) => `API of ${projectId} / ${taskId}`,
    load: () => withProcesses(import('../flows/api-screen.ts')),
    screen: 'api-screen',
  },
  {
    pattern: '/processes',
    isOfServer: true,
    section: 'Processes',
    title: () => 'Processes',
    load: loadProcesses,
    screen: 'processes-screen',
  },
  {
    pattern: '/processes/{pid}',
    isOfServer: true,
    section: 'Processes',
    title: ({ pid = '' }) => `Process ${pid}`,
    load: loadProcesses,
    screen: 'process-screen',
  },
  {
    pattern: '/messages',
    section: 'Messages',
    title: () => 'Messages',
    load: () => import('../messages/message-screens.ts'),
    screen: 'messages-screen',
  },
  {
    pattern: '/messages/{id}',
    section: 'Messages',
    title: ({ id = '' }) => `Message ${id}`,
    load: () => import('../messages/message-screens.ts'),
    screen: 'message-screen',
  },
  {
    pattern: '/endpoints',
    section: 'Messages',
    title: () => 'Endpoints',
    load: () => import('../messages/message-screens.ts'),
    screen: 'endpoints-screen',
  },
  {
    pattern: '/tokens',
    isOutsidePortal: true,
    title: () => 'API tokens',
    load: () => import('../tokens-screen.ts'),
    screen: 'tokens-screen',
  },
  {
    pattern: '/audit-log',
    isOfServer: true,
    title: () => 'Audit log',
    load: () => import('../audit-screen.ts'),
    screen: 'audit-screen',
  },
];

/** The route found for an address. */
export interface FoundRoute extends Omit<Route, 'pattern' | 'title'> {
  readonly title: string;
  /** Equal for the same page with another filter. */
  readonly key: string;
  /** What its element is given. */
  readonly given: Pick<Screen, 'address' | 'params'>;
}

const nowhere: Route = { pattern: '', title: () => 'Not found' };

export function findRoute(address: Address, session: Session | undefined): FoundRoute {
  const profiles = session?.profiles;
  const path = (profiles && firstPage(address.path, profiles)) ?? address.path.replace(/(.)\/$/, '$1');
  for (const route of routes) {
    if ((profiles && route.isOfServer) || (session?.portal && route.isOutsidePortal)) continue;
    const params = matchPath(route.pattern, path);
    if (!params) continue;
    const { profile } = params;
    if (profile !== undefined && profiles?.includes(profile) === false) break;
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

function found({ title, ...route }: Route, address: Address, params: Params): FoundRoute {
  return {
    ...route,
    title: title(params),
    key: `${route.pattern} ${address.path}`,
    given: { address, params },
  };
}
