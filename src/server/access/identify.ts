import { parseAuthorization } from '../../workflow/http/basic-authentication.ts';
import { Problem } from '../../workflow/http/problem.ts';
import type { FailedLogins } from './failed-logins.ts';
import { type Caller, isCaller } from './role.ts';
import { looksLikeToken, type TokenStore } from './token-store.ts';
import type { UserDirectory } from './users.ts';

/** Says who sends a request; `undefined` for someone who is unknown, who is answered with 401. */
export type Authenticate = (request: Request) => Caller | undefined | Promise<Caller | undefined>;

export interface Identification {
  readonly users: UserDirectory | undefined;
  readonly authenticate: Authenticate | undefined;
  readonly tokens: TokenStore;
  readonly failures: FailedLogins;
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
  { users, authenticate, tokens, failures }: Identification,
): Promise<Caller> {
  const header = request.headers.get('authorization');
  const [, bearer] = /^bearer +([\x21-\x7e]+)$/i.exec(header ?? '') ?? [];
  const isToken = bearer !== undefined && looksLikeToken(bearer);
  if (authenticate && !isToken) {
    const caller = await authenticate(request);
    if (isCaller(caller)) return { name: caller.name, role: caller.role };
    throw unauthenticated();
  }
  assertMayTry(address, failures);
  if (header === null) throw unauthenticated();
  const login = parseAuthorization(header);
  const caller = isToken
    ? await tokens.findCaller(bearer)
    : login && (await users?.find(login.username, login.password));
  // Of many that were sent at once, only the first ten count as tries.
  assertMayTry(address, failures);
  if (caller) return caller;
  failures.add(address);
  throw unauthenticated();
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
