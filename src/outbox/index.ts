export type {
  Database,
  DatabaseOptions,
  EmbeddedPostgres,
  PostgresPool,
  SqlExecutor,
} from '../database/database.ts';
export { DatabaseError, type DatabaseErrorCode } from '../database/database-error.ts';
export type { KeysetPage, PageQuery } from '../database/keyset-page.ts';
export { openDatabase } from '../database/open-database.ts';
export type { CancelWebhookOptions, RestoreWebhookOptions } from './cancelled-webhook.ts';
export type {
  CancelQuery,
  ManyOptions,
  ProgressOptions,
  ResendQuery,
} from './change-messages.ts';
export type {
  DisabledEndpoint,
  DisableOptions,
  Endpoint,
  EndpointPage,
  EndpointQuery,
  FailingEndpoint,
} from './endpoint.ts';
export type {
  EnqueueOptions,
  InTransaction,
  MessageFacts,
  NewRequest,
  UnmadeRequest,
} from './enqueue.ts';
export type { MessageFilter, MessagePage, MessageQuery } from './find-messages.ts';
export type {
  EndedMessage,
  EndState,
  Message,
  MessageDetails,
  MessageState,
  ShortOutcome,
  StoredAttempt,
} from './message.ts';
export {
  createOutbox,
  type EnableOptions,
  type MessageOptions,
  type Outbox,
  type StopOptions,
} from './outbox.ts';
export { OutboxError, type OutboxErrorCode } from './outbox-error.ts';
export type { OutboxOptions } from './outbox-options.ts';
export type { Outcomes, OutcomesQuery } from './outcomes.ts';
export type { Backlog, OutboxStats, StatsBucket, StatsQuery } from './stats.ts';
export type { Pruned } from './upkeep.ts';
