import { describe, expect, it } from 'vitest';
import { createDispatcher } from '../../src/delivery/index.ts';
import { captureWarnings } from '../captured-warnings.ts';
import { httpServer, tcpServer } from '../loopback-server.ts';
import { get, loopbackDispatcher, outcomeOf, outcomes, post } from './loopback-dispatcher.ts';

describe('the identity of a message', () => {
  it('is the one that was given', async () => {
    const server = await httpServer();
    const delivery = await loopbackDispatcher().deliver(get(server.url), { id: 'order-7_a' });
    expect(delivery.id).toBe('order-7_a');
    expect(server.hits[0]?.headers['webhook-id']).toBe('order-7_a');
  });

  it('is new for each message', async () => {
    const server = await httpServer();
    const dispatcher = loopbackDispatcher();
    for (const url of [server.url, server.url]) await dispatcher.send(get(url));
    expect(new Set(server.hits.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
  });

  it.each(['', 'a.b', 'a b', 'é', 'a\n', 'x'.repeat(257)])('cannot be %j', async id => {
    await expect(loopbackDispatcher().send(get('http://127.0.0.1/'), { id })).rejects.toThrow(TypeError);
    await expect(loopbackDispatcher().deliver(get('http://127.0.0.1/'), { id })).rejects.toThrow(TypeError);
  });
});

it('an attempt that is counted elsewhere bears its number', async () => {
  const server = await httpServer();
  expect(await loopbackDispatcher().send(get(server.url), { number: 7 })).toMatchObject({ number: 7 });
  for (const number of [0, -1, 1.5, Number.NaN]) {
    await expect(loopbackDispatcher().send(get(server.url), { number })).rejects.toThrow('number: expected');
  }
});

it('whoever asks for a delivery may hear when each of its attempts is over', async () => {
  const server = await httpServer((response, _, before) => response.writeHead(before < 2 ? 500 : 204).end());
  const hits: number[] = [];
  const onAttempt = (): never => {
    hits.push(server.hits.length);
    throw new Error('not to be heard');
  };
  const delivery = await loopbackDispatcher().deliver(get(server.url), { onAttempt });
  expect(delivery.state).toBe('delivered');
  expect(hits).toEqual([1, 2, 3]);
});

describe('an abort', () => {
  it('before the call sends nothing', async () => {
    const server = await httpServer();
    const signal = AbortSignal.abort();
    expect(outcomeOf(await loopbackDispatcher().send(get(server.url), { signal }))).toBe('aborted');
    const delivery = await loopbackDispatcher().deliver(get(server.url), { signal });
    expect(delivery).toMatchObject({ state: 'aborted', attempts: [] });
    expect(server.hits).toHaveLength(0);
  });

  it('during an attempt ends the delivery with it', async () => {
    const controller = new AbortController();
    const server = await tcpServer(() => controller.abort());
    const delivery = await loopbackDispatcher().deliver(get(server.url), { signal: controller.signal });
    expect(delivery.state).toBe('aborted');
    expect(outcomes(delivery)).toEqual(['aborted']);
  });

  it('between attempts ends the delivery at once', async () => {
    const server = await httpServer(response => response.writeHead(500).end());
    const controller = new AbortController();
    const dispatcher = loopbackDispatcher({
      schedule: [600_000],
      onAttempt: () => setImmediate(() => controller.abort()),
    });
    const delivery = await dispatcher.deliver(get(server.url), { signal: controller.signal });
    expect(delivery.state).toBe('aborted');
    expect(outcomes(delivery)).toEqual([500]);
  });

  it('while waiting for its turn leaves the turn to others', async () => {
    const answers: (() => void)[] = [];
    const server = await httpServer(response => answers.push(() => response.end()));
    const dispatcher = loopbackDispatcher({ perEndpoint: 1 });
    const controller = new AbortController();
    const first = dispatcher.send(get(`${server.url}/1`));
    const second = dispatcher.deliver(get(`${server.url}/2`), { signal: controller.signal });
    const third = dispatcher.send(get(`${server.url}/3`));
    controller.abort();
    expect(await second).toMatchObject({ state: 'aborted', attempts: [] });
    await expect.poll(() => answers.length).toBe(1);
    answers[0]?.();
    expect(outcomeOf(await first)).toBe(200);
    await expect.poll(() => answers.length).toBe(2);
    answers[1]?.();
    expect(outcomeOf(await third)).toBe(200);
    expect(server.hits.map(({ path }) => path)).toEqual(['/1', '/3']);
  });

  it('leaves no listener on its signal', async () => {
    const server = await httpServer();
    const { signal } = new AbortController();
    let listening = 0;
    const { addEventListener, removeEventListener } = signal;
    signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      listening++;
      addEventListener.apply(signal, args);
    };
    signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
      listening--;
      removeEventListener.apply(signal, args);
    };
    await loopbackDispatcher().deliver(get(server.url), { signal });
    expect(listening).toBe(0);
  });
});

describe('closing', () => {
  it('waits for what is in flight', async () => {
    const server = await httpServer((response, _, before) => response.writeHead(before ? 200 : 500).end());
    const dispatcher = createDispatcher({ allow: ['127.0.0.0/8'], schedule: [1] });
    const delivered = dispatcher.deliver(get(server.url));
    await dispatcher.close();
    expect(await Promise.race([delivered, undefined])).toMatchObject({ state: 'delivered' });
  });

  it('aborts what is in flight at the deadline', async () => {
    const server = await httpServer(response => response.writeHead(500).end());
    const silent = await tcpServer(socket => socket.resume());
    const dispatcher = createDispatcher({ allow: ['127.0.0.0/8'], schedule: [600_000] });
    const [sent, delivered] = [dispatcher.send(get(silent.url)), dispatcher.deliver(get(server.url))];
    await expect.poll(() => [silent.sockets.length, server.hits.length]).toEqual([1, 1]);
    await dispatcher.close({ timeoutMs: 10 });
    expect(outcomeOf(await sent)).toBe('aborted');
    expect(await delivered).toMatchObject({ state: 'aborted', attempts: [{}] });
    await expect.poll(() => silent.sockets.every(socket => socket.closed)).toBe(true);
  });

  it.each([-1, 0.5, Number.POSITIVE_INFINITY, 2 ** 31])('cannot wait for %d ms', async timeoutMs => {
    await expect(loopbackDispatcher().close({ timeoutMs })).rejects.toThrow('timeoutMs: expected');
  });

  it('takes no more calls, and can be repeated', async () => {
    const dispatcher = createDispatcher();
    await dispatcher.close();
    await dispatcher.close();
    await expect(dispatcher.send(get('http://127.0.0.1/'))).rejects.toThrow('The dispatcher is closed.');
    await expect(dispatcher.deliver(get('http://127.0.0.1/'))).rejects.toThrow('The dispatcher is closed.');
  });
});

it.each([
  ['throws', throwing],
  ['rejects', async (): Promise<void> => throwing()],
])('an observer that %s changes nothing but leaves a warning that quotes nothing', async (_, onAttempt) => {
  const server = await httpServer();
  const warnings = captureWarnings();
  expect((await loopbackDispatcher({ onAttempt }).deliver(post(server.url))).state).toBe('delivered');
  await expect.poll(() => warnings).toEqual([{ code: undefined, message: 'onAttempt threw an error' }]);
});

function throwing(): never {
  throw new Error('hush');
}
