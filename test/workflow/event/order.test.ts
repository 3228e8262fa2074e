import { expect, it, onTestFinished } from 'vitest';
import { createDispatcher } from '../../../src/delivery/dispatcher.ts';
import type { WebhookConfig } from '../../../src/webhook/config/settings.ts';
import type { Task } from '../../../src/workflow/task.ts';
import { type Hit, httpServer } from '../../loopback-server.ts';
import { briefTask, sampleService } from '../sample-service.ts';

const processes = 300;

/** A dispatcher that may dial loopback and tries again soon. */
function dispatcherOf(schedule: readonly number[]) {
  const dispatcher = createDispatcher({ allow: ['127.0.0.0/8'], schedule });
  onTestFinished(() => dispatcher.close({ timeoutMs: 0 }));
  return dispatcher;
}

function webhookTo(url: string): WebhookConfig {
  return {
    profile: 'nightly',
    events: { Started: true, Completed: true },
    method: 'POST',
    url,
    payload: '$event$ $recordsProcessed$',
  };
}

it('Completed never arrives before Started, although one answer in five is 503', async () => {
  const taken: Hit[] = [];
  const receiver = await httpServer((response, hit, before) => {
    const isTaken = before % 5 !== 4;
    if (isTaken) taken.push(hit);
    response.writeHead(isTaken ? 204 : 503).end();
  });
  const dispatcher = dispatcherOf(Array.from({ length: 20 }, () => 1));
  // Each process has a profile of its own, by which the receiver knows it.
  const tasks = Object.fromEntries(
    Array.from({ length: processes }, (_, number): [string, Task] => [
      `t${number}`,
      { ...briefTask, profile: `p${number}` },
    ]),
  );
  const webhooks = Object.values(tasks).map(({ profile }) => ({
    ...webhookTo(receiver.url),
    profile,
    payload: '$event$ $profile$',
  }));
  const service = sampleService({ tasks, webhooks, dispatcher, concurrency: processes });
  await Promise.all(Object.keys(tasks).map(task => service.run('etl', task, null)));
  await service.close({ timeoutMs: 60_000 });
  await dispatcher.close({ timeoutMs: 60_000 });

  expect(taken).toHaveLength(2 * processes);
  const order = new Map<string, string[]>();
  for (const { body } of taken) {
    const [event = '', profile = ''] = body.split(' ');
    order.set(profile, [...(order.get(profile) ?? []), event]);
  }
  expect([...order.values()]).toEqual(Array.from({ length: processes }, () => ['Started', 'Completed']));
});

it('a closed service has handed over every event, also where the one before it is still tried', async () => {
  const receiver = await httpServer(response => response.writeHead(500).end());
  const dispatcher = dispatcherOf([600_000]);
  const service = sampleService({ webhooks: [webhookTo(receiver.url)], dispatcher, onError: () => {} });
  const { pid } = await service.run('etl', 'brief', null);
  await expect.poll(async () => (await service.status(pid)).status).toBe('completed');
  await service.close({ timeoutMs: 50 });
  await expect.poll(() => receiver.hits.map(({ body }) => body)).toEqual(['Started 0', 'Completed 0']);
});

it('a receiver that never answers holds up its own events, and nobody else', async () => {
  const hanging = await httpServer(() => {});
  const receiver = await httpServer();
  const dispatcher = dispatcherOf([]);
  const webhooks = [
    { ...webhookTo(hanging.url), id: 'hanging' },
    { ...webhookTo(receiver.url), id: 'right' },
  ];
  const service = sampleService({ webhooks, dispatcher, onError: () => {} });
  await service.run('etl', 'brief', null);
  await expect.poll(() => receiver.hits.map(({ body }) => body)).toEqual(['Started 0', 'Completed 0']);
  expect(hanging.hits.map(({ body }) => body)).toEqual(['Started 0']);
});
