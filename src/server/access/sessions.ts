import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Caller } from '../../api/role.ts';
import type { Connection } from '../../database/database.ts';
import { bytesOf, type Row, textOf } from '../../database/row.ts';
import type { KnownUser, UserDirectory } from './users.ts';

/** The people who have signed in. All instances on a database share them. */
export interface SessionStore {
  /** Begins a session, and removes those that have run out. Returns the token for its cookie. */
  readonly begin: (user: KnownUser) => Promise<string>;
  readonly findCaller: (token: string) => Promise<Caller | undefined>;
  /** Puts off the end of a session that is used; watching a page does not. */
  readonly use: (token: string) => Promise<void>;
  readonly end: (token: string) => Promise<void>;
  /** Ends all sessions of a user. */
  readonly endAll: (username: string) => Promise<void>;
}

const minute = 60_000;
/** How long a session lasts in all, and without being used, in milliseconds. */
export const sessionLifeMs = { longest: 12 * 60 * minute, idle: 2 * 60 * minute } as const;

/** A user may have so many sessions; one more ends the oldest. */
export const maxSessions = 100;

const removing = `
delete from hookplate.session where hash in (
  select hash from hookplate.session
  where expires_at <= $1::timestamptz or idle_at <= $1::timestamptz for update skip locked
)`;

const crowding = `
delete from hookplate.session where hash in (
  select hash from hookplate.session where username = $1 order by created_at desc, hash offset $2 for update skip locked
)`;

const adding = `
insert into hookplate.session (hash, username, proof, created_at, expires_at, idle_at)
values ($1, $2, $3, $4::timestamptz, $5::timestamptz, $6::timestamptz)`;

const finding = `
select username, proof from hookplate.session
where hash = $1 and expires_at > $2::timestamptz and idle_at > $2::timestamptz`;

const using =
  'update hookplate.session set idle_at = $2::timestamptz where hash = $1 and idle_at < $3::timestamptz';

/**
 * Sessions of the configured users. A session ends with the user, and with the password that began it: whoever changes
 * a password also shuts out those who knew the old one. Roles are those of today's configuration.
 */
export function createSessionStore(
  { executor, transaction }: Connection,
  users: UserDirectory,
  now: () => number,
): SessionStore {
  const timeIn = (ms: number): string => new Date(now() + ms).toISOString();
  return {
    begin: user =>
      transaction(async tx => {
        const token = randomBytes(32).toString('base64url');
        const { name } = user.caller;
        await tx.query(removing, [timeIn(0)]);
        await tx.query(crowding, [name, maxSessions - 1]);
        const times = [0, sessionLifeMs.longest, sessionLifeMs.idle].map(timeIn);
        await tx.query(adding, [hashOf(token), name, proofOf(token, user), ...times]);
        return token;
      }),
    findCaller: async token => {
      const { rows } = await executor.query(finding, [hashOf(token), timeIn(0)]);
      return rows[0] && callerOf(rows[0], token, users);
    },
    use: async token => {
      const { idle } = sessionLifeMs;
      await executor.query(using, [hashOf(token), timeIn(idle), timeIn(idle - minute)]);
    },
    end: async token => {
      await executor.query('delete from hookplate.session where hash = $1', [hashOf(token)]);
    },
    endAll: async username => {
      await executor.query('delete from hookplate.session where username = $1', [username]);
    },
  };
}

function callerOf(row: Row, token: string, users: UserDirectory): Caller | undefined {
  const user = users.named(textOf(row, 'username'));
  const proof = bytesOf(row, 'proof');
  // A proof of another length cannot be compared.
  if (!user || proof?.length !== 32 || !timingSafeEqual(proof, proofOf(token, user))) return undefined;
  return { ...user.caller, hasSession: true };
}

/** Tokens are 256 random bits: their SHA-256 reveals nothing, and looking one up by it leaks no timing. */
function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Nobody can guess a password from this without the token, of which only a hash is stored. */
function proofOf(token: string, { credential }: KnownUser): Buffer {
  return createHmac('sha256', token).update(credential).digest();
}

/** The cookie of a session. It has no age: it ends with the browser, if the server has not ended its session before. */
export interface SessionCookie {
  readonly name: string;
  /** The value of `Set-Cookie` for a token; none removes the cookie. */
  readonly header: (token?: string) => string;
}

/**
 * Under https, the prefix `__Host-` keeps other hosts of the domain, and pages over http, from setting the cookie (RFC
 * 6265bis, section 4.1.3.2). `basePath` is in the name, so that servers under several paths of one host do not share it.
 */
export function createSessionCookie(origin: string, basePath: string): SessionCookie {
  const isSecure = origin.startsWith('https:');
  const name = `${isSecure ? '__Host-' : ''}hookplate${basePath.replaceAll('/', '.')}`;
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  return {
    name,
    header: token => `${name}=${token ?? ''}; ${attributes}${token === undefined ? '; Max-Age=0' : ''}`,
  };
}

/**
 * The tokens that a request has under the name of the cookie. With more than one, somebody else has set one of them, and
 * none is to be trusted.
 */
export function sessionTokensOf({ headers }: Request, { name }: SessionCookie): readonly string[] {
  const pairs = (headers.get('cookie') ?? '').split(';').map(pair => pair.trim());
  return pairs.filter(pair => pair.startsWith(`${name}=`)).map(pair => pair.slice(name.length + 1));
}

/** Whether a text has the form of a token, and is worth looking up. */
export function looksLikeSession(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}
