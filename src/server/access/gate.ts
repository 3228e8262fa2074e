import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { parseAuthorization, unauthenticated } from '../../api/basic-authentication.ts';
import type { Gate } from '../../api/mount-routes.ts';
import { Problem } from '../../api/problem.ts';
import { type Caller, includesRole, isCaller } from '../../api/role.ts';
import type { ApiContext } from '../../api/route.ts';
import { type Check, checkThat, listOf } from '../../options/define-options.ts';
import { looksLikeToken, type TokenStore } from './tokens.ts';
import type { UserDirectory } from './users.ts';

export interface GateOptions extends Identification {
  readonly checkHost: CheckHost;
  readonly addressOf: AddressOf;
  /** The address that clients see; its scheme counts where a proxy speaks TLS. */
  readonly publicUrl: string | undefined;
}

/** Every request passes it but those for health: its name, where it comes from, who sends it, and what they may do. */
export function createGate({ checkHost, addressOf, publicUrl, ...identification }: GateOptions): Gate {
  const publicOrigin = publicUrl === undefined ? undefined : new URL(publicUrl);
  const originOf = ({ url }: Request, host: string): string =>
    publicOrigin?.host === host ? publicOrigin.origin : `${new URL(url).protocol}//${host}`;
  return {
    admit: async (context, { role, changes }) => {
      const { raw } = context.req;
      const host = checkHost(raw);
      if (changes) assertSameOrigin(raw, originOf(raw, host));
      const address = addressOf(raw, socketAddressOf(context));
      context.set('address', address);
      const caller = await identify(raw, address, identification);
      context.set('caller', caller);
      if (includesRole(caller.role, role)) return caller;
      throw new Problem(403, 'forbidden', `This needs the role \`${role}\`; yours is \`${caller.role}\`.`);
    },
    isStillWelcome: async ({ req: { raw } }, role) => {
      const caller = await findCaller(raw, identification);
      return caller !== undefined && includesRole(caller.role, role);
    },
  };
}

/**
 * Says who sends a request; `undefined` for someone who is unknown, who is answered with 401. Nobody who guesses is locked
 * out then: limit the tries yourself. It is also asked, with the same request, while somebody watches a stream of events.
 */
export type Authenticate = (request: Request) => Caller | undefined | Promise<Caller | undefined>;

interface Identification {
  readonly users: UserDirectory | undefined;
  readonly authenticate: Authenticate | undefined;
  readonly tokens: TokenStore;
  readonly failures: FailedLogins;
}

/** Finds who sends a request; counts no tries. */
async function findCaller(
  request: Request,
  { users, authenticate, tokens }: Omit<Identification, 'failures'>,
): Promise<Caller | undefined> {
  const token = tokenOf(request);
  if (token !== undefined) return tokens.findCaller(token);
  if (authenticate) {
    const caller = await authenticate(request);
    return isCaller(caller) ? { name: caller.name, role: caller.role } : undefined;
  }
  const login = parseAuthorization(request.headers.get('authorization') ?? '');
  return login && users?.find(login.username, login.password);
}

/**
 * Finds who sends a request. An address that has sent ten wrong passwords within a minute has to wait, also with the right
 * one: else it could go on guessing.
 *
 * @throws {Problem} 401 or 429.
 */
async function identify(
  request: Request,
  address: string | undefined,
  { failures, ...identification }: Identification,
): Promise<Caller> {
  if (identification.authenticate && tokenOf(request) === undefined) {
    const known = await findCaller(request, identification);
    if (known) return known;
    throw unauthenticated('hookplate');
  }
  assertMayTry(address, failures);
  if (request.headers.get('authorization') === null) throw unauthenticated('hookplate');
  const caller = await findCaller(request, identification);
  // Of many that were sent at once, only the first ten count as tries.
  assertMayTry(address, failures);
  if (caller) return caller;
  failures.add(address);
  throw unauthenticated('hookplate');
}

