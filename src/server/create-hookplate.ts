import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import {
  answered,
  answerNotFound,
  answerNothingHere,
  type Mounting,
  mountRoutes,
  secureHeadersOf,
} from '../api/mount-routes.ts';
import { type ApiDescription, openApiRoute } from '../api/openapi-document.ts';
import type { Caller } from '../api/role.ts';
import { type ApiContext, type ApiEnv, createBaseUrlOf, type Route } from '../api/route.ts';
import type { Database, DatabaseOptions } from '../database/database.ts';
import { explainDatabaseError } from '../database/database-error.ts';
import { openDatabase } from '../database/open-database.ts';
import { createSealer, type Sealer } from '../database/sealer.ts';
import { durableSchedule } from '../delivery/retry/next-delay.ts';
import { createEvents, type Events, type Notify } from '../events/events.ts';
import {
  checkThat,
  defineOptions,
  expected,
  milliseconds,
  optional,
  required,
  underName,
  type WithDefaults,
} from '../options/define-options.ts';
import type { ProgressOptions } from '../outbox/change-messages.ts';
import { aName, isName } from '../outbox/message.ts';
import { createOutbox, type Outbox } from '../outbox/outbox.ts';
import { usualDisableAfterMs } from '../outbox/outbox-options.ts';
import { within } from '../timing/deadline.ts';
import { knownReceivers } from '../webhook/receivers/receiver.ts';
import { createDatabaseStore, type DatabaseStore } from '../workflow/database/database-store.ts';
import { createWorkflowService, type WorkflowService } from '../workflow/workflow-service.ts';
import { createGate, FailedLogins, failuresProblem, type ServerGate } from './access/gate.ts';
import {
  createPortalStore,
  type PortalLinkOptions,
  type PortalStore,
  type PortalTokenOptions,
  readPortalLink,
  readPortalToken,
} from './access/portal.ts';
import { portalRoutes } from './access/portal-routes.ts';
import { createReach } from './access/reach.ts';
import { sessionRoutes } from './access/session-routes.ts';
import { createSessionCookie, createSessionStore } from './access/sessions.ts';
import { tokenRoutes } from './access/token-routes.ts';
import { createTokenStore } from './access/tokens.ts';
import { createUserDirectory, isReserved, type User } from './access/users.ts';
import { type AuditLog, createAuditLog } from './audit/audit-log.ts';
import { type ActInCode, auditRoutes } from './audit/audit-routes.ts';
import { auditedBy } from './audit/audited.ts';
import { type Calls, createCalls } from './calls.ts';
import { schemasOfEvents } from './catalogues.ts';
import { ChangeFeed, changeRoute } from './change-feed.ts';
import { type Erased, eraseProfile } from './erase-profile.ts';
import { createFlowDirectory } from './flows/flow-directory.ts';
import { flowRoutes } from './flows/flow-routes.ts';
import { createFlowService } from './flows/flow-service.ts';
import { createFlowStore } from './flows/flow-store.ts';
import { healthRoutes } from './health-routes.ts';
import { type HookplateOptions, type HookplateSettings, readHookplateOptions } from './hookplate-options.ts';
import { eventRoutes } from './intake/event-routes.ts';
import { createIntake, type Intake } from './intake/intake.ts';
import { storedEventRoutes } from './intake/stored-event-routes.ts';
import { messageRoutes } from './message-routes.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { type NodeHandler, nodeHandlerOf } from './node-handler.ts';
import { overviewRoutes } from './overview-routes.ts';
import { mountPages } from './pages.ts';
import { problemOf } from './problem-of.ts';
import { processReadRoutes } from './processes/process-read-routes.ts';
import { workflowRoutes } from './processes/workflow-routes.ts';
import { createRates } from './profile-limits.ts';
import { createRequestLog, type Refusal, refusalLog } from './request-log.ts';
import { resealStored } from './reseal.ts';
import type { RouteContext } from './route-context.ts';
import { seedWebhooks } from './seed-webhooks.ts';
import { createCurrentSources } from './sources/current-sources.ts';
import { inRoute } from './sources/in-route.ts';
import { RefusalNotes } from './sources/refusal-notes.ts';
import { createKeepSourceEvent, factsIn } from './sources/source-events.ts';
import { sourceRoutes } from './sources/source-routes.ts';
import { createSourceStore } from './sources/source-store.ts';
import { TemplateThreads } from './templates/template-threads.ts';
import { type ConnectionTester, createConnectionTester } from './webhooks/connection-test.ts';
import { type CurrentMisfits, createCurrentMisfits } from './webhooks/current-misfits.ts';
import { createWebhookSecrets, createWebhooksOf } from './webhooks/current-webhooks.ts';
import { receiverRoutes } from './webhooks/receiver-routes.ts';
import { signingSecretRoutes } from './webhooks/signing-secret-routes.ts';
import { webhookRoutes } from './webhooks/webhook-routes.ts';
import { createWebhookStore, type WebhookStore } from './webhooks/webhook-store.ts';

