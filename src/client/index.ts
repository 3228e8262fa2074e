export type { JsonObject, JsonValue } from '../api/json-body.ts';
export type { WorkflowClientOptions } from './client-options.ts';
export {
  type AcceptedEvent,
  type ClientErrorCode,
  type ProcessStatusAnswer,
  type StartedProcess,
  WorkflowClientError,
} from './exchange.ts';
export {
  type CallOptions,
  type ClientRunOptions,
  createWorkflowClient,
  type EventReport,
  type WaitOptions,
  type WorkflowClient,
} from './workflow-client.ts';
