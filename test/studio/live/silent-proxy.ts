import { connect, createServer, type Socket } from 'node:net';
import { listen } from '../../loopback-server.ts';

/** Stands before a server and forwards all bytes, until it goes silent without closing anything. */
export interface SilentProxy {
  readonly origin: string;
  /** Forwards nothing any more on the connections that are open, and on new ones. */
  readonly silence: () => void;
  /** Forwards what comes on new connections; the silent ones stay silent. */
  readonly forward: () => void;
}

export async function silentProxy(target: string): Promise<SilentProxy> {
  const { hostname, port } = new URL(target);
  const sockets: Socket[] = [];
  let isSilent = false;
  const server = createServer(client => {
    sockets.push(client);
    client.on('error', () => {});
    if (isSilent) return;
    const upstream = connect(Number(port), hostname);
    sockets.push(upstream);
    upstream.on('error', () => client.destroy());
    client.pipe(upstream).pipe(client);
  });
  const listeningPort = await listen(server, () => {
    for (const socket of sockets) socket.destroy();
  });
  return {
    origin: `http://127.0.0.1:${listeningPort}`,
    silence: () => {
      isSilent = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    forward: () => {
      isSilent = false;
    },
  };
}
