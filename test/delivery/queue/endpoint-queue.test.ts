import { expect, it } from 'vitest';
import { Call } from '../../../src/delivery/queue/call.ts';
import { EndpointQueue } from '../../../src/delivery/queue/endpoint-queue.ts';

it('turns are given up to the bound, then in the order of asking, for each endpoint by itself', async () => {
  const queue = new EndpointQueue({ perEndpoint: 2, maxWaiting: 3 });
  const order: number[] = [];
  const enter = (number: number): Promise<unknown> =>
    Promise.resolve(queue.enter('a', new Call())).then(turn => turn === 'granted' && order.push(number));
  expect([queue.enter('a', new Call()), queue.enter('a', new Call())]).toEqual(['granted', 'granted']);
  const waiting = [1, 2, 3].map(enter);
  expect(queue.enter('b', new Call())).toBe('granted');
  expect(queue.enter('a', new Call())).toBe('full');
  expect(queue.loads).toEqual([
    { origin: 'a', inFlight: 2, waiting: 3 },
    { origin: 'b', inFlight: 1, waiting: 0 },
  ]);
  queue.leave('b');
  for (let turn = 0; turn < 3; turn++) queue.leave('a');
  await Promise.all(waiting);
  expect(order).toEqual([1, 2, 3]);
  queue.leave('a');
  expect(queue.loads).toEqual([{ origin: 'a', inFlight: 1, waiting: 0 }]);
  expect(queue.enter('a', new Call())).toBe('granted');
  expect(queue.enter('a', new Call())).toBeInstanceOf(Promise);
});

it('a call that was aborted gets no turn and takes none from others', async () => {
  const queue = new EndpointQueue({ perEndpoint: 1, maxWaiting: 2 });
  const [aborted, other] = [new Call(), new Call()];
  queue.enter('a', new Call());
  const turns = [queue.enter('a', aborted), queue.enter('a', other)];
  aborted.abort();
  queue.leave('a');
  expect(await Promise.all(turns)).toEqual(['aborted', 'granted']);
  expect(queue.enter('b', aborted)).toBe('aborted');
});
