import * as v from 'valibot';
import { defineRoute, type Route } from '../routes/route.ts';
import { openApiDocument } from './openapi-document.ts';

export interface OpenApiRouteOptions {
  /** All other routes. */
  readonly routes: readonly Route[];
  /** The address that the paths begin at, for a request whose path has this many segments after it. */
  readonly serverUrlOf: (request: Request, segments: number) => string;
}

/** The document that describes the routes, itself among them. */
export function openApiRoute({ routes, serverUrlOf }: OpenApiRouteOptions): Route {
  const route: Route = defineRoute({
    method: 'GET',
    path: '/api/openapi.json',
    operationId: 'getOpenApi',
    summary: 'Read this document',
    role: 'viewer',
    answers: { 200: { description: 'OpenAPI 3.1.', schema: v.record(v.string(), v.unknown()) } },
    handle: async ({ raw }) => ({
      status: 200,
      body: openApiDocument(serverUrlOf(raw, 2), [...routes, route]),
    }),
  });
  return route;
}
