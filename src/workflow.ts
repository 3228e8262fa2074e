export type { ProblemBody, RunBody, StatusBody } from './api/answers.ts';
export type { Access, ApiCredentials, Authenticate } from './api/basic-authentication.ts';
export type { ApiEnv } from './api/route.ts';
export type { Delivery } from './delivery/delivery.ts';
export type { JsonObject, JsonValue } from './output/json/json-value.ts';
export {
  type MissingField,
  mapParameters,
  ParameterError,
  type ParameterMapping,
  type Parameters,
} from './parameters/parameter-mapping.ts';
export { createWorkflowApi, type WorkflowApiOptions } from './server/processes/workflow-api.ts';
export type { WebhookConfig } from './webhook/config/settings.ts';
export type { LoggedLine } from './workflow/command/command-task.ts';
export { type CommandTaskOptions, createCommandTask } from './workflow/command/command-task.ts';
export type { EventDispatcher } from './workflow/event/event-notifier.ts';
export type { Idempotency } from './workflow/process/idempotency.ts';
export {
  isFinal,
  type ProcessCounts,
  type ProcessRecord,
  type ProcessStatus,
} from './workflow/process/process-record.ts';
export type { RunOptions } from './workflow/process/process-run.ts';
export type { WorkflowServiceOptions } from './workflow/service-options.ts';
export {
  createMemoryStore,
  type MemoryStore,
  type MemoryStoreOptions,
} from './workflow/store/memory-store.ts';
export type { Instance, ProcessStore, RecordedEvent, SharedStore } from './workflow/store/process-store.ts';
export type { Project, Task, TaskInput, TaskOutcome } from './workflow/task.ts';
export { WorkflowError, type WorkflowErrorCode } from './workflow/workflow-error.ts';
export type {
  LeaseFailure,
  StoreFailure,
  UnopenedFailure,
  WebhookFailure,
  WorkflowFailure,
} from './workflow/workflow-failure.ts';
export {
  type CloseServiceOptions,
  createWorkflowService,
  type Interruption,
  type WorkflowService,
} from './workflow/workflow-service.ts';
