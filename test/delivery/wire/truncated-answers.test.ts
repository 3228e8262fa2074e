import { describe, expect, it } from 'vitest';
import { longMs, watchLongTimers } from '../../long-timers.ts';
import { onRequest, tcpServer } from '../../loopback-server.ts';
import { get, loopbackDispatcher, post } from '../loopback-dispatcher.ts';
import { untilRead } from './until-read.ts';

describe('an answer whose body is cut off', () => {
  it.each([
    ['a reset', 'content-length: 10\r\n\r\n12345', true],
    ['a reset in a chunk', 'transfer-encoding: chunked\r\n\r\n5\r\n123', true],
    ['what is not a chunk', 'transfer-encoding: chunked\r\n\r\nhush\r\n', false],
    ['more than was announced', 'content-length: 2\r\n\r\nok!!!!', false],
  ])('by %s is delivered, and sent once', async (_, rest, isReset) => {
    let requests = 0;
    const server = await tcpServer(socket =>
      onRequest(socket, () => {
        requests++;
        socket.write(`HTTP/1.1 200 OK\r\n${rest}`, () => {
          if (isReset) untilRead(socket).then(() => socket.resetAndDestroy());
        });
      }),
    );
    const delivery = await loopbackDispatcher().deliver(post(server.url));
    expect(delivery).toMatchObject({ state: 'delivered', attempts: [{ outcome: { status: 200 } }] });
    expect(requests).toBe(1);
  });

  it('by the deadline or an abort is delivered', async () => {
    const passDeadline = watchLongTimers();
    const controller = new AbortController();
    const server = await tcpServer(socket =>
      onRequest(socket, () => {
        socket.write('HTTP/1.1 204 No Content\r\ncontent-length: 9\r\n\r\n', () =>
          untilRead(socket).then(passDeadline),
        );
      }),
    );
    const slow = await tcpServer(socket =>
      onRequest(socket, () => {
        socket.write('HTTP/1.1 202 Accepted\r\ncontent-length: 9\r\n\r\n1', () =>
          untilRead(socket).then(() => controller.abort()),
        );
      }),
    );
    const dispatcher = loopbackDispatcher({ timeoutMs: longMs });
    expect((await dispatcher.deliver(post(server.url))).state).toBe('delivered');
    const delivery = await dispatcher.deliver(post(slow.url), { signal: controller.signal });
    expect(delivery).toMatchObject({ state: 'delivered', attempts: [{ outcome: { status: 202 } }] });
  });

  it('says what its status says also where that is not a success', async () => {
    const server = await tcpServer(socket =>
      onRequest(socket, () => socket.end('HTTP/1.1 410 Gone\r\ncontent-length: 9\r\n\r\n')),
    );
    expect((await loopbackDispatcher().deliver(post(server.url))).state).toBe('gone');
  });
});

describe('an answer that ends before its announced end', () => {
  it.each([
    ['GET', get],
    ['POST', post],
  ])('stands, and the %s is sent once', async (_, requestTo) => {
    let requests = 0;
    const server = await tcpServer(socket =>
      onRequest(socket, () => {
        requests++;
        socket.end('HTTP/1.1 200 OK\r\netag: "1"\r\naccept-ranges: bytes\r\ncontent-length: 10\r\n\r\n12345');
      }),
    );
    const delivery = await loopbackDispatcher().deliver(requestTo(server.url));
    expect(delivery).toMatchObject({
      state: 'delivered',
      attempts: [{ outcome: { status: 200, body: '12345', truncated: true } }],
    });
    expect(requests).toBe(1);
  });

  it('stands in a chunked body too', async () => {
    const server = await tcpServer(socket =>
      onRequest(socket, () =>
        socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n12345\r\n'),
      ),
    );
    const attempt = await loopbackDispatcher().send(get(server.url));
    expect(attempt.outcome).toMatchObject({ status: 200, body: '12345', truncated: true });
  });
});
