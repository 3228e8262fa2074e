import * as v from 'valibot';
import { isJsonObject } from '../../http/json-value.ts';
import { problemBodySchema } from '../../workflow/http/bodies.ts';
import { openApiDocument as workflowDocument } from '../../workflow/http/openapi-document.ts';
import type { Documented } from '../../workflow/http/openapi-paths.ts';
import type { Route } from '../routes/route.ts';
import { diagnosticSchema } from '../webhooks/webhook-schemas.ts';
import { answers } from './describe-answers.ts';
import { describeWorkflow } from './describe-workflow.ts';
import { jsonSchemaOf } from './json-schema-of.ts';

/** A problem document, with what this server says beside what the workflow API does. */
const serverProblemSchema = v.pipe(
  v.object({
    ...problemBodySchema.entries,
    issues: v.optional(
      v.pipe(v.array(diagnosticSchema), v.description('What is wrong with the path or the query.')),
    ),
    diagnostics: v.optional(
      v.pipe(v.array(diagnosticSchema), v.description('What is wrong with the body, field by field.')),
    ),
  }),
  v.description('RFC 9457'),
);

/**
 * The server in OpenAPI 3.1: its own routes, made from the schemas that check them, and those of the workflow API.
 * `serverUrl` is the address that the paths begin at.
 */
export function openApiDocument(serverUrl: string, routes: readonly Route[]): Documented {
  const workflow = workflowDocument(`${serverUrl}/api/v2`);
  return {
    openapi: '3.1.1',
    info: {
      title: 'hookplate',
      version: '2',
      description:
        'Webhooks of profiles, their deliveries, processes and how they can be started from outside.',
    },
    servers: [{ url: serverUrl }],
    security: [{ basic: [] }, { token: [] }],
    paths: { ...pathsOf(routes), ...describeWorkflow(workflow) },
    components: {
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic', description: 'In UTF-8 (RFC 7617).' },
        token: { type: 'http', scheme: 'bearer', description: 'What `POST /api/tokens` made.' },
      },
      schemas: schemasOf(workflow),
    },
  };
}

function pathsOf(routes: readonly Route[]): Documented {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const operations = paths[route.path] ?? {};
    paths[route.path] = { ...operations, [route.method.toLowerCase()]: operationOf(route) };
  }
  return paths;
}

function operationOf(route: Route): Documented {
  const { operationId, summary, role, body, bodyDescription } = route;
  const described = bodyDescription ?? body;
  return {
    operationId,
    summary,
    ...(role === 'anyone' ? { security: [] } : { description: `Needs the role \`${role}\`.` }),
    parameters: [
      ...fieldsOf(route.params, 'path'),
      ...fieldsOf(route.query, 'query'),
      ...matchHeaders(route),
    ],
    ...(described && {
      requestBody: { required: true, content: { 'application/json': { schema: jsonSchemaOf(described) } } },
    }),
    responses: answers(route),
  };
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

function matchHeaders({ ifMatch }: Route): readonly Documented[] {
  if (!ifMatch) return [];
  const match = {
    name: 'If-Match',
    in: 'header',
    description: 'The `ETag` of the version that is meant, or `*`.',
    schema: { type: 'string' },
  };
  if (ifMatch === 'required') return [match];
  const none = {
    name: 'If-None-Match',
    in: 'header',
    description: '`*` sets up what is not there.',
    schema: { const: '*' },
  };
  return [match, none];
}

function schemasOf({ components }: Documented): unknown {
  const known = isJsonObject(components) ? components : {};
  const { schemas } = known;
  return { ...(isJsonObject(schemas) && schemas), Problem: jsonSchemaOf(serverProblemSchema) };
}
