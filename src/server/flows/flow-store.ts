import { assertMatches } from '../../api/entity-tag.ts';
import { Problem } from '../../api/problem.ts';
import type { Connection, SqlExecutor } from '../../database/database.ts';
import { bytesOf, isTrue, numberOf, optionalTextOf, type Row, textOf, timeOf } from '../../database/row.ts';
import type { Sealer } from '../../database/sealer.ts';
import type { JsonValue } from '../../output/json/json-value.ts';
import type { ParameterMapping } from '../../parameters/parameter-mapping.ts';

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
  const { valuesOf, flowApiOf } = createFlowVault(sealer);
  return {
    seed: async flows => {
      for (const flow of flows) {
        await executor.query(
          `insert into hookplate.flow_api (${columns}) values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
          valuesOf(flow, flow, 'hookplate'),
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
      const { rows } = await executor.query(creating, valuesOf(flow, api, by));
      return rows[0] && flowApiOf(rows[0]);
    },
    update: (flow, api, { by, matched }) =>
      transaction(async tx => {
        await lock(tx, flow, matched);
        const { rows } = await tx.query(updating, valuesOf(flow, api, by));
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

/** Converts between configurations and rows, in which samples are sealed. */
interface FlowVault {
  /** In the order of the columns. */
  readonly valuesOf: (flow: FlowId, api: FlowApi, by: string) => unknown[];
  readonly flowApiOf: (row: Row) => StoredFlowApi;
}

function createFlowVault(sealer: Sealer): FlowVault {
  return {
    valuesOf: (flow, api, by) => {
      const { baseUrl = null, enabled, parameters } = api;
      const sample = sealer.seal(Buffer.from(JSON.stringify(api.sampleBody)), sealedSampleName(flow));
      return [flow.projectId, flow.taskId, baseUrl, enabled, JSON.stringify(parameters), sample, by];
    },
    flowApiOf: row => {
      const flow = { projectId: textOf(row, 'project_id'), taskId: textOf(row, 'task_id') };
      const sealed = bytesOf(row, 'sample_body') ?? new Uint8Array();
      return {
        ...flow,
        baseUrl: optionalTextOf(row, 'base_url'),
        enabled: isTrue(row, 'enabled'),
        parameters: JSON.parse(textOf(row, 'parameters')),
        openSampleBody: () => JSON.parse(Buffer.from(sealer.open(sealed, sealedSampleName(flow))).toString()),
        version: numberOf(row, 'version'),
        updatedAt: timeOf(row, 'updated_at') ?? new Date(0),
        updatedBy: textOf(row, 'updated_by'),
      };
    },
  };
}

/** The ids of the flow are part of the seal, so that a sample cannot be moved into another flow's row. */
export function sealedSampleName({ projectId, taskId }: FlowId): string {
  return `flow ${JSON.stringify([projectId, taskId])}`;
}
