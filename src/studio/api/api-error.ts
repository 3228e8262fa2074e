/** What is wrong with one field of what was sent. */
export interface FieldProblem {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

/** Why a request came to nothing: what the problem document of the server says, or that there was no answer. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** That of the problem document; `unreachable` where there was no answer. */
  readonly code: string;
  /** 0 where there was no answer. */
  readonly status: number;
  readonly diagnostics: readonly FieldProblem[];

  constructor(code: string, status: number, message: string, diagnostics: readonly FieldProblem[] = []) {
    super(message);
    this.code = code;
    this.status = status;
    this.diagnostics = diagnostics;
  }
}

/** What a page says of anything that was thrown. */
export function apiErrorOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError('unexpected', 0, 'Something went wrong in this page: load it again.');
}

export function unreachable(): ApiError {
  return new ApiError('unreachable', 0, 'The server does not answer.');
}

/** Of an answer that is no success. A proxy in between may say anything. */
export async function errorOfResponse(response: Response): Promise<ApiError> {
  const problem: unknown = await response.json().catch(() => undefined);
  const { code, detail, diagnostics } = isProblem(problem) ? problem : {};
  const message = detail ?? `The server answered with ${response.status}.`;
  return new ApiError(code ?? 'unexpected', response.status, message, diagnostics ?? []);
}

interface ProblemDocument {
  readonly code?: string;
  readonly detail?: string;
  readonly diagnostics?: readonly FieldProblem[];
}

function isProblem(value: unknown): value is ProblemDocument {
  return typeof value === 'object' && value !== null && 'detail' in value && typeof value.detail === 'string';
}
