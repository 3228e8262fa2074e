import { expect, it } from 'vitest';
import { onRequest, tcpServer } from '../loopback-server.ts';
import { loopbackDispatcher, outcomes, post } from './loopback-dispatcher.ts';

/*
 * The known limits that `docs/deliver.md` names. When one of these tests fails, the limit is gone: say so there, and turn
 * the test around.
 */

it('a `100 Continue` that no one asked for still ends an attempt, though the receiver may have the message', async () => {
  let requests = 0;
  const server = await tcpServer(socket =>
    onRequest(socket, () => {
      requests++;
      socket.write('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
    }),
  );
  const delivery = await loopbackDispatcher({ schedule: [1] }).deliver(post(server.url));
  expect(outcomes(delivery)).toEqual(['protocol', 'protocol']);
  expect(requests).toBe(2);
});

it('other interim answers are passed over', async () => {
  const server = await tcpServer(socket =>
    onRequest(socket, () =>
      socket.write('HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'),
    ),
  );
  expect(outcomes(await loopbackDispatcher().deliver(post(server.url)))).toEqual([200]);
});
