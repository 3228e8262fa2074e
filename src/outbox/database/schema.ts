import { type SQLWrapper, sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgSchema,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import type { MessageState } from '../messages/message.ts';

// The tables, from which drizzle-kit makes the migrations. A message row is the truth; a job of the queue only wakes
// somebody up to look at it.

export const hookplate = pgSchema('hookplate');

const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });
const isUnfinished = (finishedAt: SQLWrapper) => sql`${finishedAt} is null`;
const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });

export const message = hookplate.table(
  'message',
  {
    /** The `webhook-id` of every attempt. */
    id: text().primaryKey(),
    endpoint: text().notNull(),
    /** The id of the configuration that made it. */
    webhook: text(),
    event: text(),
    profile: text(),
    host: text().notNull(),
    method: text().notNull(),
    /** The request as it is sent, sealed or plain; nothing where a template could not be rendered, or once pruned. */
    request: bytes(),
    requestBytes: integer('request_bytes').notNull(),
    /** SHA-256 of the request: enqueuing the same bytes under the same id again is not a conflict. */
    digest: bytes().notNull(),
    state: text().$type<MessageState>().notNull(),
    /** Why it ended as it did, where the last attempt does not say; `wrong-key` where it waits for a key that opens it. */
    reason: text(),
    /** How often it was resent; attempts are numbered anew in each round. */
    round: integer().notNull().default(0),
    /** Attempts that ended in this round. */
    attempts: integer().notNull().default(0),
    /** The job that may work on it; any other is stale. */
    job: uuid(),
    /** Messages of one line leave one after the other. */
    line: text(),
    createdAt: time('created_at').notNull().defaultNow(),
    nextAttemptAt: time('next_attempt_at'),
    finishedAt: time('finished_at'),
    /** The order in which they were stored. */
    position: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
  },
  table => [
    // Messages that were stored together have one time, and so one entry: their ids are sorted when they are listed.
    index('message_by_time').on(table.createdAt),
    index('message_by_endpoint').on(table.endpoint, table.createdAt),
    // No index knows the state, so that taking a message touches none of them.
    index('message_unfinished').on(table.nextAttemptAt).where(isUnfinished(table.finishedAt)),
    // For who prunes, and who watches.
    index('message_by_end').on(table.finishedAt).where(sql`${table.finishedAt} is not null`),
    index('message_with_request')
      .on(table.finishedAt)
      .where(sql`${table.request} is not null and ${table.finishedAt} is not null`),
    index('message_in_line')
      .on(table.line, table.position)
      .where(sql`${table.line} is not null and ${isUnfinished(table.finishedAt)}`),
  ],
);

export const attempt = hookplate.table(
  'attempt',
  {
    // No foreign key: whoever records an attempt has its message locked, and whoever removes a message removes these.
    message: text().notNull(),
    round: integer().notNull(),
    number: integer().notNull(),
    startedAt: time('started_at').notNull(),
    durationMs: integer('duration_ms').notNull(),
    /** By the clock of the database. */
    recordedAt: time('recorded_at').notNull().defaultNow(),
    address: text(),
    /** Of an answer. */
    status: integer(),
    headers: jsonb().$type<readonly (readonly [name: string, value: string])[]>(),
    body: text(),
    truncated: boolean(),
    /** Of a failure. */
    error: text(),
    explanation: text(),
  },
  table => [
    // An attempt whose record was committed without an answer is recorded again: it stays one.
    primaryKey({ columns: [table.message, table.round, table.number, table.startedAt] }),
    index('attempt_by_time').on(table.recordedAt),
  ],
);

export const endpoint = hookplate.table(
  'endpoint',
  {
    /** A webhook at an origin. */
    id: text().primaryKey(),
    webhook: text(),
    origin: text().notNull(),
    host: text().notNull(),
    /** Failures since the last success. */
    failures: integer().notNull().default(0),
    failingSince: time('failing_since'),
    lastSuccessAt: time('last_success_at'),
    lastFailureAt: time('last_failure_at'),
    warnedAt: time('warned_at'),
    disabledAt: time('disabled_at'),
    /** `failing` or `gone`. */
    disabledBecause: text('disabled_because').$type<'failing' | 'gone'>(),
  },
  // For a worker that leaves out a host of which it has enough in flight.
  table => [index('endpoint_by_host').on(table.host)],
);

/** Those who run processes, each with the time until which it is taken to be alive. */
export const instance = hookplate.table('instance', {
  id: text().primaryKey(),
  leaseUntil: time('lease_until').notNull(),
});