export interface StopHookplateOptions {
  /** Time that processes and attempts get to finish before they are ended or handed back. Default 15,000 ms. */
  readonly timeoutMs?: number | undefined;
}

/** Webhooks of profiles, their messages, processes and the workflow API: as functions, over HTTP, and on pages. */
export interface Hookplate extends Calls {
  /** What there is of one profile, and nothing else: an id of another is an unknown one. `by` is written to the history. */
  readonly forProfile: (profile: string, options?: ForProfileOptions) => ProfileCalls;
  /**
   * The pages and the API for an application on Node.js: `app.use('/webhooks', hookplate.node)` where `basePath` is `/webhooks`.
   * Nothing before it may read the bodies of its requests.
   */
  readonly node: NodeHandler;
  /** The pages and the API as a Hono app. */
  readonly app: Hono<ApiEnv>;
  /** The pages and the API for frameworks that know `Request` and `Response`. */
  readonly fetch: Hono<ApiEnv>['fetch'];
  /**
   * Call this for each request that is refused before `fetch` sees it, as `serveNode` does: it is logged and counted.
   */
  readonly onRefused: (refusal: Refusal) => void;
  /** The user of a server with neither `users` nor `authenticate`; the password is a new one in each process. */
  readonly firstUser: { readonly username: string; readonly password: string } | undefined;
  /**
   * Stores an event of the application's own, in the caller's transaction if one is given; the webhooks of its profile that
   * report events of its catalogue are told of it afterwards: `events`, or the one of `catalogues` that is named.
   *
   * @throws {TypeError} for anything but an event of the catalogue.
   */
  readonly notify: Notify;
  /**
   * Makes a link to the pages of one profile, for a customer of yours: it signs in once, and whoever has opened it sees nothing of
   * others. It begins with `publicUrl`.
   *
   * @throws {TypeError} naming the invalid option, or `publicUrl` if that is missing.
   * @example
   * response.redirect(await hookplate.portalLink({ profile: 'acme', name: user.email }));
   */
  readonly portalLink: (options: PortalLinkOptions) => Promise<string>;
  /**
   * Makes a token for `<webhook-portal>` in a page of your application: its pages show one profile, for ten minutes, and ask for
   * another token before that ends. Give it to whoever is signed in for that profile, in an answer that is not cached.
   */
  readonly portalToken: (options: PortalTokenOptions) => Promise<string>;
  /** Ends the links and tokens for the portal of a profile, and the sessions that came of them. */
  readonly revokePortalLinks: (options: RevokeOptions) => Promise<void>;
  /** Lets this process deliver; others on the same database may, too. */
  readonly start: () => Promise<void>;
  /**
   * Accepts no more runs, lets processes and attempts finish until a deadline, ends the streams, and stops all workers.
   * A database that it did not open stays open.
   */
  readonly stop: (options?: StopHookplateOptions) => Promise<void>;
}

export interface RevokeOptions {
  readonly profile: string;
}

export interface ForProfileOptions {
  /** Who does it, in the history of changes. Default `application`. */
  readonly by?: string | undefined;
}

