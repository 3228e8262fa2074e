import { internalProblem, invalidRequest, Problem } from '../api/problem.ts';
import {
  DatabaseError,
  type DatabaseErrorCode,
  errorCodeOf,
  explainDatabaseError,
} from '../database/database-error.ts';
import { InvalidArgument } from '../options/define-options.ts';
import { OutboxError, type OutboxErrorCode } from '../outbox/outbox-error.ts';
import { ParameterError } from '../parameters/parameter-mapping.ts';
import { WorkflowError, type WorkflowErrorCode } from '../workflow/workflow-error.ts';
import { IntakeError, type IntakeErrorCode } from './intake/intake.ts';

/** Statuses for errors of the rooms behind the routes; any other error is a 500. */
const statuses = {
  'unknown-message': 404,
  'unknown-endpoint': 404,
  'wrong-state': 409,
  'wrong-key': 409,
  'request-damaged': 409,
  'database-unreachable': 503,
  'database-read-only': 503,
  'database-pooled': 503,
  'database-full': 503,
  'unknown-project': 404,
  'unknown-task': 404,
  'unknown-process': 404,
  'parameters-too-long': 413,
  'idempotency-key-invalid': 400,
  'idempotency-key-reused': 422,
  'too-many-queued': 503,
  'too-many-reports': 503,
  'unacceptable-events': 422,
  'store-timeout': 503,
  closed: 503,
} as const satisfies Partial<Record<DatabaseErrorCode | OutboxErrorCode, number>> &
  Record<WorkflowErrorCode | IntakeErrorCode, number>;

type Statuses = Partial<
  Readonly<Record<DatabaseErrorCode | OutboxErrorCode | WorkflowErrorCode | IntakeErrorCode, number>>
>;

/** `Retry-After` for a caller who found no room, or could not be served while nothing can be stored. In seconds. */
export const busyRetrySeconds = 5;

/** PostgreSQL's codes for text with NUL or half of a surrogate pair. */
const unstorable = new Set(['22021', '22P05']);

const wrongKey =
  'This was encrypted with a key that the server no longer has: the administrator can add that key at the ' +
  'end of `encryptionKeys`, and restart the server. Lists can be read without it, and a message without `include=request`; ' +
  'a webhook can be deleted, or replaced with `PUT`, `If-Match: *` and all of its secrets.';

/** The problem to answer with, as far as the caller may know it; `own` statuses replace the usual ones. */
export function problemOf(error: unknown, own: Statuses = {}): Problem {
  if (error instanceof Problem) return error;
  const explained = explainDatabaseError(error);
  if (
    explained instanceof OutboxError ||
    explained instanceof DatabaseError ||
    explained instanceof WorkflowError ||
    explained instanceof IntakeError
  ) {
    const { code, message } = explained;
    const status = { ...(statuses as Statuses), ...own }[code];
    if (status === undefined) return internalProblem();
    const isBusy = status === 429 || status === 503;
    const headers: Record<string, string> = isBusy ? { 'retry-after': String(busyRetrySeconds) } : {};
    return new Problem(status, code, code === 'wrong-key' ? wrongKey : message, headers);
  }
  if (explained instanceof ParameterError) {
    const { message, missing } = explained;
    return new Problem(400, 'missing-field', message, {}, { missing });
  }
  // The rooms behind the routes check a query further than its schema does.
  if (explained instanceof InvalidArgument) {
    const [, field, fault] = /^options\.(cursor|bucketMs): (.*)/s.exec(explained.message) ?? [];
    if (field === 'cursor') return invalidQuery(field, 'This is not the `next` of a page.');
    if (field !== undefined) return invalidQuery(field, `${fault}.`);
  }
  if (unstorable.has(errorCodeOf(error))) {
    return new Problem(400, 'invalid-text', 'The request holds text that cannot be stored or looked up.');
  }
  return internalProblem();
}

function invalidQuery(field: string, message: string): Problem {
  return invalidRequest('query', [{ field, code: 'invalid-field', message }]);
}
