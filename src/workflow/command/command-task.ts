import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  aListOf,
  aText,
  type Check,
  checkThat,
  defineOptions,
  expected,
  listener,
  milliseconds,
  optional,
  required,
  unchecked,
} from '../../options/define-options.ts';
import type { JsonValue } from '../../output/json/json-value.ts';
import { isJsonObject } from '../../output/json/json-value.ts';
import type { ParameterMapping } from '../parameters/parameter-mapping.ts';
import type { ProcessCounts } from '../process/process-record.ts';
import { longestError } from '../process/run-task.ts';
import type { Task, TaskInput, TaskOutcome } from '../task.ts';

/** A task that another program does. */
export interface CommandTaskOptions {
  /** The program and its arguments. No shell reads them. */
  readonly command: readonly [program: string, ...args: string[]];
  readonly profile: string;
  readonly parameters?: ParameterMapping;
  /** A body that it can be tried with, which a server offers. Default: one with a text for each parameter. */
  readonly sampleBody?: JsonValue;
  /** How long a process may run before it is interrupted. Default 86,400,000 ms: a day. */
  readonly timeoutMs?: number;
  /** Where the program runs. Default: where this process does. */
  readonly directory?: string;
  /** Variables that the program gets, besides those that `inherit` names. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Variables of this process that the program gets too: others may hold secrets. */
  readonly inherit?: readonly string[];
  /** How long the program may take to end when it is told to by SIGTERM; then it is killed. Default 10,000 ms. */
  readonly graceMs?: number;
  /** Told of each line that does not report progress, up to a megabyte of a run. Default: they are dropped. */
  readonly onOutput?: (line: LoggedLine) => void;
}

type Optional = 'parameters' | 'sampleBody' | 'timeoutMs' | 'directory';
type CommandSettings = Required<Omit<CommandTaskOptions, Optional>> & Pick<CommandTaskOptions, Optional>;

export const defaultGraceMs = 10_000;

/** What a program needs to find other programs, its user and its language; no secrets are kept in them. */
const alwaysInherited = [
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'TMPDIR'],
  ...['SystemRoot', 'ComSpec', 'PATHEXT', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'TEMP', 'TMP'],
];

/**
 * A task whose work is a program. It gets the body of the run on stdin, as JSON, and its parameters, as JSON too, in the
 * variable `HOOKPLATE_PARAMETERS`. A line of JSON on stdout says how far it has come, in totals:
 * `{"recordsProcessed":100,"errorCount":0}`; one with a `status` of `completed` or `error`, and with the `error`, says how
 * it ended. A program that ends with another status than 0 failed; the last line that it wrote to stderr says why. A process
 * that is interrupted gets SIGTERM with all the processes that it has started, and SIGKILL after the time of grace.
 *
 * @throws {TypeError} naming the invalid option.
 */
export function createCommandTask(options: CommandTaskOptions): Task {
  return commandTask(readCommandTask(options));
}

