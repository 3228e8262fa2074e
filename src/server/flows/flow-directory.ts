import { sampleBodyFor } from '../../parameters/sample-body.ts';
import type { Project, Task } from '../../workflow/task.ts';
import type { FlowApi, FlowId } from './flow-store.ts';

type Projects = Readonly<Record<string, Project>>;

export interface ServedFlow extends FlowId {
  readonly task: Task;
}

/** The tasks of the projects, which only code can change. */
export interface FlowDirectory {
  readonly flows: readonly ServedFlow[];
  readonly find: (flow: FlowId) => ServedFlow | undefined;
  /** The initial configuration of each flow: the API may start it, with the parameters from its code. */
  readonly seeds: readonly (FlowId & FlowApi)[];
}

export function createFlowDirectory(projects: Projects): FlowDirectory {
  const flows = Object.entries(projects).flatMap(([projectId, { tasks }]) =>
    Object.entries(tasks).map(([taskId, task]): ServedFlow => ({ projectId, taskId, task })),
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
