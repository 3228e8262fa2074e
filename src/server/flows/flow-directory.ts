import type { Project, Task } from '../../workflow/task.ts';
import { WorkflowError } from '../../workflow/workflow-error.ts';
import type { FlowApi, FlowId } from './flow-vault.ts';
import { sampleBodyFor } from './sample-body.ts';

type Projects = Readonly<Record<string, Project>>;

/** A task, under its ids. */
export interface Flow extends FlowId {
  readonly task: Task;
}

/** The tasks of the projects, which only code can change. */
export interface FlowDirectory {
  readonly flows: readonly Flow[];
  readonly find: (flow: FlowId) => Flow | undefined;
  /** What each flow is set up with at first: the API may start it, as its code says. */
  readonly seeds: readonly (FlowId & FlowApi)[];
}

export function createFlowDirectory(projects: Projects): FlowDirectory {
  const flows = Object.entries(projects).flatMap(([projectId, { tasks }]) =>
    Object.entries(tasks).map(([taskId, task]): Flow => ({ projectId, taskId, task })),
  );
  const byIds = new Map(flows.map(flow => [keyOf(flow), flow]));
  return {
    flows,
    find: flow => byIds.get(keyOf(flow)),
    seeds: flows.map(({ projectId, taskId, task: { parameters = {}, sampleBody } }) => ({
      projectId,
      taskId,
      baseUrl: undefined,
      enabled: true,
      parameters,
      sampleBody: sampleBody ?? sampleBodyFor(parameters),
    })),
  };
}

function keyOf({ projectId, taskId }: FlowId): string {
  return JSON.stringify([projectId, taskId]);
}

export function unknownFlow(): WorkflowError {
  return new WorkflowError('unknown-task', 'No task with these ids.');
}
