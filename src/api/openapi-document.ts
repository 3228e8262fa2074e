import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { problemSchema, runSchema, statusSchema } from './answers.ts';
import { formType, maxBodyBytes } from './json-body.ts';
import { anyJson, isOpen, maxBodyDepth } from './mount-routes.ts';
import { type AnswerDescription, type BaseUrlOf, defineRoute, type Route } from './route.ts';

/** An OpenAPI object, as JSON. */
type Documented = { readonly [name: string]: unknown };

/** An API as its document presents it. */
export interface ApiDescription {
  readonly title: string;
  readonly description: string;
  /** Whether tokens are accepted in addition to names and passwords. */
  readonly hasTokens: boolean;
  /** The name of the cookie that is accepted as well, if there is one. */
  readonly cookie?: string | undefined;
  /** Whether what callers do is logged. */
  readonly isAudited: boolean;
  /** Problems that any route can answer with, by status; each is described in a sentence. */
  readonly problems: Readonly<Record<number, string>>;
  /** Additional problems of routes that require credentials. */
  readonly guardedProblems: Readonly<Record<number, string>>;
  /** JSON Schemas (draft 2020-12) that stand in the document for whoever reads it, by name. Default: none. */
  readonly schemas?: Readonly<Record<string, object>> | undefined;
}

interface OpenApiOptions extends ApiDescription {
  /** The address to which the paths are appended. */
  readonly serverUrl: string;
  readonly routes: readonly Route[];
}

/** The named schemas of a document; answers that contain one of them refer to it. */
const named: Readonly<Record<string, v.GenericSchema>> = {
  Run: runSchema,
  Status: statusSchema,
  Problem: problemSchema,
};

/** An OpenAPI 3.1 document, generated from the schemas that check the routes and type their answers. */
function openApiDocument(options: OpenApiOptions): Documented {
  const { title, description, hasTokens, cookie, serverUrl, routes, schemas = {} } = options;
  const basic = { type: 'http', scheme: 'basic', description: 'In UTF-8 (RFC 7617).' };
  const token = { type: 'http', scheme: 'bearer', description: 'What `POST /api/tokens` made.' };
  const session = { type: 'apiKey', in: 'cookie', name: cookie, description: sessionDescription };
  const securitySchemes = { basic, ...(hasTokens && { token }), ...(cookie !== undefined && { session }) };
  return {
    openapi: '3.1.1',
    info: { title, version: '2', description },
    servers: [{ url: serverUrl }],
    security: Object.keys(securitySchemes).map(name => ({ [name]: [] })),
    paths: pathsOf(routes, options),
    components: {
      securitySchemes,
      schemas: {
        ...schemas,
        ...Object.fromEntries(Object.entries(named).map(([name, schema]) => [name, jsonSchemaOf(schema)])),
      },
    },
  };
}

const sessionDescription =
  'What `POST /api/session` set. Where a request has an `Authorization` as well, that counts alone.';

/** The route that serves the document of all routes, including itself. */
export function openApiRoute(
  about: Pick<Route, 'path' | 'operationId'>,
  baseUrlOf: BaseUrlOf,
  api: ApiDescription & { readonly routes: readonly Route[] },
): Route {
  const segments = about.path.split('/').length - 1;
  const route: Route = defineRoute({
    ...about,
    method: 'GET',
    summary: 'Read this document',
    role: 'viewer',
    about: 'nobody',
    answers: { 200: { description: 'OpenAPI 3.1.', schema: v.record(v.string(), v.unknown()) } },
    handle: async ({ raw }) => {
      const routes = [...api.routes, route];
      return {
        status: 200,
        body: openApiDocument({ ...api, routes, serverUrl: baseUrlOf(raw, segments) }),
      };
    },
  });
  return route;
}

function pathsOf(routes: readonly Route[], api: ApiDescription): Documented {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.path.replaceAll('{+', '{');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, api) };
  }
  return paths;
}

function operationOf(route: Route, api: ApiDescription): Documented {
  const { operationId, summary, role, body, bodyDescription, takesForms = false, headers = {} } = route;
  const logged = api.isAudited && route.subject ? ' Stands in the audit log.' : '';
  const described = bodyDescription ?? body;
  const mediaTypes = ['application/json', ...(takesForms ? [formType] : [])];
  const { bodyTypes = described && Object.fromEntries(mediaTypes.map(type => [type, described])) } = route;
  return {
    operationId,
    summary,
    ...(isOpen(role) && { security: [] }),
    description: needs(role) + logged,
    parameters: [
      ...fieldsOf(route.params, 'path'),
      ...fieldsOf(route.query, 'query'),
      ...Object.entries(headers).map(([name, { description, schema }]) => ({
        name,
        in: 'header',
        description,
        schema: jsonSchemaOf(schema),
      })),
    ],
    ...(bodyTypes && {
      requestBody: {
        description: limitsOfBody(route),
        required: true,
        content: Object.fromEntries(
          Object.entries(bodyTypes).map(([type, schema]) => [type, { schema: jsonSchemaOf(schema) }]),
        ),
      },
    }),
    responses: { ...problemsOf(route, api), ...answersOf(route) },
  };
}

