import type { Terminal } from '../terminal.ts';

/** Shorter work shows nothing. In milliseconds. */
const quietMs = 500;
const betweenMs = 100;

/** A line on a terminal that says how far long work is. */
export interface Progress {
  readonly at: (done: number) => void;
  /** Takes the line away, before something else is written. */
  readonly clear: () => void;
}

export function createProgress(
  { stderr }: Pick<Terminal, 'stderr'>,
  total: number,
  now: () => number = Date.now,
): Progress {
  const started = now();
  let last = started;
  let isShown = false;
  return {
    at: done => {
      const time = now();
      if (!stderr.isTTY || time - started < quietMs || time - last < betweenMs) return;
      last = time;
      isShown = true;
      stderr.write(`\r\u001b[2KChecked ${done} of ${total} files`);
    },
    clear: () => {
      if (isShown) stderr.write('\r\u001b[2K');
      isShown = false;
    },
  };
}