/** What an application does in code for one profile. */
export interface ProfileCalls extends Calls {
  /**
   * Deletes what there is of the profile: webhooks with their history, also those of the past, messages with their requests, events,
   * figures, tokens of no other profile, and processes that have ended. Of its webhooks only the ids stay, which are taken for ever.
   * Resolves to the numbers of what was deleted.
   */
  readonly erase: (options?: ProgressOptions) => Promise<Erased>;
}

const readStopOptions = defineOptions<WithDefaults<StopHookplateOptions>>({
  timeoutMs: optional(milliseconds(0), 15_000),
});

/**
 * Creates everything on a database. It migrates the database unless `migrate` is false, and stores the webhooks and flow configurations from the
 * options that were never there. It answers requests at once, and delivers after `start`.
 *
 * @throws {TypeError} naming the invalid option.
 * @throws {DatabaseError} if the database cannot be used, and `wrong-key` if no key opens the stored webhooks or flows.
 * @example
 * const hookplate = await createHookplate({ database: { pool }, events: shop, basePath: '/webhooks' });
 * await hookplate.start();
 * await hookplate.notify(shop.create('order.placed', order), { profile: 'acme', transaction });
 */
export async function createHookplate(options: HookplateOptions): Promise<Hookplate> {
  const opened = await openGiven(options);
  try {
    const hookplate = await createOn(opened ? { ...options, database: opened } : options);
    if (!opened) return hookplate;
    return Object.freeze<Hookplate>({
      ...hookplate,
      stop: async stopOptions => {
        await hookplate.stop(stopOptions).finally(() => opened.close());
      },
    });
  } catch (error) {
    await opened?.close();
    throw error;
  }
}

/** Opens the database whose options were given; what else was given is refused with all other options. */
async function openGiven(options: HookplateOptions | undefined): Promise<Database | undefined> {
  const given: unknown = options?.database;
  const isToOpen =
    typeof given === 'object' &&
    given !== null &&
    ['directory', 'url', 'pool', 'pglite'].some(name => Object.hasOwn(given, name));
  return isToOpen ? openDatabase(given as DatabaseOptions) : undefined;
}

async function createOn(options: HookplateOptions): Promise<Hookplate> {
  const settings = readHookplateOptions(options);
  const firstUser = settings.users || settings.authenticate ? undefined : makeFirstUser();
  const { database, basePath } = settings;
  await (settings.migrate ? database.migrate() : database.assertMigrated());
  const parts = await createParts(settings);
  const make = async (): Promise<Hono<ApiEnv>> => {
    await parts.prepare();
    return createApp(settings, parts, gateOf(settings, parts, firstUser));
  };
  const app = await make().catch(async error => {
    // The failure may also keep the parts from closing.
    await parts.stop(0).catch(() => {});
    throw explainDatabaseError(error);
  });
  const callsAs = (caller: Omit<Caller, 'role'>): Calls =>
    createCalls((request, environment) => app.fetch(request, environment), basePath, {
      ...caller,
      role: 'editor',
    });
  return Object.freeze<Hookplate>({
    ...callsAs({ name: usualName }),
    forProfile: (profile, given) => {
      const { by } = readForProfile(given);
      const name = aName(profile, 'profile');
      return Object.freeze<ProfileCalls>({
        ...callsAs({ name: by, profiles: [name] }),
        erase: progress => eraseProfile(name, { ...parts, by }, progress),
      });
    },
    node: nodeHandlerOf(app.fetch),
    app,
    fetch: app.fetch,
    onRefused: refusalLog({ log: settings.log, metrics: parts.metrics, now: settings.clock }),
    firstUser: firstUser && { username: firstUser.username, password: firstUser.password },
    notify: parts.events.notify,
    ...portalCalls(settings, parts),
    start: () => parts.start(),
    stop: async stopOptions => parts.stop(readStopOptions(stopOptions).timeoutMs),
  });
}

