export type { JsonObject, JsonValue } from '../api/json-body.ts';
export type { WorkflowClientOptions } from './client-options.ts';
export {
  type ClientErrorCode,
  type ProcessStatusAnswer,
  type StartedProcess,
  WorkflowClientError,
} from './exchange.ts';
export {
  type CallOptions,
  type ClientRunOptions,
  createWorkflowClient,
  type WaitOptions,
  type WorkflowClient,
} from './workflow-client.ts';
