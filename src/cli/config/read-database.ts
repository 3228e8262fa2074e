import { resolve } from 'node:path';
import type { DatabaseOptions } from '../../database/database.ts';
import { expected } from '../../options/define-options.ts';
import { secretsOf } from '../../webhook/secrets/secrets.ts';
import type { ConfigContext } from './config-part.ts';
import { readSecret } from './read-secret.ts';

/** A `postgres://` URL without a password, the location of such a URL, or a directory. */
export function readDatabase(value: unknown, name: string, context: ConfigContext): DatabaseOptions {
  if (typeof value !== 'string') return databaseAt(readSecret(value, name, context), context.directory);
  if (hasSecret(value))
    throw expected(name, "a URL without a password; say where it is, such as `{ env: 'DATABASE_URL' }`");
  return databaseAt(value, context.directory);
}

/** The same without a directory. */
export function readDatabaseUrl(value: unknown, name: string, context: ConfigContext): string {
  const database = readDatabase(value, name, context);
  if ('url' in database) return database.url;
  throw expected(name, 'a `postgres://` URL, or where one is');
}

/** The database at a `postgres://` URL, or in a directory relative to the given one. */
export function databaseAt(place: string, directory: string): DatabaseOptions {
  return isUrl(place) ? { url: place } : { directory: resolve(directory, place) };
}

/** The location of the database for messages, without credentials. */
export function describeDatabase(options: DatabaseOptions): string {
  if ('directory' in options) return options.directory;
  const url = 'url' in options ? URL.parse(options.url) : undefined;
  return url ? `${url.protocol}//${url.host}${url.pathname}` : 'postgres';
}

/** Whether a place is a URL with a secret in it. The name of a user alone is none: it is how a database is named. */
export function hasSecret(place: string): boolean {
  const url = place.replace(/^([a-z]+:\/\/)[^:@/?#]*@/i, '$1');
  return isUrl(url) && secretsOf({ url }, { level: 'guessed' }).length > 0;
}

function isUrl(place: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(place);
}
