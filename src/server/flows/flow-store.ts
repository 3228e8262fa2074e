import { Problem } from '../../api/problem.ts';
import type { Connection } from '../../database/database.ts';
import { isTrue, numberOf, optionalTextOf, type Row, rowReader, textOf, timeOf } from '../../database/row.ts';
import { openJson, type Sealer } from '../../database/sealer.ts';
import type { JsonValue } from '../../output/json/json-value.ts';
import type { ParameterMapping } from '../../parameters/parameter-mapping.ts';
import { sealedNames, sealJson } from '../vault.ts';
import { createVersioned } from '../versioned.ts';

export type FlowStore = ReturnType<typeof createFlowStore>;

/** The configurations of flows; what is sealed in one is its sample body. */
export function createFlowStore(connection: Connection, sealer: Sealer) {
  const kept = createVersioned<FlowId, FlowApi, StoredFlowApi>(connection, {
    table: 'hookplate.flow_api',
    keysOf: ({ projectId, taskId }) => ({ project_id: projectId, task_id: taskId }),
    columnsOf: ({ projectId, taskId, baseUrl = null, enabled, parameters, sampleBody }, version) => ({
      ...{ base_url: baseUrl, enabled, parameters: JSON.stringify(parameters) },
      sample_body: sealJson(sampleBody, sealedNames.sampleBody(projectId, taskId, version), sealer),
    }),
    emptied: 'sample_body',
    unknown: notSetUp,
    read: flowApiReader(sealer),
  });
  return {
    ...kept,
    /** Adds a configuration; `undefined` if there already is one. */
    create: (flow: FlowId & FlowApi, by: string) => connection.transaction(tx => kept.create(tx, flow, by)),
  };
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

const flowApiReader = (sealer: Sealer): ((row: Row) => StoredFlowApi) =>
  rowReader({
    projectId: textOf,
    taskId: textOf,
    baseUrl: optionalTextOf,
    enabled: isTrue,
    parameters: (row, column) => JSON.parse(textOf(row, column)),
    openSampleBody: row => () => {
      const ids = [textOf(row, 'project_id'), textOf(row, 'task_id')] as const;
      const name = sealedNames.sampleBody(...ids, numberOf(row, 'version'));
      return openJson<JsonValue>(row, 'sample_body', name, sealer);
    },
    version: numberOf,
    updatedAt: timeOf,
    updatedBy: textOf,
  });
