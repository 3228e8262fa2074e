import { excerpt } from '../diagnostics/catalogue/excerpt.ts';
import {
  aFunction,
  type Check,
  checkThat,
  milliseconds,
  objectWith,
  optional,
  wholeNumber,
} from '../options/define-options.ts';
import { type CompiledMapping, compileMapping } from '../parameters/parameter-mapping.ts';
import { didYouMean } from '../spelling/did-you-mean.ts';
import type { Project, Task } from './task.ts';
import { WorkflowError } from './workflow-error.ts';

/** A task with its mapping checked. */
export interface CompiledTask {
  readonly task: Task;
  readonly timeoutMs: number;
  readonly maxParameterBytes: number | undefined;
  readonly mapBody: CompiledMapping;
}

type Tasks = ReadonlyMap<string, CompiledTask>;

/** The tasks that can be started, by project id and task id. */
export class TaskCatalogue {
  readonly #projects: ReadonlyMap<string, Tasks>;

  /** @throws {TypeError} naming the invalid task. */
  constructor(projects: Readonly<Record<string, Project>>) {
    this.#projects = new Map(
      Object.entries(projects).map(([id, project]) => [id, compileTasks(id, project)]),
    );
  }

  /** @throws {WorkflowError} for an unknown project or task. */
  find(projectId: string, taskId: string): CompiledTask {
    const tasks = this.#projects.get(projectId);
    if (!tasks) throw new WorkflowError('unknown-project', missing('project', projectId, this.#projects));
    const task = tasks.get(taskId);
    if (!task) throw new WorkflowError('unknown-task', missing('task', taskId, tasks));
    return task;
  }
}

/** The default time limit of a task, in milliseconds. */
export const defaultTaskTimeoutMs = 86_400_000;

const readObject = objectWith<object>();
const readProfile: Check<string> = checkThat('text', (value): value is string => typeof value === 'string');
const readRun = aFunction<Task['run']>();
const readMaxParameterBytes = optional(wholeNumber(2));
const readTimeout = optional(milliseconds(1), defaultTaskTimeoutMs);

function compileTasks(projectId: string, project: Project): Tasks {
  const path = `options.projects.${projectId}`;
  readObject(project, path);
  readObject(project.tasks, `${path}.tasks`);
  return new Map(
    Object.entries(project.tasks).map(([taskId, task]) => [
      taskId,
      compileTask(task, `${path}.tasks.${taskId}`),
    ]),
  );
}

/** A task may be an instance of any class, with properties that are not known here. */
function compileTask(task: Task, path: string): CompiledTask {
  readObject(task, path);
  readRun(task.run, `${path}.run`);
  readProfile(task.profile, `${path}.profile`);
  const timeoutMs = readTimeout(task.timeoutMs, `${path}.timeoutMs`);
  const maxParameterBytes = readMaxParameterBytes(task.maxParameterBytes, `${path}.maxParameterBytes`);
  return {
    task,
    timeoutMs,
    maxParameterBytes,
    mapBody: compileMapping(task.parameters ?? {}, `${path}.parameters`),
  };
}

function missing(kind: string, id: string, known: ReadonlyMap<string, unknown>): string {
  const meant = didYouMean(id, [...known.keys()]);
  return `No ${kind} with the id \`${excerpt(id)}\`.${meant === undefined ? '' : ` Did you mean \`${meant}\`?`}`;
}