/** Of settings that were read before. */
export function commandTask(settings: CommandSettings): Task {
  const { profile, parameters, sampleBody, timeoutMs } = settings;
  return Object.freeze<Task>({
    profile,
    ...(parameters && { parameters }),
    ...(sampleBody !== undefined && { sampleBody }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    run: input => runCommand(settings, input),
  });
}

async function runCommand(settings: CommandSettings, input: TaskInput): Promise<TaskOutcome> {
  input.signal.throwIfAborted();
  try {
    // Some reasons for which a program cannot be started are thrown at once, others later.
    return await follow(new ProcessGroup(startOf(settings, input), settings.graceMs), settings, input);
  } catch (error) {
    return { status: 'error', error: explainStart(settings, error) };
  }
}

async function follow(
  group: ProcessGroup,
  settings: CommandSettings,
  input: TaskInput,
): Promise<TaskOutcome> {
  const output = new CommandOutput(group.child, input.report, settings.onOutput);
  // A program that does not read its input to the end need not.
  group.child.stdin.on('error', () => {}).end(JSON.stringify(input.body));
  const stop = (): void => group.stop();
  input.signal.addEventListener('abort', stop, { once: true });
  try {
    return outcomeOf(await group.ended, output);
  } finally {
    input.signal.removeEventListener('abort', stop);
  }
}

function startOf(settings: CommandSettings, { parameters }: TaskInput): Start {
  const { directory, environment, inherit } = settings;
  const [program, ...args] = settings.command;
  const inherited = [...alwaysInherited, ...inherit]
    .map(name => [name, process.env[name]] as const)
    .filter(([, value]) => value !== undefined);
  return {
    program,
    args,
    directory,
    environment: {
      ...Object.fromEntries(inherited),
      ...environment,
      HOOKPLATE_PARAMETERS: JSON.stringify(parameters),
    },
  };
}

function outcomeOf({ status, signal }: ProgramEnd, { outcome, lastError }: CommandOutput): TaskOutcome {
  if (status === 0) return outcome ?? { status: 'completed' };
  const how = signal === null ? `ended with the status ${status}` : `was ended by ${signal}`;
  const why = (outcome?.error ?? lastError) || `The command ${how}`;
  return { status: 'error', error: why.slice(0, longestError) };
}

function explainStart({ command: [program], directory }: CommandSettings, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const where = directory === undefined ? '' : `, or there is no directory ${directory}`;
  if (code === 'ENOENT') return `The program ${program} was not found${where}`;
  if (code === 'EACCES') return `The program ${program} may not be executed`;
  if (code === 'E2BIG') return 'The parameters are too long for a command: read them from the body';
  return `The program ${program} could not be started (${String(code)})`;
}

const isPlainText = (value: unknown): value is string => typeof value === 'string' && !value.includes('\0');
const plainText = checkThat('text', isPlainText);

const aCommand: Check<readonly [string, ...string[]]> = (value, name) => {
  const [program, ...args] = aListOf(plainText)(value, name);
  if (program === undefined || program === '') throw expected(name, 'a program and its arguments');
  return [program, ...args];
};

const variables: Check<Readonly<Record<string, string>>> = (value, name) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw expected(name, 'an object');
  return Object.fromEntries(
    Object.entries(value).map(([key, text]) => [key, plainText(text, `${name}.${key}`)]),
  );
};

export const readCommandTask = defineOptions<CommandSettings>({
  command: required('a program and its arguments, such as `["node", "copy.js"]`', aCommand),
  profile: aText,
  // With those of the other tasks.
  parameters: unchecked(),
  sampleBody: unchecked(),
  timeoutMs: optional(milliseconds(1)),
  directory: optional(plainText),
  environment: optional(variables, {}),
  inherit: optional(aListOf(plainText), []),
  graceMs: optional(milliseconds(0), defaultGraceMs),
  onOutput: optional(listener(), () => {}),
});

/** What to start: a program with its arguments, which no shell reads. */
interface Start {
  readonly program: string;
  readonly args: readonly string[];
  readonly directory: string | undefined;
  readonly environment: NodeJS.ProcessEnv;
}

/** How a program ended: with a status, or by a signal. */
interface ProgramEnd {
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
class ProcessGroup {
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

/** A line of a program that is not about its progress. */
export interface LoggedLine {
  readonly stream: 'stdout' | 'stderr';
  /** Up to 8,192 bytes of it. */
  readonly text: string;
}

/** How much of a line is kept, and how much of a run is logged, in bytes. */
export const longestLineBytes = 8192;
export const mostLoggedBytes = 1024 * 1024;

/** Reads what a program writes while it runs: its progress, how it says that it ended, and lines for the log. */
class CommandOutput {
  readonly #report: TaskInput['report'];
  readonly #log: (line: LoggedLine) => void;
  #room = mostLoggedBytes;
  /** What it said last of its end. */
  outcome: TaskOutcome | undefined;
  /** The last line on stderr that is not blank. */
  lastError = '';

