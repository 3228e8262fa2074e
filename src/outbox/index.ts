export type { Database, DatabaseOptions, SqlExecutor } from './database/database.ts';
export { openDatabase } from './database/open-database.ts';
export type { Endpoint } from './endpoints/endpoints.ts';
export type { DisabledEndpoint, FailingEndpoint } from './endpoints/record-health.ts';
export type { MessageFilter, MessagePage, MessageQuery } from './messages/find-messages.ts';
export type {
  EndedMessage,
  Message,
  MessageDetails,
  MessageState,
  StoredAttempt,
} from './messages/message.ts';
export type { EnqueueOptions, UnmadeRequest } from './messages/new-message.ts';
export type { ResendFilter } from './messages/resend.ts';
export {
  createOutbox,
  type MessageOptions,
  type Outbox,
  type StopOptions,
} from './outbox.ts';
export { OutboxError, type OutboxErrorCode } from './outbox-error.ts';
export type { OutboxOptions, Retention } from './outbox-options.ts';
export type { Pruned } from './upkeep/prune.ts';
export type { Backlog, OutboxStats, StatsBucket, StatsQuery } from './upkeep/stats.ts';
