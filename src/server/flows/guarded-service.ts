import { Problem } from '../../workflow/http/problem.ts';
import { tooManyQueued, WorkflowError } from '../../workflow/workflow-error.ts';
import type { WorkflowService } from '../../workflow/workflow-service.ts';
import { serverProblemOf } from '../routes/server-problem.ts';
import type { FlowDirectory } from './flow-directory.ts';
import { type FlowStore, notSetUp } from './flow-store.ts';
import { createSharedLookup } from './shared-lookup.ts';

/** How long someone is told to wait who came when there was no room, in seconds. */
const retrySeconds = '5';

/** The service as the API may use it: what a flow's configuration says counts, in all instances at once. */
export function guardService(
  service: WorkflowService,
  directory: FlowDirectory,
  store: Pick<FlowStore, 'find'>,
): WorkflowService {
  const findApi = createSharedLookup(store.find, ({ projectId, taskId }) =>
    JSON.stringify([projectId, taskId]),
  );
  return {
    ...service,
    run: (project, task, body, options) =>
      explained(async () => {
        const flow = { projectId: String(project), taskId: String(task) };
        // The service itself says best what is wrong with ids that it does not know.
        if (!directory.find(flow)) return service.run(project, task, body, options);
        // Under a key, it may be answered with the process that is there already.
        if (options?.idempotencyKey === undefined && service.isFull()) throw tooManyQueued();
        const api = await findApi(flow);
        if (!api) throw notSetUp();
        if (!api.enabled) {
          throw new Problem(403, 'api-switched-off', 'The API may not start this task: it is switched off.');
        }
        return service.run(project, task, body, { ...options, parameters: api.parameters });
      }),
    status: pid => explained(() => service.status(pid)),
    interrupt: pid => explained(() => service.interrupt(pid)),
  };
}

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WorkflowError && error.code === 'too-many-queued') {
      throw new Problem(503, error.code, error.message, { 'retry-after': retrySeconds });
    }
    throw error instanceof WorkflowError ? error : asProblem(error);
  }
}

/** Of what nobody foresaw, the API tells its own listener. */
function asProblem(error: unknown): unknown {
  const problem = serverProblemOf(error);
  return problem.status === 500 ? error : problem;
}
