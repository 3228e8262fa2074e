import type { Documented } from '../../workflow/http/openapi-paths.ts';
import type { AnswerDescription, Route } from '../routes/route.ts';
import { jsonSchemaOf } from './json-schema-of.ts';

/** All that a route can answer: what it says itself, and what every route can. */
export function answers(route: Route): Documented {
  const own = Object.entries(route.answers).map(([status, answer]) => [status, success(answer)]);
  const everywhere = { ...ofNode, ...(route.role !== 'anyone' && ofAll) };
  const problems = { ...everywhere, ...ofRequest(route), ...route.problems };
  const failures = Object.entries(problems).map(([status, text]) => [status, problem(status, text)]);
  return Object.fromEntries([...failures, ...own]);
}

/** What `serveNode` answers before a request is whole. */
export const ofNode = {
  400: 'This is not a request in HTTP/1.1.',
  408: 'The request took too long to arrive.',
  417: '`Expect` asks for something else than `100-continue`.',
  431: 'The headers are too large.',
} as const;

const ofAll: Readonly<Record<number, string>> = {
  401: 'The credentials are missing or wrong.',
  403: 'The role does not allow this, or a page of another site asks for it.',
  405: 'This address does not support the method.',
  421: 'The server is not called so.',
  429: 'Too many wrong passwords came from this address.',
  500: 'Something went wrong in the server.',
  503: 'The database does not answer, the server is full, or it is stopping.',
};

function ofRequest({ params, query, body }: Route): Readonly<Record<number, string>> {
  return {
    ...((params || query || body) && {
      400: 'The path, the query, the JSON or the request itself is not what it should be.',
    }),
    ...(body && {
      413: 'The body is too large.',
      415: 'The body is not `application/json`, or it is compressed.',
      422: 'The body is not what it should be, with a diagnostic for each field.',
    }),
  };
}

function success({ description, schema, mediaType = 'application/json', headers = {} }: AnswerDescription) {
  const described = Object.entries(headers).map(([name, text]) => [name, requiredHeader(text)]);
  return {
    description,
    ...(described.length > 0 && { headers: Object.fromEntries(described) }),
    ...(schema && { content: { [mediaType]: { schema: jsonSchemaOf(schema) } } }),
  };
}

const problemHeaders: Readonly<Record<string, Documented>> = {
  401: { 'WWW-Authenticate': requiredHeader('Basic, in UTF-8.') },
  405: { Allow: requiredHeader('The methods that are supported.') },
  429: { 'Retry-After': requiredHeader('Seconds to wait.') },
  503: {
    'Retry-After': { description: 'Seconds to wait, where that is known.', schema: { type: 'string' } },
  },
};

/** A problem document (RFC 9457), with the headers that its status needs. */
export function problem(status: string, description: string): Documented {
  const headers = problemHeaders[status];
  const schema = { $ref: '#/components/schemas/Problem' };
  return { description, ...(headers && { headers }), content: { 'application/problem+json': { schema } } };
}

function requiredHeader(description: string): Documented {
  return { description, required: true, schema: { type: 'string' } };
}
