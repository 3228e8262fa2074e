import { Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import * as v from 'valibot';
import { isDeeperThan, type JsonValue } from '../output/json/json-value.ts';
import type { FieldDiagnostic, Subject } from './answers.ts';
import { isForm, readFormBody, readJsonBody } from './json-body.ts';
import { invalidFields, invalidRequest, notFoundProblem, Problem, problemResponse } from './problem.ts';
import type { Caller, Role } from './role.ts';
import {
  type About,
  type AnyReply,
  type ApiContext,
  type ApiEnv,
  allowedMethods,
  type Route,
} from './route.ts';

/** The intended effect of a request. */
interface Intent {
  readonly role: Role;
  readonly about: About;
  /** Whether it changes anything; if so, no page of another site may make a browser send it. */
  readonly changes: boolean;
}

/** Decides who may use the API. */
export interface Gate {
  /** @throws {Problem} 401, 403, 404, 421 or 429. */
  readonly admit: (context: ApiContext, intent: Intent) => Promise<Caller>;
  /**
   * Checks a request that changes something and needs no credentials: no page of another site may send it.
   *
   * @throws {Problem} 403 or 421.
   */
  readonly admitAnyone: (context: ApiContext) => void;
  /**
   * Checks a request of a program that proves by a signature who it is; who made it send the request does not matter.
   *
   * @throws {Problem} 421.
   */
  readonly admitSender: (context: ApiContext) => void;
  /** Whether the caller would still be admitted, with the same limits: a token may have expired since, or been revoked. */
  readonly isStillWelcome: (context: ApiContext, caller: Caller, role: Role) => Promise<boolean>;
}

/** Observes a request while it is answered. */
export interface Observation {
  /** Headers to add to the answer. */
  readonly headers: Readonly<Record<string, string>>;
  /** Does the work of the request as part of its trace. */
  readonly within: <T>(work: () => T) => T;
  /** Called with the error that is answered with 500. */
  readonly onError: (error: unknown) => void;
  /** Called with the status of the answer. */
  readonly end: (status: number) => void;
}

/** Settings for answering requests on any route. */
export interface Answering {
  /** The problem to answer an error with. */
  readonly problemOf: (error: unknown) => Problem;
  /** Called with each error that was answered with 500, unless the request is observed. */
  readonly onError: (error: unknown) => void;
  /** Headers to add to every answer that lacks them. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Starts observing a request. Default: no observation. */
  readonly observe?: (context: ApiContext) => Observation;
}

/** What somebody asks a route with a subject to do. */
interface Act {
  readonly operation: string;
  readonly subject: Subject;
  /** Unknown before it is made; absent for acts on several. */
  readonly subjectId: string | undefined;
  /** Names the profile of acts on several. */
  readonly body: unknown;
  /** Knows the caller once the route has answered. */
  readonly context: ApiContext;
}

type Answer = AnyReply | Response;

export interface Mounting extends Answering {
  readonly gate: Gate;
  /** Does the work of an act, and logs it. Default: only does it. */
  readonly audited?: (act: Act, work: () => Promise<Answer>) => Promise<Answer>;
  /** The prefix of all paths. */
  readonly basePath: string;
}

/**
 * The headers that Hono's middleware sets on each answer. They are always the same, so computing them once is enough.
 */
export async function secureHeadersOf(
  options: Parameters<typeof secureHeaders>[0],
): Promise<Readonly<Record<string, string>>> {
  const app = new Hono().use(secureHeaders(options)).all('*', context => context.body(null));
  return Object.fromEntries((await app.request('/')).headers);
}

/** The intent of a request that only reads, which any user of the API may do. */
const looking: Intent = { role: 'viewer', about: 'nobody', changes: false };

/**
 * Adds routes to an app. Requests that their schemas refuse never reach them, and other methods are answered with 405.
 */
export function mountRoutes(app: Hono<ApiEnv>, routes: readonly Route[], mounting: Mounting): void {
  for (const route of routes) {
    app.on(route.method, honoPath(mounting.basePath + route.path), context =>
      answered(context, mounting, () => replyOf(context, route, mounting)),
    );
  }
  for (const path of new Set(routes.map(route => route.path))) {
    const there = routes.filter(route => route.path === path);
    const allow = allowedMethods(there);
    const isForSenders = there.every(({ role }) => role === 'sender');
    const about = there.every(route => route.about === 'server') ? 'server' : 'nobody';
    app.all(honoPath(mounting.basePath + path), context =>
      answered(context, mounting, async () => {
        context.set('route', shownPath(path));
        if (isForSenders) mounting.gate.admitSender(context);
        else await mounting.gate.admit(context, { ...looking, about });
        const detail = `This address only supports ${allow}.`;
        throw new Problem(405, 'method-not-allowed', detail, { allow });
      }),
    );
  }
}

/** Answers 404 within the API, to callers who may know about it. */
export function answerNotFound(context: ApiContext, mounting: Omit<Mounting, 'basePath'>): Promise<Response> {
  return answered(context, mounting, async () => {
    await mounting.gate.admit(context, looking);
    throw notFoundProblem();
  });
}

/**
 * Answers 404 to anyone outside the API. Credentials are not looked at: a sender whose address is wrong sends those of a source,
 * which would count as wrong passwords.
 */
export function answerNothingHere(context: ApiContext, mounting: Mounting): Promise<Response> {
  return answered(context, mounting, async () => {
    mounting.gate.admitSender(context);
    assertBelow(mounting.basePath, context);
    throw notFoundProblem();
  });
}

/** @throws {Problem} 404 for a path that is not below the base path, which says so. */
export function assertBelow(basePath: string, { req: { path } }: ApiContext): void {
  if (path === basePath || path.startsWith(`${basePath}/`)) return;
  const detail = `There is nothing at this address: all paths here begin with \`${basePath}\`.`;
  throw new Problem(404, 'not-found', detail);
}

/**
 * Answers a request with the result of `work`; any error becomes a problem document. All headers are known before the
 * response is created: adding one later costs more than the rest of a small answer.
 */
export async function answered(
  context: ApiContext,
  { problemOf, onError, headers = {}, observe }: Answering,
  work: () => Promise<Answer>,
): Promise<Response> {
  const observation = observe?.(context);
  const common = observation ? { ...headers, ...observation.headers } : headers;
  let response: Response;
  try {
    const reply = await (observation ? observation.within(work) : work());
    response =
      reply instanceof Response ? withHeaders(reply, headers, observation) : responseOf(reply, common);
  } catch (error) {
    const problem = problemOf(error);
    if (problem.status === 500) (observation?.onError ?? onError)(error);
    context.set('problem', problem.code);
    response = problemResponse(problem, context.req.raw, common);
  }
  observation?.end(response.status);
  return response;
}

function withHeaders(
  response: Response,
  defaults: Readonly<Record<string, string>>,
  observation: Observation | undefined,
): Response {
  for (const [name, value] of Object.entries(defaults)) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  for (const [name, value] of Object.entries(observation?.headers ?? {})) response.headers.set(name, value);
  return response;
}

async function replyOf(context: ApiContext, route: Route, { gate, audited }: Mounting): Promise<Answer> {
  const { raw } = context.req;
  const { role, about, method, path, operationId, subject, changes = method !== 'GET' } = route;
  context.set('route', shownPath(path));
  if (role === 'sender') gate.admitSender(context);
  if (role === 'anyone' && changes) gate.admitAnyone(context);
  const caller = isOpen(role) ? anonymous : await gate.admit(context, { role, about, changes });
  const params = route.params && readFields('path', context.req.param(), route.params);
  const query = route.query && readFields('query', queryOf(context), route.query, route.queryProblem);
  const { body, bytes } = route.body ? await readBody(raw, route.body, route) : noBody;
  const isStillWelcome = async (): Promise<boolean> =>
    isOpen(role) || gate.isStillWelcome(context, caller, role);
  const request = {
    ...{ params, query, body, bodyBytes: bytes },
    ...{ headers: raw.headers, caller, isStillWelcome, raw, context },
  };
  // The route's own schemas have produced these values.
  const handle = (): Promise<Answer> => route.handle(request as Parameters<Route['handle']>[0]);
  // HEAD only looks.
  if (!audited || !subject || raw.method === 'HEAD') return handle();
  const subjectId = Object.values(context.req.param()).join('/') || undefined;
  return audited({ operation: operationId, subject, subjectId, body, context }, handle);
}

/** Whether a route is open to callers without credentials. */
export function isOpen(role: Route['role']): role is 'anyone' | 'sender' {
  return role === 'anyone' || role === 'sender';
}

const anonymous: Caller = { name: '', role: 'viewer' };
const noBody = { body: undefined, bytes: new Uint8Array() };

function responseOf(
  { status, body, headers = {} }: AnyReply,
  common: Readonly<Record<string, string>>,
): Response {
  const all = { ...common, 'cache-control': 'no-store', ...headers };
  if (body === undefined) return new Response(null, { status: Number(status), headers: all });
  return new Response(JSON.stringify(body), {
    status: Number(status),
    headers: { 'content-type': 'application/json', ...all },
  });
}

/** A repeated parameter becomes a list, which no schema accepts. */
function queryOf({ req }: ApiContext): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(req.queries()).map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
}

