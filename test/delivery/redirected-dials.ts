import { isIP, type LookupFunction, Socket, type TcpNetConnectOpts } from 'node:net';
import { onTestFinished, vi } from 'vitest';

/**
 * Until the test ends, every socket of this process is connected to one address on loopback, whatever it was told to
 * dial: no packet of a test can leave the machine, also where the guard under test has a hole. Returns the list of
 * the addresses that would have been dialled. Names are looked up as always, by the lookup that the socket was given.
 */
export function redirectDials(to: { readonly host: string; readonly port: number }): readonly string[] {
  const dialled: string[] = [];
  const connect = Socket.prototype.connect;
  const redirected = function (this: Socket, ...args: unknown[]): Socket {
    const options = optionsOf(args);
    const { host = 'localhost', lookup } = options;
    options.port = to.port;
    if (isIP(host) !== 0) {
      dialled.push(host);
      options.host = to.host;
    } else {
      if (!lookup) throw new Error('a name was about to be looked up by the system');
      options.lookup = redirectLookup(lookup, dialled, to.host);
    }
    // The arguments are those that it was called with; its overloads cannot be spread.
    return Reflect.apply(connect, this, args) as Socket;
  };
  const spy = vi.spyOn(Socket.prototype, 'connect').mockImplementation(redirected);
  onTestFinished(() => spy.mockRestore());
  return dialled;
}

/** `net.connect` hands its arguments on as one array; `tls.connect` calls with options and a listener. */
function optionsOf([first]: readonly unknown[]): TcpNetConnectOpts {
  // Both have been made by Node from the options of undici's connector.
  return (Array.isArray(first) ? first[0] : first) as TcpNetConnectOpts;
}

function redirectLookup(lookup: LookupFunction, dialled: string[], host: string): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, options, (error, addresses, family) => {
      if (error) return callback(error, addresses, family);
      const found = Array.isArray(addresses) ? addresses.map(({ address }) => address) : [addresses];
      dialled.push(...found);
      callback(null, Array.isArray(addresses) ? [{ address: host, family: 4 }] : host, 4);
    });
}
