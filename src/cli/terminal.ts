import type { EventEmitter } from 'node:events';
import { addAbortSignal, type Readable, type Writable } from 'node:stream';
import { WriteStream } from 'node:tty';
import { pause } from '../timing/wait.ts';
import { CommandError, type ExitStatus, exitStatus } from './command-error.ts';

/** The output of a command. A file or a pipe has no columns, and something within this process no descriptor. */
export type OutputStream = Writable & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly fd?: number;
};

/**
 * A command's view of the world, so that it can run in any process, several at the same time. Data goes to stdout, text
 * for people to stderr.
 */
export interface Terminal {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** Relative paths start from here. */
  readonly directory: string;
  /** Emits signals and uncaught errors: `process`, if the command has the process to itself. */
  readonly events: EventEmitter;
  /** Ends the program now, whatever is still running. Default: with the status of its command. */
  readonly endNow: (status?: ExitStatus) => void;
  /** Reserves stdout for the returned stream; any other output goes to stderr from now on. */
  readonly claimStdout: () => Writable;
}

/** Passed to every command. */
export interface CommandContext {
  readonly terminal: Terminal;
  /** Stores the status of the finished command. */
  readonly end: (status: ExitStatus) => void;
}

/** A command as its user types it: npx finds the program in the project's packages, and else the one installed globally. */
export function typedCommand(command: string): string {
  return `npx hookplate ${command}`;
}

/** Whether to use colours, according to `FORCE_COLOR`, `NO_COLOR` and the stream. */
export function hasColors(output: OutputStream, { env }: Pick<Terminal, 'env'>): boolean {
  const { FORCE_COLOR: forced } = env;
  if (forced === undefined && !output.isTTY) return false;
  // It reads only the environment, whatever the stream is.
  return WriteStream.prototype.getColorDepth(env) > 2;
}

/**
 * Runs something that Ctrl-C can end: the first one aborts the signal, a second one ends the program at once.
 *
 * @throws {CommandError} after Ctrl-C, whatever the result.
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
 * Reads stdin to its end, unless Ctrl-C comes first.
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
 * Reports uncaught errors, for example from the timer of a task, until the program ends; resolves with the first one.
 * Node.js would print its message, which may contain secrets, and end the program at once.
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

/** Time for the rest to end by itself once a command is done, in milliseconds. */
const lingerMs = 500;

/** What the module of a configuration left open, such as a timer or a task, must not keep the program alive. */
export function endSoon({ endNow }: Pick<Terminal, 'endNow'>): void {
  void pause(lingerMs, { keepsAlive: false }).then(() => endNow());
}