/** What an application does about portals, logged like what callers do. */
function portalCalls(
  { publicUrl, studio, frameAncestors }: HookplateSettings,
  { portal, audit }: Pick<Parts, 'portal' | 'audit'>,
): Pick<Hookplate, 'portalLink' | 'portalToken' | 'revokePortalLinks'> {
  const log = (operation: ActInCode, profile: string): Promise<void> =>
    audit.add({
      ...{ operation, profile, by: { name: usualName }, subject: 'session' },
      ...{ address: undefined, subjectId: undefined },
    });
  return {
    portalLink: async options => {
      const link = readPortalLink(options);
      if (publicUrl === undefined)
        throw expected('options.publicUrl', 'the address of the server, where links lead to');
      if (!studio) throw expected('options.studio', '`true`, where links lead to pages');
      const token = await portal.makeLink(link);
      await log('createPortalLink', link.profile);
      return `${publicUrl.replace(/\/+$/, '')}/portal/${token}`;
    },
    portalToken: async options => {
      const of = readPortalToken(options);
      if (frameAncestors.length === 0)
        throw expected('options.frameAncestors', 'the origins of the pages that embed the portal');
      return portal.makeToken(of);
    },
    revokePortalLinks: async options => {
      const { profile } = readRevoke(options);
      await portal.revoke(profile);
      await log('revokePortalLinks', profile);
    },
  };
}

const readRevoke = defineOptions<RevokeOptions>({ profile: required('the name of a profile', aName) });

const usualName = 'application';
const anAuthor = checkThat(
  'a name that no token and no seed has',
  (value): value is string => isName(value) && !isReserved(value),
);
const readForProfile = defineOptions<WithDefaults<ForProfileOptions>>({ by: optional(anAuthor, usualName) });

function makeFirstUser(): User & { readonly password: string } {
  return { username: 'admin', password: randomBytes(18).toString('base64url'), role: 'editor' };
}

function gateOf(
  settings: HookplateSettings,
  { tokens, portal }: Parts,
  firstUser: User | undefined,
): ServerGate {
  const { checkHost, addressOf, publicUrl, basePath, authenticate, clock, database } = settings;
  const configured = settings.users ?? (firstUser && [firstUser]);
  const users = configured && createUserDirectory(configured);
  return createGate({
    ...{ checkHost, addressOf, publicUrl, basePath, authenticate, tokens, portal, users },
    sessions: users && createSessionStore(database, users, clock),
    failures: new FailedLogins(clock),
  });
}

async function createApp(settings: HookplateSettings, parts: Parts, gate: ServerGate): Promise<Hono<ApiEnv>> {
  const { basePath, publicUrl, onError, log, clock } = settings;
  const app = new Hono<ApiEnv>();
  const mounting = {
    ...{ gate, basePath, problemOf, onError, audited: auditedBy(parts) },
    headers: await secureHeadersOf(safeHeaders(settings)),
    observe: createRequestLog({ log, onError, metrics: parts.metrics, now: clock }),
  } satisfies Mounting;
  mountRoutes(app, allRoutes(settings, parts, app, gate), mounting);
  const nothingHere = settings.studio
    ? await mountPages(app, { ...mounting, publicUrl, frameAncestors: settings.frameAncestors })
    : (context: ApiContext): Promise<Response> => answerNothingHere(context, mounting);
  app.all(`${basePath}/api/*`, context => answerNotFound(context, mounting));
  app.notFound(nothingHere);
  // Errors from middleware of the app that this one is mounted in, or from Hono itself.
  app.onError((error, context) => answered(context, mounting, () => Promise.reject(error)));
  return app;
}

/** Answers are data: a browser that is led to one executes nothing of it, and no page may frame it. */
function safeHeaders({ publicUrl = '' }: HookplateSettings): Parameters<typeof secureHeadersOf>[0] {
  return {
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
    xFrameOptions: 'DENY',
    referrerPolicy: 'no-referrer',
    strictTransportSecurity: publicUrl.startsWith('https:') ? 'max-age=15552000' : false,
  };
}

