import { createSocket } from 'node:dgram';
import { onTestFinished } from 'vitest';

/** The IPv4 addresses of a name; `undefined` means that the server never answers. */
export type Zone = (name: string) => readonly string[] | undefined | Promise<readonly string[] | undefined>;

export interface NameServer {
  /** As a resolver is told of it. */
  readonly address: string;
  /** The names that were asked for, once for each question of type A. */
  readonly asked: readonly string[];
}

const typeA = 1;

/** A real name server (RFC 1035) over UDP on loopback, closed when the test ends. It knows no IPv6. */
export async function nameServer(zone: Zone): Promise<NameServer> {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', async (query, { port, address }) => {
    const { name, type, end } = readQuestion(query);
    if (type === typeA) asked.push(name);
    const addresses = await zone(name);
    if (addresses)
      socket.send(answerTo(query.subarray(0, end), type === typeA ? addresses : []), port, address);
  });
  await new Promise<void>(resolve => socket.bind(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>(resolve => socket.close(() => resolve())));
  return { address: `127.0.0.1:${socket.address().port}`, asked };
}

function readQuestion(query: Buffer): { readonly name: string; readonly type: number; readonly end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** Header and question as they were asked, then an address record each. */
function answerTo(question: Buffer, addresses: readonly string[]): Buffer {
  const head = Buffer.from(question);
  head.writeUInt16BE(0x8580, 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  const records = addresses.map(address =>
    Buffer.from([0xc0, 12, 0, typeA, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
  );
  return Buffer.concat([head, ...records]);
}
