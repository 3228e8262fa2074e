/**
 * How the ids of webhooks begin that somebody chooses who is limited to a profile: whether another profile has a webhook of an id
 * is nothing that a choice may tell.
 */
export function ownIdPrefix(profile: string): string {
  // FNV-1a, 64 bits: no secret, but another one for each profile. http://www.isthe.com/chongo/tech/comp/fnv/
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(profile))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return `wh_${hash.toString(36)}_`;
}
