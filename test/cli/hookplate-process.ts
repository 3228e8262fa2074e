import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const command = fileURLToPath(new URL('../../dist/hookplate.js', import.meta.url));

/** A run of the built command in a process of its own. */
export interface HookplateProcess {
  readonly child: ChildProcess;
  /** The output so far. */
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Its status, or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

export interface ProcessSettings {
  readonly directory?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** All that stdin has, or that a test writes to it itself. */
  readonly stdin?: string | { readonly isOpen: true };
  /** Another program than the built command. */
  readonly program?: string | undefined;
  /** Options of Node itself. */
  readonly nodeOptions?: readonly string[];
}

/** Starts `hookplate` in a process of its own; if it still runs when the test ends, it is killed. */
export function spawnHookplate(args: readonly string[], settings: ProcessSettings = {}): HookplateProcess {
  const { directory = tmpdir(), env = {}, stdin = '', nodeOptions = [], program = command } = settings;
  const child = spawn(process.execPath, [...nodeOptions, program, ...args], {
    cwd: directory,
    env: { ...process.env, ...env },
  });
  const written = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', text => {
    written.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', text => {
    written.stderr += text;
  });
  child.stdin.on('error', () => {});
  if (typeof stdin === 'string') child.stdin.end(stdin);
  const ended = once(child, 'close').then(([status, signal]) => status ?? signal);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, stdout: () => written.stdout, stderr: () => written.stderr, ended };
}

/** Runs `hookplate` in a process of its own to its end. */
export async function runProcess(
  args: readonly string[],
  settings: ProcessSettings = {},
): Promise<{ readonly status: number | string; readonly stdout: string; readonly stderr: string }> {
  const { ended, stdout, stderr } = spawnHookplate(args, settings);
  const status = await ended;
  return { status, stdout: stdout(), stderr: stderr() };
}
