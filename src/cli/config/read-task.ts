import { resolve } from 'node:path';
import { aFunction, defineOptions, expected, unchecked } from '../../options/define-options.ts';
import { commandTask, readCommandTask } from '../../workflow/command/command-task.ts';
import type { Task } from '../../workflow/task.ts';
import type { ConfigContext } from './config-part.ts';

/** A task of a configuration, which may be a command. */
export function readTask(task: unknown, name: string, context: ConfigContext): Task {
  if (typeof task === 'object' && task !== null) {
    if ('command' in task) return readCommand(task, name, context);
    if ('run' in task) return readCode(task, name);
  }
  throw expected(name, 'a task with a `command`, or with the function `run`');
}

function readCommand(task: object, name: string, { directory, log, names = [] }: ConfigContext): Task {
  if ('onOutput' in task) throw expected(name, 'no `onOutput`: what a command writes goes to the log');
  const settings = readCommandTask(task, name);
  const [project = '', id = ''] = names;
  return commandTask({
    ...settings,
    directory: resolve(directory, settings.directory ?? ''),
    onOutput: line => log(line, { project, task: id }),
  });
}

const readRun = aFunction<Task['run']>();

/** Only the keys are checked here; the server's options check the values. */
const checkKeys = defineOptions<Task>({
  profile: unchecked(),
  parameters: unchecked(),
  sampleBody: unchecked(),
  maxParameterBytes: unchecked(),
  timeoutMs: unchecked(),
  run: readRun,
});

/** An instance of a class may have more properties than a task. */
function readCode(task: object & { readonly run: unknown }, name: string): Task {
  if (isPlain(task)) checkKeys(task, name);
  else readRun(task.run, `${name}.run`);
  return task as Task;
}

function isPlain(task: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(task);
  return prototype === Object.prototype || prototype === null;
}