function needs(role: Route['role']): string {
  if (role === 'anyone') return 'Needs no credentials.';
  return role === 'sender' ? 'Needs the signature of its sender.' : `Needs the role \`${role}\`.`;
}

function limitsOfBody({ body, maxBodyBytes: most = maxBodyBytes }: Route): string {
  const depth = body === anyJson ? '' : `, nested at most ${maxBodyDepth} deep`;
  return `At most ${most} bytes${depth}.`;
}

function fieldsOf(schema: v.GenericSchema | undefined, place: 'path' | 'query'): readonly Documented[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(schema);
  const names = Array.isArray(required) ? required : [];
  return Object.entries(properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: names.includes(name),
    schema: property,
  }));
}

function answersOf({ answers }: Route): Documented {
  return Object.fromEntries(Object.entries(answers).map(([status, answer]) => [status, success(answer)]));
}

function success(answer: AnswerDescription): Documented {
  const { description, schema, mediaType = 'application/json', headers = {}, optionalHeaders = {} } = answer;
  const described = {
    ...headersOf(headers, { required: true }),
    ...headersOf(optionalHeaders, {}),
  };
  return {
    description,
    ...(Object.keys(described).length > 0 && { headers: described }),
    ...(schema && { content: { [mediaType]: { schema: referenceTo(schema) } } }),
  };
}

function headersOf(headers: Readonly<Record<string, string>>, more: object): Documented {
  const described = Object.entries(headers).map(([name, description]) => [
    name,
    { description, ...more, schema: { type: 'string' } },
  ]);
  return Object.fromEntries(described);
}

/** All problems of a route; a status has one description with all sentences about it. */
function problemsOf(route: Route, { problems, guardedProblems }: ApiDescription): Documented {
  const sources = [
    problems,
    ...(isOpen(route.role) ? [] : [guardedProblems]),
    problemsOfParts(route),
    route.problems ?? {},
  ];
  const statuses = new Set(sources.flatMap(source => Object.keys(source).map(Number)));
  return Object.fromEntries(
    [...statuses].map(status => {
      const said = new Set(sources.flatMap(source => source[status] ?? []));
      return [status, problem(status, [...said].join(' '))];
    }),
  );
}

function problemsOfParts({ params, query, body, bodyTypes }: Route): Readonly<Record<number, string>> {
  return {
    ...((params || query || body || bodyTypes) && {
      400: 'The path, the query or the JSON is not what it should be.',
    }),
    ...((body || bodyTypes) && {
      413: 'The body is too large.',
      415: `The body is not ${Object.keys(bodyTypes ?? { 'application/json': 0 })
        .map(type => `\`${type}\``)
        .join(' or ')}, or it is compressed.`,
      422: 'The body is not what it should be, with a diagnostic for each field.',
    }),
  };
}

const problemHeaders: Readonly<Record<number, Documented>> = {
  401: headersOf(
    { 'WWW-Authenticate': 'Basic, in UTF-8; Bearer where a browser would ask for a password by itself.' },
    { required: true },
  ),
  405: headersOf({ Allow: 'The methods that are supported.' }, { required: true }),
  429: headersOf({ 'Retry-After': 'Seconds to wait.' }, { required: true }),
  503: headersOf({ 'Retry-After': 'Seconds to wait, where that is known.' }, {}),
};

function problem(status: number, description: string): Documented {
  const headers = problemHeaders[status];
  const schema = { $ref: '#/components/schemas/Problem' };
  return { description, ...(headers && { headers }), content: { 'application/problem+json': { schema } } };
}

function referenceTo(schema: v.GenericSchema): Documented {
  const [name] = Object.entries(named).find(([, each]) => each === schema) ?? [];
  return name === undefined ? jsonSchemaOf(schema) : { $ref: `#/components/schemas/${name}` };
}

/** The schema without `$schema`: the dialect of OpenAPI 3.1 is a superset of draft 2020-12. */
function jsonSchemaOf(schema: v.GenericSchema): Documented {
  const { $schema: _, ...described } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    // Some checks need code, for example whether a URL can be parsed; descriptions put them into words.
    ignoreActions: ['check'],
  });
  return described;
}
