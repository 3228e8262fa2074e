import { parseAuthorization } from '../../workflow/http/basic-authentication.ts';
import { Problem } from '../../workflow/http/problem.ts';
import type { FailedLogins } from './failed-logins.ts';
import { type Caller, isCaller } from './role.ts';
import { looksLikeToken, type TokenStore } from './token-store.ts';
import type { UserDirectory } from './users.ts';

/**
 * Says who sends a request; `undefined` for someone who is unknown, who is answered with 401. Nobody who guesses is locked
 * out then: limit the tries yourself. It is also asked, with the same request, while somebody watches a stream of events.
 */
export type Authenticate = (request: Request) => Caller | undefined | Promise<Caller | undefined>;

export interface Identification {
  readonly users: UserDirectory | undefined;
  readonly authenticate: Authenticate | undefined;
  readonly tokens: TokenStore;
  readonly failures: FailedLogins;
}

/** Finds who sends a request; counts no tries. */
export async function findCaller(
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
export async function identify(
  request: Request,
  address: string | undefined,
  { failures, ...identification }: Identification,
): Promise<Caller> {
  if (identification.authenticate && tokenOf(request) === undefined) {
    const known = await findCaller(request, identification);
    if (known) return known;
    throw unauthenticated();
  }
  assertMayTry(address, failures);
  if (request.headers.get('authorization') === null) throw unauthenticated();
  const caller = await findCaller(request, identification);
  // Of many that were sent at once, only the first ten count as tries.
  assertMayTry(address, failures);
  if (caller) return caller;
  failures.add(address);
  throw unauthenticated();
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

function unauthenticated(): Problem {
  return new Problem(401, 'unauthenticated', 'Valid credentials are required.', {
    'www-authenticate': 'Basic realm="hookplate", charset="UTF-8"',
  });
}

function lockedOut(waitMs: number): Problem {
  const seconds = String(Math.ceil(waitMs / 1000));
  const detail = `Too many wrong passwords from this address; try again in ${seconds} seconds.`;
  return new Problem(429, 'too-many-failures', detail, { 'retry-after': seconds });
}
