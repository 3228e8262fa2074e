import { EventEmitter } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { onTestFinished } from 'vitest';
import type { ExitStatus } from '../../src/cli/command-error.ts';
import { runCommandLine } from '../../src/cli/command-line.ts';

/** The commands, in the order in which they are listed. */
export const commandNames = [
  ...['check', 'render', 'preview', 'send', 'compile', 'serve', 'run', 'status', 'interrupt', 'emit'],
  ...[
    'explain',
    'receivers',
    'lsp',
    'schema',
    'init',
    'hash-password',
    'migrate',
    'rotate-keys',
    'completion',
  ],
] as const;

/** A run of a command in this process, with streams, an environment and a directory of its own. */
export interface HookplateRun {
  readonly stdin: PassThrough;
  /** The output so far. */
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Sends it a signal, as the system does with a process. */
  readonly kill: (signal: 'SIGINT' | 'SIGTERM') => void;
  readonly ended: Promise<ExitStatus>;
}

export interface RunSettings {
  readonly directory?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** All that stdin has, or that a test writes to it itself. */
  readonly stdin?: string | { readonly isOpen: true };
  /** Where what it writes to stdout goes as well. */
  readonly output?: Writable;
  /** Whether somebody watches what it writes to stderr. */
  readonly isWatched?: boolean;
}

/** Starts `hookplate` in this process; if it still runs when the test ends, it is told to stop, and waited for. */
export function startHookplate(args: readonly string[], settings: RunSettings = {}): HookplateRun {
  const { directory = tmpdir(), env = {}, stdin: given = '', output, isWatched = false } = settings;
  const stdin = new PassThrough();
  if (typeof given === 'string') stdin.end(given);
  const written = { stdout: '', stderr: '' };
  const collect = (name: keyof typeof written, also?: Writable) =>
    new Writable({
      decodeStrings: false,
      write: (chunk: string | Buffer, encoding, done) => {
        written[name] += chunk.toString();
        if (also) also.write(chunk, encoding, done);
        else done();
      },
    });
  const stdout = collect('stdout', output);
  const events = new EventEmitter();
  const ended = runCommandLine(args, {
    stdin,
    stdout,
    stderr: Object.assign(collect('stderr'), isWatched && { isTTY: true }),
    env,
    platform: process.platform,
    directory,
    events,
    // The process goes on with the next test.
    endNow: () => {},
    claimStdout: () => stdout,
  });
  onTestFinished(async () => {
    stdin.end();
    events.emit('SIGTERM', 'SIGTERM');
    events.emit('SIGINT', 'SIGINT');
    await ended;
  });
  return {
    stdin,
    stdout: () => written.stdout,
    stderr: () => written.stderr,
    kill: signal => void events.emit(signal, signal),
    ended,
  };
}

/** Runs `hookplate` in this process to its end. */
export async function runHookplate(
  args: readonly string[],
  settings: RunSettings = {},
): Promise<{ readonly status: ExitStatus; readonly stdout: string; readonly stderr: string }> {
  const { ended, stdout, stderr } = startHookplate(args, settings);
  const status = await ended;
  return { status, stdout: stdout(), stderr: stderr() };
}

/** A directory with these files, also in folders, removed when the test ends. */
export function directoryWith(files: Readonly<Record<string, string>> = {}): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'hookplate-cli-')));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
  return directory;
}
