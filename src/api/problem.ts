import { STATUS_CODES } from 'node:http';
import type { FieldDiagnostic, ProblemBody } from './answers.ts';

type Headers = Readonly<Record<string, string>>;
/** Members of the document beyond those of RFC 9457. */
type Extensions = Pick<ProblemBody, 'position' | 'missing' | 'issues' | 'diagnostics'>;

/** Ends a request with an error, and becomes its answer. */
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

/** An error that nobody foresaw: whoever asked learns nothing of it. */
export function internalProblem(): Problem {
  return new Problem(500, 'internal', 'Something went wrong in the server.');
}

export function notFoundProblem(): Problem {
  return new Problem(404, 'not-found', 'Nothing is at this address.');
}

/** 422 with a diagnostic for each field of the body that is wrong. */
export function invalidFields(diagnostics: readonly FieldDiagnostic[]): Problem {
  const [first] = diagnostics;
  const where = first && first.field !== '' ? `${first.field}: ` : '';
  const detail = `${where}${first?.message ?? 'The body is not what it should be.'}`;
  return new Problem(422, 'invalid-body', detail, {}, { diagnostics });
}

/** 400 with what is wrong in the path or the query. */
export function invalidRequest(place: 'path' | 'query', issues: readonly FieldDiagnostic[]): Problem {
  const [first] = issues;
  const detail = `The ${place} is not what it should be: ${first?.field ?? ''}: ${first?.message ?? ''}`;
  return new Problem(400, 'invalid-request', detail, {}, { issues });
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

/**
 * The answer to a request. Where its body was not read, servers close the connection, and the answer must say so: else a
 * client would write its next request into a closed one.
 */
export function problemResponse(problem: Problem, request: Request, moreHeaders: Headers = {}): Response {
  const headers = {
    ...moreHeaders,
    ...problemHeaders(problem),
    ...(hasUnreadBody(request) && { connection: 'close' }),
  };
  return new Response(JSON.stringify(problemBody(problem)), { status: problem.status, headers });
}

/** Whether an answer leaves a body on the wire. */
function hasUnreadBody({ headers, bodyUsed }: Request): boolean {
  return !bodyUsed && (headers.has('transfer-encoding') || Number(headers.get('content-length')) > 0);
}
