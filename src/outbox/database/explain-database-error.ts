import { OutboxError } from '../outbox-error.ts';

/** PostgreSQL's codes for what an operator can do something about. */
const explanations: Readonly<Record<string, readonly [OutboxError['code'], string]>> = {
  '28P01': ['database-unreachable', 'The database refuses this user or password.'],
  '28000': ['database-unreachable', 'The database refuses this user.'],
  '3D000': ['database-unreachable', 'There is no database of this name: create it first.'],
  '53100': ['database-full', 'The disk of the database is full: free some space; nothing was stored.'],
  '53300': [
    'database-unreachable',
    'The database has no connection left: raise max_connections, or lower poolSize.',
  ],
  '42P01': ['database-not-migrated', 'The database lacks the tables: call migrate() first.'],
  '3F000': ['database-not-migrated', 'The database lacks the tables: call migrate() first.'],
};

const unreachable = /^(?:ECONN|ENOTFOUND|ETIMEDOUT|EPIPE|EHOSTUNREACH|EAI_AGAIN|57P0|08)/;

/** The same error as one of ours where an operator can do something about it; its message holds no credentials. */
export function explainDatabaseError(error: unknown): unknown {
  if (error instanceof OutboxError) return error;
  const code = codeOf(error);
  const known = explanations[code];
  if (known) return new OutboxError(known[0], known[1], { cause: error });
  if (!isUnreachable(error)) return error;
  return new OutboxError(
    'database-unreachable',
    'The database does not answer: see that it runs and can be reached.',
    {
      cause: error,
    },
  );
}

/** Whether the same call may succeed once the database is back. */
function isUnreachable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isUnreachable);
  if (!(error instanceof Error)) return false;
  return (
    unreachable.test(codeOf(error)) ||
    /Connection terminated|timeout exceeded when trying to connect/.test(error.message) ||
    // Drizzle wraps what the driver says.
    isUnreachable(error.cause) ||
    isSilence(error)
  );
}

/** What pg says where no answer comes in time; the connection cannot be used again. */
export function isSilence(error: unknown): error is Error {
  return error instanceof Error && error.message === 'Query read timeout';
}

export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause === undefined ? '' : codeOf(error.cause);
}
