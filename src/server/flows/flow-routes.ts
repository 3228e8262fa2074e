import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { flowApiSchema, flowSchema, itemsOf, runSchema, type ShownFlowApi } from '../../api/answers.ts';
import {
  entityTag,
  etag,
  ifMatch,
  ifNoneMatch,
  matchedVersions,
  staleProblem,
} from '../../api/entity-tag.ts';
import { isWellFormed, plainText } from '../../api/field-schemas.ts';
import { invalidFields, Problem } from '../../api/problem.ts';
import { type Caller, includesRole } from '../../api/role.ts';
import { defineRoute, type Route } from '../../api/route.ts';
import { InvalidArgument } from '../../options/define-options.ts';
import type { JsonValue } from '../../output/json/json-value.ts';
import { compileMapping, type ParameterMapping } from '../../parameters/parameter-mapping.ts';
import { sampleBodyFor } from '../../parameters/sample-body.ts';
import { formatCurl } from '../../webhook/preview/curl.ts';
import { WorkflowError } from '../../workflow/workflow-error.ts';
import type { RouteContext } from '../route-context.ts';
import type { ServedFlow } from './flow-directory.ts';
import { type FlowApi, type FlowId, notSetUp, type StoredFlowApi } from './flow-store.ts';

/** Routes that configure how flows are started over the API. */
export function flowRoutes(options: RouteContext): readonly Route[] {
  return [listFlows, getApi, putApi, deleteApi, testApi].map(route => route(options));
}

const params = v.strictObject({ projectId: plainText, taskId: plainText });

const address = v.pipe(
  v.string(),
  v.regex(/^https?:\/\/[^\s\0]{1,2000}$/),
  v.check(text => URL.canParse(text) && isWellFormed(text)),
  // Users copy it, as part of a command, into a terminal, which must run exactly what they saw.
  v.check(text => !/[\p{Cc}\p{Cf}]/u.test(text)),
  v.description(
    'No control or invisible characters. For display only: it never determines where anything is sent.',
  ),
);

const apiInput = v.strictObject({
  baseUrl: v.optional(v.nullable(address)),
  enabled: v.pipe(v.boolean(), v.description('Whether the API may start this task.')),
  parameters: v.pipe(
    v.record(v.string(), v.string()),
    v.description(
      'Maps the name of each parameter to its place in the body: `job/tables`, `value of region`.',
    ),
  ),
  sampleBody: v.optional(
    v.pipe(
      v.unknown(),
      v.description(
        'The body of a test run: any JSON. If absent, the stored one is kept; one that was made from the parameters is made again.',
      ),
    ),
  ),
});

const missing = { 404: 'No such task, or its API is not set up.' };
const sealed = { 409: 'No encryption key opens its sample body any more: `PUT` another one.' };

const listFlows = ({ directory, flows }: RouteContext): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/flows',
    operationId: 'listFlows',
    summary: 'List flows: the tasks of the projects',
    role: 'viewer',
    about: 'server',
    answers: { 200: { description: 'All flows.', schema: itemsOf(flowSchema) } },
    handle: async () => {
      const apis = await flows.list();
      const items = directory.flows.map(({ projectId, taskId, task }) => {
        const api = apis.find(each => each.projectId === projectId && each.taskId === taskId);
        return { projectId, taskId, profile: task.profile, ...(api && { api: { enabled: api.enabled } }) };
      });
      return { status: 200, body: { items } };
    },
  });

const getApi = (options: RouteContext): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/flows/{projectId}/{taskId}/api',
    operationId: 'getFlowApi',
    summary: 'Read how a flow can be started from outside',
    role: 'viewer',
    about: 'server',
    params,
    answers: { 200: { description: 'The configuration.', schema: flowApiSchema, headers: etag } },
    problems: { ...missing, ...sealed },
    handle: async ({ params: ids, raw, caller }) => {
      const flow = flowOf(ids, options);
      const stored = await options.flows.find(ids);
      if (!stored) throw notSetUp();
      const headers = { etag: entityTag(stored.version) };
      return { status: 200, body: viewApi(stored, flow, readerOf(caller, raw, options)), headers };
    },
  });

