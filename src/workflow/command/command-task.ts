import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
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
  type WithDefaults,
} from '../../options/define-options.ts';
import type { JsonValue } from '../../output/json/json-value.ts';
import { isJsonObject } from '../../output/json/json-value.ts';
import type { ParameterMapping } from '../../parameters/parameter-mapping.ts';
import { within } from '../../timing/deadline.ts';
import { pause } from '../../timing/wait.ts';
import type { ProcessCounts } from '../process/process-record.ts';
import { maxErrorLength } from '../process/run-task.ts';
import type { Task, TaskInput, TaskOutcome } from '../task.ts';

/** The options of a task that runs a program. */
export interface CommandTaskOptions {
  /** The program and its arguments. No shell reads them. */
  readonly command: readonly [program: string, ...args: string[]];
  /** The profile whose webhooks report its processes. */
  readonly profile: string;
  /** The place of each parameter in the body of a run. Default: no parameters. */
  readonly parameters?: ParameterMapping | undefined;
  /** A body for trying the task, which a server offers. Default: one with a text for each parameter. */
  readonly sampleBody?: JsonValue | undefined;
  /** Time after which a process is interrupted. Default 86,400,000 ms: a day. */
  readonly timeoutMs?: number | undefined;
  /** The program's working directory. Default: that of this process. */
  readonly directory?: string | undefined;
  /** Environment variables for the program, in addition to those named by `inherit`. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** Names of environment variables of this process that the program gets too; the rest may contain secrets. */
  readonly inherit?: readonly string[] | undefined;
  /** Time for the program to end after SIGTERM; then it is killed. Default 10,000 ms. */
  readonly graceMs?: number | undefined;
  /** Called with each line that does not report progress, up to a megabyte per run. Default: they are dropped. */
  readonly onOutput?: ((line: LoggedLine) => void) | undefined;
}

type Optional = 'parameters' | 'sampleBody' | 'timeoutMs' | 'directory';
type CommandSettings = WithDefaults<Omit<CommandTaskOptions, Optional>> & Pick<CommandTaskOptions, Optional>;

export const defaultGraceMs = 10_000;

/** Variables that a program needs for finding other programs, its user and its language; they never contain secrets. */
const alwaysInherited = [
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'TMPDIR'],
  ...['SystemRoot', 'ComSpec', 'PATHEXT', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'TEMP', 'TMP'],
];

/**
 * Creates a task that runs a program. The program gets the body of the run as JSON on stdin, and its parameters as JSON
 * in the variable `HOOKPLATE_PARAMETERS`. A line of JSON on stdout reports progress in totals:
 * `{"recordsProcessed":100,"errorCount":0}`; one with a `status` of `completed` or `error`, and an `error`, reports the
 * outcome. An exit status other than 0 is a failure, explained by the last line on stderr. An interrupted program gets
 * SIGTERM together with all processes that it has started, and SIGKILL after `graceMs`.
 *
 * @throws {TypeError} naming the invalid option.
 */
export function createCommandTask(options: CommandTaskOptions): Task {
  return commandTask(readCommandTask(options));
}

/** The task for settings that were checked before. */
export function commandTask(settings: CommandSettings): Task {
  const { profile, parameters, sampleBody, timeoutMs } = settings;
  return Object.freeze<Task>({
    profile,
    ...(parameters && { parameters }),
    ...(sampleBody !== undefined && { sampleBody }),
    maxParameterBytes,
    ...(timeoutMs !== undefined && { timeoutMs }),
    run: input => runCommand(settings, input),
  });
}

async function runCommand(settings: CommandSettings, input: TaskInput): Promise<TaskOutcome> {
  input.signal.throwIfAborted();
  try {
    // Some reasons why a program cannot be started are thrown at once, others arrive later.
    const body = JSON.stringify(input.body);
    const group = new ProcessGroup(startOf(settings, input), settings.graceMs);
    return await follow(group, body, settings, input);
  } catch (error) {
    return { status: 'error', error: explainStart(settings, error) };
  }
}

async function follow(
  group: ProcessGroup,
  body: string,
  settings: CommandSettings,
  input: TaskInput,
): Promise<TaskOutcome> {
  const output = new CommandOutput(group.child, input.report, settings.onOutput);
  // A program need not read its input to the end.
  group.child.stdin.on('error', () => {}).end(body);
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
      [variableName]: JSON.stringify(parameters),
    },
  };
}

function outcomeOf({ status, signal }: ProgramEnd, { outcome, lastError }: CommandOutput): TaskOutcome {
  if (status === 0) return outcome ?? { status: 'completed' };
  const how = signal === null ? `ended with the status ${status}` : `was ended by ${signal}`;
  const why = (outcome?.error ?? lastError) || `The command ${how}`;
  return { status: 'error', error: why.slice(0, maxErrorLength) };
}

