import { didYouMean } from '../diagnostics/fixes/did-you-mean.ts';
import { type CompiledMapping, compileMapping } from './parameters/parameter-mapping.ts';
import type { Project, Task } from './task.ts';
import { WorkflowError } from './workflow-error.ts';

/** A task with its mapping checked. */
export interface CompiledTask {
  readonly task: Task;
  readonly mapBody: CompiledMapping;
}

type Tasks = ReadonlyMap<string, CompiledTask>;

/** The tasks that can be started, by the ids of their projects and their own. */
export class TaskCatalogue {
  readonly #projects: ReadonlyMap<string, Tasks>;

  /** @throws {TypeError} naming the task that cannot be. */
  constructor(projects: Readonly<Record<string, Project>>) {
    this.#projects = new Map(
      Object.entries(projects).map(([id, project]) => [id, compileTasks(id, project)]),
    );
  }

  /** @throws {WorkflowError} for a project or a task that is not there. */
  find(projectId: string, taskId: string): CompiledTask {
    const tasks = this.#projects.get(projectId);
    if (!tasks) throw new WorkflowError('unknown-project', missing('project', projectId, this.#projects));
    const task = tasks.get(taskId);
    if (!task) throw new WorkflowError('unknown-task', missing('task', taskId, tasks));
    return task;
  }
}

function compileTasks(projectId: string, project: Project): Tasks {
  if (typeof project?.tasks !== 'object' || project.tasks === null) {
    throw new TypeError(`projects.${projectId}.tasks: expected an object`);
  }
  return new Map(
    Object.entries(project.tasks).map(([taskId, task]) => {
      const path = `projects.${projectId}.tasks.${taskId}`;
      return [taskId, compileTask(task, path)];
    }),
  );
}

function compileTask(task: Task, path: string): CompiledTask {
  if (typeof task?.run !== 'function') throw new TypeError(`${path}.run: expected a function`);
  if (typeof task.profile !== 'string') throw new TypeError(`${path}.profile: expected text`);
  try {
    return { task, mapBody: compileMapping(task.parameters ?? {}) };
  } catch (error) {
    throw new TypeError(`${path}.parameters: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}

function missing(kind: string, id: string, known: ReadonlyMap<string, unknown>): string {
  const meant = didYouMean(id, [...known.keys()]);
  const shown = id.length > 100 ? `${id.slice(0, 100)}…` : id;
  return `There is no ${kind} \`${shown}\`.${meant === undefined ? '' : ` Did you mean \`${meant}\`?`}`;
}
