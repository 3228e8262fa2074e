import type { Connection, SqlExecutor } from '../../outbox/database/database.ts';
import { numberOf } from '../../outbox/database/row.ts';
import type { Sealer } from '../../outbox/encryption/sealer.ts';
import { Problem } from '../../workflow/http/problem.ts';
import { assertMatches } from '../routes/entity-tag.ts';
import { createFlowVault, type FlowApi, type FlowId, type StoredFlowApi } from './flow-vault.ts';

interface FlowChange {
  readonly by: string;
  /** The versions that were seen, or any. */
  readonly matched: readonly string[] | undefined;
}

export interface FlowStore {
  /** Adds the configurations of flows that never had one: what was changed or deleted stays so. */
  readonly seed: (flows: readonly (FlowId & FlowApi)[]) => Promise<void>;
  readonly list: () => Promise<readonly StoredFlowApi[]>;
  readonly find: (flow: FlowId) => Promise<StoredFlowApi | undefined>;
  /** Sets up what is not there; `undefined` where it is. */
  readonly create: (flow: FlowId, api: FlowApi, by: string) => Promise<StoredFlowApi | undefined>;
  readonly update: (flow: FlowId, api: FlowApi, change: FlowChange) => Promise<StoredFlowApi>;
  readonly remove: (flow: FlowId, change: FlowChange) => Promise<void>;
}

const columns = 'project_id, task_id, base_url, enabled, parameters, sample_body, updated_by';

const creating = `
insert into hookplate.flow_api as f (${columns}) values ($1, $2, $3, $4, $5, $6, $7)
on conflict (project_id, task_id) do update
set base_url = excluded.base_url, enabled = excluded.enabled, parameters = excluded.parameters,
  sample_body = excluded.sample_body, updated_by = excluded.updated_by, updated_at = now(), version = f.version + 1,
  deleted_at = null
where f.deleted_at is not null returning *`;

const updating = `
update hookplate.flow_api
set base_url = $3, enabled = $4, parameters = $5, sample_body = $6, updated_by = $7, updated_at = now(),
  version = version + 1
where project_id = $1 and task_id = $2 returning *`;

const removing = `
update hookplate.flow_api set deleted_at = now(), updated_at = now(), updated_by = $3, version = version + 1
where project_id = $1 and task_id = $2`;

const ofFlow = 'from hookplate.flow_api where project_id = $1 and task_id = $2 and deleted_at is null';

export function createFlowStore({ executor, transaction }: Connection, sealer: Sealer): FlowStore {
  const { valuesOf, flowApiOf } = createFlowVault(sealer);
  return {
    seed: async flows => {
      for (const flow of flows) {
        await executor.executeSql(
          `insert into hookplate.flow_api (${columns}) values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
          valuesOf(flow, flow, 'hookplate'),
        );
      }
    },
    list: async () => {
      const { rows } = await executor.executeSql('select * from hookplate.flow_api where deleted_at is null');
      return rows.map(flowApiOf);
    },
    find: async ({ projectId, taskId }) => {
      const { rows } = await executor.executeSql(`select * ${ofFlow}`, [projectId, taskId]);
      return rows[0] && flowApiOf(rows[0]);
    },
    create: async (flow, api, by) => {
      const { rows } = await executor.executeSql(creating, valuesOf(flow, api, by));
      return rows[0] && flowApiOf(rows[0]);
    },
    update: (flow, api, { by, matched }) =>
      transaction(async tx => {
        await lock(tx, flow, matched);
        const { rows } = await tx.executeSql(updating, valuesOf(flow, api, by));
        return flowApiOf(rows[0] ?? {});
      }),
    remove: (flow, { by, matched }) =>
      transaction(async tx => {
        await lock(tx, flow, matched);
        await tx.executeSql(removing, [flow.projectId, flow.taskId, by]);
      }),
  };
}

/** @throws {Problem} 404 where it is not set up, 412 where it has another version. */
async function lock(
  { executeSql }: SqlExecutor,
  { projectId, taskId }: FlowId,
  matched: FlowChange['matched'],
): Promise<void> {
  const { rows } = await executeSql(`select version ${ofFlow} for update`, [projectId, taskId]);
  if (!rows[0]) throw notSetUp();
  assertMatches(matched, numberOf(rows[0], 'version'));
}

export function notSetUp(): Problem {
  return new Problem(404, 'no-api-configuration', 'The API of this flow is not set up.');
}
