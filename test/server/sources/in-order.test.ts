import { expect, it } from 'vitest';
import { notification } from '../../../examples/alert-relay/notification.ts';
import { httpServer } from '../../loopback-server.ts';
import { testServer } from '../test-server.ts';

const secret = 'known-to-alertmanager';

it('what is said of a group of alerts reaches a receiver in order, also if the first message is sent again', async () => {
  const bodies = (): readonly string[] => receiver.hits.map(({ body }) => body);
  // The first message is refused until that of the other group was sent, which does not wait for it.
  const receiver = await httpServer(response =>
    response.writeHead(bodies().includes('other alerts.firing') ? 200 : 503).end(),
  );
  const { call } = await testServer({
    sources: [{ id: 'alertmanager', kind: 'alertmanager', profiles: ['on-call'], secret }],
    webhooks: [
      {
        ...{ id: 'chat', profile: 'on-call', catalogue: 'alertmanager', method: 'POST', url: receiver.url },
        events: { 'alerts.firing': true, 'alerts.resolved': true },
        ...{ contentType: 'text/plain', payload: '$groupKey$ $event$' },
      },
    ],
    delivery: { schedule: Array.from({ length: 50 }, () => 100), pollMs: 20 },
  });
  const report = async (groupKey: string, status: 'firing' | 'resolved') => {
    const { status: answered } = await call('POST', '/in/alertmanager/on-call', {
      as: 'nobody',
      headers: { authorization: `Bearer ${secret}` },
      body: { ...notification(status), groupKey },
    });
    expect(answered).toBe(202);
  };
  await report('one', 'firing');
  await expect.poll(() => bodies().length).toBeGreaterThan(0);
  await report('one', 'resolved');
  await report('other', 'firing');
  await expect.poll(() => bodies().at(-1)).toBe('one alerts.resolved');
  const before = bodies().slice(0, -1);
  expect(before.filter(body => body === 'other alerts.firing')).toHaveLength(1);
  const refused = before.indexOf('other alerts.firing');
  expect(before.toSpliced(refused, 1)).toEqual(
    Array.from({ length: before.length - 1 }, () => 'one alerts.firing'),
  );
  expect(refused).toBeGreaterThan(0);
});
