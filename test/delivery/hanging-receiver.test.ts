import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import type { Attempt } from '../../src/delivery/index.ts';
import { httpServer } from '../loopback-server.ts';
import { get, loopbackDispatcher, outcomeOf } from './loopback-dispatcher.ts';

const receivers = 999;
const perEndpoint = 8;
/** Fewer than the connections that wait to be accepted by a busy process before the system resets one (511). */
const atOnce = 222;

it('one receiver that hangs among a thousand holds up none of the others', async () => {
  const hanging: ServerResponse[] = [];
  const server = await httpServer((response, { headers }) => {
    if (headers.host?.startsWith('hanging.')) hanging.push(response);
    else response.end();
  });
  // One socket server stands for a thousand receivers: what tells them apart is the origin.
  const dispatcher = loopbackDispatcher({ perEndpoint, lookup: () => ['127.0.0.1'] });
  const ended: Attempt[] = [];
  const toHanging = Array.from({ length: 5 * perEndpoint }, async (_, index) => {
    ended.push(await dispatcher.send(get(`http://hanging.test:${server.port}/${index}`)));
  });
  await expect.poll(() => hanging.length).toBe(perEndpoint);
  for (let sent = 0; sent < 2 * receivers; sent += atOnce) {
    const toOthers = Array.from({ length: atOnce }, (_, index) =>
      dispatcher.send(get(`http://receiver-${(sent + index) % receivers}.test:${server.port}/`)),
    );
    expect(new Set((await Promise.all(toOthers)).map(outcomeOf))).toEqual(new Set([200]));
  }
  // All of the others came through while not one of these did, and no more of them than the bound are on the wire.
  expect(ended).toHaveLength(0);
  expect(hanging).toHaveLength(perEndpoint);
  while (ended.length < toHanging.length) {
    for (const response of hanging.splice(0)) response.end();
    await new Promise(resolve => setImmediate(resolve));
  }
  expect(new Set(ended.map(outcomeOf))).toEqual(new Set([200]));
});
