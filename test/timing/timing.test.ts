import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signalWithin, within } from '../../src/timing/deadline.ts';
import { Debounce } from '../../src/timing/debounce.ts';
import { newestAfterCurrent } from '../../src/timing/newest-after-current.ts';
import { backoffMs, pause, WakeUp } from '../../src/timing/wait.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Whether a promise has settled by now. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  const settle = (): void => {
    settled = true;
  };
  promise.then(settle, settle);
  await vi.advanceTimersByTimeAsync(0);
  return settled;
}

interface Deferred {
  readonly promise: Promise<string>;
  readonly resolve: (value: string) => void;
  readonly reject: (error: Error) => void;
}

function deferred(): Deferred {
  let settle: Omit<Deferred, 'promise'> | undefined;
  const promise = new Promise<string>((resolve, reject) => {
    settle = { resolve, reject };
  });
  if (!settle) throw new Error('A promise calls its executor at once.');
  return { promise, ...settle };
}

describe('pause', () => {
  it('ends when its time is over', async () => {
    const paused = pause(1000);
    await vi.advanceTimersByTimeAsync(999);
    expect(await isSettled(paused)).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await isSettled(paused)).toBe(true);
  });

  it('ends at once, without an error, when its signal is aborted, before or meanwhile', async () => {
    const abort = new AbortController();
    const paused = pause(1000, { signal: abort.signal });
    abort.abort();
    await expect(paused).resolves.toBeUndefined();
    await expect(pause(1000, { signal: abort.signal })).resolves.toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('backoffMs', () => {
  it('doubles from the first to the longest', () => {
    const backoff = { firstMs: 250, longestMs: 1500 };
    expect([1, 2, 3, 4, 5, 5000].map(failures => backoffMs(failures, backoff))).toEqual([
      250, 500, 1000, 1500, 1500, 1500,
    ]);
  });
});

describe('a wake-up', () => {
  it('ends the sleep that it meets, or else the next one', async () => {
    const wakeUp = new WakeUp();
    const first = wakeUp.sleep(1000);
    expect(await isSettled(first)).toBe(false);
    wakeUp.call();
    expect(await isSettled(first)).toBe(true);
    const second = wakeUp.sleep(1000);
    expect(await isSettled(second)).toBe(false);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await isSettled(second)).toBe(true);
    wakeUp.call();
    expect(await isSettled(wakeUp.sleep(1000))).toBe(true);
  });
});

describe('within', () => {
  it('gives what the work comes to in time, and clears its timer', async () => {
    await expect(within(1000, Promise.resolve('done'), () => 'late')).resolves.toBe('done');
    await expect(within(1000, Promise.reject(new Error('no')), () => 'late')).rejects.toThrow('no');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('gives what `late` returns or throws when the time is over, and ignores what comes later', async () => {
    const work = deferred();
    const late = within(1000, work.promise, () => 'late');
    const thrown = within(1000, work.promise, () => {
      throw new Error('too late');
    });
    const refused = expect(thrown).rejects.toThrow('too late');
    await vi.advanceTimersByTimeAsync(1000);
    await expect(late).resolves.toBe('late');
    await refused;
    work.reject(new Error('nobody hears this'));
    await vi.advanceTimersByTimeAsync(0);
  });
});

describe('signalWithin', () => {
  it('is aborted when its time is over, with an error that says so', async () => {
    vi.useRealTimers();
    const signal = signalWithin(1, new AbortController().signal);
    await new Promise(resolve => signal.addEventListener('abort', resolve));
    expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
  });

  it('is aborted with the other signal, for the same reason', () => {
    const reason = new Error('enough');
    const abort = new AbortController();
    const signals = [signalWithin(60_000, abort.signal), signalWithin(undefined, abort.signal)];
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
    abort.abort(reason);
    expect(signals.map(signal => signal.reason)).toEqual([reason, reason]);
    expect(signalWithin(undefined).aborted).toBe(false);
  });
});

describe('Debounce', () => {
  it('runs the latest once it has been quiet', () => {
    const runs: number[] = [];
    const quiet = new Debounce();
    for (const run of [1, 2, 3]) {
      vi.advanceTimersByTime(99);
      quiet.start(() => runs.push(run), 100);
    }
    vi.advanceTimersByTime(99);
    expect(runs).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(runs).toEqual([3]);
  });

  it('runs nothing that was cancelled', () => {
    const quiet = new Debounce();
    quiet.cancel();
    quiet.start(() => expect.unreachable(), 100);
    quiet.cancel();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('newestAfterCurrent', () => {
  function recorded() {
    const runs: { readonly given: number; readonly end: Deferred }[] = [];
    const ask = newestAfterCurrent((given: number) => {
      const end = deferred();
      runs.push({ given, end });
      return end.promise;
    });
    return { runs, ask };
  }

  it('shares one run, with what was given last, among those who ask meanwhile', async () => {
    const { runs, ask } = recorded();
    const answers = [ask(1), ask(2), ask(3)];
    expect(runs.map(({ given }) => given)).toEqual([1]);
    runs[0]?.end.resolve('first');
    await vi.advanceTimersByTimeAsync(0);
    expect(runs.map(({ given }) => given)).toEqual([1, 3]);
    runs[1]?.end.resolve('second');
    await expect(Promise.all(answers)).resolves.toEqual(['first', 'second', 'second']);
    void ask(4);
    expect(runs.map(({ given }) => given)).toEqual([1, 3, 4]);
  });

  it('goes on after a run that failed', async () => {
    const { runs, ask } = recorded();
    const first = expect(ask(1)).rejects.toThrow('down');
    const second = ask(2);
    runs[0]?.end.reject(new Error('down'));
    await first;
    await vi.advanceTimersByTimeAsync(0);
    runs[1]?.end.resolve('up again');
    await expect(second).resolves.toBe('up again');
    await vi.advanceTimersByTimeAsync(0);
    void ask(3);
    expect(runs.map(({ given }) => given)).toEqual([1, 2, 3]);
  });
});
