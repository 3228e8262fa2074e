import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { parseAuthorization, unauthenticated } from '../../api/basic-authentication.ts';
import type { Gate } from '../../api/mount-routes.ts';
import { notFoundProblem, Problem } from '../../api/problem.ts';
import { type Caller, includesRole, isCaller, knowsProfile, roles } from '../../api/role.ts';
import type { ApiContext } from '../../api/route.ts';
import { aListOf, type Check, checkThat, expected } from '../../options/define-options.ts';
import { looksLikePortal, type PortalStore } from './portal.ts';
import {
  createSessionCookie,
  looksLikeSession,
  type SessionCookie,
  type SessionStore,
  sessionTokensOf,
} from './sessions.ts';
import { looksLikeToken, type TokenStore } from './tokens.ts';
import type { UserDirectory } from './users.ts';

export interface GateOptions extends Identification {
  readonly checkHost: CheckHost;
  readonly addressOf: AddressOf;
  /** The address that clients see. Its scheme counts where a proxy speaks TLS. */
  readonly publicUrl: string | undefined;
  readonly basePath: string;
}

/** The gate of the server, at which people also sign in and out. */
export interface ServerGate extends Gate {
  /** Whether people sign in here; otherwise the application identifies them. */
  readonly hasSessions: boolean;
  /**
   * Begins a session, and ends the one that the request had: nobody gets a session that somebody else has prepared.
   *
   * @throws {Problem} 401, 429 or 503.
   */
  readonly signIn: (context: ApiContext, login: Login) => Promise<SignedIn>;
  /**
   * Begins the session of a link to a portal, in place of the one that the request had; undefined for a link that was used, has
   * expired or was revoked. Links cannot be guessed, and tries are not counted.
   */
  readonly openPortal: (
    context: ApiContext,
    asked: { readonly link: string; readonly page?: string | undefined },
  ) => Promise<SignedIn | undefined>;
  /** Whether a request comes from pages that were opened by a link. */
  readonly isOfPortal: (context: ApiContext) => boolean;
  /** Ends the session of the request, or all of the user. Returns the `Set-Cookie` that removes the cookie. */
  readonly signOut: (context: ApiContext, whose: 'this' | { readonly username: string }) => Promise<string>;
}

interface Login {
  readonly username: string;
  readonly password: string;
}

interface SignedIn {
  readonly caller: Caller;
  /** The value of `Set-Cookie`. */
  readonly cookie: string;
}

