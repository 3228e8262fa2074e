import { hash } from 'node:crypto';

/** A webhook at an origin: what is counted, bounded and disabled together. Holds no path, query or credentials. */
export interface EndpointOf {
  readonly endpoint: string;
  readonly origin: string;
  readonly host: string;
}

export function endpointOf(url: string, webhook: string | undefined): EndpointOf {
  const { origin, host } = URL.parse(url) ?? { origin: 'invalid', host: 'invalid' };
  // 132 bits: nobody finds two endpoints of one name.
  const name = hash('sha256', `${webhook ?? ''} ${origin}`, 'base64url').slice(0, 22);
  return { endpoint: `ep_${name}`, origin, host };
}
