import { describe, expect, it } from 'vitest';
import { onRequest, tcpServer } from '../loopback-server.ts';
import { get, loopbackDispatcher, post } from './loopback-dispatcher.ts';

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
