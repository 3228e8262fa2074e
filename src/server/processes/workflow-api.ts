import { Hono } from 'hono';
import {
  type Access,
  type ApiCredentials,
  type Authenticate,
  basicAuthentication,
  readCredentials,
  unauthenticated,
} from '../../api/basic-authentication.ts';
import { answerNotFound, type Gate, type Mounting, mountRoutes } from '../../api/mount-routes.ts';
import { Problem } from '../../api/problem.ts';
import type { Caller } from '../../api/role.ts';
import { type ApiEnv, createBaseUrlOf } from '../../api/route.ts';
import {
  type Check,
  checkThat,
  defineOptions,
  listener,
  optional,
  required,
} from '../../options/define-options.ts';
import type { WorkflowService } from '../../workflow/workflow-service.ts';
import { problemOf } from '../problem-of.ts';
import { workflowRoutes } from './workflow-routes.ts';

export interface WorkflowApiOptions {
  /** Names and passwords for Basic authentication, or a function that identifies the sender of a request. */
  readonly authenticate: readonly ApiCredentials[] | Authenticate;
  /** The path of the API. Default `/api/v2`. */
  readonly basePath?: string | undefined;
  /**
   * The address of the API as clients see it, including `basePath`, if a proxy changes it. Default: that of the
   * request.
   */
  readonly publicUrl?: string | undefined;
  /**
   * Called with each error that was answered with 500. Default: emits a warning of the Node process. Errors that it
   * throws, or rejects with, are ignored.
   */
  readonly onError?: ((error: unknown) => void) | undefined;
}

interface ApiSettings extends Pick<Mounting, 'basePath' | 'onError'> {
  readonly authenticate: Authenticate;
  readonly publicUrl: string | undefined;
}

/** Reads the option `authenticate`. An empty list would let nobody in, and is refused. */
const readAuthenticate: Check<Authenticate> = (value, name) =>
  isJudge(value) ? value : basicAuthentication(readCredentials(value, name));

/** Parameters and result of a function show only when it is called. */
function isJudge(value: unknown): value is Authenticate {
  return typeof value === 'function';
}

const readOptions = defineOptions<ApiSettings>({
  authenticate: required('a function, or a list of usernames and passwords', readAuthenticate),
  basePath: optional(checkThat('a path with a leading slash, or an empty text', isBasePath), '/api/v2'),
  publicUrl: optional(checkThat('an http or https URL', isHttpUrl)),
  onError: optional(listener(), warnOfRequestError),
});

/**
 * The service over HTTP, as a Hono app: its `fetch` takes a `Request` and resolves to a `Response`, and `route` mounts
 * it anywhere in another app. Every request is authenticated.
 *
 * @throws {TypeError} naming the invalid option.
 */
export function createWorkflowApi(service: WorkflowService, options: WorkflowApiOptions): Hono<ApiEnv> {
  const { authenticate, basePath, publicUrl, onError } = readOptions(options);
  const app = new Hono<ApiEnv>();
  const mounting: Mounting = {
    gate: createSingleRoleGate(authenticate),
    // Routes are compared with paths that Hono has decoded.
    basePath: decodeURI(basePath.replace(/\/+$/, '')),
    problemOf: error => problemOf(error, { 'too-many-queued': fullStatus }),
    onError,
  };
  const routes = workflowRoutes({ service, baseUrlOf: createBaseUrlOf(publicUrl), fullStatus });
  mountRoutes(app, routes, mounting);
  app.all(`${mounting.basePath}/*`, context => answerNotFound(context, mounting));
  app.notFound(context => answerNotFound(context, mounting));
  return app;
}

/** An authenticated caller may do everything. */
function createSingleRoleGate(authenticate: Authenticate): Gate {
  const allowed: Caller = { name: '', role: 'editor' };
  const isAllowed = async (request: Request): Promise<Access> => authenticate(request);
  return {
    admit: async ({ req: { raw } }) => {
      const access = await isAllowed(raw);
      if (access === true) return allowed;
      if (access === 'forbidden') throw new Problem(403, 'forbidden', 'These credentials do not allow this.');
      throw unauthenticated('workflow');
    },
    // It has no such routes.
    admitAnyone: () => {},
    admitSender: () => {},
    isStillWelcome: async ({ req: { raw } }) => (await isAllowed(raw)) === true,
  };
}

/** The status of a refusal because the queue is full. */
const fullStatus = 429;

function isBasePath(value: unknown): value is string {
  return typeof value === 'string' && /^(?:\/.*)?$/.test(value) && isDecodable(value);
}

function isDecodable(path: string): boolean {
  try {
    decodeURI(path);
    return true;
  } catch {
    return false;
  }
}

function isHttpUrl(value: unknown): value is string {
  return typeof value === 'string' && /^https?:$/.test(URL.parse(value)?.protocol ?? '');
}

function warnOfRequestError(): void {
  const message = 'A request was answered with 500; pass `onError` to the workflow API to learn why.';
  process.emitWarning(message, { type: 'HookplateWarning', code: 'workflow-request-error' });
}