const putApi = (options: RouteContext): Route =>
  defineRoute({
    method: 'PUT',
    path: '/api/flows/{projectId}/{taskId}/api',
    operationId: 'putFlowApi',
    summary: 'Change how a flow can be started from outside, or set it up again',
    role: 'editor',
    about: 'server',
    subject: 'flow',
    params,
    body: apiInput,
    headers: { ...ifMatch, ...ifNoneMatch },
    answers: {
      200: { description: 'The configuration.', schema: flowApiSchema, headers: etag },
      201: { description: 'The configuration, which is set up again.', schema: flowApiSchema, headers: etag },
    },
    problems: { ...missing, ...sealed, ...staleProblem },
    handle: async ({ params: ids, body, caller, headers, raw }) => {
      const flow = flowOf(ids, options);
      const isNew = headers.get('if-none-match')?.trim() === '*';
      const api = apiOf(body, isNew ? undefined : await options.flows.find(ids));
      const stored = isNew
        ? await options.flows.create({ ...ids, ...api }, caller.name)
        : await options.flows.update(ids, { by: caller.name, matched: matchedVersions(headers) }, () => api);
      if (!stored) throw new Problem(412, 'stale', 'The API of this flow is set up already: get it again.');
      const answer = {
        body: viewApi(stored, flow, readerOf(caller, raw, options)),
        headers: { etag: entityTag(stored.version) },
      };
      return isNew ? { status: 201, ...answer } : { status: 200, ...answer };
    },
  });

const deleteApi = (options: RouteContext): Route =>
  defineRoute({
    method: 'DELETE',
    path: '/api/flows/{projectId}/{taskId}/api',
    operationId: 'deleteFlowApi',
    summary: 'Remove the configuration: its endpoint answers 404 until it is set up again',
    role: 'editor',
    about: 'server',
    subject: 'flow',
    params,
    headers: ifMatch,
    answers: { 204: { description: 'It is removed, and stays so over restarts.' } },
    problems: { ...missing, ...staleProblem },
    handle: async ({ params: ids, caller, headers }) => {
      const matched = matchedVersions(headers);
      flowOf(ids, options);
      await options.flows.remove(ids, { by: caller.name, matched });
      return { status: 204, body: undefined };
    },
  });

const testApi = (options: RouteContext): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/flows/{projectId}/{taskId}/api/test',
    operationId: 'testFlowApi',
    summary: 'Run the task through its endpoint, as the caller',
    role: 'editor',
    about: 'server',
    subject: 'flow',
    params,
    body: v.strictObject({
      body: v.optional(v.pipe(v.unknown(), v.description('Default: the sample body.'))),
    }),
    answers: { 202: { description: 'The answer of the endpoint.', schema: runSchema } },
    problems: { ...missing, ...sealed, 400: 'The body lacks a field that the task needs.' },
    handle: async ({ params: ids, body, raw, context }) => {
      flowOf(ids, options);
      const stored = await options.flows.find(ids);
      if (!stored) throw notSetUp();
      const given = body.body === undefined ? stored.openSampleBody() : body.body;
      return options.fetch(runRequest(ids, given, raw, options), context.env ?? {});
    },
  });

function readerOf(caller: Caller, raw: Request, { baseUrlOf, hasPasswords }: RouteContext): Reader {
  const { name, role, tokenMadeBy } = caller;
  return {
    apiUrl: `${baseUrlOf(raw, 5)}/api/v2`,
    user: hasPasswords && tokenMadeBy === undefined ? name : undefined,
    seesSample: includesRole(role, 'operator'),
  };
}

function flowOf(ids: FlowId, { directory }: RouteContext): ServedFlow {
  const flow = directory.find(ids);
  if (!flow) throw unknownFlow();
  return flow;
}

