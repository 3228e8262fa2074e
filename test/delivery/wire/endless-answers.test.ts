import { Buffer } from 'node:buffer';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { longMs, watchLongTimers } from '../../long-timers.ts';
import { onRequest, tcpServer } from '../../loopback-server.ts';
import { get, loopbackDispatcher, outcomeOf } from '../loopback-dispatcher.ts';
import { untilRead } from './until-read.ts';

const megabyte = 2 ** 20;
/** Far more than is kept, and more than the buffers of both sockets take. */
const patienceBytes = 32 * megabyte;

describe('an answer that does not end is over by the deadline', () => {
  it.each([
    ['headers that never end', 'HTTP/1.1 200 OK\r\n', (turn: number) => `x-${turn}: y\r\n`],
    ['one header that never ends', 'HTTP/1.1 200 OK\r\nx: ', () => 'y'],
    ['a status line that never ends', 'HTTP/1.1 200 ', () => 'y'],
    ['interim answers that never end', '', () => 'HTTP/1.1 103 Early Hints\r\n\r\n'],
    ['a body dripped byte by byte', 'HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n', () => 'x', 200],
    [
      'chunks dripped one by one',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n',
      () => '1\r\nx\r\n',
      200,
    ],
    ['silence', '', () => ''],
  ] as const)('%s', async (_, head, drop, expected: number | string = 'timeout') => {
    const passDeadline = watchLongTimers();
    const server = await tcpServer(socket =>
      onRequest(socket, () => {
        let turn = 0;
        socket.write(head + drop(turn++));
        const drip = setInterval(() => socket.write(drop(turn++)), 2);
        socket.on('close', () => clearInterval(drip));
        // The head has to arrive before the deadline.
        if (expected === 200) untilRead(socket).then(passDeadline);
      }),
    );
    const timeoutMs = expected === 200 ? longMs : 120;
    const attempt = await loopbackDispatcher({ timeoutMs }).send(get(server.url));
    expect(outcomeOf(attempt)).toBe(expected);
    if (expected === 200)
      expect(attempt.outcome).toMatchObject({ truncated: true, body: expect.stringMatching(/^x+$/) });
    await expect.poll(() => server.sockets.every(socket => socket.destroyed)).toBe(true);
  });

  it('a connection that is never accepted', async () => {
    // Nothing resolves the name in time: as far as connecting gets without a network.
    const lookup = (): Promise<string[]> => new Promise(() => {});
    const attempt = await loopbackDispatcher({ timeoutMs: 50, lookup }).send(get('http://slow.test/'));
    expect(outcomeOf(attempt)).toBe('timeout');
  });
});

describe('an answer that is too large is not read', () => {
  it('an infinite body is cut off at the cap, and the socket closed', async () => {
    const flooded = await flood('HTTP/1.1 200 OK\r\n\r\n', 'x'.repeat(65_536));
    expect(flooded.attempt.outcome).toMatchObject({ status: 200, truncated: true, body: 'x'.repeat(20_480) });
    expect(flooded.sentBytes).toBeLessThan(patienceBytes);
  });

  it('100 MB of headers', async () => {
    const flooded = await flood('HTTP/1.1 200 OK\r\n', `x-y: ${'z'.repeat(1017)}\r\n`.repeat(64));
    expect(outcomeOf(flooded.attempt)).toBe('too-large-headers');
    expect(flooded.sentBytes).toBeLessThan(patienceBytes);
  });

  it('100 MB in one header', async () => {
    const flooded = await flood('HTTP/1.1 200 OK\r\nx: ', 'z'.repeat(65_536));
    expect(outcomeOf(flooded.attempt)).toBe('too-large-headers');
    expect(flooded.sentBytes).toBeLessThan(patienceBytes);
  });

  it('100 MB of trailers', async () => {
    const head = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n';
    const flooded = await flood(head, `x-y: ${'z'.repeat(1017)}\r\n`.repeat(64));
    expect(flooded.attempt.outcome).toMatchObject({ status: 200, body: '', truncated: true });
    expect(flooded.sentBytes).toBeLessThan(patienceBytes);
  });

  it('a gzip bomb stays packed, although the request asked for no coding', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * megabyte));
    const server = await tcpServer(socket =>
      onRequest(socket, () => {
        socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`);
        socket.write(bomb);
      }),
    );
    const { outcome } = await loopbackDispatcher().send(get(server.url));
    // The magic number of gzip (RFC 1952, section 2.3), whose second byte is not UTF-8; inflated, the body would be all U+0000.
    const packed = expect.stringContaining('\u001f\ufffd\b');
    expect(outcome).toMatchObject({ status: 200, truncated: true, body: packed });
    expect(outcome.kind === 'answered' && outcome.body.length).toBeLessThanOrEqual(20_480);
  });
});

/** Sends a head and then the same block for as long as the socket takes it, up to 100 MB. */
async function flood(head: string, block: string) {
  let sent = 0;
  const pour = (socket: Socket): void => {
    while (sent < 100 * megabyte && !socket.destroyed) {
      sent += block.length;
      if (!socket.write(block)) return void socket.once('drain', () => pour(socket));
    }
  };
  const server = await tcpServer(socket =>
    onRequest(socket, () => {
      socket.write(head);
      pour(socket);
    }),
  );
  const attempt = await loopbackDispatcher().send(get(server.url));
  await expect.poll(() => server.sockets.every(socket => socket.destroyed)).toBe(true);
  return { attempt, sentBytes: sent };
}
