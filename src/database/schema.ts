import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgSchema,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

// The tables, from which drizzle-kit generates the migrations; nothing imports them. Partitions, the view over `job` and
// `ended`, and functions stand in the migration alone.

export const hookplate = pgSchema('hookplate');

const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });
/** Names given by programs: they are compared byte by byte, which is faster than by the rules of a language. */
const key = customType<{ data: string; driverData: string }>({ dataType: () => 'text COLLATE "C"' });
const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });

/** Each table that grows has it, as the last column of its primary key: see `bucket.ts`. */
const bucket = () => smallint().notNull();

/** What a message keeps, whichever table it is in. */
const ofMessage = () => ({
  id: uuid().notNull(),
  bucket: bucket(),
  /** The `webhook-id` that a caller gave, unless the id is it. */
  givenId: key('given_id'),
  /** Null if there is nothing to send. */
  endpoint: uuid(),
  /** The `endpoint` given by the caller. */
  endpointName: text('endpoint_name'),
  /** The id of the webhook that made it. */
  webhook: text(),
  /** The name of that webhook for people. */
  name: text(),
  event: text(),
  profile: text(),
  host: text().notNull(),
  method: text().notNull(),
  requestBytes: integer('request_bytes').notNull(),
  /** The day under which its request is stored. */
  requestDay: date('request_day').notNull(),
  /** The `traceparent` of the caller who enqueued it. */
  trace: text(),
  /** The number of times it was resent; attempts are numbered anew in each round. */
  round: integer().notNull().default(0),
  /** Attempts that ended in this round. */
  attempts: integer().notNull().default(0),
  /** Messages of one line are sent one after the other. */
  line: key(),
  createdAt: time('created_at').notNull().defaultNow(),
});

