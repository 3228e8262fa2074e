export type { JsonObject, JsonValue } from '../http/json-value.ts';
export type { ProcessStatusAnswer, StartedProcess } from './answer.ts';
export { type ClientErrorCode, WorkflowClientError } from './client-error.ts';
export type { WorkflowClientOptions } from './client-options.ts';
export type { WaitOptions } from './wait-for-end.ts';
export {
  type CallOptions,
  type ClientRunOptions,
  createWorkflowClient,
  type WorkflowClient,
} from './workflow-client.ts';
