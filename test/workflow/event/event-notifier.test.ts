import { describe, expect, it } from 'vitest';
import type { WebhookConfig } from '../../../src/webhook/config/settings.ts';
import type { WorkflowFailure } from '../../../src/workflow/workflow-failure.ts';
import { uuidPattern } from '../../uuid-pattern.ts';
import { recordingDispatcher } from '../recording-dispatcher.ts';
import { heldTask, sampleService, settle } from '../sample-service.ts';

const everything = { Started: true, Completed: true, Errored: true };
const payload =
  '{"event":"$event$","error":$isError$,"n":$recordsProcessed$,"e":$errorCount$,"at":"$date$","p":"$profile$"}';
const post: WebhookConfig = {
  profile: 'nightly',
  events: everything,
  method: 'POST',
  url: 'https://hooks.example.com/in',
  contentType: 'application/json',
  payload,
};
const get: WebhookConfig = {
  profile: 'nightly',
  events: { Errored: true },
  method: 'GET',
  url: 'https://hooks.example.com/failed?event=$event$&errors=$errorCount$',
};

async function runOnce(
  webhooks: readonly WebhookConfig[],
  during: (task: ReturnType<typeof heldTask>, interrupt: () => Promise<unknown>) => unknown,
  dispatcher = recordingDispatcher(),
) {
  const task = heldTask();
  const failures: WorkflowFailure[] = [];
  const service = sampleService({
    tasks: { load: task },
    webhooks,
    dispatcher,
    now: () => Date.parse('2026-03-29T01:30:00Z'),
    onError: failure => failures.push(failure),
  });
  const { pid } = await service.run('etl', 'load', null);
  await during(task, () => service.interrupt(pid));
  await settle();
  return { pid, sent: dispatcher.sent, failures, status: (await service.status(pid)).status };
}

describe('the events of a process', () => {
  it('are Started when it begins and Completed when it ends, with what the task reported', async () => {
    const { sent } = await runOnce([post, { ...get, id: 'failed' }], task => {
      task.inputs[0]?.report({ recordsProcessed: 12, errorCount: 2 });
      task.finish();
    });
    const shared = { at: '2026-03-29T01:30:00Z', p: 'nightly', error: false };
    expect(sent.map(({ body }) => JSON.parse(body ?? ''))).toEqual([
      { event: 'Started', n: 0, e: 0, ...shared },
      { event: 'Completed', n: 12, e: 2, ...shared },
    ]);
  });

  it('are Started and Errored when it fails', async () => {
    const { sent } = await runOnce([post, { ...get, id: 'failed' }], task => {
      task.inputs[0]?.report({ errorCount: 3 });
      task.fail(new Error('no'));
    });
    expect(sent.map(({ method, url, body }) => [method, url, body && JSON.parse(body).event])).toEqual([
      ['POST', 'https://hooks.example.com/in', 'Started'],
      ['POST', 'https://hooks.example.com/in', 'Errored'],
      ['GET', 'https://hooks.example.com/failed?event=Errored&errors=3', undefined],
    ]);
  });

  it('are Started and Errored when it is interrupted', async () => {
    const { sent } = await runOnce([post], (_, interrupt) => interrupt());
    expect(sent.map(({ body }) => JSON.parse(body ?? '').event)).toEqual(['Started', 'Errored']);
  });

  it('are Errored alone when it is interrupted in the queue', async () => {
    const dispatcher = recordingDispatcher();
    const tasks = { blocker: heldTask({ profile: 'other' }), load: heldTask() };
    const service = sampleService({ tasks, webhooks: [post], dispatcher, concurrency: 1 });
    await service.run('etl', 'blocker', null);
    const { pid } = await service.run('etl', 'load', null);
    await service.interrupt(pid);
    expect(dispatcher.sent.map(({ body }) => JSON.parse(body ?? '').event)).toEqual(['Errored']);
  });

  it('go to the webhooks of its profile alone', async () => {
    const { sent } = await runOnce([{ ...post, profile: 'weekly' }], task => task.finish());
    expect(sent).toEqual([]);
  });
});

it('each event of each webhook has an id of its own, without a dot', async () => {
  const { sent } = await runOnce(
    [post, { ...post, id: 'again' }, { ...get, id: 'get', events: everything }],
    task => task.finish(),
  );
  expect(sent).toHaveLength(6);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(6);
  for (const { id } of sent) expect(id).toMatch(uuidPattern);
});

describe('what goes wrong with a webhook does not touch the process, and is told', () => {
  it('a value that its place refuses', async () => {
    const dots: WebhookConfig = {
      ...get,
      profile: '..',
      events: everything,
      url: 'https://hooks.example.com/$profile$/in',
    };
    const dispatcher = recordingDispatcher();
    const failures: WorkflowFailure[] = [];
    const task = heldTask({ profile: '..' });
    const service = sampleService({
      tasks: { load: task },
      webhooks: [dots],
      dispatcher,
      onError: f => failures.push(f),
    });
    const { pid } = await service.run('etl', 'load', null);
    task.finish();
    await settle();
    expect((await service.status(pid)).status).toBe('completed');
    expect(dispatcher.sent).toEqual([]);
    expect(failures).toEqual([
      {
        kind: 'webhook',
        pid,
        event: 'Started',
        webhook: '..',
        error: expect.objectContaining({ name: 'RenderError' }),
      },
      {
        kind: 'webhook',
        pid,
        event: 'Completed',
        webhook: '..',
        error: expect.objectContaining({ name: 'RenderError' }),
      },
    ]);
  });

  it('a delivery that failed', async () => {
    const deliver = async (_: unknown, { id }: { id: string }) =>
      ({ id, state: 'gone', attempts: [] }) as const;
    const { pid, failures, status } = await runOnce([post], task => task.finish(), { sent: [], deliver });
    expect(status).toBe('completed');
    expect(failures).toMatchObject([
      { kind: 'webhook', pid, event: 'Started', webhook: 'nightly', delivery: { state: 'gone' } },
      { kind: 'webhook', pid, event: 'Completed', webhook: 'nightly', delivery: { state: 'gone' } },
    ]);
  });

  it.each([
    ['rejects', () => Promise.reject(new Error('closed'))],
    [
      'throws',
      () => {
        throw new Error('closed');
      },
    ],
  ])('a dispatcher that %s', async (_, deliver) => {
    const { failures, status } = await runOnce([post], task => task.finish(), { sent: [], deliver });
    expect(status).toBe('completed');
    expect(failures).toMatchObject([{ error: { message: 'closed' } }, { error: { message: 'closed' } }]);
  });

  it('a receiver that never answers', async () => {
    const { status } = await runOnce([post], task => task.finish(), {
      sent: [],
      deliver: () => new Promise(() => {}),
    });
    expect(status).toBe('completed');
  });

  it.each([
    ['throws', worse],
    ['rejects', async (): Promise<void> => worse()],
  ])('a listener that %s', async (_, onError) => {
    const deliver = (): never => {
      throw new Error('closed');
    };
    const task = heldTask();
    const service = sampleService({
      tasks: { load: task },
      webhooks: [post],
      dispatcher: { deliver },
      onError,
    });
    const { pid } = await service.run('etl', 'load', null);
    task.finish();
    await settle();
    expect((await service.status(pid)).status).toBe('completed');
  });
});

function worse(): never {
  throw new Error('worse');
}