/** Checks every request except those for health: its host name, its origin, its sender, and the sender's role. */
export function createGate({
  checkHost,
  addressOf,
  publicUrl,
  basePath,
  ...identification
}: GateOptions): ServerGate {
  const publicOrigin = publicUrl === undefined ? undefined : new URL(publicUrl);
  const { sessions, portal, users, failures } = identification;
  const end = async (token: string): Promise<void> => {
    await (looksLikePortal(token) ? portal : sessions)?.end(token);
  };
  const isPublic = (host: string): boolean =>
    // A proxy may add the port that the scheme has by default.
    publicOrigin !== undefined && URL.parse(`${publicOrigin.protocol}//${host}`)?.host === publicOrigin.host;
  const originOf = ({ url }: Request, host: string): string =>
    publicOrigin && isPublic(host) ? publicOrigin.origin : `${new URL(url).protocol}//${host}`;
  /** The origin under the name that the request uses, and the cookie there. */
  const enter = (context: ApiContext) => {
    const { raw } = context.req;
    const own = originOf(raw, checkHost(raw));
    context.set('address', addressOf(raw, socketAddressOf(context)));
    return { raw, own, cookie: createSessionCookie(own, basePath) };
  };
  const callerOf = async (context: ApiContext, changes: boolean): Promise<Caller> => {
    const { raw, own, cookie } = enter(context);
    const session = sessionOf(raw, cookie, sessions !== undefined);
    if (changes) assertSameOrigin(raw, own, session);
    return identify(raw, context.get('address'), session, identification);
  };
  return {
    hasSessions: sessions !== undefined,
    admit: async (context, { role, about, changes }) => {
      const caller = actors.get(context.env) ?? (await callerOf(context, changes));
      context.set('caller', caller);
      const isHidden = about === 'server' && caller.profiles !== undefined;
      // An address that is not there for the caller is answered like one that does not exist.
      const needed = isHidden ? 'viewer' : role;
      if (!includesRole(caller.role, needed))
        throw new Problem(
          403,
          'forbidden',
          `This needs the role \`${needed}\`; yours is \`${caller.role}\`.`,
        );
      if (isHidden) throw notFoundProblem();
      return caller;
    },
    admitAnyone: context => {
      const { raw, own } = enter(context);
      assertSameOrigin(raw, own);
    },
    admitSender: context => void enter(context),
    isStillWelcome: async (context, { profiles }, role) => {
      const { raw, cookie } = enter(context);
      const session = sessionOf(raw, cookie, sessions !== undefined);
      const caller = await findCaller(raw, session, identification);
      return (
        caller !== undefined &&
        includesRole(caller.role, role) &&
        JSON.stringify(caller.profiles) === JSON.stringify(profiles)
      );
    },
    signIn: async (context, { username, password }) => {
      const { raw, cookie } = enter(context);
      const user = await guarded(context.get('address'), failures, async () =>
        users?.find(username, password),
      );
      if (!sessions || !user) throw notSignedIn('Wrong name or password.');
      if (!includesRole(user.caller.role, 'viewer')) throw noPages();
      context.set('caller', user.caller);
      for (const token of sessionTokensOf(raw, cookie)) await end(token);
      return { caller: user.caller, cookie: cookie.header(await sessions.begin(user)) };
    },
    openPortal: async (context, { link, page }) => {
      const { raw, cookie } = enter(context);
      // Nobody can guess one; who tries for no reason keeps no colleague of theirs from signing in.
      const opened = looksLikePortal(link) ? await portal.open(link, page) : undefined;
      if (!opened) return undefined;
      context.set('caller', opened.caller);
      for (const token of sessionTokensOf(raw, cookie)) if (token !== opened.token) await end(token);
      return { caller: opened.caller, cookie: cookie.header(opened.token) };
    },
    isOfPortal: context => {
      const { raw, cookie } = enter(context);
      return sessionTokensOf(raw, cookie).some(looksLikePortal);
    },
    signOut: async (context, whose) => {
      const { raw, cookie } = enter(context);
      if (whose !== 'this') await sessions?.endAll(whose.username);
      for (const token of sessionTokensOf(raw, cookie)) await end(token);
      return cookie.header();
    },
  };
}

/** Who a request of this process is from, by its bindings, which no request over a network can bring along. */
const actors = new WeakMap<object, Caller>();

/** The bindings of requests that are made in this process, as a caller who needs no credentials. */
export function actingAs(caller: Caller): object {
  const bindings = {};
  actors.set(bindings, caller);
  return bindings;
}

/**
 * Identifies the sender of a request; `undefined` for an unknown one, who is answered with 401. With `profiles`, nothing else is
 * there for the caller: a list that is empty is one of none. Anything that is no caller is answered with 500. Wrong tries are neither
 * counted nor blocked: limit them yourself. While somebody watches a stream of events, it is called again with the same
 * request.
 */
export type AuthenticateCaller = (request: Request) => Caller | undefined | Promise<Caller | undefined>;

const describedCaller = `{ name, role, profiles?, events? }, with one of the roles ${roles.join(', ')}, and lists of names`;

interface Identification {
  readonly users: UserDirectory | undefined;
  /** Absent where the application identifies callers. */
  readonly sessions: SessionStore | undefined;
  readonly portal: PortalStore;
  readonly authenticate: AuthenticateCaller | undefined;
  readonly tokens: TokenStore;
  readonly failures: FailedLogins;
}

/** The session that a request relies on: it has a cookie, and no `Authorization`, which would count alone. */
interface Session {
  /** Absent where the cookie is none of ours. */
  readonly token: string | undefined;
}

