import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AttemptEvent, DeliveryEvent } from '../../src/delivery/index.ts';
import { captureWarnings } from '../captured-warnings.ts';
import { httpServer } from '../loopback-server.ts';
import { deadUrl, get, loopbackDispatcher, post } from './loopback-dispatcher.ts';

/** Whether nothing in a value can be changed but the time of a date. */
function isFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || value instanceof Date) return true;
  return Object.isFrozen(value) && Object.values(value).every(isFrozen);
}

/** All that is published on a channel until the test ends. */
function published<Event>(name: string): readonly Event[] {
  const events: Event[] = [];
  // A channel carries what its documentation says; Node's types do not know it.
  const listener = (event: unknown): unknown => events.push(event as Event);
  subscribe(name, listener);
  onTestFinished(() => void unsubscribe(name, listener));
  return events;
}

describe('events', () => {
  it('tell each attempt and the delivery, by the conventions of OpenTelemetry', async () => {
    const attempts = published<AttemptEvent>('hookplate:attempt');
    const deliveries = published<DeliveryEvent>('hookplate:delivery');
    const server = await httpServer((response, _, before) =>
      response.writeHead(before === 0 ? 503 : 204).end(),
    );
    const dispatcher = loopbackDispatcher({ now: () => 1_700_000_000_000 });
    await dispatcher.deliver(post(`${server.url}/path?query=secret`), { id: 'msg_1' });
    const request = {
      'http.request.method': 'POST',
      'url.scheme': 'http',
      'server.address': '127.0.0.1',
      'server.port': server.port,
      'network.peer.address': '127.0.0.1',
    };
    const common = { id: 'msg_1', startedAt: new Date(1_700_000_000_000), durationMs: expect.any(Number) };
    const second = { ...request, 'http.response.status_code': 204, 'http.request.resend_count': 1 };
    expect(attempts).toEqual([
      {
        ...common,
        number: 1,
        attributes: { ...request, 'http.response.status_code': 503, 'error.type': '503' },
      },
      { ...common, number: 2, attributes: second },
    ]);
    expect(deliveries).toEqual([{ ...common, state: 'delivered', attempts: 2, attributes: second }]);
  });

  it('tell the kind of a failure', async () => {
    const attempts = published<AttemptEvent>('hookplate:attempt');
    const deliveries = published<DeliveryEvent>('hookplate:delivery');
    await loopbackDispatcher({ schedule: [] }).deliver(get(await deadUrl()));
    await loopbackDispatcher().deliver(get('https://[::1]:444/'));
    await loopbackDispatcher().deliver(get('not a URL'));
    await loopbackDispatcher().deliver(get('http://127.0.0.1/'), { signal: AbortSignal.abort() });
    expect(attempts.map(({ attributes }) => attributes['error.type'])).toEqual([
      'connection-refused',
      'refused-address',
      'refused-address',
    ]);
    expect(attempts[1]?.attributes).toEqual({
      'http.request.method': 'GET',
      'url.scheme': 'https',
      'server.address': '::1',
      'server.port': 444,
      'network.peer.address': '::1',
      'error.type': 'refused-address',
    });
    expect(attempts[2]?.attributes).toEqual({
      'http.request.method': 'GET',
      'error.type': 'refused-address',
    });
    expect(deliveries.map(({ state, attempts }) => [state, attempts])).toEqual([
      ['failed', 1],
      ['refused', 1],
      ['refused', 1],
      ['aborted', 0],
    ]);
  });

  it('cannot be changed, nor what an observer or the function `secrets` is told', async () => {
    const attempts = published<AttemptEvent>('hookplate:attempt');
    const deliveries = published<DeliveryEvent>('hookplate:delivery');
    const server = await httpServer(response => response.writeHead(500, { server: 'x' }).end('no'));
    const told: unknown[] = [];
    const dispatcher = loopbackDispatcher({
      schedule: [],
      now: () => 1000,
      onAttempt: (attempt, message) => {
        attempt.startedAt.setTime(0);
        told.push(attempt, message);
      },
      secrets: request => {
        told.push(request);
        return [];
      },
    });
    const headers = [['x-a', 'b']] as const;
    const { attempts: made } = await dispatcher.deliver({ method: 'GET', url: server.url, headers });
    expect([...told, ...attempts, ...deliveries, ...made]).toHaveLength(6);
    expect([...told, ...attempts, ...deliveries, ...made].filter(value => !isFrozen(value))).toEqual([]);
    expect(made[0]?.startedAt).toEqual(new Date(1000));
    expect(attempts[0]?.startedAt).toEqual(new Date(1000));
    expect(headers).not.toSatisfy(Object.isFrozen);
  });

  it('reach others when a subscriber throws, and the process goes on', async () => {
    const throwing = (): never => {
      throw new Error('hush');
    };
    for (const name of ['hookplate:attempt', 'hookplate:delivery']) {
      subscribe(name, throwing);
      onTestFinished(() => void unsubscribe(name, throwing));
    }
    const deliveries = published<DeliveryEvent>('hookplate:delivery');
    const warnings = captureWarnings();
    const server = await httpServer();
    expect((await loopbackDispatcher().deliver(get(server.url))).state).toBe('delivered');
    expect(deliveries).toHaveLength(1);
    await expect
      .poll(() => warnings.map(({ message }) => message))
      .toEqual([
        'A subscriber of hookplate:attempt has thrown an error',
        'A subscriber of hookplate:delivery has thrown an error',
      ]);
    expect(process.hasUncaughtExceptionCaptureCallback()).toBe(false);
  });

  it('are published where the application, or the module `domain`, catches errors itself', async () => {
    const inUse = vi.spyOn(process, 'setUncaughtExceptionCaptureCallback').mockImplementation(() => {
      throw new Error('another callback is in use');
    });
    onTestFinished(() => inUse.mockRestore());
    const deliveries = published<DeliveryEvent>('hookplate:delivery');
    const server = await httpServer();
    expect((await loopbackDispatcher().deliver(get(server.url))).state).toBe('delivered');
    await new Promise(resolve => setImmediate(resolve));
    expect(deliveries).toHaveLength(1);
    expect(inUse).toHaveBeenCalled();
  });

  it('of a single attempt are those of the attempt alone', async () => {
    const attempts = published<AttemptEvent>('hookplate:attempt');
    const deliveries = published<DeliveryEvent>('hookplate:delivery');
    const server = await httpServer();
    await loopbackDispatcher().send(get(server.url), { number: 4 });
    expect(attempts).toMatchObject([{ number: 4, attributes: { 'http.request.resend_count': 3 } }]);
    expect(deliveries).toHaveLength(0);
  });
});
