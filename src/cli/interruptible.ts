import { addAbortSignal, type Readable } from 'node:stream';
import { CommandError, exitStatus } from './command-error.ts';
import type { Terminal } from './terminal.ts';

/**
 * Does something that Ctrl-C ends: the first one aborts the signal, and another one ends the program at once.
 *
 * @throws {CommandError} after Ctrl-C, whatever came of it.
 */
export async function interruptible<T>(
  { on, off, endNow }: Terminal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const abort = new AbortController();
  const interrupt = (): void => {
    if (abort.signal.aborted) endNow(exitStatus.interrupted);
    abort.abort();
  };
  on('SIGINT', interrupt);
  try {
    const result = await work(abort.signal);
    if (abort.signal.aborted) throw new CommandError('interrupted', 'Interrupted.');
    return result;
  } catch (error) {
    throw abort.signal.aborted ? new CommandError('interrupted', 'Interrupted.') : error;
  } finally {
    off('SIGINT', interrupt);
  }
}

/**
 * Reads stdin to its end, which Ctrl-C need not wait for.
 *
 * @throws {CommandError} after Ctrl-C.
 */
export async function interruptibleStdin<T>(
  terminal: Terminal,
  read: (stdin: Readable) => Promise<T>,
): Promise<T> {
  return interruptible(terminal, signal => read(addAbortSignal(signal, terminal.stdin)));
}