/** Where the application identifies callers, a cookie counts only if it is that of a portal. */
function sessionOf(request: Request, cookie: SessionCookie, hasSessions: boolean): Session | undefined {
  if (request.headers.get('authorization') !== null) return undefined;
  const tokens = sessionTokensOf(request, cookie);
  const [token = ''] = tokens;
  const isPortal = tokens.length === 1 && looksLikePortal(token);
  if (tokens.length === 0 || (!hasSessions && !isPortal)) return undefined;
  return { token: isPortal || (tokens.length === 1 && looksLikeSession(token)) ? token : undefined };
}

/** Finds the sender of a request; counts no tries. */
async function findCaller(
  request: Request,
  session: Session | undefined,
  { users, sessions, portal, authenticate, tokens }: Omit<Identification, 'failures'>,
): Promise<Caller | undefined> {
  if (session?.token !== undefined && looksLikePortal(session.token)) {
    const caller = await portal.findCaller(session.token, 'session');
    // The application may know who it is without that session.
    if (caller || !authenticate) return caller;
  } else if (session) return session.token === undefined ? undefined : sessions?.findCaller(session.token);
  const token = bearerTokenOf(request);
  if (token !== undefined)
    return looksLikePortal(token)
      ? portal.findCaller(token, 'token')
      : withinMaker(await tokens.findCaller(token), users);
  if (authenticate) {
    const caller = await authenticate(request);
    if (caller === undefined || caller === null) return undefined;
    // A limit that is written wrong must not become none.
    if (!isCaller(caller)) throw expected('the result of options.authenticate', describedCaller);
    const { name, role, events, profiles } = caller;
    return { name, role, ...(events && { events }), ...(profiles && { profiles }) };
  }
  const login = parseAuthorization(request.headers.get('authorization') ?? '');
  return login && (await users?.find(login.username, login.password))?.caller;
}

/**
 * A token has no other profiles than whoever made it has today. That is known of the users of the configuration alone: a maker who is
 * none of them changes nothing.
 */
function withinMaker(token: Caller | undefined, users: UserDirectory | undefined): Caller | undefined {
  const maker = token?.tokenMadeBy === undefined ? undefined : users?.named(token.tokenMadeBy)?.caller;
  if (!token || !maker?.profiles) return token;
  const { profiles = maker.profiles } = token;
  return { ...token, profiles: profiles.filter(name => knowsProfile(maker, name)) };
}

/**
 * Finds the sender of a request. The token of a session cannot be guessed, and one that has ended is sent again and
 * again by the pages that are still open: it counts as no wrong password, and opens even while the address has to wait.
 *
 * @throws {Problem} 401 or 429.
 */
async function identify(
  request: Request,
  address: string | undefined,
  session: Session | undefined,
  { failures, ...identification }: Identification,
): Promise<Caller> {
  const find = () => findCaller(request, session, identification);
  if (session) {
    const known = await find();
    if (!known || session.token === undefined) throw notSignedIn('Your session has ended: sign in again.');
    if (known.hasSession)
      await (known.portal ? identification.portal : identification.sessions)?.use(session.token);
    return known;
  }
  const bearer = bearerTokenOf(request);
  if (bearer !== undefined && looksLikePortal(bearer)) {
    const known = await find();
    if (known) return known;
    throw notSignedIn('The token of this page has ended: load the page again.');
  }
  if (identification.authenticate && bearer === undefined) {
    const known = await find();
    if (known) return known;
    throw unauthenticated('hookplate');
  }
  const mayBeKnown = hasLogin(request) || bearer !== undefined;
  if (!mayBeKnown) assertMayTry(address, failures);
  const caller = mayBeKnown ? await guarded(address, failures, find) : undefined;
  if (caller) return caller;
  const isFromPage = identification.sessions !== undefined && request.headers.has('sec-fetch-mode');
  throw isFromPage
    ? notSignedIn('You are not signed in: sign in, then try again.')
    : unauthenticated('hookplate');
}

/** A 401 for a browser: it names a scheme for which none shows a prompt, beside or above the page for signing in. */
function notSignedIn(detail: string): Problem {
  return new Problem(401, 'unauthenticated', detail, { 'www-authenticate': 'Bearer realm="hookplate"' });
}

