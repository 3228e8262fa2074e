import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { shared } from '../../shared/shared.ts';
import { freePort } from './postgres-server.ts';

/** A way to the PostgreSQL of the run that can be cut. */
export interface PostgresProxy {
  /** The URL of the same database through the proxy. */
  readonly urlOf: (url: string) => string;
  /** Breaks every connection, and takes no new one. */
  readonly cut: () => Promise<void>;
  /** Lets nothing come back, not even the end of a connection: as where packets are dropped. */
  readonly silence: () => void;
  readonly restore: () => Promise<void>;
}

export async function postgresProxy(): Promise<PostgresProxy> {
  const target = Number(new URL(await shared('postgres')).port);
  const port = await freePort();
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer({ allowHalfOpen: true }, socket => {
    const other = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [socket, other],
      [other, socket],
    ] as const) {
      sockets.add(from);
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        if (from === socket || !isSilent) to.destroy();
      });
    }
    socket.pipe(other);
    other.on('data', chunk => isSilent || socket.write(chunk));
  });
  const restore = (): Promise<void> => {
    isSilent = false;
    return new Promise(resolve => server.listen(port, '127.0.0.1', resolve));
  };
  const silence = (): void => {
    isSilent = true;
  };
  const cut = (): Promise<void> =>
    new Promise(resolve => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  await restore();
  onTestFinished(cut);
  return { urlOf: url => url.replace(`:${target}/`, `:${port}/`), cut, silence, restore };
}
