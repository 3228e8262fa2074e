import {
  aBoolean,
  aText,
  type Check,
  checkThat,
  defineOptions,
  milliseconds,
  objectWith,
  optional,
  wholeNumber,
} from '../options/define-options.ts';
import { didYouMean } from '../spelling/did-you-mean.ts';
import type {
  Connection,
  Database,
  DatabaseOptions,
  DatabaseSettings,
  DirectorySettings,
  EmbeddedPostgres,
  EmbeddedSettings,
  OwnPoolSettings,
  PostgresPool,
  PostgresSettings,
} from './database.ts';
import { DatabaseError } from './database-error.ts';
import { usualSchema } from './sql-executor.ts';

/** Accepts the result of `openDatabase`, with the members that only this package sees. */
export const anOpenDatabase: Check<Connection> = checkThat(
  'what openDatabase has opened',
  (value): value is Connection =>
    typeof value === 'object' && value !== null && 'executor' in value && 'transaction' in value,
);

/** Accepts the name of a schema that needs no quotation marks but for words of SQL, and leaves room for names made of it. */
export const aSchemaName: Check<string> = checkThat(
  'a name of at most 40 lower-case letters, digits and underscores, that begins with a letter and not with `pg_`',
  (value): value is string => typeof value === 'string' && /^(?!pg_)[a-z][a-z0-9_]{0,39}$/.test(value),
);

const inSchema = { schema: optional(aSchemaName, usualSchema) };
const routeChecks = { ...inSchema, pooler: optional(aBoolean, false), listenUrl: optional(aText) };

const readers = {
  directory: defineOptions<DirectorySettings>({
    ...inSchema,
    directory: checkThat('a path', (value): value is string => typeof value === 'string' && value !== ''),
    reserveBytes: optional(wholeNumber(0), 128 * 2 ** 20),
  }),
  url: defineOptions<OwnPoolSettings>({
    ...routeChecks,
    url: aText,
    poolSize: optional(wholeNumber(1), 10),
    queryTimeoutMs: optional(milliseconds(1), 30_000),
  }),
  pool: defineOptions<Exclude<PostgresSettings, OwnPoolSettings>>({
    ...routeChecks,
    pool: objectWith<PostgresPool>('query', 'connect', 'on'),
  }),
  pglite: defineOptions<Exclude<EmbeddedSettings, DirectorySettings>>({
    ...inSchema,
    pglite: objectWith<EmbeddedPostgres>('query', 'transaction'),
  }),
};

/**
 * Opens a database for messages and processes: an embedded one in a directory (`@electric-sql/pglite`), a PostgreSQL
 * server by its URL, or the caller's own pool or PGlite. It does not create tables; `migrate` does.
 *
 * @throws {TypeError} naming the invalid option.
 * @throws {DatabaseError} `missing-peer`, `invalid-database`, `database-unreachable`, `database-newer`,
 * `directory-in-use` or `directory-damaged`.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const settings = readDatabaseOptions(options);
  if ('directory' in settings || 'pglite' in settings) {
    assertPeer('embedded');
    return (await import('./embedded.ts')).openEmbedded(settings);
  }
  assertPeer('postgres');
  return (await import('./postgres.ts')).openPostgres(settings);
}

/** Checks the options and fills in the defaults. */
export function readDatabaseOptions(options: DatabaseOptions): DatabaseSettings {
  const [read, ...others] = Object.entries(readers)
    .filter(([key]) => Object.hasOwn(options ?? {}, key))
    .map(([, reader]) => reader);
  if (read && others.length === 0) return read(options);
  const meant = Object.keys(options ?? {}).flatMap(key => didYouMean(key, Object.keys(readers)) ?? []);
  const hint = read || meant[0] === undefined ? '' : `; did you mean \`${meant[0]}\`?`;
  throw new DatabaseError(
    'invalid-database',
    `options: expected one of directory, url, pool and pglite${hint}`,
  );
}

/** Optional peers: each is needed only by those who use that kind of database. */
const drivers = {
  embedded: { name: '@electric-sql/pglite', forWhat: 'an embedded database' },
  postgres: { name: 'pg', forWhat: 'PostgreSQL' },
} as const;

/** @throws {DatabaseError} `missing-peer` with the command that installs the package. */
function assertPeer(kind: keyof typeof drivers): void {
  const { name, forWhat } = drivers[kind];
  try {
    import.meta.resolve(name);
  } catch {
    throw new DatabaseError('missing-peer', `hookplate needs ${name} for ${forWhat}: npm install ${name}`);
  }
}
