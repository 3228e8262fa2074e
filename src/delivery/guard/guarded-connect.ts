import { isIP, type LookupFunction, Socket } from 'node:net';
import { type SecureContext, TLSSocket } from 'node:tls';
import { buildConnector } from 'undici';
import { type AllowList, refusalOf } from '../../http/refused-addresses.ts';
import type { Lookup } from '../lookup/system-lookup.ts';
import type { TracedConnect, TracedConnection } from '../wire/traced-agent.ts';

/**
 * Decides which addresses may be connected to, and how. Sockets are pooled with the policy that they were opened under.
 */
interface AddressPolicy {
  readonly allow: AllowList;
  readonly lookup: Lookup;
  /** Trusted authorities and the client certificate. Default: those of the process. */
  readonly tls: SecureContext | undefined;
}

/**
 * Connects only to permitted addresses. A literal is judged directly, since sockets never look it up. A name is refused
 * if any of its addresses is. The address that was reached is judged once more.
 */
export function createGuardedConnect(policy: AddressPolicy): TracedConnect {
  const connect = buildConnector({
    allowH2: false,
    // The caller that waits for a connection ends its dial.
    timeout: 0,
    lookup: createGuardedLookup(policy),
    ...(policy.tls && { secureContext: policy.tls }),
  });
  return (target, connection, callback) => {
    // A new connection may lead elsewhere, or nowhere.
    connection.address = undefined;
    connection.awaitsCertificate = false;
    if (isIP(target.hostname) !== 0) {
      const refusal = refusalOf(target.hostname, policy.allow);
      if (refusal !== undefined) return callback(new RefusedAddress(target.hostname, refusal), null);
    }
    // undici returns the dialling socket, though its types do not say so.
    const dial: unknown = connect(target, (...[error, socket]) => {
      connection.dial = undefined;
      if (dial instanceof TLSSocket) connection.awaitsCertificate ||= asksForCertificate(dial);
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
    if (dial instanceof TLSSocket) watchHandshake(dial, connection);
  };
}

function watchHandshake(socket: TLSSocket, connection: TracedConnection): void {
  // The receiver hangs up in the middle; afterwards the socket knows nothing of the handshake.
  socket.prependOnceListener('end', () => {
    if (connection.dial === socket) connection.awaitsCertificate = asksForCertificate(socket);
  });
  // A session begins once the receiver has accepted the certificate (RFC 8446, section 4.6.1).
  socket.on('session', () => {
    connection.awaitsCertificate = false;
  });
}

/** Only a request for a certificate names signature algorithms to a client. */
function asksForCertificate(socket: TLSSocket): boolean {
  // Null once the socket is closed, though the types do not say so.
  const algorithms: readonly string[] | null = socket.getSharedSigalgs();
  return algorithms !== null && algorithms.length > 0;
}

/** Gives the addresses of a name to `node:net`, which dials no others. */
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

/** The connection was lost before its address could be read. */
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

/** Thrown for a name without addresses. Of the resolver's error only the code is kept: the rest may quote anything. */
export class UnresolvedName extends Error {
  override readonly name = 'UnresolvedName';
  readonly code: unknown;

  constructor(error: unknown) {
    super('the name has no address');
    this.code = typeof error === 'object' && error !== null && 'code' in error ? error.code : error;
  }
}
