import { isIP, type LookupFunction, Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { buildConnector } from 'undici';
import type { Lookup } from '../lookup/system-lookup.ts';
import type { TracedConnect } from '../wire/traced-agent.ts';
import { type AllowList, refusalOf } from './refusal.ts';

/** Which addresses may be dialled, and how. Sockets are pooled under the policy that they were opened with. */
interface AddressPolicy {
  readonly allow: AllowList;
  readonly lookup: Lookup;
  /** Whom TLS trusts, and who it says we are. Default: as the process does. */
  readonly tls: SecureContext | undefined;
}

/**
 * Connects to nothing but permitted addresses. A literal is judged directly, since sockets never look it up; a
 * name by all of its addresses, of which one bad one refuses it; and what was reached is judged once more.
 */
export function createGuardedConnect(policy: AddressPolicy): TracedConnect {
  const connect = buildConnector({
    allowH2: false,
    // Whoever waits for a connection ends its dial.
    timeout: 0,
    lookup: createGuardedLookup(policy),
    ...(policy.tls && { secureContext: policy.tls }),
  });
  return (target, connection, callback) => {
    // A connection that is made anew may lead elsewhere, or nowhere.
    connection.address = undefined;
    if (isIP(target.hostname) !== 0) {
      const refusal = refusalOf(target.hostname, policy.allow);
      if (refusal !== undefined) return callback(new RefusedAddress(target.hostname, refusal), null);
    }
    // undici gives the socket that it dials with, though its types do not say so.
    const dial: unknown = connect(target, (...[error, socket]) => {
      connection.dial = undefined;
      if (error) return callback(error, null);
      const address = socket.remoteAddress;
      const refusal = refusalOf(address ?? '', policy.allow);
      if (address !== undefined && refusal === undefined) {
        connection.address = address;
        return callback(null, socket);
      }
      socket.on('error', () => {}).destroy();
      callback(address === undefined ? lostSocket() : new RefusedAddress(address, refusal ?? ''), null);
    });
    if (dial instanceof Socket) connection.dial = dial;
  };
}

/** Gives `node:net` the addresses of a name; it dials no others. */
function createGuardedLookup({ allow, lookup }: AddressPolicy): LookupFunction {
  return (hostname, options, callback) => {
    resolvePermitted(hostname, allow, lookup).then(
      ([first, ...others]) => {
        if (options.all) callback(null, [first, ...others]);
        else callback(null, first.address, first.family);
      },
      error => callback(error, ''),
    );
  };
}

interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

async function resolvePermitted(
  hostname: string,
  allow: AllowList,
  lookup: Lookup,
): Promise<[ResolvedAddress, ...ResolvedAddress[]]> {
  const addresses = await lookUp(hostname, lookup);
  for (const address of addresses) {
    const refusal = refusalOf(address, allow);
    if (refusal !== undefined) throw new RefusedAddress(address, refusal);
  }
  const [first, ...others] = addresses.map(address => ({ address, family: isIP(address) }));
  if (first === undefined) throw new UnresolvedName('ENODATA');
  return [first, ...others];
}

async function lookUp(hostname: string, lookup: Lookup): Promise<readonly string[]> {
  let addresses: unknown;
  try {
    addresses = await lookup(hostname);
  } catch (error) {
    throw new UnresolvedName(error);
  }
  if (!Array.isArray(addresses)) throw new UnresolvedName('EBADRESP');
  return addresses;
}

/** Connected, and gone before it could be asked where to. */
function lostSocket(): Error {
  return Object.assign(new Error('the connection was lost'), { code: 'ECONNRESET' });
}

/** An address that may not be dialled. */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress';
  readonly code = 'refused-address';
  readonly address: string;
  readonly refusal: string;

  constructor(address: string, refusal: string) {
    super(`${address} may not be called: ${refusal}`);
    this.address = address;
    this.refusal = refusal;
  }
}

/** A name without addresses. What the resolver threw is not kept, but for its code: it may quote anything. */
export class UnresolvedName extends Error {
  override readonly name = 'UnresolvedName';
  readonly code: unknown;

  constructor(error: unknown) {
    super('the name has no address');
    this.code = typeof error === 'object' && error !== null && 'code' in error ? error.code : error;
  }
}
