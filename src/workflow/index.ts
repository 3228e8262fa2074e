export type { Delivery } from '../delivery/delivery.ts';
export type { JsonObject, JsonValue } from '../http/json-value.ts';
export type { WebhookConfig } from '../webhook/config/webhook-config.ts';
export type { LoggedLine } from './command/command-output.ts';
export { type CommandTaskOptions, createCommandTask } from './command/command-task.ts';
export type { EventMessage } from './event/event-message.ts';
export type { EventDispatcher } from './event/event-notifier.ts';
export type { ProfileWebhook, WebhookSource } from './event/profile-webhooks.ts';
export type { WorkflowApiOptions } from './http/api-options.ts';
export type { Access, Authenticate, Credentials } from './http/basic-authentication.ts';
export type { ProblemBody, RunBody, StatusBody } from './http/bodies.ts';
export { createWorkflowApi } from './http/workflow-api.ts';
export { type MissingField, ParameterError } from './parameters/parameter-error.ts';
export { mapParameters, type ParameterMapping, type Parameters } from './parameters/parameter-mapping.ts';
export type { Idempotency } from './process/idempotency.ts';
export {
  isFinal,
  type ProcessCounts,
  type ProcessRecord,
  type ProcessStatus,
} from './process/process-record.ts';
export type { RunOptions } from './process/process-run.ts';
export type { WorkflowServiceOptions } from './service-options.ts';
export { createMemoryStore, type MemoryStore, type MemoryStoreOptions } from './store/memory-store.ts';
export type { ProcessStore } from './store/process-store.ts';
export type { Instance, RecordedEvent, SharedStore } from './store/shared-store.ts';
export type { Project, Task, TaskInput, TaskOutcome } from './task.ts';
export { WorkflowError, type WorkflowErrorCode } from './workflow-error.ts';
export type {
  LeaseFailure,
  StoreFailure,
  UnopenedFailure,
  WebhookFailure,
  WorkflowFailure,
} from './workflow-failure.ts';
export {
  type CloseServiceOptions,
  createWorkflowService,
  type Interruption,
  type WorkflowService,
} from './workflow-service.ts';
