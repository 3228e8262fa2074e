import { expect, it } from 'vitest';
import { notification } from '../../../examples/alert-relay/notification.ts';
import { httpServer } from '../../loopback-server.ts';
import { testServer } from '../test-server.ts';

const secret = 'known-to-alertmanager';

it('what is said of a group of alerts reaches a receiver in order, also if the first message is sent again', async () => {
  const receiver = await httpServer((response, _, before) =>
    response.writeHead(before === 0 ? 503 : 200).end(),
  );
  const { call } = await testServer({
    sources: [{ id: 'alertmanager', kind: 'alertmanager', secret }],
    webhooks: [
      {
        ...{ id: 'chat', profile: 'on-call', catalogue: 'alertmanager', method: 'POST', url: receiver.url },
        events: { 'alerts.firing': true, 'alerts.resolved': true },
        ...{ contentType: 'text/plain', payload: '$groupKey$ $event$' },
      },
    ],
    delivery: { schedule: [500, 500], pollMs: 20 },
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
  await expect.poll(() => receiver.hits.length).toBe(1);
  await report('one', 'resolved');
  await report('other', 'firing');
  await expect.poll(() => receiver.hits.length).toBe(4);
  expect(receiver.hits.map(({ body }) => body)).toEqual([
    'one alerts.firing',
    'other alerts.firing',
    'one alerts.firing',
    'one alerts.resolved',
  ]);
});