const description: ApiDescription = {
  title: 'hookplate',
  description:
    'Webhooks of profiles, their messages, processes and how they can be started from outside. The facts of each event are a schema `Facts.<catalogue>.<event>` under `components`, with a sample; a colon is `_3A` there, a slash `_2F`.',
  hasTokens: true,
  isAudited: true,
  // `serveNode` answers these before a request is complete.
  problems: {
    400: 'This is not a request in HTTP/1.1.',
    408: 'The request took too long to arrive.',
    417: '`Expect` asks for something else than `100-continue`.',
    431: 'The headers are too large.',
  },
  guardedProblems: {
    401: 'The credentials are missing or wrong.',
    403: 'The role does not allow this, or a page of another site asks for it.',
    405: 'This address does not support the method.',
    421: 'The server is not called so.',
    429: failuresProblem,
    500: 'Something went wrong in the server.',
    503: 'The database does not answer, the server is full, or it is stopping.',
  },
};

function allRoutes(
  settings: HookplateSettings,
  parts: Parts,
  app: Hono<ApiEnv>,
  gate: ServerGate,
): readonly Route[] {
  const { catalogues, clock: now, publicUrl, basePath, authenticate, delivery } = settings;
  const { receivers, templates, retentionDays, profileLabel } = settings;
  const { webhooks, outbox, events, feed, ...others } = parts;
  const context: RouteContext = {
    ...others,
    reach: createReach({ webhooks, outbox, events }),
    ...{ gate, catalogues, receivers, templates, retentionDays, profileLabel, now, basePath },
    intakeLimits: settings.intake,
    limits: settings.limits,
    rates: createRates(settings.limits, now),
    maxAttempts: (delivery.schedule ?? durableSchedule).length + 1,
    disableAfterMs: delivery.disableAfterMs ?? usualDisableAfterMs,
    baseUrlOf: createBaseUrlOf(publicUrl),
    hasPasswords: authenticate === undefined,
    fetch: (request, environment) => app.fetch(request, environment),
  };
  const routes = [
    ...workflowApi(settings, parts),
    ...eventRoutes(context),
    inRoute(context),
    ...sourceRoutes(context),
    ...storedEventRoutes(context),
    ...sessionRoutes(context),
    ...portalRoutes(context),
    ...overviewRoutes(context),
    ...receiverRoutes(context),
    ...webhookRoutes(context),
    ...signingSecretRoutes(context),
    ...messageRoutes(context),
    ...flowRoutes(context),
    ...processReadRoutes(context),
    ...tokenRoutes(context),
    changeRoute(feed),
    ...healthRoutes({ connection: settings.database, ...parts }),
  ];
  const all = [...routes, ...auditRoutes(context, routes)];
  const document = { path: '/api/openapi.json', operationId: 'getOpenApi' };
  const cookie = gate.hasSessions ? createSessionCookie(publicUrl ?? '', basePath).name : undefined;
  const schemas = schemasOfEvents(catalogues, now());
  return [
    ...all,
    openApiRoute(document, context.baseUrlOf, { ...description, cookie, routes: all, schemas }),
  ];
}

/** The workflow API, within the limits set by the configurations of flows. */
function workflowApi(
  { publicUrl }: HookplateSettings,
  { service, directory, flows }: Parts,
): readonly Route[] {
  const path = '/api/v2';
  const apiUrl = publicUrl === undefined ? undefined : publicUrl.replace(/\/+$/, '') + path;
  return workflowRoutes({
    service: createFlowService(service, directory, flows),
    baseUrlOf: createBaseUrlOf(apiUrl),
    fullStatus: 503,
  }).map(route => ({ ...route, path: path + route.path }));
}

/** What is made of the settings: the parts that routes work with, and those that work by themselves. */
interface Parts extends Lifecycle, Pick<RouteContext, PartName> {
  readonly webhooks: WebhookStore;
  readonly outbox: Outbox;
  readonly events: Events;
  readonly feed: ChangeFeed;
  readonly misfits: CurrentMisfits;
  readonly portal: PortalStore;
  /** Stores the initial webhooks, flow configurations and sources that are missing, sealed with the first key. */
  readonly prepare: () => Promise<void>;
}

