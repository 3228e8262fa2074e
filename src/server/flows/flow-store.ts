import { assertMatches } from '../../api/entity-tag.ts';
import { Problem } from '../../api/problem.ts';
import type { Connection, SqlExecutor } from '../../database/database.ts';
import { isTrue, numberOf, optionalTextOf, type Row, rowReader, textOf, timeOf } from '../../database/row.ts';
import type { Sealer } from '../../database/sealer.ts';
import type { JsonValue } from '../../output/json/json-value.ts';
import type { ParameterMapping } from '../../parameters/parameter-mapping.ts';
import { openJson, sealedNames, sealJson } from '../vault.ts';

interface FlowChange {
  readonly by: string;
  /** The versions that the caller has seen; undefined accepts any. */
  readonly matched: readonly string[] | undefined;
}

export interface FlowStore {
  /** Adds the configurations of flows that never had one. Changed and deleted ones are left alone. */
  readonly seed: (flows: readonly (FlowId & FlowApi)[]) => Promise<void>;
  readonly list: () => Promise<readonly StoredFlowApi[]>;
  readonly find: (flow: FlowId) => Promise<StoredFlowApi | undefined>;
  /** Adds a configuration; `undefined` if there already is one. */
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
  const flowApiOf = flowApiReader(sealer);
  return {
    seed: async flows => {
      for (const flow of flows) {
        await executor.query(
          `insert into hookplate.flow_api (${columns}) values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
          valuesOf(flow, flow, { by: 'hookplate', sealer }),
        );
      }
    },
    list: async () => {
      const { rows } = await executor.query('select * from hookplate.flow_api where deleted_at is null');
      return rows.map(flowApiOf);
    },
    find: async ({ projectId, taskId }) => {
      const { rows } = await executor.query(`select * ${ofFlow}`, [projectId, taskId]);
      return rows[0] && flowApiOf(rows[0]);
    },
    create: async (flow, api, by) => {
      const { rows } = await executor.query(creating, valuesOf(flow, api, { by, sealer }));
      return rows[0] && flowApiOf(rows[0]);
    },
    update: (flow, api, { by, matched }) =>
      transaction(async tx => {
        await lock(tx, flow, matched);
        const { rows } = await tx.query(updating, valuesOf(flow, api, { by, sealer }));
        return flowApiOf(rows[0] ?? {});
      }),
    remove: (flow, { by, matched }) =>
      transaction(async tx => {
        await lock(tx, flow, matched);
        await tx.query(removing, [flow.projectId, flow.taskId, by]);
      }),
  };
}

/** @throws {Problem} 404 if the flow has no configuration, 412 if it has another version. */
async function lock(
  { query }: SqlExecutor,
  { projectId, taskId }: FlowId,
  matched: FlowChange['matched'],
): Promise<void> {
  const { rows } = await query(`select version ${ofFlow} for update`, [projectId, taskId]);
  if (!rows[0]) throw notSetUp();
  assertMatches(matched, numberOf(rows[0], 'version'));
}

export function notSetUp(): Problem {
  return new Problem(404, 'no-api-configuration', 'The API of this flow is not set up.');
}

export interface FlowId {
  readonly projectId: string;
  readonly taskId: string;
}

export interface FlowApi {
  /** Only shown, never called. */
  readonly baseUrl: string | undefined;
  /** Whether the API may start the flow. */
  readonly enabled: boolean;
  readonly parameters: ParameterMapping;
  readonly sampleBody: JsonValue;
}

export interface StoredFlowApi extends FlowId, Omit<FlowApi, 'sampleBody'> {
  /** Decrypts the sample, which may contain secrets. @throws {DatabaseError} `wrong-key`. */
  readonly openSampleBody: () => JsonValue;
  readonly version: number;
  readonly updatedAt: Date;
  readonly updatedBy: string;
}

/** In the order of the columns. */
function valuesOf(
  flow: FlowId,
  api: FlowApi,
  { by, sealer }: { readonly by: string; readonly sealer: Sealer },
) {
  const { projectId, taskId } = flow;
  const { baseUrl = null, enabled, parameters } = api;
  const sample = sealJson(api.sampleBody, sealedNames.sampleBody(projectId, taskId), sealer);
  return [projectId, taskId, baseUrl, enabled, JSON.stringify(parameters), sample, by];
}

const flowApiReader = (sealer: Sealer): ((row: Row) => StoredFlowApi) =>
  rowReader({
    projectId: textOf,
    taskId: textOf,
    baseUrl: optionalTextOf,
    enabled: isTrue,
    parameters: (row, column) => JSON.parse(textOf(row, column)),
    openSampleBody: row => () => {
      const name = sealedNames.sampleBody(textOf(row, 'project_id'), textOf(row, 'task_id'));
      return openJson<JsonValue>(row, 'sample_body', name, sealer);
    },
    version: numberOf,
    updatedAt: timeOf,
    updatedBy: textOf,
  });
