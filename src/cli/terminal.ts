import type { EventEmitter } from 'node:events';
import { addAbortSignal, type Readable, type Writable } from 'node:stream';
import { WriteStream } from 'node:tty';
import { CommandError, type ExitStatus, exitStatus } from './command-error.ts';

/** Where a command writes. A file or a pipe has no columns. */
export type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/**
 * All that a command sees of the world, so that it runs in any process, and several can at the same time. Data goes to stdout, whatever is
 * for people to stderr.
 */
export interface Terminal {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** Relative paths begin here. */
  readonly directory: string;
  /** Signals arrive here, and errors that nothing catches: it is `process` where the command has that for itself. */
  readonly events: EventEmitter;
  /** Ends the program now, with whatever still runs in it. Without a status, with that of its command. */
  readonly endNow: (status?: ExitStatus) => void;
  /** Leaves stdout to what is written to the stream that it returns; whatever else would print there goes to stderr from now on. */
  readonly claimStdout: () => Writable;
}

/** Every command is made with this. */
export interface CommandContext {
  readonly terminal: Terminal;
  /** Keeps the status that the command ended with. */
  readonly end: (status: ExitStatus) => void;
}

/** Whether colours are wanted there, by `FORCE_COLOR`, `NO_COLOR` and what it is. */
export function hasColors(output: OutputStream, { env }: Pick<Terminal, 'env'>): boolean {
  const { FORCE_COLOR: forced } = env;
  if (forced === undefined && !output.isTTY) return false;
  // It reads nothing but the environment, whatever the stream is.
  return WriteStream.prototype.getColorDepth(env) > 2;
}

/**
 * Does something that Ctrl-C ends: the first one aborts the signal, and another one ends the program at once.
 *
 * @throws {CommandError} after Ctrl-C, whatever came of it.
 */
export async function interruptible<T>(
  { events, endNow }: Pick<Terminal, 'events' | 'endNow'>,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const abort = new AbortController();
  const interrupt = (): void => {
    if (abort.signal.aborted) endNow(exitStatus.interrupted);
    abort.abort();
  };
  events.on('SIGINT', interrupt);
  try {
    const result = await work(abort.signal);
    if (abort.signal.aborted) throw new CommandError('interrupted', 'Interrupted.');
    return result;
  } catch (error) {
    throw abort.signal.aborted ? new CommandError('interrupted', 'Interrupted.') : error;
  } finally {
    events.off('SIGINT', interrupt);
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

/**
 * Reports, until the program ends, what is thrown where nothing catches it, such as in a timer of a task, and resolves with the
 * first one. Node.js would write it out with its message, which may hold secrets, and end the program at once.
 */
export function watchStrayErrors(
  { events }: Pick<Terminal, 'events'>,
  report: (error: unknown) => void,
): Promise<'stray-error'> {
  return new Promise(resolve => {
    const listener = (error: unknown): void => {
      report(error);
      resolve('stray-error');
    };
    events.on('uncaughtException', listener);
    events.on('unhandledRejection', listener);
  });
}