type PartName =
  | ('audit' | 'tester' | 'threads' | 'flows' | 'directory' | 'tokens' | 'processes' | 'service')
  | ('metrics' | 'intake' | 'sources' | 'currentSources' | 'refusals' | 'keepSourceEvent');

/** Creates the stores, the outbox that delivers and the service that runs processes, all on the same database. */
async function createParts(settings: HookplateSettings): Promise<Parts> {
  const { database, encryptionKeys, onError } = settings;
  const vault = { sealer: createSealer(encryptionKeys), onError };
  const webhooks = createWebhookStore(database, vault);
  const feed = new ChangeFeed(database);
  const metrics = createMetrics({
    backlog: async () => ({ ...(await outbox.backlog()), events: await events.backlog() }),
    inFlight: () => outbox.inFlight,
    streams: () => feed.size,
  });
  const outbox = await createDelivery(settings, webhooks, metrics);
  const events = createServerEvents(settings, { webhooks, outbox });
  try {
    const dependent = createDependentParts(settings, vault.sealer, { events, metrics });
    const { onMisfits: onFound } = settings;
    const parts = {
      ...dependent,
      misfits: createCurrentMisfits({ webhooks, threads: dependent.threads, onFound, onError }),
      events,
      webhooks,
      outbox,
      feed,
      metrics,
    };
    const prepare = async (): Promise<void> => {
      // Has to come first: with wrong keys, nothing may be sealed.
      await resealStored(database, { ...vault, unreadable: settings.unreadable });
      await parts.flows.seed(parts.directory.seeds, 'hookplate');
      await seedWebhooks(webhooks, settings.webhooks);
      await parts.sources.seed(settings.sources, 'configuration');
    };
    return { ...parts, prepare, ...createLifecycle(parts) };
  } catch (error) {
    // An option that another part refuses must not leave connections open.
    await outbox.stop({ timeoutMs: 0 });
    throw underName(error, settings.processes, 'options.processes');
  }
}

/** The outbox, with signing and metrics. */
async function createDelivery(
  { database, encryptionKeys, retentionDays, allow, lookup, delivery, clock, onError }: HookplateSettings,
  webhooks: WebhookStore,
  metrics: Metrics,
): Promise<Outbox> {
  try {
    return await createOutbox({
      ...delivery,
      ...(lookup && { lookup }),
      allow,
      now: clock,
      database,
      encryptionKeys,
      retentionDays,
      secrets: createWebhookSecrets(webhooks, clock),
      onAttempt: metrics.countAttempt,
      onDelivery: metrics.countMessage,
      onError,
    });
  } catch (error) {
    throw underName(error, delivery, 'options.delivery');
  }
}

/** The parts that need the webhooks and the events. */
function createDependentParts(
  settings: HookplateSettings,
  sealer: Sealer,
  { events, metrics }: Pick<Parts, 'events' | 'metrics'>,
) {
  const { database, projects, clock, catalogues, allow, receivers, onError } = settings;
  const processes = createProcesses(settings, events);
  const sources = createSourceStore(database, { sealer, onError });
  const intake = createIntake({
    ...{ database, events, limits: settings.intake, now: clock },
    count: metrics.countEvents,
    findCatalogue: catalogues.find,
  });
  return {
    intake,
    sources,
    currentSources: createCurrentSources(sources),
    refusals: new RefusalNotes(sources, onError),
    keepSourceEvent: createKeepSourceEvent(intake, onError),
    processes,
    flows: createFlowStore(database, sealer),
    directory: createFlowDirectory(projects),
    tokens: createTokenStore(database, clock),
    portal: createPortalStore(database, clock, onError),
    audit: createAuditLog(database, settings.auditDays, onError),
    tester: createTester(settings),
    threads: new TemplateThreads(settings.templates, {
      ...{ catalogues, allow },
      receivers: knownReceivers(receivers),
    }),
    // Comes last: it is at work from the start, and nobody stops it where another part refuses an option.
    service: createService(settings, processes),
  };
}

