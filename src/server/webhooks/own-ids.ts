import { createHash } from 'node:crypto';

/**
 * How the ids of webhooks begin that somebody chooses who is limited to a profile: whether another profile has a webhook of an id is
 * nothing that a choice may tell. Nobody finds a name for a profile that has the prefix of another one.
 */
export function ownIdPrefix(profile: string): string {
  return `wh_${createHash('sha256').update(profile).digest('base64url').slice(0, 16)}_`;
}
