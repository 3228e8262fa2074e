import { Problem } from '../../api/problem.ts';
import { newestAfterCurrent } from '../../timing/newest-after-current.ts';
import { tooManyQueued } from '../../workflow/workflow-error.ts';
import type { WorkflowService } from '../../workflow/workflow-service.ts';
import type { FlowDirectory } from './flow-directory.ts';
import { type FlowStore, notSetUp } from './flow-store.ts';

/** The service for the API: it enforces the flows' configurations, in all instances at once. */
export function createFlowService(
  service: WorkflowService,
  directory: FlowDirectory,
  store: Pick<FlowStore, 'find'>,
): WorkflowService {
  // However many runs come at once, at most two lookups take place, and no run sees a state from before it came.
  const lookups = new Map(
    directory.flows.map(flow => [flow, newestAfterCurrent(() => store.find(flow))] as const),
  );
  return {
    ...service,
    run: async (project, task, body, options) => {
      const flow = directory.find({ projectId: String(project), taskId: String(task) });
      const findApi = flow && lookups.get(flow);
      // For unknown ids, the service itself has the best message.
      if (!findApi) return service.run(project, task, body, options);
      // With a key, it may be answered with the process that already exists.
      if (options?.idempotencyKey === undefined && service.isFull()) throw tooManyQueued();
      const api = await findApi();
      if (!api) throw notSetUp();
      if (!api.enabled) {
        throw new Problem(403, 'api-switched-off', 'The API may not start this task: it is switched off.');
      }
      return service.run(project, task, body, { ...options, parameters: api.parameters });
    },
  };
}
