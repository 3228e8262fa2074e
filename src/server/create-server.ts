import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { defineOptions, milliseconds, optional } from '../http/define-options.ts';
import { explainDatabaseError } from '../outbox/database/explain-database-error.ts';
import { Problem } from '../workflow/http/problem.ts';
import { createWorkflowApi } from '../workflow/http/workflow-api.ts';
import { FailedLogins } from './access/failed-logins.ts';
import { createGate, type Gate } from './access/gate.ts';
import type { User } from './access/users.ts';
import { createUserDirectory } from './access/users.ts';
import { guardService } from './flows/guarded-service.ts';
import { mountPages } from './pages/mount-pages.ts';
import { problemPage } from './pages/problem-page.ts';
import { type Refusal, refusalLog, requestLog } from './request-log.ts';
import { answered, mountRoutes } from './routes/mount-routes.ts';
import type { ServerEnv } from './routes/server-context.ts';
import { readServerOptions, type ServerOptions, type ServerSettings } from './server-options.ts';
import { createServerParts, type ServerParts } from './server-parts.ts';
import { allRoutes } from './server-routes.ts';
import type { Notify } from './webhooks/notify.ts';

export interface StopServerOptions {
  /** How long processes and attempts may go on before they are ended or handed back. Default 15,000 ms. */
  readonly timeoutMs?: number;
}

/** The application as a Hono app: webhooks of profiles, their deliveries, processes, the workflow API, and the pages for all. */
export interface HookplateServer {
  /** To be mounted in another app, or served. */
  readonly app: Hono<ServerEnv>;
  readonly fetch: Hono<ServerEnv>['fetch'];
  /** Told of each request that is refused before `fetch` hears of it, as `serveNode` does: it is logged and counted. */
  readonly onRefused: (refusal: Refusal) => void;
  /** Who may use a server that was given neither `users` nor `authenticate`; another password in each process. */
  readonly firstUser: { readonly username: string; readonly password: string } | undefined;
  /**
   * Tells the webhooks of a profile of an event of the application's own, from the catalogue `events`: their messages are
   * stored together, in the caller's transaction where one is given, and delivered as all others.
   *
   * @throws {TypeError} for anything but an event of the catalogue.
   */
  readonly notify: Notify;
  /** Delivers from now on. */
  readonly start: () => Promise<void>;
  /**
   * Takes no more runs, lets processes and attempts end up to a deadline, ends the streams, and stops all workers. The
   * database stays open.
   */
  readonly stop: (options?: StopServerOptions) => Promise<void>;
}

const readStopOptions = defineOptions<Required<StopServerOptions>>({
  timeoutMs: optional(milliseconds(0), 15_000),
});

/**
 * Makes a server on a database, which it migrates, and where it stores the webhooks and the configurations of flows that
 * were never there. It answers at once, and delivers from `start` on.
 *
 * @throws {TypeError} naming the invalid option.
 * @throws {OutboxError} where the database cannot be used, and `wrong-key` where no key opens what it holds of webhooks.
 */
export async function createServer(options: ServerOptions): Promise<HookplateServer> {
  const settings = readServerOptions(options);
  const firstUser = settings.users || settings.authenticate ? undefined : makeFirstUser();
  await settings.database.migrate();
  const parts = await createServerParts(settings);
  try {
    await parts.prepare();
  } catch (error) {
    // Whatever keeps it from being stored may keep the parts from closing.
    await parts.stop(0).catch(() => {});
    throw explainDatabaseError(error);
  }
  const app = createApp(settings, parts, gateOf(settings, parts, firstUser));
  return Object.freeze<HookplateServer>({
    app,
    fetch: app.fetch,
    onRefused: refusalLog({ log: settings.log, metrics: parts.metrics, now: settings.clock }),
    firstUser: firstUser && { username: firstUser.username, password: firstUser.password },
    notify: parts.notify,
    start: () => parts.start(),
    stop: async stopOptions => parts.stop(readStopOptions(stopOptions).timeoutMs),
  });
}

