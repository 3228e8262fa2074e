import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { withoutDeadlines } from '../../loopback-server.ts';

/** Takes the events of processes. */
export interface EventReceiver {
  readonly url: string;
  /** Which events of each process have arrived. */
  readonly events: ReadonlyMap<string, ReadonlySet<string>>;
  /** How many requests came, repeats among them. */
  readonly requests: () => number;
  readonly close: () => void;
}

export async function startEventReceiver(): Promise<EventReceiver> {
  const events = new Map<string, Set<string>>();
  let requests = 0;
  const server = createServer(withoutDeadlines, async (request, response) => {
    const { pid, event } = JSON.parse(await text(request));
    requests++;
    const known = events.get(pid) ?? new Set();
    events.set(pid, known.add(event));
    response.end();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    events,
    requests: () => requests,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
