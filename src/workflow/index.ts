export type { Delivery } from '../delivery/delivery.ts';
export type { WebhookConfig } from '../webhook/webhook-config.ts';
export type { ProcessStatusAnswer, StartedProcess } from './client/answer.ts';
export { type ClientErrorKind, WorkflowClientError } from './client/client-error.ts';
export type { WorkflowClientOptions } from './client/client-options.ts';
export type { WaitOptions } from './client/wait-for-end.ts';
export {
  type CallOptions,
  type ClientRunOptions,
  createWorkflowClient,
  type WorkflowClient,
} from './client/workflow-client.ts';
export type { EventDispatcher } from './event-notifier.ts';
export type { WorkflowApiOptions } from './http/api-options.ts';
export type { Access, Authenticate, Credentials } from './http/basic-authentication.ts';
export type { ProblemBody, RunBody, StatusBody } from './http/bodies.ts';
export { workflowApi } from './http/workflow-api.ts';
export type { JsonObject, JsonValue } from './json-value.ts';
export { createMemoryStore, type MemoryStore, type MemoryStoreOptions } from './memory-store.ts';
export { type MissingField, ParameterError } from './parameter-error.ts';
export { mapParameters, type ParameterMapping, type Parameters } from './parameter-mapping.ts';
export { isFinal, type ProcessCounts, type ProcessRecord, type ProcessStatus } from './process-record.ts';
export type { ProcessStore } from './process-store.ts';
export type { WorkflowServiceOptions } from './service-options.ts';
export type { Project, Task, TaskInput, TaskOutcome } from './task.ts';
export { WorkflowError, type WorkflowErrorCode } from './workflow-error.ts';
export type { StoreFailure, WebhookFailure, WorkflowFailure } from './workflow-failure.ts';
export {
  type CloseServiceOptions,
  createWorkflowService,
  type Interruption,
  type RunOptions,
  type WorkflowService,
} from './workflow-service.ts';