/** Unfinished messages: each row is its own job. */
export const job = hookplate.table(
  'job',
  {
    ...ofMessage(),
    endpoint: uuid().notNull(),
    /** The order in which they were stored. */
    position: bigint({ mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    /** `wrong-key` if it waits for a key that opens its request. */
    reason: text(),
    /** The time of its next attempt; null while it waits in its line. */
    dueAt: time('due_at'),
    /** The time of its first failure, from which the time to hold up its line is counted. */
    failedAt: time('failed_at'),
    /** The end of its lease. Part of no index, so that taking a message changes none. */
    takenUntil: time('taken_until'),
    /** A new value each time it is taken. */
    takenBy: bigint('taken_by', { mode: 'bigint' }),
  },
  table => [
    primaryKey({ columns: [table.id, table.bucket] }),
    index('job_due').on(table.dueAt).where(sql`${table.dueAt} is not null`),
    index('job_due_of_endpoint').on(table.endpoint, table.dueAt).where(sql`${table.dueAt} is not null`),
    index('job_in_line').on(table.line, table.position).where(sql`${table.line} is not null`),
    // Messages that were stored together share a time, and so an index entry: their ids are sorted when they are
    // listed.
    index('job_newest').on(table.createdAt),
    // For the end of a cancelled webhook, and for lists and changes of what waits for one.
    index('job_of_webhook').on(table.webhook, table.createdAt).where(sql`${table.webhook} is not null`),
    index('job_given').on(table.givenId).where(sql`${table.givenId} is not null`),
  ],
);

/** An answer, or a failure. */
const ofOutcome = () => ({
  address: text(),
  /** Only for an answer. */
  status: integer(),
  headers: jsonb().$type<readonly (readonly [name: string, value: string])[]>(),
  body: text(),
  truncated: boolean(),
  /** Only for a failure. */
  error: text(),
  explanation: text(),
});

/** Messages that have ended, each with the attempt that ended it; partitioned by the day of their end. */
export const ended = hookplate.table(
  'ended',
  {
    ...ofMessage(),
    /** Its place in the order of jobs, to which it returns if it is resent; 0 if it never was a job. */
    position: bigint({ mode: 'number' }).notNull(),
    state: text().notNull(),
    /** The reason for its end, if the last attempt does not tell. */
    reason: text(),
    finishedAt: time('finished_at').notNull(),
    /** The number of the attempt that ended it, in its round; null if none did. It was recorded when the message ended. */
    number: integer(),
    startedAt: time('started_at'),
    durationMs: integer('duration_ms'),
    ...ofOutcome(),
  },
  table => [
    primaryKey({ columns: [table.id, table.finishedAt, table.bucket] }),
    // For lists. Each entry is written once.
    index('ended_newest').on(table.createdAt),
    index('ended_given').on(table.givenId).where(sql`${table.givenId} is not null`),
    index('ended_of_endpoint').on(table.endpoint, table.createdAt).where(sql`${table.endpoint} is not null`),
    index('ended_of_webhook').on(table.webhook, table.createdAt).where(sql`${table.webhook} is not null`),
    index('ended_of_event').on(table.event, table.createdAt).where(sql`${table.event} is not null`),
    index('ended_of_profile').on(table.profile, table.createdAt).where(sql`${table.profile} is not null`),
    index('ended_of_host').on(table.host, table.createdAt),
    index('ended_in_trouble').on(table.state, table.createdAt).where(sql`${table.state} <> 'delivered'`),
    index('ended_given_up').on(table.finishedAt).where(sql`${table.state} <> 'delivered'`),
    // Rows are added in the order of this time, so that a summary of every few pages finds them.
    index('ended_by_time').using('brin', table.finishedAt).with({ pages_per_range: 32 }),
  ],
);

/** The request to send; separate from messages, which stay small. Partitioned by its day. */
export const request = hookplate.table(
  'request',
  {
    message: uuid().notNull(),
    /** The day on which it was stored, or on which its message ended, if that was later. */
    day: date().notNull(),
    /** As JSON, sealed or plain. */
    content: bytes().notNull(),
    bucket: bucket(),
  },
  table => [primaryKey({ columns: [table.message, table.day, table.bucket] })],
);

/** Attempts but for those that ended their message, which stand with it; partitioned by their day. */
export const attempt = hookplate.table(
  'attempt',
  {
    message: uuid().notNull(),
    round: integer().notNull(),
    number: integer().notNull(),
    startedAt: time('started_at').notNull(),
    durationMs: integer('duration_ms').notNull(),
    /** By the clock of the database. */
    recordedAt: time('recorded_at').notNull().defaultNow(),
    ...ofOutcome(),
    /** Whether its message, which was resent since, was given up with it; without an attempt, under the number 0. */
    gaveUp: boolean('gave_up').notNull().default(false),
    bucket: bucket(),
  },
  table => [
    index('attempt_of_message').on(table.message),
    index('attempt_by_time').using('brin', table.recordedAt).with({ pages_per_range: 32 }),
  ],
);

/** Ids that callers gave, for as long as history is kept: partitions cannot keep them unique. */
export const givenId = hookplate.table(
  'given_id',
  {
    /** The id of the message; of an event, made of what was given and of where that is unique. */
    id: uuid().notNull(),
    /** SHA-256 of the message that has it: the same again is not a conflict. */
    digest: bytes(),
    /** The id of the event that it stands for; null for a message. */
    names: uuid(),
    /** False if no event could be made of what had it: it goes to the first of which one can be made. */
    isUsed: boolean('is_used').notNull().default(true),
    /** The time from which on it is kept as long as history. */
    keptFrom: time('kept_from').notNull().defaultNow(),
    /** Made of the id: partitions by profile could not keep ids of messages unique. */
    bucket: bucket(),
  },
  table => [primaryKey({ columns: [table.id, table.bucket] }), index('given_id_oldest').on(table.keptFrom)],
);

/** How often something happened; for whom and when. */
const ofFigure = () => ({
  /** All zeros if there was nothing to send. */
  endpoint: uuid().notNull(),
  /** Empty for messages that no webhook made. */
  webhook: key().notNull(),
  /** Empty for those of no profile. */
  profile: key().notNull(),
  hour: time('hour').notNull(),
  /** Messages that were created then, and have ended at least once. */
  enqueued: integer().notNull(),
  attempts: integer().notNull(),
  succeeded: integer().notNull(),
  /** Messages that were given up. */
  failed: integer().notNull(),
  cancelled: integer().notNull(),
  bucket: bucket(),
});

/** Figures by the hour for a month, then by the day: under its first hour. */
export const figure = hookplate.table('figure', ofFigure(), table => [
  primaryKey({ columns: [table.endpoint, table.webhook, table.profile, table.hour, table.bucket] }),
  index('figure_of_webhook').on(table.webhook, table.hour),
  index('figure_of_profile').on(table.profile, table.hour),
  index('figure_by_hour').on(table.hour),
]);

/** Figures that the upkeep has yet to add to those of their hours: nobody who adds a row waits for others. */
export const newFigure = hookplate.table(
  'new_figure',
  { position: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(), ...ofFigure() },
  table => [primaryKey({ columns: [table.position, table.bucket] })],
);

export const endpoint = hookplate.table(
  'endpoint',
  {
    id: uuid().notNull(),
    /** Null if its messages have none. */
    profile: text(),
    /** The name given by the callers who enqueue for it. */
    givenName: text('given_name'),
    webhook: text(),
    name: text(),
    origin: text().notNull(),
    host: text().notNull(),
    /** The URL of all its messages; null once there were two, or if it is unknown. */
    urlDigest: bytes('url_digest'),
    /** The maximum number of messages in flight to it; increases with success and decreases with failure. */
    places: integer().notNull().default(4),
    /** Failures since the last success. */
    failures: integer().notNull().default(0),
    failingSince: time('failing_since'),
    lastSuccessAt: time('last_success_at'),
    lastFailureAt: time('last_failure_at'),
    /** How the last failure ended: as in an attempt. */
    lastStatus: integer('last_status'),
    lastError: text('last_error'),
    lastExplanation: text('last_explanation'),
    warnedAt: time('warned_at'),
    disabledAt: time('disabled_at'),
    /** `failing`, `gone` or `asked`. */
    disabledBecause: text('disabled_because').$type<'failing' | 'gone' | 'asked'>(),
    /** The reason given by the caller who asked for it. */
    disabledReason: text('disabled_reason'),
    /** Who asked for it. */
    disabledBy: text('disabled_by'),
    /** The maximum number of messages per second, and the number that could leave at once at a time: a token bucket. */
    rate: doublePrecision(),
    tokens: doublePrecision(),
    tokensAt: time('tokens_at'),
    bucket: bucket(),
  },
  table => [
    primaryKey({ columns: [table.id, table.bucket] }),
    index('endpoint_disabled').on(table.disabledAt).where(sql`${table.disabledAt} is not null`),
    index('endpoint_failing').on(table.failingSince).where(sql`${table.failingSince} is not null`),
    index('endpoint_of_webhook').on(table.webhook, table.id).where(sql`${table.webhook} is not null`),
    index('endpoint_of_profile').on(table.profile, table.id).where(sql`${table.profile} is not null`),
    index('endpoint_of_name').on(table.givenName, table.id).where(sql`${table.givenName} is not null`),
  ],
);

/** Webhooks that were cancelled: their messages are ended in place of being sent. */
export const cancelledWebhook = hookplate.table(
  'cancelled_webhook',
  {
    webhook: text().primaryKey(),
    /** The reason that its messages get. */
    reason: text().notNull(),
    cancelledAt: time('cancelled_at').notNull().defaultNow(),
    /** Messages enqueued before this time are cancelled; later ones are of a new webhook with its id. */
    until: time('until').notNull().default(sql`'infinity'`),
    /** Whether the upkeep need not look for messages any more. */
    isSettled: boolean('is_settled').notNull().default(false),
  },
  table => [index('cancelled_webhook_unsettled').on(table.webhook).where(sql`not ${table.isSettled}`)],
);

/** The instances that run processes, each with the time until which it counts as alive. */
export const instance = hookplate.table('instance', {
  id: text().primaryKey(),
  leaseUntil: time('lease_until').notNull(),
});

export const process = hookplate.table(
  'process',
  {
    pid: text().notNull(),
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
    /**
     * As JSON: a key may contain characters that a text of the database cannot. It is unique whatever the profile is, and so without
     * the bucket.
     */
    idempotencyKey: text('idempotency_key').unique(),
    fingerprint: text(),
    /** The input of the run as JSON, sealed or plain; until it begins. */
    body: bytes(),
    /** The instance that holds it; empty if the last one has handed it over. */
    owner: text().notNull(),
    /** The reason why its instance has to interrupt it. */
    interruptReason: text('interrupt_reason'),
    /** The number of changes. */
    version: integer().notNull().default(1),
    bucket: bucket(),
  },
  table => [
    primaryKey({ columns: [table.pid, table.bucket] }),
    index('process_newest').on(table.createdAt.desc().nullsFirst(), table.pid.desc().nullsFirst()),
    // For lists. Most have completed: the newest of all lead to those.
    index('process_of_status')
      .on(table.status, table.createdAt, table.pid)
      .where(sql`${table.status} <> 'completed'`),
    index('process_of_flow').on(table.projectId, table.taskId, table.createdAt, table.pid),
    index('process_of_project').on(table.projectId, table.createdAt, table.pid),
    index('process_of_task').on(table.taskId, table.createdAt, table.pid),
    index('process_unfinished').on(table.owner).where(sql`${table.status} in ('queued', 'running')`),
    index('process_by_end').on(table.endedAt).where(sql`${table.endedAt} is not null`),
  ],
);

/** The current configuration of webhooks. Deleted ones stay, so that their messages can be signed and explained. */
export const webhook = hookplate.table(
  'webhook',
  {
    id: text().primaryKey(),
    profile: text().notNull(),
    /** The name that people call it by, if it has one. */
    name: text(),
    /** Its configuration and secrets as JSON, sealed or plain. */
    settings: bytes().notNull(),
    /** What was found in this version, and by which rules, as JSON, sealed or plain; null if it has yet to be checked. */
    diagnostics: bytes(),
    /** The number of changes, from 1. */
    version: integer().notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    updatedAt: time('updated_at').notNull().defaultNow(),
    updatedBy: text('updated_by').notNull(),
    deletedAt: time('deleted_at'),
  },
  table => [
    index('webhook_of_profile').on(table.profile, table.id).where(sql`${table.deletedAt} is null`),
    uniqueIndex('webhook_name').on(table.profile, table.name).where(sql`${table.deletedAt} is null`),
  ],
);

/** The changes of webhooks, with their authors and times. */
export const webhookVersion = hookplate.table(
  'webhook_version',
  {
    webhook: text()
      .notNull()
      .references(() => webhook.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    change: text().$type<'created' | 'updated' | 'deleted'>().notNull(),
    /** The names of the settings that changed. */
    fields: jsonb().$type<readonly string[]>().notNull(),
    settings: bytes().notNull(),
    changedAt: time('changed_at').notNull().defaultNow(),
    changedBy: text('changed_by').notNull(),
  },
  table => [primaryKey({ columns: [table.webhook, table.version] })],
);

/** The configuration for starting a task from outside. Each is seeded only once: deleted ones stay deleted. */
export const flowApi = hookplate.table(
  'flow_api',
  {
    projectId: text('project_id').notNull(),
    taskId: text('task_id').notNull(),
    /** Only shown, never called. */
    baseUrl: text('base_url'),
    enabled: boolean().notNull(),
    /** The mapping from parameter names to places in a body. */
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

/** Tokens with which programs call the server. */
export const token = hookplate.table('token', {
  id: text().primaryKey(),
  name: text().notNull(),
  /** SHA-256 of the token, which is random enough to need no salt. */
  hash: bytes().notNull().unique(),
  role: text().notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  createdBy: text('created_by').notNull(),
  expiresAt: time('expires_at').notNull(),
  lastUsedAt: time('last_used_at'),
  /** The names of the events, and of the profiles, that a reporter may report; null if all. */
  events: jsonb().$type<readonly string[]>(),
  profiles: jsonb().$type<readonly string[]>(),
});

/** People who have signed in on a page. */
export const session = hookplate.table(
  'session',
  {
    /** SHA-256 of the token in the cookie, which is random enough to need no salt. */
    hash: bytes().primaryKey(),
    username: text().notNull(),
    /** Ties the session to the password that began it: an HMAC of it under the token, which is not stored. */
    proof: bytes().notNull(),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    /** The time at which it ends unless it is used before. */
    idleAt: time('idle_at').notNull(),
  },
  table => [index('session_of_user').on(table.username, table.createdAt)],
);

/** Links that sign people in to the pages of one profile, the sessions that they have become, and tokens of pages that are embedded. */
export const portalAccess = hookplate.table(
  'portal_access',
  {
    /** SHA-256 of the secret in the URL of a link, in the cookie of a session, or in the memory of a page. */
    hash: bytes().primaryKey(),
    kind: text().$type<'link' | 'session' | 'token'>().notNull(),
    profile: text().notNull(),
    role: text().notNull(),
    /** Who it is, in the history of changes. */
    name: text().notNull(),
    theme: text(),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    /** The time at which a session ends unless it is used before. */
    idleAt: time('idle_at').notNull(),
  },
  table => [
    index('portal_access_of_profile').on(table.profile, table.kind, table.createdAt),
    index('portal_access_expiring').on(table.expiresAt),
  ],
);

/** What people and programs did at the API, for operators; processes that they ran and events that they reported stand elsewhere. */
export const auditEntry = hookplate.table(
  'audit_entry',
  {
    id: uuid().notNull(),
    bucket: bucket(),
    at: time('at').notNull().defaultNow(),
    /** The name of the caller; null once the profile was erased. */
    by: key('by'),
    /** The name of the person who made the caller's token. */
    tokenMadeBy: text('token_made_by'),
    /** The address of the caller, if it is known. */
    address: text(),
    /** The `operationId` of the route. */
    operation: text().notNull(),
    /** The kind and the id of the thing that it was done to; no id if it was done to several. */
    subject: text().notNull(),
    subjectId: key('subject_id'),
    /** The profile that has that thing. */
    profile: key('profile'),
  },
  table => [
    primaryKey({ columns: [table.id, table.bucket] }),
    index('audit_entry_newest').on(table.at, table.id),
    index('audit_entry_of_author').on(table.by, table.at, table.id).where(sql`${table.by} is not null`),
    index('audit_entry_of_profile')
      .on(table.profile, table.at, table.id)
      .where(sql`${table.profile} is not null`),
    index('audit_entry_of_subject')
      .on(table.subjectId, table.at, table.id)
      .where(sql`${table.subjectId} is not null`),
  ],
);

/** Programs whose events arrive in a form of their own. Each is seeded only once: deleted ones stay deleted. */
export const source = hookplate.table('source', {
  /** Stands in its address. */
  id: key().primaryKey(),
  /** The id of its description, such as `github`. */
  kind: text().notNull(),
  /** The catalogue of its events, if its kind has none of its own. */
  catalogue: text(),
  /** The names of the profiles that it may report to. */
  profiles: jsonb().$type<readonly string[]>().notNull().default([]),
  /** Its secrets as JSON, sealed or plain. */
  settings: bytes().notNull(),
  /** The number of changes, from 1. */
  version: integer().notNull().default(1),
  createdAt: time('created_at').notNull().defaultNow(),
  updatedAt: time('updated_at').notNull().defaultNow(),
  updatedBy: text('updated_by').notNull(),
  deletedAt: time('deleted_at'),
  /** The last call that was refused, and why: `no-secret`, `unsigned`, `untimely`, `wrong-signature` or `other-profile`. */
  refusedAt: time('refused_at'),
  refusedBecause: text('refused_because'),
});

/** What both tables of events have. */
const ofEvent = () => ({
  id: uuid().notNull(),
  bucket: bucket(),
  /** Empty for the webhooks without a profile. */
  profile: key().notNull(),
  /** The id of the source that sent it; empty if a program of ours reported it. */
  source: key().notNull(),
  /** Null for the default catalogue, and if no event was made. */
  catalogue: key(),
  /** Null if no event could be made. */
  event: key(),
  /** The pid of the process that raised it. */
  process: text(),
  happenedAt: time('happened_at').notNull(),
  storedAt: time('stored_at').notNull().defaultNow(),
  /** The name of the caller. */
  reportedBy: text('reported_by'),
  /** The event whose content this one has. */
  replayOf: uuid('replay_of'),
  /** The id in `given_id` by which its caller knows it. */
  given: uuid(),
  /** Messages about events with the same value go to each endpoint one after the other. */
  ordered: key(),
  /** Its facts, or what a source sent, as JSON, sealed or plain. */
  content: bytes().notNull(),
});

/** Events whose messages have yet to be made. */
export const event = hookplate.table(
  'event',
  {
    ...ofEvent(),
    /** The order in which they were stored. */
    position: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    /** The `traceparent` of the caller who reported it. */
    trace: text(),
    /** The time to try again to make its messages; infinity if it waits for another in its order; null if nobody has failed to. */
    retryAt: time('retry_at'),
    /** Why they could not be made: `unknown-event`, `wrong-key` or `failed`. */
    waitsFor: text('waits_for').$type<'unknown-event' | 'wrong-key' | 'failed'>(),
  },
  table => [
    primaryKey({ columns: [table.id, table.bucket] }),
    index('event_ready').on(table.profile, table.position).where(sql`${table.retryAt} is null`),
    index('event_to_retry').on(table.retryAt).where(sql`${table.retryAt} is not null`),
    index('event_in_line')
      .on(table.profile, table.ordered, table.position)
      .where(sql`${table.ordered} is not null and ${table.retryAt} is null`),
    index('event_held_up')
      .on(table.profile, table.ordered, table.position)
      .where(sql`${table.ordered} is not null and ${table.retryAt} is not null`),
    index('event_in_trouble').on(table.storedAt).where(sql`${table.waitsFor} is not null`),
    // Fewer than history has: each costs every report, and what waits is soon history.
    index('event_newest').on(table.storedAt),
    index('event_of_source').on(table.source, table.storedAt).where(sql`${table.source} <> ''`),
    index('event_of_process').on(table.process).where(sql`${table.process} is not null`),
  ],
);

/** Events whose messages were made, and what arrived of which no event could be made; partitioned by the day of their storing. */
export const pastEvent = hookplate.table(
  'past_event',
  {
    ...ofEvent(),
    /** Why no event was made of it. */
    problem: text(),
    toldAt: time('told_at').notNull().defaultNow(),
    /** The ids of the messages about it. */
    messages: jsonb().$type<readonly string[]>().notNull(),
  },
  table => [
    primaryKey({ columns: [table.id, table.storedAt, table.bucket] }),
    // Events that were stored together share a time, and so an index entry: their ids are sorted when they are listed.
    index('past_event_newest').on(table.storedAt),
    index('past_event_of_source').on(table.source, table.storedAt).where(sql`${table.source} <> ''`),
    index('past_event_of_profile').on(table.profile, table.storedAt),
    index('past_event_of_name').on(table.event, table.storedAt).where(sql`${table.event} is not null`),
    index('past_event_reported')
      .on(table.storedAt)
      .where(sql`${table.source} = '' and ${table.reportedBy} is not null`),
    // Rows are added in the order of this time.
    index('past_event_told').using('brin', table.toldAt).with({ pages_per_range: 32 }),
    index('past_event_of_process').on(table.process).where(sql`${table.process} is not null`),
  ],
);
