import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { httpServer } from '../../loopback-server.ts';
import { get, loopbackDispatcher, outcomeOf, outcomes, post } from '../loopback-dispatcher.ts';

it('no more requests wait for an endpoint than the bound, and how many is known', async () => {
  const hanging: ServerResponse[] = [];
  const server = await httpServer(response => hanging.push(response));
  const other = await httpServer();
  const dispatcher = loopbackDispatcher({ perEndpoint: 2, maxWaiting: 3 });
  const sent = Array.from({ length: 5 }, () => dispatcher.send(get(server.url)));
  await expect.poll(() => hanging.length).toBe(2);
  expect(dispatcher.endpoints()).toEqual([{ origin: server.url, inFlight: 2, waiting: 3 }]);
  const refused = await dispatcher.send(get(server.url));
  expect(refused.outcome).toEqual({
    kind: 'failed',
    error: 'queue-full',
    message: 'Too many requests are already waiting for `127.0.0.1`; this one was not sent.',
  });
  expect(outcomeOf(await dispatcher.send(get(other.url)))).toBe(200);
  while (dispatcher.endpoints().length > 0) {
    for (const response of hanging.splice(0)) response.end();
    await new Promise(resolve => setImmediate(resolve));
  }
  expect((await Promise.all(sent)).map(outcomeOf)).toEqual(Array(5).fill(200));
  expect(server.hits).toHaveLength(5);
});

it('a delivery that finds the queue full is tried again', async () => {
  const hanging: ServerResponse[] = [];
  const server = await httpServer(response => hanging.push(response));
  const dispatcher = loopbackDispatcher({ perEndpoint: 1, maxWaiting: 0, schedule: [1] });
  const first = dispatcher.send(get(server.url));
  await expect.poll(() => hanging.length).toBe(1);
  expect(outcomes(await dispatcher.deliver(get(server.url)))).toEqual(['queue-full', 'queue-full']);
  hanging[0]?.end();
  await first;
});

it('a URL that has answered 410 is not asked by those who wait for it, until that is forgotten', async () => {
  let now = 1_000_000;
  let status = 410;
  const server = await httpServer((response, { path }) =>
    response.writeHead(path === '/in' ? status : 200).end(),
  );
  const dispatcher = loopbackDispatcher({ perEndpoint: 1, goneMs: 60_000, now: () => now });
  const url = `${server.url}/in`;
  const [first, ...waiting] = await Promise.all(
    Array.from({ length: 5 }, () => dispatcher.deliver(post(url))),
  );
  expect(first).toMatchObject({ state: 'gone', attempts: [{ outcome: { status: 410 } }] });
  for (const delivery of waiting) {
    expect(delivery).toMatchObject({ state: 'gone', attempts: [{ outcome: { error: 'gone' } }] });
  }
  expect(server.hits).toHaveLength(1);
  // Another path, or another method, is another endpoint.
  expect(outcomeOf(await dispatcher.send(post(`${server.url}/other`)))).toBe(200);
  expect(outcomeOf(await dispatcher.send(get(url)))).toBe(410);
  status = 200;
  // Customers can share a URL, and be told apart by their credentials.
  expect(outcomeOf(await dispatcher.send(post(url.replace('//', '//them:secret@'))))).toBe(200);
  expect(outcomeOf(await dispatcher.send({ ...post(url), headers: [['x-api-key', 'theirs']] }))).toBe(200);
  now += 59_999;
  expect(outcomeOf(await dispatcher.send(post(url)))).toBe('gone');
  now += 1;
  expect(outcomeOf(await dispatcher.send(post(url)))).toBe(200);
});
