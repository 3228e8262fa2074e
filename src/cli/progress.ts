import type { Terminal } from './terminal.ts';

/** Shorter work shows no progress. In milliseconds. */
const quietMs = 500;
const betweenMs = 100;

/** A line on a terminal that shows the progress of long work. */
export interface Progress {
  readonly show: (text: string) => void;
  /** Removes the line, before anything else is written. */
  readonly clear: () => void;
}

export function createProgress({ stderr }: Pick<Terminal, 'stderr'>, now: () => number = Date.now): Progress {
  const started = now();
  let last = started;
  let isShown = false;
  return {
    show: text => {
      const time = now();
      if (!stderr.isTTY || time - started < quietMs || time - last < betweenMs) return;
      last = time;
      isShown = true;
      stderr.write(`\r\u001b[2K${text}`);
    },
    clear: () => {
      if (isShown) stderr.write('\r\u001b[2K');
      isShown = false;
    },
  };
}
