import { expect, it } from 'vitest';
import { httpServer } from '../../loopback-server.ts';
import { loopbackDispatcher as dispatcher } from '../loopback-dispatcher.ts';

it.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('a %s is sent with its body, once', async method => {
  const server = await httpServer();
  const headers = [['content-type', 'text/plain']] as const;
  await dispatcher().send({ method, url: server.url, headers, body: 'é' });
  expect(server.hits).toMatchObject([{ method, body: 'é' }]);
  expect(server.hits[0]?.headers).toMatchObject({ 'content-type': 'text/plain', 'content-length': '2' });
});

it.each(['GET', 'DELETE'] as const)(
  'a %s without a body is sent without one, with its headers',
  async method => {
    const server = await httpServer();
    await dispatcher().send({ method, url: server.url, headers: [['x-a', 'b']] });
    expect(server.hits).toMatchObject([{ method, body: '' }]);
    const { headers } = server.hits[0] ?? { headers: {} };
    expect(headers).toMatchObject({ 'x-a': 'b' });
    for (const name of ['content-type', 'content-length', 'transfer-encoding'])
      expect(headers).not.toHaveProperty(name);
  },
);

it.each(['POST', 'PUT', 'PATCH'] as const)('a %s with an empty body says that it is empty', async method => {
  const server = await httpServer();
  await dispatcher().send({ method, url: server.url, headers: [], body: '' });
  expect(server.hits[0]?.headers).toMatchObject({ 'content-length': '0' });
});
