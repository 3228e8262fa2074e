import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { maxHoldMs, OrderedDeliveries } from '../../../src/workflow/event/event-notifier.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A line whose messages are tried and end when the test says so. */
function heldLine() {
  const begun: string[] = [];
  const attempts = new Map<string, () => void>();
  const ends = new Map<string, () => void>();
  let waiting = 0;
  let empty = 0;
  const line = new OrderedDeliveries({ onWaiting: change => (waiting += change), onEmpty: () => empty++ });
  const push = (name: string): void =>
    line.push(onAttempt => {
      begun.push(name);
      attempts.set(name, onAttempt);
      return new Promise(resolve => {
        ends.set(name, resolve);
      });
    });
  const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
  const attempt = (name: string): Promise<unknown> => {
    attempts.get(name)?.();
    return settle();
  };
  const end = (name: string): Promise<unknown> => {
    ends.get(name)?.();
    return settle();
  };
  for (const name of ['Started', 'Completed']) push(name);
  return { line, begun, push, attempt, end, waiting: () => waiting, empty: () => empty };
}

describe('the next message', () => {
  it('begins when the one before it is final', async () => {
    const { begun, attempt, end, waiting, empty } = heldLine();
    expect([begun, waiting()]).toEqual([['Started'], 1]);
    await attempt('Started');
    expect(begun).toEqual(['Started']);
    await end('Started');
    expect([begun, waiting(), empty()]).toEqual([['Started', 'Completed'], 0, 0]);
    await end('Completed');
    expect(empty()).toBe(1);
  });

  it('begins after five minutes where the one before it has been tried', async () => {
    const { begun, attempt } = heldLine();
    expect(maxHoldMs).toBe(5 * 60 * 1000);
    await attempt('Started');
    await vi.advanceTimersByTimeAsync(maxHoldMs - 1);
    expect(begun).toEqual(['Started']);
    await vi.advanceTimersByTimeAsync(1);
    expect(begun).toEqual(['Started', 'Completed']);
  });

  it('waits for the first attempt of the one before it, however long that takes', async () => {
    const { begun, attempt } = heldLine();
    await vi.advanceTimersByTimeAsync(2 * maxHoldMs);
    expect(begun).toEqual(['Started']);
    await attempt('Started');
    expect(begun).toEqual(['Started', 'Completed']);
  });

  it('begins once, whatever becomes of the one before it afterwards', async () => {
    const { begun, push, attempt, end, empty } = heldLine();
    push('Third');
    await attempt('Started');
    await vi.advanceTimersByTimeAsync(maxHoldMs);
    await attempt('Started');
    await end('Started');
    expect(begun).toEqual(['Started', 'Completed']);
    await end('Completed');
    await end('Third');
    expect([begun, empty()]).toEqual([['Started', 'Completed', 'Third'], 1]);
  });

  it('begins at once, with all that wait, when nothing is to be held back any more', async () => {
    const { line, begun, push, waiting } = heldLine();
    push('Third');
    line.flush();
    expect([begun, waiting()]).toEqual([['Started', 'Completed', 'Third'], 0]);
  });
});