function noPages(): Problem {
  const detail = 'There are no pages for a reporter: send the name and password with each event.';
  return new Problem(403, 'forbidden', detail);
}

/** Whether a request has a name and a password. Others guess no password, such as a sender with the secret of a source. */
function hasLogin({ headers }: Request): boolean {
  return parseAuthorization(headers.get('authorization') ?? '') !== undefined;
}

/** The API token of a request; other schemes are left to `authenticate`. */
function bearerTokenOf({ headers }: Request): string | undefined {
  const [, bearer] = /^bearer +([\x21-\x7e]+)$/i.exec(headers.get('authorization') ?? '') ?? [];
  return bearer !== undefined && (looksLikeToken(bearer) || looksLikePortal(bearer)) ? bearer : undefined;
}

/**
 * Looks for the owner of credentials. After ten wrong ones within a minute, an address has to wait, even with the right
 * ones: otherwise it could go on guessing.
 *
 * @throws {Problem} 429.
 */
async function guarded<T>(
  address: string | undefined,
  failures: FailedLogins,
  find: () => Promise<T | undefined>,
): Promise<T | undefined> {
  assertMayTry(address, failures);
  const found = await find();
  // If many are sent at once, only the first ten count as tries.
  assertMayTry(address, failures);
  if (found === undefined) failures.add(address);
  return found;
}

function assertMayTry(address: string | undefined, failures: FailedLogins): void {
  const waitMs = failures.waitMs(address);
  if (waitMs > 0) throw lockedOut(waitMs);
}

function lockedOut(waitMs: number): Problem {
  const seconds = String(Math.ceil(waitMs / 1000));
  const detail = `Too many wrong passwords from this address; try again in ${seconds} seconds.`;
  return new Problem(429, 'too-many-failures', detail, { 'retry-after': seconds });
}

/**
 * Refuses requests that a page of another site makes a browser send. The first of `Sec-Fetch-Site`, `Origin` and
 * `Referer` that is present decides; without any of them, a program is calling. `own` is the server's origin under the
 * name that the request uses, which was checked before. A server over https refuses pages over http, which anybody on
 * the way may have written; a server over http may stand behind a proxy that speaks TLS. For a GET, a page may keep a
 * browser from sending any of them, so that such a one with a session is refused.
 *
 * @throws {Problem} 403 `cross-origin`.
 */
function assertSameOrigin({ headers, method }: Request, own: string, session?: Session): void {
  const site = headers.get('sec-fetch-site');
  if (site !== null) {
    if (site === 'same-origin' || site === 'none') return;
    throw crossOrigin();
  }
  const source = headers.get('origin') ?? headers.get('referer');
  const isRefused = source === null ? session !== undefined && method === 'GET' : !isOf(own, source);
  if (isRefused) throw crossOrigin();
}

function isOf(own: string, source: string): boolean {
  const [scheme, host] = own.split('//');
  const { protocol, host: sourceHost } = URL.parse(source) ?? {};
  // The port is included unless it is the scheme's default, as in `Host`.
  return sourceHost === host && (protocol === 'https:' || (protocol === 'http:' && scheme === 'http:'));
}

function crossOrigin(): Problem {
  return new Problem(403, 'cross-origin', 'A page of another site must not do this.');
}

/** Refuses a request under a name that the server does not have; returns the name, with its port if it has one. */
export type CheckHost = (request: Request) => string;

/** Without configured names, the server answers only to those of its own machine. */
export const ownNames: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

const aName = checkThat('the name of a host, with or without a port', (value): value is string => {
  return (
    typeof value === 'string' &&
    URL.parse(`http://${value}`)?.host === value.toLowerCase().replace(/:80$/, '')
  );
});

/**
 * A page can point its own name to any address, including one of this machine, and then has the same origin in the eyes
 * of a browser ("DNS rebinding"). Only the name in `Host` gives it away. A name without a port stands for all its
 * ports.
 */