/** The API token of a request; all else is left to whoever embeds the server. */
function tokenOf({ headers }: Request): string | undefined {
  const [, bearer] = /^bearer +([\x21-\x7e]+)$/i.exec(headers.get('authorization') ?? '') ?? [];
  return bearer !== undefined && looksLikeToken(bearer) ? bearer : undefined;
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
 * Refuses what a page of another site has a browser do. The first of `Sec-Fetch-Site`, `Origin` and `Referer` that is
 * there decides; where all are absent, a program is calling. `own` is the server's origin under the name that the request
 * gives it, which was checked before. A server over https takes nothing from a page over http, which anybody on the way may
 * have written; over http, it may stand behind a proxy that speaks TLS.
 *
 * @throws {Problem} 403 `cross-origin`.
 */
function assertSameOrigin({ headers }: Request, own: string): void {
  const site = headers.get('sec-fetch-site');
  if (site !== null) {
    if (site === 'same-origin' || site === 'none') return;
    throw crossOrigin();
  }
  const source = headers.get('origin') ?? headers.get('referer');
  if (source !== null && !isOf(own, source)) throw crossOrigin();
}

function isOf(own: string, source: string): boolean {
  const [scheme, host] = own.split('//');
  const { protocol, host: sourceHost } = URL.parse(source) ?? {};
  // With its port where that is not the scheme's own, as in `Host`.
  return sourceHost === host && (protocol === 'https:' || (protocol === 'http:' && scheme === 'http:'));
}

function crossOrigin(): Problem {
  return new Problem(403, 'cross-origin', 'A page of another site must not do this.');
}

/** Refuses a request under a name that the server does not have; returns the name, with its port if it has one. */
export type CheckHost = (request: Request) => string;

/** A server that was told no names is called by those of its own machine. */
export const ownNames: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

const aName = checkThat('the name of a host, with or without a port', (value): value is string => {
  return (
    typeof value === 'string' &&
    URL.parse(`http://${value}`)?.host === value.toLowerCase().replace(/:80$/, '')
  );
});

/**
 * A page can give its own name any address, also one of this machine, and then is of the same origin as far as a browser
 * knows ("DNS rebinding"): what tells it apart is the name in `Host`. A name without a port stands for all its ports.
 */
export const readHosts: Check<CheckHost> = (value, name) => {
  const known = new Set(listOf(aName)(value, name).map(host => host.toLowerCase()));
  const isKnown = (host: string): boolean => known.has(host) || known.has(host.replace(/:\d+$/, ''));
  return request => {
    // A request line may name another host than `Host` does (RFC 9112, section 3.2.2), and addresses are made from it.
    const target = new URL(request.url).host;
    const host = (request.headers.get('host') ?? target).toLowerCase();
    if (isKnown(host) && isKnown(target)) return host;
    throw new Problem(421, 'wrong-host', 'This server has another name; see its option `hosts`.');
  };
};

/** Says where a request comes from; nothing where that is not known. */
export type AddressOf = (request: Request, socketAddress: string | undefined) => string | undefined;

const aRange = checkThat('a CIDR range such as 10.0.0.0/8', (value): value is string => {
  return typeof value === 'string' && ipaddr.isValidCIDR(value);
});

/**
 * Of the proxies that are trusted, `X-Forwarded-For` is believed: the last address in it that is not itself such a proxy
 * is the client's. What a client writes there itself stands before that, and is never looked at.
 */
export const readTrustedProxies: Check<AddressOf> = (value, name) => {
  const ranges = listOf(aRange)(value, name).map(range => ipaddr.parseCIDR(range));
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

/** Of IPv6 the first half: who has one address there has all of them. */
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

/** As many wrong passwords as one address may send within `failureWindowMs`. */
export const mostFailures = 10;
/** A minute. */
export const failureWindowMs = 60_000;

/** Addresses that are remembered; beyond it the one that failed longest ago is forgotten. */
const mostAddresses = 10_000;

/**
 * Counts wrong passwords by the address that they come from. Those from an address that is not known are not counted: all such
 * callers would be locked out for one of them.
 */
export class FailedLogins {
  readonly #now: () => number;
  /** When each address failed, the last ten times; in the order in which they failed last. */
  readonly #failures = new Map<string, readonly number[]>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** How long an address has to wait before it may try again, in milliseconds; 0 if it may. */
  waitMs(address: string | undefined): number {
    if (address === undefined) return 0;
    const now = this.#now();
    const recent = (this.#failures.get(address) ?? []).filter(time => now - time < failureWindowMs);
    const [first] = recent;
    return recent.length < mostFailures || first === undefined ? 0 : first + failureWindowMs - now;
  }

  add(address: string | undefined): void {
    if (address === undefined) return;
    const times = [...(this.#failures.get(address) ?? []), this.#now()].slice(-mostFailures);
    this.#failures.delete(address);
    this.#failures.set(address, times);
    const [oldest] = this.#failures.keys();
    if (this.#failures.size > mostAddresses && oldest !== undefined) this.#failures.delete(oldest);
  }
}

/** Where the connection comes from, as far as the platform says so. */
function socketAddressOf({ env }: ApiContext): string | undefined {
  const bindings: unknown = env;
  const incoming = inside(bindings, 'incoming');
  const address = inside(inside(incoming, 'socket'), 'remoteAddress');
  return typeof address === 'string' ? address : undefined;
}

function inside(value: unknown, name: string): unknown {
  // Getters of the platform are asked once.
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
