import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** What to start: a program with its arguments, which no shell reads. */
export interface Start {
  readonly program: string;
  readonly args: readonly string[];
  readonly directory: string | undefined;
  readonly environment: NodeJS.ProcessEnv;
}

/** How a program ended: with a status, or by a signal. */
export interface ProgramEnd {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** How often a group that is to end is looked at. In milliseconds. */
const lookMs = 25;

/** Those that run. What is left of them when this process ends is killed: nobody else knows of them. */
const running = new Set<ProcessGroup>();

function killAll(): void {
  for (const group of running) group.kill('SIGKILL');
}

/**
 * A program with all the processes that it starts: on POSIX a process group of its own, so that a signal reaches all of
 * them, and a Ctrl-C at the terminal none. Elsewhere the program alone.
 *
 *     running ──exit, or stop()──▶ told to end (SIGTERM) ──graceMs──▶ killed (SIGKILL)
 *        └──────────── nothing of it is left ────────────┴──────────────────▶ ended
 */
export class ProcessGroup {
  readonly child: ChildProcessWithoutNullStreams;
  /** Rejects where the program could not be started; resolves when nothing of it is left, and all it wrote was read. */
  readonly ended: Promise<ProgramEnd>;
  readonly #graceMs: number;
  readonly #allRead: Promise<void>;
  #killer: NodeJS.Timeout | undefined;
  #isKilled = false;

  constructor({ program, args, directory, environment }: Start, graceMs: number) {
    this.#graceMs = graceMs;
    this.child = spawn(program, args, {
      ...(directory !== undefined && { cwd: directory }),
      env: environment,
      detached: isPosix,
      windowsHide: true,
    });
    if (running.size === 0) process.on('exit', killAll);
    running.add(this);
    this.#allRead = new Promise(resolve => this.child.once('close', () => resolve()));
    this.ended = this.#end().finally(() => this.#forget());
  }

  /** Tells the group to end, and kills what is left of it after the time of grace. */
  stop(): void {
    if (this.#killer) return;
    this.kill('SIGTERM');
    this.#killer = setTimeout(() => {
      this.#isKilled = true;
      this.kill('SIGKILL');
    }, this.#graceMs);
  }

  /** Nothing happens where nobody is left. */
  kill(signal: NodeJS.Signals): void {
    this.#signal(signal);
  }

  async #end(): Promise<ProgramEnd> {
    const end = await this.#exit();
    if (this.#isAlive()) this.stop();
    while (this.#isAlive() && !this.#isKilled) await sleep(lookMs);
    // A process that left the group may hold the pipes open for ever.
    await Promise.race([this.#allRead, sleep(this.#graceMs, undefined, { ref: false })]);
    this.child.stdout.destroy();
    this.child.stderr.destroy();
    return end;
  }

  #exit(): Promise<ProgramEnd> {
    return new Promise((resolve, reject) => {
      this.child.once('error', reject);
      this.child.once('exit', (status, signal) => resolve({ status, signal }));
    });
  }

  #isAlive(): boolean {
    return isPosix && this.#signal(0);
  }

  /** Whether there was somebody to signal. */
  #signal(signal: NodeJS.Signals | 0): boolean {
    const { pid } = this.child;
    if (pid === undefined) return false;
    try {
      return process.kill(isPosix ? -pid : pid, signal);
    } catch {
      return false;
    }
  }

  #forget(): void {
    clearTimeout(this.#killer);
    running.delete(this);
    if (running.size === 0) process.off('exit', killAll);
  }
}

const isPosix = process.platform !== 'win32';
