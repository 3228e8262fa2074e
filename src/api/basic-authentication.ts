import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { aListOf, checkThat, defineOptions, expected } from '../options/define-options.ts';
import { Problem } from './problem.ts';

/** Someone who may use the API. */
export interface ApiCredentials {
  /** Must not contain a colon, which ends it on the wire. */
  readonly username: string;
  readonly password: string;
}

/**
 * Decides about a request: `true` lets it in, `'forbidden'` answers 403 to a known caller without permission, anything
 * else 401.
 */
export type Authenticate = (request: Request) => Access | Promise<Access>;

export type Access = boolean | 'forbidden';

/** A 401 that asks for Basic authentication, for which browsers show a prompt of their own. */
export function unauthenticated(realm: string): Problem {
  return new Problem(401, 'unauthenticated', 'Valid credentials are required.', {
    'www-authenticate': `Basic realm="${realm}", charset="UTF-8"`,
  });
}

/**
 * Basic authentication (RFC 7617) in UTF-8. All known credentials are compared, each in constant time, so that the time
 * reveals nothing about how much was right. Names and passwords of at most 1,024 UTF-16 units are compared after normalization (NFC).
 */
export function basicAuthentication(list: readonly ApiCredentials[]): (request: Request) => boolean {
  const digestOf = createDigest();
  const known = list.map(({ username, password }) => [digestOf(username), digestOf(password)] as const);
  return request => {
    const given = parseAuthorization(request.headers.get('authorization') ?? '');
    const username = digestOf(given?.username ?? '');
    const password = digestOf(given?.password ?? '');
    let matches = 0;
    for (const [knownUsername, knownPassword] of known) {
      const isUsername = Number(timingSafeEqual(username, knownUsername));
      const isPassword = Number(timingSafeEqual(password, knownPassword));
      matches += isUsername & isPassword;
    }
    return given !== undefined && matches > 0;
  };
}

/**
 * Creates a function for digests of names and passwords, which can be compared in constant time, whatever the lengths
 * of the texts. Texts that are equal after normalization (NFC) have equal digests, but only within this process.
 */
export function createDigest(): (text: string) => Buffer {
  const key = randomBytes(32).toString('hex');
  return text => hash('sha256', key + normalized(text), 'buffer');
}

/** Normalization takes a time that grows with the square of a run of combining marks, which anybody can send. */
const maxNormalizedLength = 1024;

/** A name or password in the form in which it is compared (NFC); a longer one than people have stays as it is. */
export function normalized(text: string): string {
  return text.length > maxNormalizedLength ? text : text.normalize('NFC');
}

/** The name and password of a Basic `Authorization` header; undefined for anything else. */
export function parseAuthorization(header: string): ApiCredentials | undefined {
  const base64 = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header)?.[1];
  if (base64 === undefined) return undefined;
  const text = decode(Buffer.from(base64, 'base64'));
  const colon = text?.indexOf(':') ?? -1;
  if (text === undefined || colon === -1) return undefined;
  return { username: text.slice(0, colon), password: text.slice(colon + 1) };
}

function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const readList = aListOf(
  defineOptions<ApiCredentials>({
    username: checkThat(
      'text without a colon',
      (value): value is string => typeof value === 'string' && !value.includes(':'),
    ),
    password: checkThat(
      'text that is not empty',
      (value): value is string => typeof value === 'string' && value !== '',
    ),
  }),
);

/** @throws {InvalidArgument} for anything but a non-empty list. */
export function readCredentials(value: unknown, name: string): readonly ApiCredentials[] {
  if (!Array.isArray(value) || value.length === 0) {
    throw expected(name, 'a function, or a list of at least one username and password');
  }
  return readList(value, name);
}
