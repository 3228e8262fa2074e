import { InvalidArgument } from '../../http/define-options.ts';
import { codeOf, explainDatabaseError } from '../../outbox/database/explain-database-error.ts';
import { OutboxError, type OutboxErrorCode } from '../../outbox/outbox-error.ts';
import { Problem, problemOf } from '../../workflow/http/problem.ts';
import { invalidQuery, unknownCursor } from './read-request.ts';

const statuses: Partial<Readonly<Record<OutboxErrorCode, number>>> = {
  'unknown-message': 404,
  'unknown-endpoint': 404,
  'wrong-state': 409,
  'wrong-key': 409,
  'request-damaged': 409,
  'database-unreachable': 503,
  'database-full': 503,
  closed: 503,
};

/** PostgreSQL's codes for text with NUL or half of a surrogate pair. */
const unstorable = new Set(['22021', '22P05']);

const wrongKey =
  'This was sealed with an encryption key that the server no longer has: whoever runs the server adds that key at the ' +
  'end of `encryptionKeys`, and restarts it. Lists can be read without it, and a delivery without `include=request`; ' +
  'a webhook can be deleted, or replaced with `PUT`, `If-Match: *` and all of its secrets.';

/** What went wrong, as the one who asked may know it: of what was not foreseen, nothing. */
export function serverProblemOf(error: unknown): Problem {
  const explained = explainDatabaseError(error);
  if (explained instanceof OutboxError) {
    const status = statuses[explained.code] ?? 500;
    const headers: Record<string, string> = status === 503 ? { 'retry-after': '5' } : {};
    const known = explained.code === 'wrong-key' ? wrongKey : explained.message;
    const detail = status === 500 ? 'Something went wrong in the server.' : known;
    return new Problem(status, status === 500 ? 'internal' : explained.code, detail, headers);
  }
  // What a query may ask of what is stored is checked beneath the schemas as well.
  if (explained instanceof InvalidArgument) {
    const { message } = explained;
    if (message.startsWith('options.cursor:')) return unknownCursor();
    const [, bucketFault] = /^options\.bucketMs: (.*)/s.exec(message) ?? [];
    if (bucketFault !== undefined) return invalidQuery('bucketMs', `${bucketFault}.`);
  }
  if (unstorable.has(codeOf(error))) {
    return new Problem(400, 'invalid-text', 'The request holds text that cannot be stored or looked up.');
  }
  return problemOf(explained);
}
