import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createProgress } from '../../src/cli/progress.ts';
import type { Terminal } from '../../src/cli/terminal.ts';

function startProgress(isTTY: boolean) {
  const stream = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY });
  let now = 0;
  // All that it uses of a terminal.
  const terminal = { stderr: stream } as unknown as Terminal;
  const progress = createProgress(terminal, () => now);
  return {
    at: (done: number, ms: number) => {
      now = ms;
      progress.show(`Checked ${done} of 300 files`);
      return stream.read();
    },
    clear: () => {
      progress.clear();
      return stream.read();
    },
  };
}

describe('the progress of long work', () => {
  it('is shown on a terminal after half a second, ten times a second, and taken away', () => {
    const { at, clear } = startProgress(true);
    expect(clear()).toBe(null);
    expect(at(10, 499)).toBe(null);
    expect(at(20, 600)).toBe('\r\u001b[2KChecked 20 of 300 files');
    expect(at(21, 650)).toBe(null);
    expect(at(40, 700)).toBe('\r\u001b[2KChecked 40 of 300 files');
    expect(clear()).toBe('\r\u001b[2K');
    expect(clear()).toBe(null);
  });

  it('is a bar where it is known how much there is to do', () => {
    const stream = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true });
    let now = 0;
    const progress = createProgress({ stderr: stream } as unknown as Terminal, () => now);
    const bars = [0, 0.5, 1, 1.2].map(share => {
      now += 1000;
      progress.show('', share);
      return stream.read();
    });
    expect(bars).toEqual(
      ['--------------------', '##########----------', '####################', '####################'].map(
        bar => `\r\u001b[2K[${bar}] `,
      ),
    );
  });

  it('is shown nowhere else', () => {
    expect(startProgress(false).at(20, 10_000)).toBe(null);
  });
});
