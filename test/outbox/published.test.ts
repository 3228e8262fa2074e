import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { expect, it, onTestFinished } from 'vitest';
import type { AttemptEvent, DeliveryEvent } from '../../src/delivery/index.ts';
import { post } from '../delivery/loopback-dispatcher.ts';
import { httpServer } from '../loopback-server.ts';
import { openTestDatabase, testOutbox } from './test-database.ts';

it('what is sent is published as a dispatcher publishes it, and the backlog is counted', async () => {
  const receiver = await httpServer((response, _hit, before) =>
    response.writeHead(before === 0 ? 500 : 200).end(),
  );
  const attempts: AttemptEvent[] = [];
  const deliveries: DeliveryEvent[] = [];
  const onAttempt = (event: unknown): void => void attempts.push(event as AttemptEvent);
  const onDelivery = (event: unknown): void => void deliveries.push(event as DeliveryEvent);
  subscribe('hookplate:attempt', onAttempt);
  subscribe('hookplate:delivery', onDelivery);
  onTestFinished(() => {
    unsubscribe('hookplate:attempt', onAttempt);
    unsubscribe('hookplate:delivery', onDelivery);
  });
  const outbox = await testOutbox(await openTestDatabase('PostgreSQL'));
  expect(await outbox.backlog()).toEqual({
    pending: 0,
    sending: 0,
    unopened: 0,
    oldestDueMs: 0,
    oldestMs: 0,
  });
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  const id = await outbox.enqueue(post(`${receiver.url}/?token=canary`), { traceparent });
  const { pending, oldestMs } = await outbox.backlog();
  expect(pending).toBe(1);
  await expect.poll(async () => (await outbox.backlog()).oldestMs).toBeGreaterThan(oldestMs);
  await outbox.start();
  await expect.poll(() => deliveries.filter(event => event.id === id).length).toBe(1);
  const ours = attempts.filter(event => event.id === id);
  expect(ours.map(({ number }) => number)).toEqual([1, 2]);
  expect(ours.map(event => event.traceparent)).toEqual([traceparent, traceparent]);
  expect(deliveries.find(event => event.id === id)).toMatchObject({
    state: 'delivered',
    attempts: 2,
    attributes: {
      'http.request.method': 'POST',
      'server.port': receiver.port,
      'http.response.status_code': 200,
      'http.request.resend_count': 1,
    },
  });
  expect(JSON.stringify([ours, deliveries])).not.toContain('canary');
});
