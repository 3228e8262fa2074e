import { expect, it, onTestFinished } from 'vitest';
import { createDispatcher } from '../../src/delivery/dispatcher.ts';
import type { WebhookConfig } from '../../src/webhook/config/settings.ts';
import { createMemoryStore, defaultMaxEnded } from '../../src/workflow/store/memory-store.ts';
import type { Task } from '../../src/workflow/task.ts';
import type { WorkflowFailure } from '../../src/workflow/workflow-failure.ts';
import { createWorkflowService } from '../../src/workflow/workflow-service.ts';
import { httpServer } from '../loopback-server.ts';
import { settle } from './sample-service.ts';

const processes = 5000;
const everything = { Started: true, Completed: true, Errored: true };

it('5,000 processes, ten at a time: every event arrives, none under two ids, and little is kept', async () => {
  /** By id: what arrived under it. */
  const arrived = new Map<string, Set<string>>();
  let requests = 0;
  const receiver = await httpServer((response, { method, path, headers, body }) => {
    requests++;
    response.statusCode = requests % 5 === 0 ? 500 : 200;
    response.end();
    if (response.statusCode === 500) return;
    const id = String(headers['webhook-id']);
    arrived.set(id, (arrived.get(id) ?? new Set()).add(`${method} ${path} ${body}`));
  });
  const dispatcher = createDispatcher({
    allow: ['127.0.0.0/8'],
    schedule: Array.from({ length: 30 }, () => 1),
    timeoutMs: 600_000,
  });
  onTestFinished(() => dispatcher.close());

  let running = 0;
  let maxRunning = 0;
  let ended = 0;
  const copy: Task = {
    profile: 'nightly',
    run: async ({ body, report }) => {
      maxRunning = Math.max(maxRunning, ++running);
      await settle();
      running--;
      ended++;
      // The number of a process stands in its events.
      report({ recordsProcessed: Number(body) });
      if (Number(body) % 3 === 0) throw new Error('Every third fails');
    },
  };
  const failures: WorkflowFailure[] = [];
  const store = createMemoryStore();
  const service = createWorkflowService({
    projects: { etl: { tasks: { copy } } },
    webhooks: webhooksTo(receiver.url),
    dispatcher,
    store,
    onError: failure => failures.push(failure),
  });

  for (let number = 1; number <= processes; number++) {
    const idempotencyKey = `run ${number}`;
    while (!(await started(service.run('etl', 'copy', number, { idempotencyKey })))) await settle();
  }
  while (ended < processes) await settle();
  await service.close({ timeoutMs: 120_000 });
  await dispatcher.close({ timeoutMs: 120_000 });

  expect(failures).toEqual([]);
  expect(maxRunning).toBe(10);
  // Four requests in five are answered well, and the last of all is one of them.
  expect(requests).toBe((processes * 4 * 5) / 4 - 1);
  expect(countsOf(arrived)).toEqual(expectedCounts());
  expect(defaultMaxEnded).toBe(1000);
  expect(store.size()).toEqual({ processes: 1000, keys: 1000 });
});

function webhooksTo(url: string): readonly WebhookConfig[] {
  const get = `${url}/get?event=$event$&n=$recordsProcessed$`;
  const payload = '{"event":"$event$","n":$recordsProcessed$}';
  return [
    { id: 'get', profile: 'nightly', events: everything, method: 'GET', url: get },
    {
      id: 'post',
      profile: 'nightly',
      events: everything,
      method: 'POST',
      url: `${url}/post`,
      contentType: 'application/json',
      payload,
    },
  ];
}

/** `false` where the queue was full. */
async function started(run: Promise<unknown>): Promise<boolean> {
  try {
    await run;
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'too-many-queued' });
    return false;
  }
}

/** How many ids brought each content; an id that brought two different ones is an error. */
function countsOf(arrived: ReadonlyMap<string, ReadonlySet<string>>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [id, contents] of arrived) {
    const [content = '', ...others] = contents;
    expect(others, id).toEqual([]);
    counts.set(content, (counts.get(content) ?? 0) + 1);
  }
  return counts;
}

/** Started of every process counts nothing yet; each end has the number of its process, and comes under one id. */
function expectedCounts(): ReadonlyMap<string, number> {
  const counts = new Map([
    ['GET /get?event=Started&n=0 ', processes],
    ['POST /post {"event":"Started","n":0}', processes],
  ]);
  for (let number = 1; number <= processes; number++) {
    const event = number % 3 === 0 ? 'Errored' : 'Completed';
    counts.set(`GET /get?event=${event}&n=${number} `, 1);
    counts.set(`POST /post {"event":"${event}","n":${number}}`, 1);
  }
  return counts;
}
