import { Problem } from '../../api/problem.ts';
import { newestAfterCurrent } from '../../timing/newest-after-current.ts';
import { tooManyQueued } from '../../workflow/workflow-error.ts';
import type { WorkflowService } from '../../workflow/workflow-service.ts';
import type { FlowDirectory } from './flow-routes.ts';
import { type FlowStore, notSetUp } from './flow-store.ts';

/** The service as the API may use it: what a flow's configuration says counts, in all instances at once. */
export function guardService(
  service: WorkflowService,
  directory: FlowDirectory,
  store: Pick<FlowStore, 'find'>,
): WorkflowService {
  // Of a thousand runs that come at once, the database is asked twice, and no run is told what was before it came.
  const lookups = new Map(
    directory.flows.map(flow => [flow, newestAfterCurrent(() => store.find(flow))] as const),
  );
  return {
    ...service,
    run: async (project, task, body, options) => {
      const flow = directory.find({ projectId: String(project), taskId: String(task) });
      const findApi = flow && lookups.get(flow);
      // The service itself says best what is wrong with ids that it does not know.
      if (!findApi) return service.run(project, task, body, options);
      // Under a key, it may be answered with the process that is there already.
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
