import { hash } from 'node:crypto';

/** As PostgreSQL writes a UUID: another way of writing the same one is another text. */
const canonical = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function isUuid(text: string): boolean {
  return canonical.test(text);
}

/** Comes before all ids: none has it. */
export const firstUuid = '00000000-0000-0000-0000-000000000000';
/** Comes after all ids: none has it. */
const lastUuid = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** What to look for where somebody asks for an id that we make: what is no UUID finds nothing. */
export function soughtUuid(text: string): string {
  return isUuid(text) ? text : lastUuid;
}

/**
 * The same UUID (RFC 9562, version 8) for the same texts, cut from their SHA-256: its 122 bits are too many for anybody to find
 * texts with the UUID of others.
 */
export function hashedUuid(...texts: readonly (string | null)[]): string {
  const digest = hash('sha256', JSON.stringify(texts), 'hex');
  const variant = ((Number.parseInt(digest.charAt(16), 16) & 0x3) | 0x8).toString(16);
  const [first, second] = [digest.slice(0, 8), digest.slice(8, 12)];
  return `${first}-${second}-8${digest.slice(13, 16)}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}

/**
 * The same UUID (RFC 9562, version 7) for the same texts and the same one of that version, whose time and number it has; the other
 * 62 bits are cut from a hash of all.
 */
export function hashedUuidAt(uuid: string, ...texts: readonly string[]): string {
  return uuid.slice(0, 18) + hashedUuid(uuid, ...texts).slice(18);
}

/** The first and the last UUID that begins so; undefined if none does. */
export function uuidsBeginning(
  prefix: string,
): { readonly first: string; readonly last: string } | undefined {
  const first = prefix + firstUuid.slice(prefix.length);
  return isUuid(first) ? { first, last: prefix + lastUuid.slice(prefix.length) } : undefined;
}
