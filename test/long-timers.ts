import { onTestFinished, vi } from 'vitest';

/** Far more than anything takes that a test waits for. */
export const longMs = 600_000;

/** Watches the long timers of this process, until the test ends: what it returns lets the latest one fire at once. */
export function watchLongTimers(): () => void {
  const { setTimeout: start } = globalThis;
  const callbacks: (() => void)[] = [];
  const watched = vi.spyOn(globalThis, 'setTimeout').mockImplementation((callback, delayMs = 0, ...given) => {
    // A deadline is set when a part of its time is over.
    if (delayMs > longMs / 2) callbacks.push(callback);
    return start(callback, delayMs, ...given);
  });
  onTestFinished(() => watched.mockRestore());
  return () => callbacks.pop()?.();
}