function makeFirstUser(): User & { readonly password: string } {
  return { username: 'admin', password: randomBytes(18).toString('base64url'), role: 'editor' };
}

function gateOf(settings: ServerSettings, { tokens }: ServerParts, firstUser: User | undefined): Gate {
  const { checkHost, addressOf, publicUrl, authenticate, clock } = settings;
  const users = settings.users ?? (firstUser && [firstUser]);
  return createGate({
    ...{ checkHost, addressOf, publicUrl, authenticate, tokens },
    users: users && createUserDirectory(users),
    failures: new FailedLogins(clock),
  });
}

function createApp(settings: ServerSettings, parts: ServerParts, gate: Gate): Hono<ServerEnv> {
  const { basePath, publicUrl, onError, log, clock } = settings;
  const app = new Hono<ServerEnv>();
  app.use(requestLog({ log, metrics: parts.metrics, now: clock }));
  app.use(safeHeaders(settings));
  mountWorkflow(app, { settings, parts, gate });
  mountRoutes(app, allRoutes(settings, parts, app), { gate, basePath, onError });
  if (settings.studio) mountPages(app, { gate, basePath, publicUrl, onError });
  const notFound = (context: Parameters<typeof answered>[0]): Promise<Response> =>
    answered(context, { onError }, async () => {
      await gate.admit(context, { role: 'viewer', changes: false });
      throw new Problem(404, 'not-found', 'Nothing is at this address.');
    });
  app.all(`${basePath}/api/*`, notFound);
  const overview = `${publicUrl === undefined ? basePath : new URL(publicUrl).pathname.replace(/\/+$/, '')}/`;
  app.notFound(context =>
    settings.studio ? problemPage(context, overview, notFound(context)) : notFound(context),
  );
  // What a middleware throws, or a handler that none of them surrounds.
  app.onError((error, context) => answered(context, { onError }, () => Promise.reject(error)));
  return app;
}

/** Answers are data: a browser that is led to one runs nothing of it, and no page may frame it. */
function safeHeaders({ publicUrl = '' }: ServerSettings) {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
    xFrameOptions: 'DENY',
    referrerPolicy: 'no-referrer',
    strictTransportSecurity: publicUrl.startsWith('https:') ? 'max-age=15552000' : false,
    // Pages say themselves what they may do.
    overwrite: false,
  });
}

interface WorkflowMounting {
  readonly settings: ServerSettings;
  readonly parts: ServerParts;
  readonly gate: Gate;
}

/** Who may do what over the workflow API; whatever else is under its address needs the most. */
const workflowIntents = [
  ['/status/*', '/status/{pid}', { role: 'viewer', changes: false }],
  ['/openapi.json', '/openapi.json', { role: 'viewer', changes: false }],
  ['/interrupt/*', '/interrupt/{pid}', { role: 'operator', changes: true }],
  ['/project/*', '/project/{projectId}/task/{taskId}/run', { role: 'operator', changes: true }],
  ['/projects/*', '/projects/{projectId}/tasks/{taskId}/run', { role: 'operator', changes: true }],
  ['/*', '/*', { role: 'operator', changes: true }],
] as const;

/** Mounts the workflow API, to which the same access rules apply as to all other routes. */
function mountWorkflow(app: Hono<ServerEnv>, { settings, parts, gate }: WorkflowMounting): void {
  const { basePath, publicUrl, onError } = settings;
  const path = `${basePath}/api/v2`;
  for (const [pattern, route, intent] of workflowIntents) {
    app.use(path + pattern, (context, next) =>
      answered(context, { onError }, async () => {
        if (context.get('caller') === undefined) {
          context.set('route', `/api/v2${route}`);
          await gate.admit(context, intent);
        }
        await next();
        return context.res;
      }),
    );
  }
  const service = guardService(parts.service, parts.directory, parts.flows);
  const workflow = createWorkflowApi(service, {
    authenticate: () => true,
    basePath: path,
    ...(publicUrl !== undefined && { publicUrl: `${publicUrl.replace(/\/+$/, '')}/api/v2` }),
    onError,
  });
  app.route('/', workflow);
}
