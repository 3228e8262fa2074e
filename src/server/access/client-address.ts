import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { type Check, checkThat, listOf } from '../../http/define-options.ts';

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
