import { describe, expect, it } from 'vitest';
import { maxErrorLength } from '../../src/workflow/process/run-task.ts';
import { defaults } from '../../src/workflow/service-options.ts';
import type { Task } from '../../src/workflow/task.ts';
import { createWorkflowService } from '../../src/workflow/workflow-service.ts';
import { recordingDispatcher } from './recording-dispatcher.ts';
import { briefTask, heldTask, sampleService, settle } from './sample-service.ts';

const minimal = { webhooks: [], dispatcher: recordingDispatcher() };

describe('a process', () => {
  it('runs and completes, with its times and counts', async () => {
    const task = heldTask();
    let time = Date.parse('2026-03-29T00:59:59Z');
    const service = sampleService({ tasks: { load: task }, now: () => (time += 1000) });
    const { pid, status } = await service.run('etl', 'load', { rows: 3 });
    expect(status).toBe('running');
    task.inputs[0]?.report({ recordsProcessed: 2 });
    task.inputs[0]?.report({ errorCount: 1 });
    expect(await service.status(pid)).toMatchObject({
      status: 'running',
      recordsProcessed: 2,
      errorCount: 1,
    });
    task.finish();
    await settle();
    expect(await service.status(pid)).toEqual({
      pid,
      projectId: 'etl',
      taskId: 'load',
      status: 'completed',
      createdAt: new Date('2026-03-29T01:00:00Z'),
      startedAt: new Date('2026-03-29T01:00:01Z'),
      endedAt: new Date('2026-03-29T01:00:02Z'),
      recordsProcessed: 2,
      errorCount: 1,
    });
  });

  it('is given the body and the parameters that its mapping finds there', async () => {
    const task = heldTask();
    const service = sampleService({
      tasks: { load: { ...task, parameters: { city: 'customer/address/city' } } },
    });
    const body = { customer: { address: { city: 'London' } } };
    await service.run('etl', 'load', body);
    expect(task.inputs[0]).toMatchObject({ body, parameters: { city: 'London' } });
  });

  it('has the ids of its project and task as text, however they were written', async () => {
    const service = createWorkflowService({ ...minimal, projects: { 7: { tasks: { 12: briefTask } } } });
    expect(await service.run(7, 12, null)).toMatchObject({ projectId: '7', taskId: '12' });
  });

  it.each<[string, Task['run'], string | undefined]>([
    [
      'throws',
      () => {
        throw new Error('It broke');
      },
      'It broke',
    ],
    [
      'rejects',
      async () => {
        throw new Error('It broke later');
      },
      'It broke later',
    ],
    [
      'throws no error',
      () => {
        throw { toString: null };
      },
      'The task threw a value that is not text',
    ],
    ['says so', () => ({ status: 'error', error: 'Half of it failed' }), 'Half of it failed'],
    ['says so without a reason', async () => ({ status: 'error' }), undefined],
    [
      'counts what cannot be counted',
      ({ report }) => {
        report({ errorCount: -1 });
        return undefined;
      },
      'errorCount: expected a whole number from 0',
    ],
  ])('is in error when its task %s', async (_, run, error) => {
    const service = sampleService({ tasks: { load: { profile: 'nightly', run } } });
    const { pid } = await service.run('etl', 'load', null);
    await settle();
    const record = await service.status(pid);
    expect(record.status).toBe('error');
    expect(record.error).toBe(error);
  });

  it('is in error when its task ends with an unknown status', async () => {
    // As a task in JavaScript may.
    const run = (() => ({ status: 'failed' })) as unknown as Task['run'];
    const service = sampleService({ tasks: { load: { profile: 'nightly', run } } });
    const { pid } = await service.run('etl', 'load', null);
    await settle();
    expect(await service.status(pid)).toMatchObject({
      status: 'error',
      error: expect.stringContaining('other than `completed`'),
    });
  });

  it('keeps no more than 1,000 characters of an error', async () => {
    const task = heldTask();
    const service = sampleService({ tasks: { load: task } });
    const { pid } = await service.run('etl', 'load', null);
    task.fail(new Error('x'.repeat(5000)));
    await settle();
    expect(maxErrorLength).toBe(1000);
    expect((await service.status(pid)).error).toBe('x'.repeat(1000));
  });

  it('does not change after its end', async () => {
    const task = heldTask();
    const service = sampleService({ tasks: { load: task } });
    const { pid } = await service.run('etl', 'load', null);
    task.finish();
    await settle();
    const ended = await service.status(pid);
    task.inputs[0]?.report({ recordsProcessed: 9 });
    expect(await service.status(pid)).toEqual(ended);
  });

  it('has a pid that is its own', async () => {
    const service = sampleService();
    const started = await Promise.all(Array.from({ length: 100 }, () => service.run('etl', 'brief', null)));
    expect(new Set(started.map(({ pid }) => pid)).size).toBe(100);
  });
});