  constructor(
    { stdout, stderr }: ChildProcessWithoutNullStreams,
    report: TaskInput['report'],
    log: (line: LoggedLine) => void,
  ) {
    this.#report = report;
    this.#log = log;
    const output = new LineReader(longestLineBytes, line => this.#readOutput(line));
    const errors = new LineReader(longestLineBytes, line => this.#readError(line));
    stdout.on('data', (chunk: Buffer) => output.push(chunk)).on('end', () => output.end());
    stderr.on('data', (chunk: Buffer) => errors.push(chunk)).on('end', () => errors.end());
  }

  #readOutput({ text, isCut }: OutputLine): void {
    const progress = isCut ? undefined : parseProgress(text);
    if (progress) this.#report(progress.counts);
    else this.#write({ stream: 'stdout', text });
    if (progress?.outcome) this.outcome = progress.outcome;
  }

  #readError({ text }: OutputLine): void {
    if (text.trim() !== '') this.lastError = text.trim().slice(0, longestError);
    this.#write({ stream: 'stderr', text });
  }

  /** A program that floods its output does not flood the log. */
  #write(line: LoggedLine): void {
    if (this.#room <= 0) return;
    // An empty line takes room as well.
    this.#room -= Buffer.byteLength(line.text) + 1;
    this.#log(this.#room > 0 ? line : { stream: line.stream, text: 'The rest of the output is not logged.' });
  }
}

/** What a command says of its own work in one line of JSON. */
interface Progress {
  readonly counts: Partial<ProcessCounts>;
  readonly outcome?: TaskOutcome;
}

/**
 * Reads a line such as `{"recordsProcessed":100,"errorCount":0}` or `{"status":"error","error":"no rows"}`. Nothing for
 * any other line: that is output like the rest.
 */
function parseProgress(line: string): Progress | undefined {
  if (!line.startsWith('{')) return undefined;
  const said = parseJson(line);
  if (!isJsonObject(said) || Object.keys(said).some(name => !names.includes(name))) return undefined;
  const { recordsProcessed, errorCount, status, error } = said;
  if (!isCount(recordsProcessed) || !isCount(errorCount)) return undefined;
  if (status !== undefined && status !== 'completed' && status !== 'error') return undefined;
  if (error !== undefined && (typeof error !== 'string' || status !== 'error')) return undefined;
  const counts = {
    ...(recordsProcessed !== undefined && { recordsProcessed }),
    ...(errorCount !== undefined && { errorCount }),
  };
  if (status === undefined) return Object.keys(counts).length === 0 ? undefined : { counts };
  return { counts, outcome: error === undefined ? { status } : { status, error } };
}

const names: readonly string[] = ['recordsProcessed', 'errorCount', 'status', 'error'];

function isCount(value: unknown): value is number | undefined {
  return value === undefined || (Number.isSafeInteger(value) && Number(value) >= 0);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A line that a program wrote. */
interface OutputLine {
  /** In UTF-8; bytes that are not UTF-8 are replaced. Without its end. */
  readonly text: string;
  /** Whether it was longer, and the rest of it is lost. */
  readonly isCut: boolean;
}

/** Cuts bytes into lines. Of a line without an end it keeps the beginning alone, however many bytes come. */
class LineReader {
  readonly #maxBytes: number;
  readonly #onLine: (line: OutputLine) => void;
  #kept: Buffer[] = [];
  #keptBytes = 0;
  #isCut = false;

  constructor(maxBytes: number, onLine: (line: OutputLine) => void) {
    this.#maxBytes = maxBytes;
    this.#onLine = onLine;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      this.#keep(chunk.subarray(start, end));
      this.#finish();
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
  }

  /** The last line may have no end. */
  end(): void {
    if (this.#keptBytes > 0) this.#finish();
  }

  #keep(bytes: Buffer): void {
    const room = this.#maxBytes - this.#keptBytes;
    if (bytes.length > room) this.#isCut = true;
    const kept = bytes.subarray(0, room);
    if (kept.length === 0) return;
    this.#kept.push(kept);
    this.#keptBytes += kept.length;
  }

  #finish(): void {
    const text = Buffer.concat(this.#kept).toString('utf8').replace(/\r$/, '');
    const line = { text, isCut: this.#isCut };
    this.#kept = [];
    this.#keptBytes = 0;
    this.#isCut = false;
    this.#onLine(line);
  }
}

const lineFeed = 0x0a;
