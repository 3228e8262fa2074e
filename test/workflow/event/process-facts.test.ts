import { expect, it } from 'vitest';
import type { WebhookConfig } from '../../../src/webhook/config/settings.ts';
import { maxErrorLength } from '../../../src/workflow/process/run-task.ts';
import { recordingDispatcher } from '../recording-dispatcher.ts';
import { heldTask, sampleService, settle } from '../sample-service.ts';

const webhook: WebhookConfig = {
  profile: 'nightly',
  events: { Started: true, Completed: true, Errored: true },
  method: 'POST',
  url: 'https://hooks.example.com/in',
  contentType: 'application/json',
  payload:
    '{"pid":$pid$,"sequence":$sequence$,"startedAt":$startedAt$,"seconds":$durationSeconds$,"error":$errorMessage$}',
};

/** A service whose clock goes on two and a half seconds when it is told to. */
function clockedService(concurrency = 10) {
  let time = Date.parse('2026-03-29T01:30:00Z');
  const dispatcher = recordingDispatcher();
  const task = heldTask();
  const options = { tasks: { load: task }, webhooks: [webhook], dispatcher, concurrency, now: () => time };
  return {
    service: sampleService(options),
    task,
    wait: () => {
      time += 2500;
    },
    bodies: async (): Promise<unknown[]> => {
      await settle();
      return dispatcher.sent.map(({ body }) => JSON.parse(body ?? ''));
    },
  };
}

it('the events of a process say which process it is, which of them they are, and how long it has run', async () => {
  const { service, task, wait, bodies } = clockedService();
  const { pid } = await service.run('etl', 'load', null);
  wait();
  task.finish();
  const startedAt = '2026-03-29T01:30:00Z';
  expect(await bodies()).toEqual([
    { pid, sequence: 1, startedAt, seconds: null, error: null },
    { pid, sequence: 2, startedAt, seconds: 2.5, error: null },
  ]);
});

it('a failure says why, in a thousand characters at most', async () => {
  const { service, task, bodies } = clockedService();
  await service.run('etl', 'load', null);
  task.fail(new Error('x'.repeat(5000)));
  expect(await bodies()).toMatchObject([{ error: null }, { sequence: 2, error: 'x'.repeat(maxErrorLength) }]);
  expect(maxErrorLength).toBe(1000);
});

it('a process that was interrupted in the queue has never started, and Errored is its first event', async () => {
  const { service, bodies } = clockedService(1);
  const blocker = await service.run('etl', 'load', null);
  const { pid } = await service.run('etl', 'load', null);
  await service.interrupt(pid);
  const [first, second] = await bodies();
  expect(first).toMatchObject({ pid: blocker.pid, sequence: 1 });
  expect(second).toEqual({
    pid,
    sequence: 1,
    startedAt: null,
    seconds: 0,
    error: 'The process was interrupted',
  });
});
