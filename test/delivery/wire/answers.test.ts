import { describe, expect, it } from 'vitest';
import { httpServer } from '../../loopback-server.ts';
import { get, loopbackDispatcher, outcomes, post } from '../loopback-dispatcher.ts';

describe('answers that fail', () => {
  it.each([300, 400, 401, 404, 408, 425, 429, 500, 502, 503, 599])(
    '%i is tried until the schedule ends',
    async status => {
      const server = await httpServer(response => response.writeHead(status).end());
      const delivery = await loopbackDispatcher().deliver(post(server.url));
      expect(delivery.state).toBe('failed');
      expect(outcomes(delivery)).toEqual([status, status, status, status]);
      expect(delivery.attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
      expect(server.hits).toHaveLength(4);
    },
  );

  it('500 followed by 200 is delivered, with the same id and the same bytes', async () => {
    const server = await httpServer((response, _, before) =>
      response.writeHead(before === 0 ? 500 : 200).end(),
    );
    const delivery = await loopbackDispatcher().deliver(post(server.url, '{"é":"\ud800"}'));
    expect(delivery.state).toBe('delivered');
    expect(outcomes(delivery)).toEqual([500, 200]);
    const [first, second] = server.hits;
    expect(first?.headers['webhook-id']).toBe(delivery.id);
    expect(second?.headers['webhook-id']).toBe(delivery.id);
    expect(first?.body).toBe('{"é":"\ufffd"}');
    expect(second?.body).toBe(first?.body);
  });

  it.each([[503], [429], [500]])('%i with Retry-After is not tried before its time', async status => {
    const server = await httpServer(response => response.writeHead(status, { 'retry-after': '600' }).end());
    const controller = new AbortController();
    let attempts = 0;
    const dispatcher = loopbackDispatcher({ schedule: [1, 1], onAttempt: () => attempts++ });
    const delivered = dispatcher.deliver(post(server.url), { signal: controller.signal });
    await expect.poll(() => attempts).toBe(1);
    // Another delivery goes through the whole schedule in the meantime.
    const other = await httpServer(response => response.writeHead(500).end());
    expect(outcomes(await dispatcher.deliver(post(other.url)))).toEqual([500, 500, 500]);
    controller.abort();
    expect(await delivered).toMatchObject({ state: 'aborted', attempts: [{ outcome: { status } }] });
    expect(server.hits).toHaveLength(1);
  });

  it('410 ends a delivery at once: the endpoint is gone', async () => {
    const server = await httpServer(response => response.writeHead(410).end());
    const delivery = await loopbackDispatcher().deliver(post(server.url));
    expect(delivery.state).toBe('gone');
    expect(server.hits).toHaveLength(1);
  });

  it.each([301, 302, 303, 307, 308])('%i is a failure, and its target is not asked', async status => {
    const target = await httpServer();
    const server = await httpServer(response => {
      response.writeHead(status, { location: `${target.url}/secret?token=secret#secret` }).end();
    });
    const delivery = await loopbackDispatcher({ schedule: [] }).deliver(post(server.url));
    expect(delivery.state).toBe('failed');
    expect(delivery.attempts).toMatchObject([{ outcome: { status } }]);
    const outcome = delivery.attempts[0]?.outcome;
    expect(outcome?.kind === 'answered' && outcome.headers).toContainEqual(['location', target.url]);
    expect(target.hits).toHaveLength(0);
  });

  it.each([301, 308])('%i ends a delivery at once: the address moved for good', async status => {
    const server = await httpServer(response => response.writeHead(status, { location: '/moved' }).end());
    const delivery = await loopbackDispatcher().deliver(post(server.url));
    expect(delivery.state).toBe('failed');
    expect(server.hits).toHaveLength(1);
  });

  it('a status that the policy calls final ends a delivery at once', async () => {
    const server = await httpServer(response => response.writeHead(404).end());
    const delivery = await loopbackDispatcher({ finalStatuses: [404] }).deliver(post(server.url));
    expect(delivery.state).toBe('failed');
    expect(server.hits).toHaveLength(1);
  });
});

it.each([200, 201, 204, 299])('%i is delivered', async status => {
  const server = await httpServer(response => response.writeHead(status).end());
  const delivery = await loopbackDispatcher().deliver(get(server.url));
  expect(delivery.state).toBe('delivered');
  expect(server.hits).toHaveLength(1);
});
