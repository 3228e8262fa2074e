import {
  aText,
  type Check,
  checkThat,
  defineOptions,
  expected,
  listener,
  listOf,
  milliseconds,
  optional,
  required,
  unchecked,
} from '../../http/define-options.ts';
import type { JsonValue } from '../../http/json-value.ts';
import type { ParameterMapping } from '../parameters/parameter-mapping.ts';
import { longestError } from '../process/run-task.ts';
import type { Task, TaskInput, TaskOutcome } from '../task.ts';
import { CommandOutput, type LoggedLine } from './command-output.ts';
import { ProcessGroup, type ProgramEnd, type Start } from './process-group.ts';

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
export type CommandSettings = Required<Omit<CommandTaskOptions, Optional>> &
  Pick<CommandTaskOptions, Optional>;

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
  const [program, ...args] = listOf(plainText)(value, name);
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
  inherit: optional(listOf(plainText), []),
  graceMs: optional(milliseconds(0), defaultGraceMs),
  onOutput: optional(listener(), () => {}),
});