export const readHosts: Check<CheckHost> = (value, name) => {
  const known = new Set(aListOf(aName)(value, name).map(host => host.toLowerCase()));
  const isKnown = (host: string): boolean => known.has(host) || known.has(host.replace(/:\d+$/, ''));
  return request => {
    // A request line may name another host than `Host` (RFC 9112, section 3.2.2), and URLs are built from it.
    const target = new URL(request.url).host;
    const host = (request.headers.get('host') ?? target).toLowerCase();
    if (isKnown(host) && isKnown(target)) return host;
    throw new Problem(421, 'wrong-host', 'This server has another name; see its option `hosts`.');
  };
};

/** The address that a request comes from; `undefined` if it is unknown. */
export type AddressOf = (request: Request, socketAddress: string | undefined) => string | undefined;

const aRange = checkThat('a CIDR range such as 10.0.0.0/8', (value): value is string => {
  return typeof value === 'string' && ipaddr.isValidCIDR(value);
});

/**
 * Trusts `X-Forwarded-For` only from these proxies. The client's address is the last one in it that is not itself a
 * trusted proxy; anything that a client writes there itself stands before that, and is ignored.
 */
export const readTrustedProxies: Check<AddressOf> = (value, name) => {
  const ranges = aListOf(aRange)(value, name).map(range => ipaddr.parseCIDR(range));
  const isTrusted = (address: string): boolean => {
    if (isIP(address) === 0) return false;
    const parsed = ipaddr.process(address);
    return ranges.some(range => range[0].kind() === parsed.kind() && parsed.match(range));
  };
  return (request, socketAddress = '') => {
    const forwarded = (request.headers.get('x-forwarded-for') ?? '').split(',').map(entry => entry.trim());
    let address = socketAddress;
    while (isTrusted(address)) {
      const next = forwarded.pop();
      if (next === undefined || isIP(next) === 0) break;
      address = next;
    }
    return networkOf(address);
  };
};

/** The first half of an IPv6 address: whoever has one address there has them all. */
function networkOf(address: string): string | undefined {
  if (isIP(address) === 0) return undefined;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? `${parsed.parts
        .slice(0, 4)
        .map(part => part.toString(16))
        .join(':')}::/64`
    : parsed.toString();
}

/** An address may send so many wrong passwords within `failureWindowMs`. */
export const maxFailures = 10;
/** One minute. */
export const failureWindowMs = 60_000;
/** What `FailedLogins` are answered with, in words. */
export const failuresProblem = `${maxFailures} wrong passwords came from this address within ${failureWindowMs / 1000} seconds.`;

/** At most so many addresses are remembered; then the one with the oldest last failure is forgotten. */
const maxAddresses = 10_000;

/**
 * Counts wrong passwords by address. Failures from an unknown address are not counted: one caller would lock out all
 * the others.
 */
export class FailedLogins {
  readonly #now: () => number;
  /** The times of the last ten failures of each address, ordered by the last failure. */
  readonly #failures = new Map<string, readonly number[]>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The time in milliseconds before an address may try again; 0 if it may try now. */
  waitMs(address: string | undefined): number {
    if (address === undefined) return 0;
    const now = this.#now();
    const recent = (this.#failures.get(address) ?? []).filter(time => now - time < failureWindowMs);
    const [first] = recent;
    return recent.length < maxFailures || first === undefined ? 0 : first + failureWindowMs - now;
  }

  add(address: string | undefined): void {
    if (address === undefined) return;
    const times = [...(this.#failures.get(address) ?? []), this.#now()].slice(-maxFailures);
    this.#failures.delete(address);
    this.#failures.set(address, times);
    const [oldest] = this.#failures.keys();
    if (this.#failures.size > maxAddresses && oldest !== undefined) this.#failures.delete(oldest);
  }
}

/** The address at the other end of the connection, if the platform tells. */
function socketAddressOf({ env }: ApiContext): string | undefined {
  const bindings: unknown = env;
  const incoming = inside(bindings, 'incoming');
  const address = inside(inside(incoming, 'socket'), 'remoteAddress');
  return typeof address === 'string' ? address : undefined;
}

function inside(value: unknown, name: string): unknown {
  // Getters of the platform are read only once.
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
