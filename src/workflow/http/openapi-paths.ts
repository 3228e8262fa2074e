import { longestIdempotencyKey } from '../process/idempotency.ts';

/** What OpenAPI calls an object; JSON. */
export type Documented = { readonly [name: string]: unknown };

/** The routes of the API and all that they answer, as OpenAPI describes them. */
export function openApiPaths(): Documented {
  return {
    '/project/{projectId}/task/{taskId}/run': { parameters: taskParameters, post: runOperation('run') },
    '/projects/{projectId}/tasks/{taskId}/run': {
      parameters: taskParameters,
      post: runOperation('runFullForm'),
    },
    '/status/{pid}': {
      parameters: [pathParameter('pid')],
      get: {
        operationId: 'status',
        summary: 'Read the status of a process',
        responses: {
          200: statusAnswer('The process.'),
          ...problems({ 404: unknownProcess, 503: storeTimeout }),
        },
      },
    },
    '/interrupt/{pid}': {
      parameters: [pathParameter('pid')],
      get: interruptOperation('interrupt'),
      post: interruptOperation('interruptByPost'),
    },
    '/openapi.json': {
      get: {
        operationId: 'openapi',
        summary: 'Read this document',
        responses: {
          200: {
            description: 'This document.',
            content: { 'application/json': { schema: { type: 'object' } } },
          },
          ...problems({}),
        },
      },
    },
  };
}

const unknownProcess = 'No process with this pid.';
const storeTimeout = 'The store of the processes does not answer.';

const taskParameters = [pathParameter('projectId'), pathParameter('taskId')];

const runParameters = [
  {
    name: 'trigger',
    in: 'query',
    required: true,
    description: 'Marks a run that was started from outside.',
    schema: { const: 'API' },
  },
  {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Runs under the same key start one process.',
    schema: { type: 'string', minLength: 1, maxLength: longestIdempotencyKey },
  },
];

function runOperation(operationId: string): Documented {
  return {
    operationId,
    summary: 'Run a task',
    parameters: runParameters,
    requestBody: {
      required: true,
      description: 'Any JSON; the task reads its parameters from it.',
      content: { 'application/json': { schema: {} } },
    },
    responses: {
      202: answer('The process, queued or running.', 'Run', {
        Location: header('The address of its status.', 'uri'),
      }),
      ...problems({
        400: '`trigger=API` is missing, the body is not JSON or lacks a field, or the idempotency key is too long.',
        404: 'No such project or task.',
        413: 'The body is too large.',
        415: 'The body is not `application/json`, or it is compressed.',
        422: 'The idempotency key was used for another run.',
        429: 'Too many runs are queued, or too many bytes of their bodies.',
        503: `The service takes no more runs. ${storeTimeout}`,
      }),
    },
  };
}

function interruptOperation(operationId: string): Documented {
  return {
    operationId,
    summary: 'Interrupt a process',
    responses: {
      200: statusAnswer('The process, which has ended or had been told to stop already.'),
      202: statusAnswer('The process, which has been told to stop.'),
      ...problems({
        404: unknownProcess,
        503: `The request is a prefetch, which interrupts nothing. ${storeTimeout}`,
      }),
    },
  };
}

function statusAnswer(description: string): Documented {
  return answer(description, 'Status', {
    'Retry-After': header('Seconds to wait; absent once the process has ended.', 'int32'),
  });
}

function answer(description: string, schema: string, headers: Documented): Documented {
  const content = { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } };
  return { description, headers, content };
}

function header(description: string, format: 'uri' | 'int32'): Documented {
  return { description, schema: { type: format === 'uri' ? 'string' : 'integer', format } };
}

function pathParameter(name: string): Documented {
  return { name, in: 'path', required: true, schema: { type: 'string' } };
}

/** These and what every route can answer. */
function problems(own: Readonly<Record<number, string>>): Documented {
  const all: Readonly<Record<number, string>> = {
    401: 'The credentials are missing or wrong.',
    403: 'The credentials do not allow this.',
    405: 'This address does not support the method.',
    500: 'Something went wrong in the service.',
    ...own,
  };
  return Object.fromEntries(
    Object.entries(all).map(([status, description]) => [status, problem(status, description)]),
  );
}

const problemHeaders: Documented = {
  401: {
    'WWW-Authenticate': { description: 'Basic, in UTF-8.', required: true, schema: { type: 'string' } },
  },
  405: {
    Allow: { description: 'The methods that are supported.', required: true, schema: { type: 'string' } },
  },
  429: { 'Retry-After': header('Seconds to wait.', 'int32') },
};

function problem(status: string, description: string): Documented {
  const headers = problemHeaders[status];
  const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
  return { description, ...(headers !== undefined && { headers }), content };
}
