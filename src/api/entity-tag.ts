import * as v from 'valibot';
import { Problem } from './problem.ts';

/** The version of a row as the value of `ETag`. */
export function entityTag(version: number): string {
  return `"${version}"`;
}

/** What routes declare of versions: the header of answers, and how a request that names another one is refused. */
export const etag = { ETag: 'The version, for `If-Match`.' };
export const staleProblem = { 412: 'Somebody has changed it since.', 428: '`If-Match` is missing.' };

/** The request headers for the expected version, as routes declare them. */
export const ifMatch = {
  'If-Match': { description: 'The `ETag` of the version that is meant, or `*`.', schema: v.string() },
};
export const ifNoneMatch = {
  'If-None-Match': { description: '`*` sets up what is not there.', schema: v.literal('*') },
};

/**
 * The versions in `If-Match`; `undefined` for `*`.
 *
 * @throws {Problem} 428 if the header is missing.
 */
export function matchedVersions(headers: Headers): readonly string[] | undefined {
  const header = headers.get('if-match');
  if (header === null) {
    throw new Problem(
      428,
      'if-match-missing',
      'Say in `If-Match` which version you have seen: the `ETag` of the last answer.',
    );
  }
  return header.trim() === '*' ? undefined : header.split(',').map(tag => tag.trim());
}

/** @throws {Problem} 412 if somebody has changed it since. */
export function assertMatches(matched: readonly string[] | undefined, version: number): void {
  if (matched === undefined || matched.includes(entityTag(version))) return;
  throw new Problem(412, 'stale', 'Somebody has changed this since: get it again.', {
    etag: entityTag(version),
  });
}
