import { STATUS_CODES } from 'node:http';
import { assertNever } from '../../diagnostics/assert-never.ts';
import { ParameterError } from '../parameters/parameter-error.ts';
import { WorkflowError, type WorkflowErrorCode } from '../workflow-error.ts';
import type { ProblemBody } from './bodies.ts';

type Headers = Readonly<Record<string, string>>;
/** More members of the document: those of this API, and any that who mounts it describes itself. */
type Extensions = Pick<ProblemBody, 'position' | 'missing'> & Readonly<Record<string, unknown>>;

/** Ends a request with an error: what its answer is made from. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  readonly code: string;
  readonly headers: Headers;
  readonly extensions: Extensions;

  constructor(
    status: number,
    code: string,
    detail: string,
    headers: Headers = {},
    extensions: Extensions = {},
  ) {
    super(detail);
    this.status = status;
    this.code = code;
    this.headers = headers;
    this.extensions = extensions;
  }
}

/** How long someone is told to wait who came when the queue was full, or the service closed. In seconds. */
export const busyRetrySeconds = 5;

/** What went wrong, as the one who asked may know it: of an error that was not foreseen, nothing. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof WorkflowError) return workflowProblem(error);
  if (error instanceof ParameterError) {
    const missing = error.missing.map(field => ({ ...field, available: [...field.available] }));
    return new Problem(400, 'missing-field', error.message, {}, { missing });
  }
  return new Problem(500, 'internal', 'Something went wrong in the service.');
}

function workflowProblem({ code, message }: WorkflowError): Problem {
  const status = statusOf(code);
  const isBusy = status === 429 || status === 503;
  return new Problem(status, code, message, isBusy ? { 'retry-after': String(busyRetrySeconds) } : {});
}

function statusOf(code: WorkflowErrorCode): number {
  switch (code) {
    case 'unknown-project':
    case 'unknown-task':
    case 'unknown-process':
      return 404;
    case 'idempotency-key-invalid':
      return 400;
    case 'idempotency-key-reused':
      return 422;
    case 'too-many-queued':
      return 429;
    case 'store-timeout':
    case 'closed':
      return 503;
    default:
      return assertNever(code);
  }
}

/** The document of a problem (RFC 9457): its type is `about:blank`, so its title is that of the status. */
export function problemBody({ status, code, message, extensions }: Problem): ProblemBody {
  const title = STATUS_CODES[status] ?? 'Error';
  return { type: 'about:blank', title, status, detail: message, code, ...extensions };
}

/** The headers of an answer with a problem: those of its document, and its own. */
export function problemHeaders({ headers }: Problem): Headers {
  return { 'content-type': 'application/problem+json', 'cache-control': 'no-store', ...headers };
}

export function problemResponse(problem: Problem, moreHeaders: Headers = {}): Response {
  const headers = { ...problemHeaders(problem), ...moreHeaders };
  return new Response(JSON.stringify(problemBody(problem)), { status: problem.status, headers });
}