describe('interrupting', () => {
  it('aborts the signal, and the process is interrupted when its task stops', async () => {
    const task = heldTask();
    const service = sampleService({ tasks: { load: task } });
    const { pid } = await service.run('etl', 'load', null);
    expect(await service.interrupt(pid)).toMatchObject({ interrupted: true, process: { status: 'running' } });
    expect(task.inputs[0]?.signal.aborted).toBe(true);
    await settle();
    expect(await service.status(pid)).toMatchObject({
      status: 'interrupted',
      error: 'The process was interrupted',
    });
  });

  it('is told once, and the process is interrupted also where its task goes on to its end', async () => {
    const task = heldTask({ deaf: true });
    const service = sampleService({ tasks: { load: task } });
    const { pid } = await service.run('etl', 'load', null);
    await service.interrupt(pid);
    expect(await service.interrupt(pid)).toMatchObject({
      interrupted: false,
      process: { status: 'running' },
    });
    task.finish();
    await settle();
    expect(await service.interrupt(pid)).toMatchObject({
      interrupted: false,
      process: { status: 'interrupted' },
    });
  });

  it('changes nothing about a process that has ended', async () => {
    const service = sampleService();
    const { pid } = await service.run('etl', 'brief', null);
    await settle();
    expect(await service.interrupt(pid)).toMatchObject({
      interrupted: false,
      process: { status: 'completed' },
    });
  });

  it('ends a queued process at once: it never starts', async () => {
    const task = heldTask();
    const service = sampleService({ tasks: { load: task }, concurrency: 1 });
    await service.run('etl', 'load', 1);
    const { pid, status } = await service.run('etl', 'load', 2);
    expect(status).toBe('queued');
    const { interrupted, process } = await service.interrupt(pid);
    expect(interrupted).toBe(true);
    expect(process).toMatchObject({ status: 'interrupted', endedAt: expect.any(Date) });
    expect(process.startedAt).toBeUndefined();
    task.finish();
    await settle();
    expect(task.inputs.map(({ body }) => body)).toEqual([1]);
  });
});

describe('the queue', () => {
  it('ten processes run at the same time by default, and a thousand wait', async () => {
    const task = heldTask();
    const service = sampleService({ tasks: { load: task } });
    expect(defaults).toMatchObject({ concurrency: 10, maxQueued: 1000 });
    for (let index = 0; index < 1010; index++) await service.run('etl', 'load', null);
    expect(task.inputs).toHaveLength(10);
    await expect(service.run('etl', 'load', null)).rejects.toMatchObject({ code: 'too-many-queued' });
  });

  it('takes runs again when there is room', async () => {
    const task = heldTask();
    const service = sampleService({ tasks: { load: task }, concurrency: 1, maxQueued: 1 });
    await service.run('etl', 'load', null);
    const { pid } = await service.run('etl', 'load', null);
    await expect(service.run('etl', 'load', null)).rejects.toMatchObject({ code: 'too-many-queued' });
    await service.interrupt(pid);
    expect((await service.run('etl', 'load', null)).status).toBe('queued');
    task.finish();
    await settle();
    expect(task.inputs).toHaveLength(2);
  });
});

