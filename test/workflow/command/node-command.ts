import type { JsonValue } from '../../../src/output/json/json-value.ts';
import type { Parameters } from '../../../src/parameters/parameter-mapping.ts';
import type { LoggedLine } from '../../../src/workflow/command/command-task.ts';
import { type CommandTaskOptions, createCommandTask } from '../../../src/workflow/command/command-task.ts';
import type { ProcessCounts } from '../../../src/workflow/process/process-record.ts';
import type { TaskOutcome } from '../../../src/workflow/task.ts';

/** A run of a command, and what it said while it ran. */
export interface CommandRun {
  readonly ended: Promise<TaskOutcome | undefined>;
  readonly reports: readonly Partial<ProcessCounts>[];
  readonly lines: readonly LoggedLine[];
  readonly interrupt: () => void;
}

export interface RunInput extends Partial<CommandTaskOptions> {
  readonly body?: JsonValue;
  readonly given?: Parameters;
}

/** Runs a program of Node as a task would be run. */
export function runNode(program: string, input: RunInput = {}): CommandRun {
  return runCommand([process.execPath, '--input-type=module', '--eval', program], input);
}

export function runCommand(command: readonly [string, ...string[]], input: RunInput = {}): CommandRun {
  const { body = null, given = {}, ...options } = input;
  const lines: LoggedLine[] = [];
  const reports: Partial<ProcessCounts>[] = [];
  const interruption = new AbortController();
  const task = createCommandTask({
    command,
    profile: 'Nightly',
    onOutput: line => lines.push(line),
    ...options,
  });
  const ended = Promise.resolve(
    task.run({
      parameters: given,
      body,
      signal: interruption.signal,
      report: counts => reports.push(counts),
    }),
  ).then(outcome => outcome ?? undefined);
  return {
    ended,
    reports,
    lines,
    interrupt: () => interruption.abort(new Error('The process was interrupted')),
  };
}
