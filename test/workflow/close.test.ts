import { expect, it } from 'vitest';
import { createMemoryStore } from '../../src/workflow/store/memory-store.ts';
import { defaultCloseTimeoutMs, stopGraceMs } from '../../src/workflow/workflow-service.ts';
import { recordingDispatcher } from './recording-dispatcher.ts';
import { heldTask, sampleService, settle } from './sample-service.ts';

it('a closed service takes no runs, and still tells how its processes ended', async () => {
  const service = sampleService();
  const { pid } = await service.run('etl', 'brief', null);
  await service.close();
  await expect(service.run('etl', 'brief', null)).rejects.toMatchObject({ code: 'closed' });
  expect((await service.status(pid)).status).toBe('completed');
});

it('closing lets the processes end that run, and interrupts those that are queued', async () => {
  const task = heldTask();
  const service = sampleService({ tasks: { load: task }, concurrency: 1 });
  const running = await service.run('etl', 'load', 1);
  const queued = await service.run('etl', 'load', 2);
  const closed = service.close();
  await settle();
  expect((await service.status(queued.pid)).status).toBe('interrupted');
  expect((await service.status(running.pid)).status).toBe('running');
  task.finish();
  await closed;
  expect((await service.status(running.pid)).status).toBe('completed');
  expect(task.inputs).toHaveLength(1);
});

it('what runs at the deadline is interrupted', async () => {
  const service = sampleService({ tasks: { load: heldTask() } });
  const { pid } = await service.run('etl', 'load', null);
  await service.close({ timeoutMs: 10 });
  expect(await service.status(pid)).toMatchObject({ status: 'interrupted', error: 'The service was closed' });
});

it('what does not even stop then is recorded as interrupted, and its event is raised', async () => {
  const dispatcher = recordingDispatcher();
  const events = { Errored: true };
  const webhooks = [
    { profile: 'nightly', events, method: 'GET', url: 'https://hooks.example.com/$event$' } as const,
  ];
  const task = heldTask({ deaf: true });
  const service = sampleService({ tasks: { load: task }, dispatcher, webhooks });
  const { pid } = await service.run('etl', 'load', null);
  await service.close({ timeoutMs: 0 });
  expect((await service.status(pid)).status).toBe('interrupted');
  expect(dispatcher.sent.map(({ url }) => url)).toEqual(['https://hooks.example.com/Errored']);
  task.finish();
  await settle();
  expect((await service.status(pid)).status).toBe('interrupted');
  expect(dispatcher.sent).toHaveLength(1);
});

it('a run that was taken before is not lost', async () => {
  const store = createMemoryStore();
  const add: typeof store.add = async record => {
    await settle();
    return store.add(record);
  };
  const service = sampleService({ store: { ...store, add } });
  const [{ pid }] = await Promise.all([service.run('etl', 'brief', null), service.close()]);
  expect((await service.status(pid)).status).not.toBe('running');
});

it('closing again waits for the same end', async () => {
  const service = sampleService({ tasks: { load: heldTask() } });
  await service.run('etl', 'load', null);
  const first = service.close({ timeoutMs: 10 });
  await service.close();
  await first;
});

it('processes have 15 s to end by default, and 1 s to stop', () => {
  expect([defaultCloseTimeoutMs, stopGraceMs]).toEqual([15_000, 1000]);
});
