import { type Check, checkThat, listOf } from '../../http/define-options.ts';
import { Problem } from '../../workflow/http/problem.ts';

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
