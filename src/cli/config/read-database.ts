import { resolve } from 'node:path';
import type { DatabaseOptions } from '../../outbox/database/database.ts';

/** A `postgres://` URL, or a directory, which begins where it is said. */
export function readDatabase(place: string, directory: string): DatabaseOptions {
  return isUrl(place) ? { url: place } : { directory: resolve(directory, place) };
}

/** Where the database is, as it may be shown: without credentials. */
export function describeDatabase(options: DatabaseOptions): string {
  if ('directory' in options) return options.directory;
  const url = 'url' in options ? URL.parse(options.url) : undefined;
  return url ? `${url.protocol}//${url.host}${url.pathname}` : 'postgres';
}

/** Whether a URL has a password in it, as user information or as a parameter. */
export function hasPassword(url: string): boolean {
  return Boolean(URL.parse(url)?.password) || /[?&]password=/i.test(url);
}

function isUrl(place: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(place);
}
