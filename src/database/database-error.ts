import { preparedPrefix } from './sql-executor.ts';

/**
 * `missing-peer`: a package that has to be installed in addition to this one; `invalid-database`: `openDatabase` was
 * given something unsuitable; `database-unreachable`: nothing answers, or it refuses the credentials;
 * `database-pooled`: a pooler in front of it needs the option `pooler`; `database-read-only`: it accepts no changes at the moment, like a standby; `database-newer`: a later version of this
 * package has migrated it; `database-not-migrated`: it lacks our tables; `database-not-granted`: the role lacks a right; `directory-in-use`: another process has the
 * embedded database open; `directory-damaged`: its contents cannot be read; `database-full`: no room is left;
 * `wrong-key`: encrypted data cannot be read with the available keys.
 */
export type DatabaseErrorCode =
  | 'missing-peer'
  | 'invalid-database'
  | 'database-unreachable'
  | 'database-pooled'
  | 'database-read-only'
  | 'database-newer'
  | 'database-not-migrated'
  | 'database-not-granted'
  | 'database-full'
  | 'directory-in-use'
  | 'directory-damaged'
  | 'wrong-key';

/** Thrown when the database fails. The message is for people and contains no secret. */
export class DatabaseError extends Error {
  override readonly name: string = 'DatabaseError';
  readonly code: DatabaseErrorCode;

  constructor(code: DatabaseErrorCode, message: string, options: { readonly cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}

/** PostgreSQL's codes for errors that an administrator can fix. */
const explanations: Readonly<Record<string, readonly [DatabaseErrorCode, string]>> = {
  '28P01': ['database-unreachable', 'The database refuses this user or password.'],
  '28000': ['database-unreachable', 'The database refuses this user.'],
  '3D000': ['database-unreachable', 'There is no database of this name: create it first.'],
  '25006': [
    'database-read-only',
    'The database takes no changes: it may be a standby. Connect to its primary; nothing was stored.',
  ],
  '53100': ['database-full', 'The disk of the database is full: free some space; nothing was stored.'],
  '53300': [
    'database-unreachable',
    'The database has no connection left: raise max_connections, or lower poolSize.',
  ],
  '57014': [
    'database-unreachable',
    'The database took too long to answer: raise queryTimeoutMs, or see why.',
  ],
  '42P01': ['database-not-migrated', 'The database lacks the tables: call migrate() first.'],
  '42703': ['database-not-migrated', 'The tables are those of an earlier version: call migrate() first.'],
  '42501': [
    'database-not-granted',
    'The role lacks a right: let the owner of the tables run `hookplate migrate --role` with its name, and what that prints.',
  ],
  '3F000': ['database-not-migrated', 'The database lacks the tables: call migrate() first.'],
};

const ofPooler = [
  'database-pooled',
  'A pooler gives each transaction another connection, like PgBouncer with pool_mode=transaction: open the database with `pooler: true`, which `hookplate serve --pooler` does, or by a URL that leads around the pooler.',
] as const;

/** Whether one of our own prepared statements is missing on a connection, or was there before. */
function isOfPooler(error: unknown): boolean {
  if (!/^(?:42P05|26000)$/.test(errorCodeOf(error))) return false;
  return causesOf(error).some(({ message }) => message.includes(`"${preparedPrefix}`));
}

const unreachable = /^(?:ECONN|ENOTFOUND|ETIMEDOUT|EPIPE|EHOSTUNREACH|EAI_AGAIN|57P0|08)/;

/**
 * Converts an error that an administrator can fix into one of ours, whose message contains no credentials; others are
 * returned unchanged.
 */
export function explainDatabaseError(error: unknown): unknown {
  if (error instanceof DatabaseError) return error;
  const code = errorCodeOf(error);
  const known = isOfPooler(error) ? ofPooler : explanations[code];
  if (known) return new DatabaseError(known[0], known[1], { cause: error });
  if (!isUnreachable(error)) return error;
  return new DatabaseError(
    'database-unreachable',
    'The database does not answer: see that it runs and can be reached.',
    { cause: error },
  );
}

/** Whether the same call may succeed once the database is back. */
function isUnreachable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isUnreachable);
  if (!(error instanceof Error)) return false;
  if (unreachable.test(errorCodeOf(error))) return true;
  return causesOf(error).some(
    cause =>
      (cause instanceof AggregateError && cause !== error && isUnreachable(cause)) ||
      /Connection terminated|is not queryable|timeout exceeded when trying to connect/.test(cause.message) ||
      isSilence(cause),
  );
}

/** A lock that was not there in time, a deadlock, or a conflict of transactions: the same work may succeed in a moment. */
const momentary: readonly string[] = ['55P03', '40P01', '40001'];

/** Whether others who work at the same time were in the way. */
export function isOfMoment(error: unknown): boolean {
  return momentary.includes(errorCodeOf(error));
}

/** The error that pg throws when no answer comes in time; the connection cannot be used again. */
export function isSilence(error: unknown): error is Error {
  return error instanceof Error && error.message === 'Query read timeout';
}

export function errorCodeOf(error: unknown): string {
  for (const cause of causesOf(error))
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  return '';
}

/** At most so many causes of an error are looked at: it may be its own. */
const maxCauses = 10;

/** An error and its causes: libraries wrap the driver's errors. */
function causesOf(error: unknown): readonly Error[] {
  const found: Error[] = [];
  for (let next = error; next instanceof Error && found.length < maxCauses; next = next.cause)
    found.push(next);
  return found;
}
