import { STATUS_CODES } from 'node:http';
import type { FieldDiagnostic, ProblemBody } from './answers.ts';

type Headers = Readonly<Record<string, string>>;
/** Members of the document beyond those of RFC 9457. */
type Extensions = Pick<ProblemBody, 'position' | 'missing' | 'issues' | 'diagnostics'>;

/** Thrown to end a request with an error; becomes its answer. */
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

/** The problem for an unforeseen error; it tells the caller nothing about it. */
export function internalProblem(): Problem {
  return new Problem(500, 'internal', 'Something went wrong in the server.');
}

export function notFoundProblem(): Problem {
  return new Problem(404, 'not-found', 'There is nothing at this address.');
}

/** A 422 with a diagnostic for each wrong field of the body. */
export function invalidFields(diagnostics: readonly FieldDiagnostic[]): Problem {
  const [first] = diagnostics;
  const where = first && first.field !== '' ? `${first.field}: ` : '';
  const detail = `${where}${first?.message ?? 'The body is not what it should be.'}`;
  return new Problem(422, 'invalid-body', detail, {}, { diagnostics });
}

/** A 400 with the mistakes in the path or the query. */
export function invalidRequest(place: 'path' | 'query', issues: readonly FieldDiagnostic[]): Problem {
  const [first] = issues;
  const detail = `The ${place} is not what it should be: ${first?.field ?? ''}: ${first?.message ?? ''}`;
  return new Problem(400, 'invalid-request', detail, {}, { issues });
}

/** The document of a problem (RFC 9457). Its type is `about:blank`, so its title is that of the status. */
export function problemBody({ status, code, message, extensions }: Problem): ProblemBody {
  const title = STATUS_CODES[status] ?? 'Error';
  return { type: 'about:blank', title, status, detail: message, code, ...extensions };
}

/** The headers of an answer with a problem: those for the document, and the problem's own. */
export function problemHeaders({ headers }: Problem): Headers {
  return { 'content-type': 'application/problem+json', 'cache-control': 'no-store', ...headers };
}

/**
 * The answer to a request. If the request's body was not read, servers close the connection, and the answer must say
 * so: otherwise a client would write its next request into a closed connection.
 */
export function problemResponse(problem: Problem, request: Request, moreHeaders: Headers = {}): Response {
  const headers = {
    ...moreHeaders,
    ...problemHeaders(problem),
    ...(hasUnreadBody(request) && { connection: 'close' }),
  };
  return new Response(JSON.stringify(problemBody(problem)), { status: problem.status, headers });
}

/** Whether the body of the request is still on the wire. */
function hasUnreadBody({ headers, bodyUsed }: Request): boolean {
  return !bodyUsed && (headers.has('transfer-encoding') || Number(headers.get('content-length')) > 0);
}