function apiOf(
  { baseUrl, enabled, parameters, sampleBody }: v.InferOutput<typeof apiInput>,
  before: StoredFlowApi | undefined,
): FlowApi {
  try {
    compileMapping(parameters);
  } catch (error) {
    if (!(error instanceof InvalidArgument && error.expected)) throw error;
    const { name: field, what } = error.expected;
    throw invalidFields([{ field, code: 'invalid-reference', message: `Expected ${what}.` }]);
  }
  // It arrived as JSON.
  const given = sampleBody as FlowApi['sampleBody'] | undefined;
  return {
    baseUrl: baseUrl ?? undefined,
    enabled,
    parameters,
    sampleBody: given === undefined ? nextSampleBody(parameters, before) : given,
  };
}

/** A run request with the same headers about its caller and origin. */
function runRequest(ids: FlowId, body: unknown, raw: Request, { basePath }: RouteContext): Request {
  const headers = new Headers(raw.headers);
  for (const name of [
    'content-length',
    'transfer-encoding',
    'content-encoding',
    'expect',
    'idempotency-key',
  ]) {
    headers.delete(name);
  }
  headers.set('content-type', 'application/json');
  const target = `${new URL(raw.url).origin}${basePath}/api/v2${runPath(ids)}?trigger=API`;
  return new Request(target, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** The path of a flow's endpoint, without the query. */
function runPath({ projectId, taskId }: FlowId): string {
  return `/project/${encodeURIComponent(projectId)}/task/${encodeURIComponent(taskId)}/run`;
}

interface Reader {
  /** The address of the workflow API, as the reader sees it. */
  readonly apiUrl: string;
  /** The user name to put into commands, if the reader authenticated with a password. */
  readonly user: string | undefined;
  /** Samples may contain secrets; only those who may start the flow see them. */
  readonly seesSample: boolean;
}

/** The configuration of a flow as the API shows it, with the endpoints and commands to start it. */
function viewApi(
  stored: StoredFlowApi,
  { task }: ServedFlow,
  { apiUrl, user, seesSample }: Reader,
): ShownFlowApi {
  const { projectId, taskId, enabled, parameters, version, updatedAt, updatedBy } = stored;
  const sample = seesSample ? { sampleBody: stored.openSampleBody() } : undefined;
  const baseUrl = (stored.baseUrl ?? apiUrl).replace(/\/+$/, '');
  const json = { headers: [['content-type', 'application/json']] } as const;
  const posted = sample ? { ...json, body: JSON.stringify(sample.sampleBody) } : json;
  // Whoever copies the command is asked for a password, which only this server may learn.
  const knownUser = new URL(baseUrl).host === new URL(apiUrl).host ? user : undefined;
  const endpoint = (method: 'GET' | 'POST', path: string) => {
    const sent = method === 'POST' ? posted : { headers: [] };
    return { method, path, curl: formatCurl({ method, url: baseUrl + path, ...sent }, knownUser) };
  };
  const ids = [projectId, taskId].map(encodeURIComponent);
  return {
    ...{ projectId, taskId, profile: task.profile, baseUrl, enabled, parameters, ...sample },
    endpoints: [
      endpoint('POST', `${runPath(stored)}?trigger=API`),
      endpoint('POST', `/projects/${ids[0]}/tasks/${ids[1]}/run?trigger=API`),
      endpoint('GET', '/status/{pid}'),
      endpoint('GET', '/interrupt/{pid}'),
    ],
    version,
    updatedAt: updatedAt.toISOString(),
    updatedBy,
  };
}

/** The state before parameters are changed. */
interface Before {
  readonly parameters: ParameterMapping;
  readonly openSampleBody: () => JsonValue;
}

/** Changed parameters leave a sample as it is, unless it was generated from the old ones. */
function nextSampleBody(parameters: ParameterMapping, before: Before | undefined): JsonValue {
  const made = sampleBodyFor(parameters);
  if (!before) return made;
  const sample = before.openSampleBody();
  // A stored sample has other prototypes.
  const madeBefore = JSON.parse(JSON.stringify(sampleBodyFor(before.parameters)));
  return isDeepStrictEqual(sample, madeBefore) ? made : sample;
}

function unknownFlow(): WorkflowError {
  return new WorkflowError('unknown-task', 'No task with these ids.');
}
