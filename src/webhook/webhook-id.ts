/**
 * How the ids of webhooks begin that somebody chooses who is limited to a profile: whether another profile has a webhook of an id
 * is nothing that a choice may tell.
 */
export function ownIdPrefix(profile: string): string {
  // FNV-1a: no secret, but hardly ever that of another profile. http://www.isthe.com/chongo/tech/comp/fnv/
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(profile)) hash = Math.imul(hash ^ byte, 0x01000193);
  return `wh_${(hash >>> 0).toString(36)}_`;
}
