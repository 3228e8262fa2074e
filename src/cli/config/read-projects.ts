import { resolve } from 'node:path';
import { aFunction, type Check, defineOptions, expected, unchecked } from '../../http/define-options.ts';
import type { LoggedLine } from '../../workflow/command/command-output.ts';
import { commandTask, readCommandTask } from '../../workflow/command/command-task.ts';
import type { Project, Task } from '../../workflow/task.ts';

/** Told of what the command of a task writes. */
export type CommandLog = (
  line: LoggedLine,
  task: { readonly project: string; readonly task: string },
) => void;

/** The projects of a configuration, with its commands made tasks. */
export function projectsFrom(directory: string, log: CommandLog): Check<Readonly<Record<string, Project>>> {
  return entriesOf((value, name, project) =>
    defineOptions<Project>({
      tasks: entriesOf((task, path, id) => {
        const onOutput = (line: LoggedLine): void => log(line, { project, task: id });
        return isCommand(task) ? readCommand(task, path, { directory, onOutput }) : readTask(task, path);
      }),
    })(value, name),
  );
}

const readRun = aFunction<Task['run']>();

/** The values are checked with the options of the server. */
const checkKeys = defineOptions<Task>({
  profile: unchecked(),
  parameters: unchecked(),
  sampleBody: unchecked(),
  timeoutMs: unchecked(),
  run: readRun,
});

/** An object of a class of its own may have more than a task has. */
function readTask(task: unknown, name: string): Task {
  if (typeof task !== 'object' || task === null || !('run' in task)) {
    throw expected(name, 'a task with a `command`, or with the function `run`');
  }
  if (isPlain(task)) checkKeys(task, name);
  else readRun(task.run, `${name}.run`);
  return task as Task;
}

function readCommand(
  task: object,
  name: string,
  { directory, onOutput }: { readonly directory: string; readonly onOutput: (line: LoggedLine) => void },
): Task {
  if ('onOutput' in task) throw expected(name, 'no `onOutput`: what a command writes goes to the log');
  const settings = readCommandTask(task, name);
  return commandTask({ ...settings, directory: resolve(directory, settings.directory ?? ''), onOutput });
}

function isCommand(task: unknown): task is object {
  return typeof task === 'object' && task !== null && 'command' in task;
}

function isPlain(task: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(task);
  return prototype === Object.prototype || prototype === null;
}

/** An object of values by their ids. */
function entriesOf<T>(
  read: (value: unknown, name: string, id: string) => T,
): Check<Readonly<Record<string, T>>> {
  return (value, name) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw expected(name, 'an object');
    }
    return Object.fromEntries(
      Object.entries(value).map(([id, entry]) => [id, read(entry, `${name}.${id}`, id)]),
    );
  };
}
