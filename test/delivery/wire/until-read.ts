import { subscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';
import { expect } from 'vitest';

/** The client's end of each connection, by its port. */
const clients = new Map<number | undefined, Socket>();

subscribe('undici:client:connected', event => {
  if (typeof event !== 'object' || event === null || !('socket' in event)) return;
  if (event.socket instanceof Socket) clients.set(event.socket.localPort, event.socket);
});

/** Waits until the client has read all that a server's socket has written: a reset would overtake what is on its way. */
export async function untilRead({ remotePort, bytesWritten }: Socket): Promise<void> {
  await expect.poll(() => clients.get(remotePort)?.bytesRead).toBeGreaterThanOrEqual(bytesWritten);
}