/** What happened, wherever it was reported; of what sources sent, it knows the facts. */
function createServerEvents(
  { database, catalogues, receivers, delivery, encryptionKeys, retentionDays, onError }: HookplateSettings,
  { webhooks, outbox }: Pick<Parts, 'webhooks' | 'outbox'>,
): Events {
  const { pollMs, maxRequestBytes } = delivery;
  const [, ...named] = catalogues.all;
  return createEvents({
    ...{ database, outbox, encryptionKeys, retentionDays, onError },
    events: catalogues.default,
    catalogues: Object.fromEntries(named),
    webhooks: createWebhooksOf(webhooks, catalogues, knownReceivers(receivers)),
    factsIn: (_, content) => factsIn(content, onError),
    ...(pollMs !== undefined && { pollMs }),
    ...(maxRequestBytes !== undefined && { maxRequestBytes }),
  });
}

function createProcesses(
  { database, processes: { leaseMs }, encryptionKeys, retentionDays }: HookplateSettings,
  events: Events,
): DatabaseStore {
  return createDatabaseStore({
    database,
    events,
    encryptionKeys,
    retentionDays,
    ...(leaseMs !== undefined && { leaseMs }),
  });
}

function createService(
  { projects, clock, onError, processes: options }: HookplateSettings,
  store: DatabaseStore,
): WorkflowService {
  const { leaseMs: _, ...running } = options;
  return createWorkflowService({
    ...running,
    projects,
    store,
    now: clock,
    onError,
  });
}

/** Tests are sent like messages, but only once. */
function createTester({ delivery, allow, lookup, clock }: HookplateSettings): ConnectionTester {
  const { timeoutMs, tls, userAgent, maxResponseBytes } = delivery;
  const given = Object.entries({ lookup, timeoutMs, tls, userAgent, maxResponseBytes });
  const options = Object.fromEntries(given.filter(([, value]) => value !== undefined));
  return createConnectionTester({ ...options, allow, now: clock });
}

/** The parts that work by themselves from `start` until `stop`. */
interface Workers {
  readonly outbox: Outbox;
  readonly service: WorkflowService;
  readonly feed: ChangeFeed;
  readonly tester: ConnectionTester;
  readonly threads: TemplateThreads;
  readonly intake: Intake;
  readonly refusals: RefusalNotes;
  readonly events: Events;
  readonly misfits: CurrentMisfits;
  readonly audit: Pick<AuditLog, 'start' | 'stop'>;
  readonly portal: Pick<PortalStore, 'start' | 'stop'>;
}

/** Each step happens only once; a server that was never started can be stopped, too. */
interface Lifecycle {
  readonly isRunning: () => boolean;
  readonly start: () => Promise<void>;
  readonly stop: (timeoutMs: number) => Promise<void>;
}

function createLifecycle(workers: Workers): Lifecycle {
  let state: 'made' | 'running' | 'stopped' = 'made';
  let stopping: Promise<void> | undefined;
  return {
    isRunning: () => state === 'running',
    start: async () => {
      await workers.outbox.start();
      await workers.events.start();
      workers.misfits.search();
      workers.audit.start();
      workers.portal.start();
      if (state === 'made') state = 'running';
    },
    stop: timeoutMs => {
      state = 'stopped';
      stopping ??= stopWorkers(workers, timeoutMs);
      return stopping;
    },
  };
}

async function stopWorkers(
  { outbox, events, service, feed, tester, threads, intake, refusals, misfits, audit, portal }: Workers,
  timeoutMs: number,
): Promise<void> {
  feed.close();
  const ended = Promise.all([
    misfits.close(),
    audit.stop(),
    portal.stop(),
    threads.close(),
    within(timeoutMs, refusals.close(), () => {}),
  ]);
  const accepted = within(timeoutMs, intake.close(), () => {});
  // Events that processes raise at their end are still stored, and told, while attempts go on.
  await Promise.all([service.close({ timeoutMs }), accepted]);
  await events.stop({ timeoutMs: Math.min(timeoutMs, 5000) });
  await Promise.all([outbox.stop({ timeoutMs: Math.min(timeoutMs, 5000) }), tester.close({ timeoutMs: 0 })]);
  await ended;
}