function honoPath(path: string): string {
  return path.replaceAll(/\{(\+?)(\w+)\}/g, (_, plus: string, name: string) =>
    plus === '' ? `:${name}` : `:${name}{[\\s\\S]+}`,
  );
}

function shownPath(path: string): string {
  return path.replaceAll('{+', '{');
}

/** @throws {Problem} 400 `invalid-request`, unless the route has its own problem. */
function readFields(
  place: 'path' | 'query',
  given: Readonly<Record<string, unknown>>,
  schema: v.GenericSchema,
  problem?: () => Problem,
): unknown {
  const read = v.safeParse(schema, given);
  if (read.success) return read.output;
  throw problem?.() ?? invalidRequest(place, read.issues.map(fieldDiagnostic));
}

/** Deeper than any sample or configuration, and far from the limit of serializers. */
export const maxBodyDepth = 100;

/** Any JSON of any depth: tasks decide what they accept. */
export const anyJson: v.GenericSchema<JsonValue> = v.unknown() as unknown as v.GenericSchema<JsonValue>;

/**
 * @throws {Problem} 400, 413 or 415 for a body that is not acceptable JSON, 422 for one that does not match the schema.
 */
async function readBody(
  request: Request,
  schema: v.GenericSchema,
  { takesForms = false, maxBodyBytes }: Route,
) {
  const read = takesForms && isForm(request) ? readFormBody : readJsonBody;
  const { body, bytes } = await read(request, maxBodyBytes);
  if (schema === anyJson) return { body, bytes };
  assertNotTooDeep(body);
  const parsed = v.safeParse(schema, body);
  if (parsed.success) return { body: parsed.output, bytes };
  throw invalidFields(parsed.issues.map(fieldDiagnostic));
}

