import { expect, it } from 'vitest';
import { type Job, RunQueue } from '../../../src/workflow/process/run-queue.ts';
import { settle } from '../sample-service.ts';

interface Held {
  readonly job: Job;
  readonly end: () => void;
}

function held(name: string, log: string[]): Held {
  let end = (): void => {};
  const over = new Promise<void>(resolve => {
    end = resolve;
  });
  const job = (): Promise<void> => {
    log.push(name);
    return over;
  };
  return { job, end: () => end() };
}

it('as many run as may, and the others follow in their order', async () => {
  const queue = new RunQueue({ concurrency: 2, maxQueued: 5 });
  const log: string[] = [];
  const jobs = ['a', 'b', 'c', 'd'].map(name => held(name, log));
  for (const { job } of jobs) queue.reserve()?.start(job);
  expect(log).toEqual(['a', 'b']);
  jobs[1]?.end();
  await settle();
  expect(log).toEqual(['a', 'b', 'c']);
  jobs[0]?.end();
  await settle();
  expect(log).toEqual(['a', 'b', 'c', 'd']);
});

it('reservations count, and a place is free again when one is released, removed or over', async () => {
  const queue = new RunQueue({ concurrency: 1, maxQueued: 1 });
  const [first, second] = [held('first', []), held('second', [])];
  const reservation = queue.reserve();
  queue.reserve()?.start(first.job);
  expect(queue.reserve()).toBeUndefined();
  reservation?.release();
  queue.reserve()?.start(second.job);
  expect(queue.reserve()).toBeUndefined();
  queue.remove(second.job);
  queue.reserve()?.start(second.job);
  expect(queue.reserve()).toBeUndefined();
  first.end();
  await settle();
  expect(queue.reserve()).toBeDefined();
});

it('a queue that holds nobody still runs what can run at once', () => {
  const queue = new RunQueue({ concurrency: 1, maxQueued: 0 });
  const log: string[] = [];
  queue.reserve()?.start(held('only', log).job);
  expect(log).toEqual(['only']);
  expect(queue.reserve()).toBeUndefined();
});
