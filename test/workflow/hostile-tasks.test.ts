import { describe, expect, it } from 'vitest';
import { defaults } from '../../src/workflow/service-options.ts';
import type { Task } from '../../src/workflow/task.ts';
import { defaultTaskTimeoutMs } from '../../src/workflow/task-catalogue.ts';
import { briefTask, heldTask, sampleService, settle } from './sample-service.ts';

function throwing(): never {
  throw new Error('hush');
}

const message = { get: throwing };
const everyTrap = new Proxy(
  {},
  {
    get: throwing,
    has: throwing,
    getPrototypeOf: throwing,
    ownKeys: throwing,
    getOwnPropertyDescriptor: throwing,
  },
);

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable(new Error('gone'), {});
  revoke();
  return proxy;
}

const hostile: readonly [string, () => unknown][] = [
  ['an error whose message throws', () => Object.defineProperty(new Error(), 'message', message)],
  [
    'an error whose message cannot be text',
    () => Object.assign(new Error(), { message: { toString: throwing } }),
  ],
  ['a proxy whose traps throw', () => everyTrap],
  ['a proxy that was revoked', revoked],
  ['an object that is not text', () => ({ toString: () => ({}) })],
  ['a symbol', () => Symbol('s')],
  ['nothing', () => undefined],
];

describe('a process is in error, and the service goes on, when its task', () => {
  it.each(hostile)('throws %s', async (_, make) => {
    const run = (): never => {
      throw make();
    };
    const service = sampleService({
      tasks: { load: { profile: 'nightly', run }, brief: briefTask },
      concurrency: 1,
    });
    const { pid } = await service.run('etl', 'load', null);
    await settle();
    expect(await service.status(pid)).toMatchObject({ status: 'error', error: expect.any(String) });
    const next = await service.run('etl', 'brief', null);
    await settle();
    expect((await service.status(next.pid)).status).toBe('completed');
  });

  it.each<[string, () => unknown]>([
    ['an outcome whose status throws', () => Object.defineProperty({}, 'status', message)],
    ['an outcome whose error throws', () => Object.defineProperty({ status: 'error' }, 'error', message)],
    ['a proxy whose traps throw', () => everyTrap],
    ['a promise of its own that throws', () => Object.defineProperty({}, 'then', message)],
  ])('returns %s', async (_, make) => {
    // A task in JavaScript can return anything.
    const run = make as Task['run'];
    const service = sampleService({ tasks: { load: { profile: 'nightly', run } } });
    const { pid } = await service.run('etl', 'load', null);
    await settle();
    expect(await service.status(pid)).toMatchObject({ status: 'error', error: expect.any(String) });
  });
});

describe('a task that does not stop when it is told to', () => {
  it('is abandoned: the status says so, and its place is free', async () => {
    const tasks = { deaf: heldTask({ deaf: true }), brief: briefTask };
    const service = sampleService({ tasks, concurrency: 1, stopTimeoutMs: 10 });
    const { pid } = await service.run('etl', 'deaf', null);
    const next = await service.run('etl', 'brief', null);
    await service.interrupt(pid);
    await expect.poll(async () => (await service.status(next.pid)).status).toBe('completed');
    expect(await service.status(pid)).toMatchObject({
      status: 'interrupted',
      error: 'The process was interrupted; its task did not stop in time and was abandoned',
    });
    tasks.deaf.finish();
    await settle();
    expect((await service.status(pid)).status).toBe('interrupted');
  });

  it('is interrupted at the deadline of its runs, and abandoned after it', async () => {
    const task = { ...heldTask({ deaf: true }), timeoutMs: 10 };
    const service = sampleService({ tasks: { load: task }, stopTimeoutMs: 10 });
    const { pid } = await service.run('etl', 'load', null);
    await expect.poll(async () => (await service.status(pid)).status).toBe('interrupted');
    expect((await service.status(pid)).error).toBe(
      'The process has run longer than 10 ms; its task did not stop in time and was abandoned',
    );
  });

  it('has 30 s to stop by default, and a day to run', () => {
    expect(defaults.stopTimeoutMs).toBe(30_000);
    expect(defaultTaskTimeoutMs).toBe(24 * 60 * 60 * 1000);
  });
});

it('a task that stops at the deadline of its runs is interrupted, not abandoned', async () => {
  const service = sampleService({ tasks: { load: { ...heldTask(), timeoutMs: 10 } } });
  const { pid } = await service.run('etl', 'load', null);
  await expect.poll(async () => (await service.status(pid)).status).toBe('interrupted');
  expect((await service.status(pid)).error).toBe('The process has run longer than 10 ms');
});