/** @throws {Problem} 422. */
export function assertNotTooDeep(body: JsonValue): void {
  if (!isDeeperThan(maxBodyDepth, body)) return;
  throw new Problem(422, 'too-deep', `The body is nested deeper than ${maxBodyDepth} levels.`);
}

/** Never quotes the input. */
export function fieldDiagnostic(issue: v.BaseIssue<unknown>): FieldDiagnostic {
  const field = (issue.path ?? [])
    .map(({ key }) => fieldStep(key))
    .join('')
    .replace(/^\./, '');
  if (issue.expected === 'never') {
    return { field, code: 'unknown-field', message: 'There is no such field; see the OpenAPI document.' };
  }
  if (issue.input === undefined) return { field, code: 'missing-field', message: 'This field is missing.' };
  const expected =
    issue.requirement instanceof RegExp || issue.expected === null ? issue.type : issue.expected;
  return { field, code: 'invalid-field', message: `This field should be ${describe(expected, issue)}.` };
}

function describe(expected: string, { type, requirement }: v.BaseIssue<unknown>): string {
  switch (type) {
    case 'regex':
      return 'written as the OpenAPI document says';
    case 'check':
    case 'iso_timestamp':
      return 'as the OpenAPI document says';
    case 'non_empty':
      return 'longer: it is empty';
    case 'min_length':
      return `of length ${String(requirement)} at least`;
    case 'max_length':
      return `of length ${String(requirement)} at most`;
    case 'min_value':
      return `${String(requirement)} at least`;
    case 'max_value':
      return `${String(requirement)} at most`;
    default:
      return alternatives(expected).map(plainly).join(' or ');
  }
}

/** Those of `(string | number)`, as valibot writes them. */
function alternatives(expected: string): readonly string[] {
  return expected.replace(/^\((.*)\)$/s, '$1').split(' | ');
}

/** What people call the types that valibot names. */
const plainTypes: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: '`true` or `false`',
  null: '`null`',
  Object: 'an object',
  Array: 'a list',
  url: 'a URL',
};

function plainly(type: string): string {
  return plainTypes[type] ?? type.replaceAll('"', '`');
}

function fieldStep(key: unknown): string {
  return typeof key === 'number' ? `[${key}]` : `.${String(key).slice(0, 100)}`;
}