function explainStart({ command: [program], directory }: CommandSettings, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const where = directory === undefined ? '' : `, or there is no directory ${directory}`;
  if (error instanceof RangeError) return 'The body is nested too deeply to be written for a command';
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

const variableName = 'HOOKPLATE_PARAMETERS';

/** Linux lets one variable have 128 KiB, with its name, `=` and a final NUL. */
export const maxParameterBytes: number = 128 * 1024 - `${variableName}=\0`.length;

const variables: Check<Readonly<Record<string, string>>> = (value, name) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw expected(name, 'an object');
  return Object.fromEntries(
    Object.entries(value).map(([key, text]) => [key, plainText(text, `${name}.${key}`)]),
  );
};

export const readCommandTask = defineOptions<CommandSettings>({
  command: required('a program and its arguments, such as `["node", "copy.js"]`', aCommand),
  profile: aText,
  // Checked together with those of the other tasks.
  parameters: unchecked(),
  sampleBody: unchecked(),
  timeoutMs: optional(milliseconds(1)),
  directory: optional(plainText),
  environment: optional(variables, {}),
  inherit: optional(aListOf(plainText), []),
  graceMs: optional(milliseconds(0), defaultGraceMs),
  onOutput: optional(listener(), () => {}),
});

/** The program to start and its arguments, which no shell reads. */
interface Start {
  readonly program: string;
  readonly args: readonly string[];
  readonly directory: string | undefined;
  readonly environment: NodeJS.ProcessEnv;
}

/** The end of a program: an exit status, or a signal. */
interface ProgramEnd {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Milliseconds between two checks of a group that has to end. */
const lookMs = 25;

/** Running groups. When this process ends, they are killed: nobody else knows about them. */
const running = new Set<ProcessGroup>();

function killAll(): void {
  for (const group of running) group.kill('SIGKILL');
}

/**
 * A program with all the processes that it starts. On POSIX this is a process group of its own, so that a signal
 * reaches all of them, and a Ctrl-C at the terminal none. On other systems it is only the program itself.
 *
 *     running ──exit, or stop()──▶ told to end (SIGTERM) ──graceMs──▶ killed (SIGKILL)
 *        └──────────── nothing of it is left ────────────┴──────────────────▶ ended
 */
class ProcessGroup {
  readonly child: ChildProcessWithoutNullStreams;
  /** Rejects if the program cannot be started; resolves when nothing of the group is left, and its output was read. */
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

  /** Tells the group to end, and kills the rest of it after `graceMs`. */
  stop(): void {
    if (this.#killer) return;
    this.kill('SIGTERM');
    this.#killer = setTimeout(() => {
      this.#isKilled = true;
      this.kill('SIGKILL');
    }, this.#graceMs);
  }

  /** Does nothing if no process is left. */
  kill(signal: NodeJS.Signals): void {
    this.#signal(signal);
  }

  async #end(): Promise<ProgramEnd> {
    const end = await this.#exit();
    if (this.#isAlive()) this.stop();
    while (this.#isAlive() && !this.#isKilled) await pause(lookMs);
    // A process that left the group may keep the pipes open for ever.
    await within(this.#graceMs, this.#allRead, () => {}, { keepsAlive: false });
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

  /** Whether there was a process to signal. */
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

/** A line of a program that does not report progress. */
export interface LoggedLine {
  readonly stream: 'stdout' | 'stderr';
  /** At most 8,192 bytes of the line. */
  readonly text: string;
}

/** The limits for a logged line, and for all logged lines of a run, in bytes. */
export const maxLineBytes = 8192;
export const maxLoggedBytes = 1024 * 1024;

/** Reads the output of a running program: its progress, its reported outcome, and lines for the log. */
class CommandOutput {
  readonly #report: TaskInput['report'];
  readonly #log: (line: LoggedLine) => void;
  #room = maxLoggedBytes;
  /** The last outcome that the program reported. */
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
    const output = new LineReader(maxLineBytes, line => this.#readOutput(line));
    const errors = new LineReader(maxLineBytes, line => this.#readError(line));
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
    if (text.trim() !== '') this.lastError = text.trim().slice(0, maxErrorLength);
    this.#write({ stream: 'stderr', text });
  }

  /** A program that floods its output must not flood the log. */
  #write(line: LoggedLine): void {
    if (this.#room <= 0) return;
    // An empty line takes room as well.
    this.#room -= Buffer.byteLength(line.text) + 1;
    this.#log(this.#room > 0 ? line : { stream: line.stream, text: 'The rest of the output is not logged.' });
  }
}

/** A command's report about its work in a line of JSON. */
interface Progress {
  readonly counts: Partial<ProcessCounts>;
  readonly outcome?: TaskOutcome;
}

/**
 * Parses a line such as `{"recordsProcessed":100,"errorCount":0}` or `{"status":"error","error":"no rows"}`; undefined
 * for any other line, which is ordinary output.
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

/** A line of a program's output. */
interface OutputLine {
  /** In UTF-8, without the line break; invalid bytes are replaced. */
  readonly text: string;
  /** Whether the line was longer, and its rest is lost. */
  readonly isCut: boolean;
}

/** Divides bytes into lines. Of an endless line it keeps only the beginning, however many bytes come. */
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

  /** The last line may lack a line break. */
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