export const process = hookplate.table(
  'process',
  {
    pid: text().primaryKey(),
    projectId: text('project_id').notNull(),
    taskId: text('task_id').notNull(),
    profile: text().notNull(),
    status: text().notNull(),
    createdAt: time('created_at').notNull(),
    startedAt: time('started_at'),
    endedAt: time('ended_at'),
    recordsProcessed: bigint('records_processed', { mode: 'number' }).notNull(),
    errorCount: bigint('error_count', { mode: 'number' }).notNull(),
    error: text(),
    /** As JSON: a key may hold what a text of the database cannot. */
    idempotencyKey: text('idempotency_key').unique(),
    fingerprint: text(),
    /** What it was started with, as JSON, sealed or plain; until it begins. */
    body: bytes(),
    /** The instance that holds it; empty where the last one has handed it over. */
    owner: text().notNull(),
    /** Why its instance is to interrupt it. */
    interruptReason: text('interrupt_reason'),
    /** Counts its changes. */
    version: integer().notNull().default(1),
  },
  table => [
    index('process_newest').on(table.createdAt.desc().nullsFirst(), table.pid.desc().nullsFirst()),
    index('process_unfinished').on(table.owner).where(sql`${table.status} in ('queued', 'running')`),
    index('process_by_end').on(table.endedAt).where(sql`${table.endedAt} is not null`),
  ],
);

export const processEvent = hookplate.table(
  'process_event',
  {
    pid: text()
      .notNull()
      .references(() => process.pid, { onDelete: 'cascade' }),
    /** From 1, in the order in which the process raised them. */
    number: integer().notNull(),
    event: text().notNull(),
    raisedAt: time('raised_at').notNull(),
    /** The ids of the messages that tell of it. */
    messages: jsonb().$type<readonly string[]>().notNull(),
  },
  table => [primaryKey({ columns: [table.pid, table.event] })],
);

/** How webhooks are configured now. One that was deleted stays, so that what it has raised can be signed and explained. */
export const webhook = hookplate.table(
  'webhook',
  {
    id: text().primaryKey(),
    profile: text().notNull(),
    /** Its configuration and secrets as JSON, sealed or plain. */
    settings: bytes().notNull(),
    /** Counts its changes, from 1. */
    version: integer().notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    updatedAt: time('updated_at').notNull().defaultNow(),
    updatedBy: text('updated_by').notNull(),
    deletedAt: time('deleted_at'),
  },
  table => [index('webhook_of_profile').on(table.profile, table.id).where(sql`${table.deletedAt} is null`)],
);

/** What was changed of a webhook, by whom and when. */
export const webhookVersion = hookplate.table(
  'webhook_version',
  {
    webhook: text()
      .notNull()
      .references(() => webhook.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    change: text().$type<'created' | 'updated' | 'deleted'>().notNull(),
    /** The names of the settings that are other than before. */
    fields: jsonb().$type<readonly string[]>().notNull(),
    settings: bytes().notNull(),
    changedAt: time('changed_at').notNull().defaultNow(),
    changedBy: text('changed_by').notNull(),
  },
  table => [primaryKey({ columns: [table.webhook, table.version] })],
);

/** How a task can be started from outside. Each is seeded once: what was deleted stays so. */
export const flowApi = hookplate.table(
  'flow_api',
  {
    projectId: text('project_id').notNull(),
    taskId: text('task_id').notNull(),
    /** Shown, never called. */
    baseUrl: text('base_url'),
    enabled: boolean().notNull(),
    /** From the name of a parameter to where it is in a body. */
    parameters: text().notNull(),
    /** As JSON, sealed or plain. */
    sampleBody: bytes('sample_body').notNull(),
    version: integer().notNull().default(1),
    updatedAt: time('updated_at').notNull().defaultNow(),
    updatedBy: text('updated_by').notNull(),
    deletedAt: time('deleted_at'),
  },
  table => [primaryKey({ columns: [table.projectId, table.taskId] })],
);

/** What programs call the server with. */
export const token = hookplate.table('token', {
  id: text().primaryKey(),
  name: text().notNull(),
  /** SHA-256 of the token, which is random enough to need no more. */
  hash: bytes().notNull().unique(),
  role: text().notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  createdBy: text('created_by').notNull(),
  expiresAt: time('expires_at').notNull(),
  lastUsedAt: time('last_used_at'),
});