describe('what is not there', () => {
  it.each(['nope', 'ETL', '__proto__', 'constructor', ''])('the project %j', async projectId => {
    await expect(sampleService().run(projectId, 'brief', null)).rejects.toMatchObject({
      code: 'unknown-project',
    });
  });

  it.each(['nope', 'Brief', 'toString', ''])('the task %j', async taskId => {
    await expect(sampleService().run('etl', taskId, null)).rejects.toMatchObject({ code: 'unknown-task' });
  });

  it('a project and a task that nearly are', async () => {
    await expect(sampleService().run('elt', 'brief', null)).rejects.toThrow('Did you mean `etl`?');
    await expect(sampleService().run('etl', 'breif', null)).rejects.toThrow('Did you mean `brief`?');
  });

  it.each(['nope', '__proto__', ''])('the process %j', async pid => {
    const service = sampleService();
    await expect(service.status(pid)).rejects.toMatchObject({ code: 'unknown-process' });
    await expect(service.interrupt(pid)).rejects.toMatchObject({ code: 'unknown-process' });
  });

  it('a field that the task needs: no process is started', async () => {
    const task = heldTask();
    const service = sampleService({ tasks: { load: { ...task, parameters: { id: 'customer/id' } } } });
    await expect(service.run('etl', 'load', { customer: { name: 1 } })).rejects.toMatchObject({
      name: 'ParameterError',
      missing: [{ parameter: 'id', reference: 'customer/id', available: ['name'] }],
    });
    expect(task.inputs).toEqual([]);
  });
});

it.each<[string, object]>([
  ['projects', { projects: undefined }],
  ['webhooks', { webhooks: {} }],
  ['dispatcher', { dispatcher: {} }],
  ['concurrency', { concurrency: 0 }],
  ['maxQueued', { maxQueued: -1 }],
  ['maxQueuedBytes', { maxQueuedBytes: 0.5 }],
  ['store', { store: {} }],
  ['maxQeued', { maxQeued: 1 }],
  ['projects.p.tasks', { projects: { p: {} } }],
  ['projects.p.tasks.t.run', { projects: { p: { tasks: { t: { profile: 'x' } } } } }],
  [
    'projects.p.tasks.t.timeoutMs',
    { projects: { p: { tasks: { t: { ...briefTask, timeoutMs: 2 ** 31 } } } } },
  ],
  ['projects.p.tasks.t.profile', { projects: { p: { tasks: { t: { run: () => undefined } } } } }],
  [
    'projects.p.tasks.t.parameters.a',
    { projects: { p: { tasks: { t: { ...briefTask, parameters: { a: '~' } } } } } },
  ],
])('%s: an invalid option is refused when the service is made', (name, wrong) => {
  const options = { ...minimal, projects: {}, ...wrong };
  expect(() => createWorkflowService(options)).toThrow(
    new RegExp(`^options\\.${name.replaceAll('.', '\\.')}:`),
  );
});

it.each([
  ['webhooks[1] (`b`), url: ', { id: 'b' }],
  ['webhooks[1], url: ', {}],
])('a webhook that does not compile is refused when the service is made, and named: %s', (place, named) => {
  const webhook = { profile: 'nightly', events: { Started: true }, method: 'GET' } as const;
  const webhooks = [
    { ...webhook, id: 'a', url: 'https://x.test/' },
    { ...webhook, ...named, url: 'https://x.test/$nope$' },
  ];
  expect(() => createWorkflowService({ ...minimal, projects: {}, webhooks })).toThrow(
    expect.objectContaining({
      name: 'WebhookError',
      message: expect.stringContaining(`${place}There is no variable`),
    }),
  );
});

it.each([
  [{}, 'options.projects: is missing; pass an object of projects by their ids'],
  [{ projects: {} }, 'options.webhooks: is missing; pass a list, `[]` for none'],
  [
    { projects: {}, webhooks: [] },
    'options.dispatcher: is missing; pass a dispatcher made by `createDispatcher()`',
  ],
])('a required option that is absent says what to pass', (options, message) => {
  // A caller without types can pass anything.
  const wrong = options as Parameters<typeof createWorkflowService>[0];
  expect(() => createWorkflowService(wrong)).toThrow(expect.objectContaining({ message }));
});

it('a run without a body is told how to say that there is none', async () => {
  // A caller without types can pass anything.
  const nothing = undefined as unknown as null;
  const message = 'body: is missing; pass `null` if the task needs none';
  await expect(sampleService().run('etl', 'brief', nothing)).rejects.toMatchObject({ message });
});
