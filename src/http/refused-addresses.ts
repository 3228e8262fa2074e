import ipaddr from 'ipaddr.js';
import { aListOf, expected, InvalidArgument } from '../options/define-options.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = readonly [address: Address, prefixLength: number];

/** Addresses where clouds give credentials to their own machines; listed by name, whatever range they are in. */
const cloudAddresses = new Set(['169.254.169.254', '168.63.129.16', '100.100.100.200', 'fd00:ec2::254']);

/** Contains everything assigned to the public (IANA, IPv6 address space). */
const globalUnicast = ipaddr.parseCIDR('2000::/3');
/** RFC 6052: the packet goes to the IPv4 address in the last 32 bits. */
const nat64 = ipaddr.parseCIDR('64:ff9b::/96');
/**
 * Protocol assignments: none is public except those that the IANA special-purpose registry calls globally reachable.
 */
const protocolAssignments = ipaddr.parseCIDR('2001::/23');
const publicAssignments = [
  '2001:1::1/128',
  '2001:1::2/128',
  '2001:1::3/128',
  '2001:3::/32',
  '2001:4:112::/48',
  '2001:20::/28',
  '2001:30::/28',
].map(cidr => ipaddr.parseCIDR(cidr));

/** Whether a text is an address, in the form of sockets and resolvers. */
export function isAddress(text: string): boolean {
  return parseAddress(text) !== undefined;
}

/**
 * The reason why an address may not be dialled; undefined if it may. Takes addresses in the form of sockets and
 * resolvers.
 */
export function refusalOf(text: string, allow: AllowList): string | undefined {
  const parsed = parseAddress(text);
  if (!parsed) return 'not an address';
  const address = innermost(parsed);
  return allow.includes(address) ? undefined : refusalByRange(address);
}

/**
 * On its own, ipaddr.js would also read octal, hexadecimal and short forms, which no socket or resolver returns, and
 * would take `::1.2.3.4` for the IPv4-mapped `::ffff:1.2.3.4`. The URL parser writes all of IPv6 in hexadecimal.
 */
function parseAddress(text: string): Address | undefined {
  if (ipv4.test(text)) return ipaddr.parse(text);
  const [address = ''] = ipv6.exec(text) ?? [];
  const url = address === '' ? null : URL.parse(`http://[${address}]/`);
  return url ? ipaddr.parse(url.hostname.slice(1, -1)) : undefined;
}

const byte = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const ipv4 = new RegExp(`^(?:${byte}\\.){3}${byte}$`);
/** An address as far as its zone, which is a name of an interface. */
const ipv6 = /^[\da-fA-F:.]*:[\da-fA-F:.]*(?=$|%[^\s/\]]+$)/;

/** IPv4 inside IPv6 is judged as IPv4: that is where the packet goes. */
function innermost(address: Address): Address {
  if (address instanceof ipaddr.IPv4) return address;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  return address.match(nat64) ? new ipaddr.IPv4(address.toByteArray().slice(12)) : address;
}

function refusalByRange(address: Address): string | undefined {
  if (cloudAddresses.has(address.toString())) return 'metadata of a cloud';
  return address instanceof ipaddr.IPv4 ? refusalByName(address.range()) : refusalOfIPv6(address);
}

/** ipaddr.js calls much of this unicast, above all addresses that wrap IPv4 or were never assigned. */
function refusalOfIPv6(address: ipaddr.IPv6): string | undefined {
  const name = refusalByName(address.range());
  if (publicAssignments.some(network => address.match(network))) return undefined;
  if (name !== undefined) return name;
  if (!address.match(globalUnicast)) return 'not assigned to the public';
  if (address.match(protocolAssignments)) return 'protocol assignment';
  return isIsatap(address) ? 'ISATAP' : undefined;
}

/** RFC 5214, 6.1: `::5efe:a.b.c.d` under any prefix, with either setting of the universal and group bits. */
function isIsatap(address: ipaddr.IPv6): boolean {
  const [, , , , high, low] = address.parts;
  return high !== undefined && (high & 0xfcff) === 0 && low === 0x5efe;
}

function refusalByName(range: string): string | undefined {
  return range === 'unicast' ? undefined : range;
}

/** Ranges that may always be dialled. */
export class AllowList {
  readonly #networks: readonly Network[];

  /** @throws {InvalidArgument} naming the entry that is not a CIDR range. */
  constructor(ranges: unknown, name = 'allow') {
    this.#networks = aListOf(parseRange)(ranges, name);
  }

  includes(address: Address): boolean {
    return this.#networks.some(
      ([network, prefixLength]) => network.kind() === address.kind() && address.match(network, prefixLength),
    );
  }
}

function parseRange(range: unknown, name: string): Network {
  const [base = '', length = '', ...rest] = typeof range === 'string' ? range.split('/') : [];
  const network = parseAddress(base);
  const prefixLength = /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN;
  if (!network || rest.length > 0 || !(prefixLength <= (network.kind() === 'ipv4' ? 32 : 128))) {
    throw expected(name, `a CIDR range such as "10.1.0.0/16" or "::1/128"${hintOfLength(range)}`);
  }
  if (prefixLength >= 96 && innermost(network) !== network) {
    throw new InvalidArgument(`${name}: IPv4 inside IPv6 is judged as IPv4; write the range as IPv4`);
  }
  return [network, prefixLength];
}

function hintOfLength(range: unknown): string {
  const address = typeof range === 'string' ? parseAddress(range) : undefined;
  if (!address) return '';
  const length = address.kind() === 'ipv4' ? '/32' : '/128';
  return `; for one address add \`${length}\`: \`${range}${length}\``;
}
