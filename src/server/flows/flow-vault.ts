import type { JsonValue } from '../../http/json-value.ts';
import {
  bytesOf,
  isTrue,
  numberOf,
  optionalTextOf,
  type Row,
  textOf,
  timeOf,
} from '../../outbox/database/row.ts';
import type { Sealer } from '../../outbox/encryption/sealer.ts';
import type { ParameterMapping } from '../../workflow/parameters/parameter-mapping.ts';

/** A task of a project. */
export interface FlowId {
  readonly projectId: string;
  readonly taskId: string;
}

/** How a flow can be started from outside. */
export interface FlowApi {
  /** Shown, never called. */
  readonly baseUrl: string | undefined;
  /** Whether the API may start it. */
  readonly enabled: boolean;
  readonly parameters: ParameterMapping;
  readonly sampleBody: JsonValue;
}

export interface StoredFlowApi extends FlowId, Omit<FlowApi, 'sampleBody'> {
  /** What a task is run with may hold secrets, and is sealed. @throws {OutboxError} `wrong-key`. */
  readonly openSampleBody: () => JsonValue;
  readonly version: number;
  readonly updatedAt: Date;
  readonly updatedBy: string;
}

/** Makes rows of configurations, with their samples sealed, and configurations of rows. */
export interface FlowVault {
  /** In the order of the columns. */
  readonly valuesOf: (flow: FlowId, api: FlowApi, by: string) => unknown[];
  readonly flowApiOf: (row: Row) => StoredFlowApi;
}

export function createFlowVault(sealer: Sealer): FlowVault {
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

/** A sample is sealed under the ids of its flow, so that it cannot be put into another's row. */
export function sealedSampleName({ projectId, taskId }: FlowId): string {
  return `flow ${JSON.stringify([projectId, taskId])}`;
}
