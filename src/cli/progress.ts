import type { Terminal } from './terminal.ts';

/** Shorter work shows no progress. In milliseconds. */
const quietMs = 500;
const betweenMs = 100;
/** The length of a bar, in characters. */
const barLength = 20;

/** A line on a terminal that shows the progress of long work. */
export interface Progress {
  /** @param share Of what is to be done, from 0 to 1; with a bar. Default: nobody knows, and there is no bar. */
  readonly show: (text: string, share?: number) => void;
  /** Removes the line, before anything else is written. */
  readonly clear: () => void;
}

export function createProgress({ stderr }: Pick<Terminal, 'stderr'>, now: () => number = Date.now): Progress {
  const started = now();
  let last = started;
  let isShown = false;
  return {
    show: (text, share) => {
      const time = now();
      if (!stderr.isTTY || time - started < quietMs || time - last < betweenMs) return;
      last = time;
      isShown = true;
      stderr.write(`\r\u001b[2K${share === undefined ? '' : barOf(share)}${text}`);
    },
    clear: () => {
      if (isShown) stderr.write('\r\u001b[2K');
      isShown = false;
    },
  };
}

function barOf(share: number): string {
  // What comes while it is counted makes it more than all.
  const done = Math.floor(Math.min(share, 1) * barLength);
  return `[${'#'.repeat(done)}${'-'.repeat(barLength - done)}] `;
}
