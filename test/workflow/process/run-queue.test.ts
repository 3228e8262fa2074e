import { expect, it } from 'vitest';
import {
  type Job,
  RunQueue,
  type RunQueueOptions,
  type RunSlot,
} from '../../../src/workflow/process/run-queue.ts';
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

function queueOf(options: Partial<RunQueueOptions> = {}): RunQueue {
  return new RunQueue({ concurrency: 1, maxQueued: 1, maxQueuedBytes: 100, ...options });
}

/** A slot that must be free. */
function slotIn(queue: RunQueue, bytes = 1): RunSlot {
  const slot = queue.reserve(bytes);
  if (!slot) throw new Error('The queue is full.');
  return slot;
}

it('as many run as may, and the others follow in their order', async () => {
  const queue = queueOf({ concurrency: 2, maxQueued: 5 });
  const log: string[] = [];
  const jobs = ['a', 'b', 'c', 'd'].map(name => held(name, log));
  for (const { job } of jobs) slotIn(queue).enter(job);
  expect(log).toEqual(['a', 'b']);
  jobs[1]?.end();
  await settle();
  expect(log).toEqual(['a', 'b', 'c']);
  jobs[0]?.end();
  await settle();
  expect(log).toEqual(['a', 'b', 'c', 'd']);
});

it('a slot is held until it is finished or left, whether it was entered, its job is over, or neither', async () => {
  const queue = queueOf();
  const [first, second] = [held('first', []), held('second', [])];
  const reserved = slotIn(queue);
  const running = slotIn(queue);
  running.enter(first.job);
  expect(queue.reserve(1)).toBeUndefined();
  reserved.leave();
  const waiting = slotIn(queue);
  waiting.enter(second.job);
  expect(queue.reserve(1)).toBeUndefined();
  waiting.leave();
  slotIn(queue).enter(second.job);
  first.end();
  await settle();
  expect(queue.reserve(1)).toBeUndefined();
  running.finish();
  expect(queue.reserve(1)).toBeDefined();
});

it('one that leaves its slot before its turn never has it', async () => {
  const queue = queueOf();
  const log: string[] = [];
  const first = held('first', log);
  slotIn(queue).enter(first.job);
  const slot = slotIn(queue);
  slot.enter(held('second', log).job);
  slot.finish();
  first.end();
  await settle();
  expect(log).toEqual(['first']);
});

it('a queue that holds nobody still runs what can run at once', () => {
  const queue = queueOf({ maxQueued: 0, maxQueuedBytes: 0 });
  const log: string[] = [];
  slotIn(queue).enter(held('only', log).job);
  expect(log).toEqual(['only']);
  expect(queue.reserve(1)).toBeUndefined();
});

it('bodies have a bound together, which one alone may pass; they count until their run is over', () => {
  const queue = queueOf({ maxQueued: 10, maxQueuedBytes: 100 });
  const large = slotIn(queue, 500);
  expect(queue.reserve(1)).toBeUndefined();
  large.finish();
  slotIn(queue, 60);
  expect(queue.reserve(41)).toBeUndefined();
  const rest = slotIn(queue, 40);
  expect(queue.reserve(1)).toBeUndefined();
  rest.finish();
  rest.leave();
  expect(queue.reserve(40)).toBeDefined();
});

it('as many slots as are free may be finished and not left', () => {
  const queue = queueOf();
  const finished = [slotIn(queue), slotIn(queue)];
  for (const slot of finished) slot.finish();
  slotIn(queue);
  slotIn(queue).finish();
  expect(queue.reserve(1)).toBeUndefined();
  finished[0]?.leave();
  expect(queue.reserve(1)).toBeDefined();
});

it('it is empty when nobody holds a slot', async () => {
  const queue = queueOf();
  await queue.empty();
  const slots = [slotIn(queue), slotIn(queue)];
  let isEmpty = false;
  void queue.empty().then(() => {
    isEmpty = true;
  });
  slots[0]?.leave();
  await settle();
  expect(isEmpty).toBe(false);
  slots[1]?.leave();
  await settle();
  expect(isEmpty).toBe(true);
});
