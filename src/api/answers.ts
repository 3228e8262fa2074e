import * as v from 'valibot';
import { assertNever } from '../diagnostics/assert-never.ts';
import {
  type AnyConfig,
  type PublicName,
  publicNames,
  type Setting,
  type SettingTree,
  settings,
} from '../webhook/config/settings.ts';
import { receiverCategories } from '../webhook/receivers/receiver.ts';
import { pageOf, timestamp } from './field-schemas.ts';
import { roles } from './role.ts';

/*
 * The answers of the server. Each schema gives the OpenAPI document its description, the routes their check, and pages
 * and clients the type of the same name.
 */

/** The input of a schema, made readonly. */
export type ReadonlyDeep<T> = T extends readonly unknown[] | object
  ? { readonly [K in keyof T]: ReadonlyDeep<T[K]> }
  : T;

/** The type of an answer for its readers. */
type AnswerOf<S extends v.GenericSchema> = ReadonlyDeep<v.InferInput<S>>;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const record = v.record(v.string(), v.unknown());

export function itemsOf<S extends v.GenericSchema>(item: S) {
  return v.object({ items: v.array(item) });
}

/** A whole list. */
export interface Items<Item> {
  readonly items: readonly Item[];
}

/** A page of a list: `next` is the `cursor` of the one after it. */
export interface Page<Item> extends Items<Item> {
  readonly next?: string | undefined;
}

const diagnosticSchema = v.object({
  field: v.pipe(v.string(), v.description('`url`, `headers[0].value`; empty for the whole body.')),
  code: v.string(),
  message: v.string(),
  severity: v.optional(v.picklist(['error', 'warning', 'hint'])),
  facts: v.optional(record),
  events: v.optional(v.array(v.string())),
  range: v.optional(v.object({ start: v.number(), end: v.number() })),
  related: v.optional(v.array(record)),
  fixes: v.optional(v.array(record)),
});
export type ShownDiagnostic = AnswerOf<typeof diagnosticSchema>;

/** A diagnostic without the fields that only the engine can add. */
export type FieldDiagnostic = Pick<ShownDiagnostic, 'field' | 'code' | 'message'>;

export const problemSchema = v.pipe(
  v.object({
    type: v.string(),
    title: v.pipe(v.string(), v.description('The name of the status.')),
    status: v.pipe(v.number(), v.integer()),
    detail: v.pipe(v.string(), v.description('One sentence for people.')),
    code: v.pipe(v.string(), v.description('For programs; does not change.')),
    position: v.optional(
      v.pipe(
        v.object({ offset: count, line: count, column: count }),
        v.description(
          'The position at which the body is not JSON: the offset from 0, line and column from 1.',
        ),
      ),
    ),
    missing: v.optional(
      v.pipe(
        v.array(v.object({ parameter: v.string(), reference: v.string(), available: v.array(v.string()) })),
        v.description(
          'The parameters of the task whose fields are missing, and the fields that the body has.',
        ),
      ),
    ),
    issues: v.optional(v.pipe(v.array(diagnosticSchema), v.description('Errors in the path or the query.'))),
    diagnostics: v.optional(
      v.pipe(v.array(diagnosticSchema), v.description('Errors in the body, by field.')),
    ),
  }),
  v.description('RFC 9457'),
);
/** A problem document (RFC 9457). */
export type ProblemBody = AnswerOf<typeof problemSchema>;

const processIdentity = {
  pid: v.pipe(v.string(), v.description('Opaque; percent-encode it in a path.')),
  status: v.pipe(
    v.picklist(['queued', 'running', 'completed', 'error', 'interrupted']),
    v.description('The last three are final.'),
  ),
  projectId: v.string(),
  taskId: v.string(),
};
const url = v.pipe(v.string(), v.url());

export const runSchema = v.object({ ...processIdentity, statusUrl: url, interruptUrl: url });
/** The answer to a run. */
export type RunBody = AnswerOf<typeof runSchema>;

export const statusSchema = v.object({
  ...processIdentity,
  startedAt: v.pipe(v.nullable(timestamp), v.description('`null` while the process is queued.')),
  endedAt: v.pipe(v.nullable(timestamp), v.description('`null` until the status is final.')),
  recordsProcessed: v.pipe(count, v.description('Inserted plus updated, over all objects.')),
  errorCount: v.pipe(count, v.description('Objects with errors.')),
  error: v.optional(v.pipe(v.string(), v.description('Why the process failed or was interrupted.'))),
});
/** The answer to a request for the status. */
export type StatusBody = AnswerOf<typeof statusSchema>;
export type ProcessState = StatusBody['status'];

export const sessionSchema = v.object({
  name: v.string(),
  role: v.picklist(roles),
  profiles: v.optional(
    v.pipe(v.array(v.string()), v.description('There if nothing of other profiles is shown to the caller.')),
  ),
  idPrefixes: v.optional(
    v.pipe(
      v.record(v.string(), v.string()),
      v.description('How ids of webhooks begin that the caller may choose, by their profiles.'),
    ),
  ),
  profileLabel: v.optional(
    v.pipe(
      v.string(),
      v.description('What pages call a profile, such as `Customer`; absent where they say `Profile`.'),
    ),
  ),
  canSignOut: v.optional(
    v.pipe(v.literal(true), v.description('There if the caller has signed in for a cookie.')),
  ),
  portal: v.optional(
    v.pipe(
      v.object({
        theme: v.optional(v.picklist(['light', 'dark'])),
        expiresAt: v.optional(v.pipe(timestamp, v.description('When its token ends.'))),
      }),
      v.description('There if the caller came by a link to the portal of a profile, or with a token for it.'),
    ),
  ),
});
export type Session = AnswerOf<typeof sessionSchema>;

export const profileSchema = v.object({
  name: v.string(),
  webhooks: v.number(),
  failing: v.pipe(v.number(), v.description('Webhooks whose last messages have failed.')),
  disabled: v.pipe(v.number(), v.description('Webhooks to which nothing is sent until they are enabled.')),
});
export type Profile = AnswerOf<typeof profileSchema>;

const catalogueEvents = v.array(
  v.object({
    name: v.string(),
    title: v.string(),
    description: v.optional(v.string()),
    variables: record,
    renamed: v.optional(
      v.pipe(
        v.record(v.string(), v.string()),
        v.description('Former names of variables that templates may still use, each with the new one.'),
      ),
    ),
    constants: v.pipe(record, v.description('Values that it always has.')),
    schema: v.pipe(record, v.description('The JSON Schema (draft 2020-12) of its facts.')),
    sample: record,
  }),
);

export const catalogueSchema = v.object({
  events: v.pipe(catalogueEvents, v.description('Those of the default catalogue.')),
  catalogues: v.pipe(
    v.array(v.object({ name: v.string(), events: catalogueEvents })),
    v.description('The other catalogues; a webhook names one in `catalogue`.'),
  ),
});
export type CatalogueBody = AnswerOf<typeof catalogueSchema>;

const headers = v.array(v.object({ name: v.string(), value: v.string() }));

export const receiverSchema = v.object({
  id: v.pipe(v.string(), v.description('What `receiver` of a webhook names.')),
  name: v.string(),
  about: v.optional(
    v.pipe(v.string(), v.description('What it is for, where its name alone does not say so.')),
  ),
  category: v.pipe(v.picklist(receiverCategories), v.description('The group of the gallery that it is in.')),
  hosts: v.pipe(v.array(v.string()), v.description('Hosts that only it has; `*.` is every host under one.')),
  method: v.optional(
    v.pipe(v.string(), v.description('Absent, as all below, where only what it accepts is known.')),
  ),
  url: v.optional(
    v.pipe(v.string(), v.description('A template; what a user has to fill in is in capitals.')),
  ),
  contentType: v.optional(v.string()),
  secret: v.optional(
    v.pipe(
      v.string(),
      v.description('`url`, `authentication`, the name of a header, or the key in the payload.'),
    ),
  ),
  setup: v.optional(v.pipe(v.string(), v.description('Where its users find what has to be filled in.'))),
  documentation: v.optional(v.array(v.string())),
  checked: v.optional(v.pipe(v.string(), v.description('The month in which that was read: `2026-11`.'))),
});

export const wholeReceiverSchema = v.object({
  ...receiverSchema.entries,
  headers: v.optional(headers),
  schema: v.optional(
    v.pipe(
      v.union([v.boolean(), record]),
      v.description('A JSON Schema of its payload, or of a line of it.'),
    ),
  ),
  payload: v.optional(
    v.pipe(v.string(), v.description('A template that reports the events that were asked for.')),
  ),
  message: v.optional(
    v.pipe(record, v.description('How it takes a message in words; absent where it takes none.')),
  ),
  messageDraft: v.optional(
    v.pipe(
      v.object({
        messages: v.record(v.string(), v.object({ title: v.optional(v.string()), text: v.string() })),
      }),
      v.description('A message to begin with, in words for each event of the catalogue.'),
    ),
  ),
});
export type ShownReceiver = AnswerOf<typeof receiverSchema>;
export type WholeReceiver = AnswerOf<typeof wholeReceiverSchema>;

/** Stands for a stored secret that is not shown. */
export const keptPlaceholderSchema = v.pipe(
  v.strictObject({ set: v.literal(true) }),
  v.description('Stands for a stored secret. Sent back, or left out, it keeps the secret unchanged.'),
);

type KeptPlaceholder = v.InferInput<typeof keptPlaceholderSchema>;

/** A webhook's configuration, with placeholders for its secrets, which are all inside other settings. */
export type ShownConfig = {
  readonly [Name in keyof AnyConfig]: AnyConfig[Name] extends string | undefined
    ? string | Extract<AnyConfig[Name], undefined>
    : ShownInside<AnyConfig[Name]>;
};

type ShownInside<Value> = Value extends string
  ? string | KeptPlaceholder
  : { readonly [Name in keyof Value]: ShownInside<Value[Name]> };

function shownEntries(tree: SettingTree): Record<string, v.GenericSchema> {
  const entries = Object.entries(tree).map(([name, setting]) => {
    const isOptional = setting.isOptional ?? (setting.kind === 'text' && setting.isVariable);
    return [name, isOptional ? v.optional(shownSchema(setting)) : shownSchema(setting)];
  });
  return Object.fromEntries(entries);
}

function shownSchema(setting: Setting): v.GenericSchema {
  switch (setting.kind) {
    case 'text':
      if (setting.isSecret === undefined) return v.string();
      return setting.isSecret === true ? keptPlaceholderSchema : v.union([v.string(), keptPlaceholderSchema]);
    case 'flag':
      return v.boolean();
    case 'switches':
      return v.record(v.string(), v.boolean());
    case 'group':
      return v.object(shownEntries(setting.settings));
    case 'list':
      return v.array(shownSchema(setting.item));
    case 'per event':
      return v.record(v.string(), shownSchema(setting.item));
    default:
      return assertNever(setting);
  }
}

// The settings give both the schema its entries and the type its names.
export const shownConfig = v.object(
  shownEntries(settings),
) as v.GenericSchema as v.GenericSchema<ShownConfig>;

function publicText(name: PublicName): v.GenericSchema<string> {
  return v.pipe(v.string(), v.description(settings[name].description ?? ''));
}

const publicTexts = Object.fromEntries(publicNames.map(name => [name, v.optional(publicText(name))]));

export const webhookSchema = v.object({
  id: v.string(),
  // It has all of these names.
  ...(publicTexts as Record<PublicName, v.OptionalSchema<v.GenericSchema<string>, undefined>>),
  profile: v.string(),
  version: v.number(),
  createdAt: timestamp,
  updatedAt: timestamp,
  updatedBy: v.string(),
  method: v.optional(
    v.pipe(v.string(), v.description('Absent for a message in words: its receiver has it.')),
  ),
  host: v.pipe(v.string(), v.description('The host of its URL; only editors see the rest.')),
  events: v.pipe(v.array(v.string()), v.description('The events that are switched on.')),
  config: v.optional(v.pipe(shownConfig, v.description('Only for editors.'))),
  signingSecret: v.optional(keptPlaceholderSchema),
  formerUntil: v.optional(
    v.pipe(
      timestamp,
      v.description(
        'Signing secrets before the current one sign as well until then; that time may have passed.',
      ),
    ),
  ),
  diagnostics: v.optional(v.pipe(v.array(diagnosticSchema), v.description('Warnings; only for editors.'))),
});
export const webhookPage = pageOf(webhookSchema);
export type ShownWebhook = AnswerOf<typeof webhookSchema>;

export const newWebhookSchema = v.object({
  ...webhookSchema.entries,
  madeSecret: v.optional(
    v.pipe(v.string(), v.description('The signing secret that the server has made just now.')),
  ),
});
export type NewShownWebhook = AnswerOf<typeof newWebhookSchema>;

export const signingSecretSchema = v.object({
  signingSecret: v.pipe(v.string(), v.description('The secret itself, for the receiver to verify by.')),
  formerUntil: webhookSchema.entries.formerUntil,
  version: v.pipe(v.number(), v.description('The version of the webhook.')),
});
export type ShownSigningSecret = AnswerOf<typeof signingSecretSchema>;

export const misfitSchema = v.object({
  id: v.string(),
  profile: v.string(),
  name: v.optional(v.string()),
  isOff: v.pipe(v.boolean(), v.description('Whether no event is switched on, so that nothing fails yet.')),
});
export type ShownMisfit = AnswerOf<typeof misfitSchema>;

export const versionSchema = v.object({
  version: v.number(),
  change: v.picklist(['created', 'updated', 'deleted']),
  fields: v.pipe(v.array(v.string()), v.description('The settings that were changed.')),
  changedAt: timestamp,
  changedBy: v.string(),
  config: v.optional(shownConfig),
  unreadable: v.optional(
    v.pipe(v.literal(true), v.description('No encryption key of the server opens its configuration.')),
  ),
});
export const versionPage = pageOf(versionSchema);
export type WebhookVersion = AnswerOf<typeof versionSchema>;

const pairs = v.array(v.tuple([v.string(), v.string()]));
export type Header = readonly [name: string, value: string];
const forEditors =
  'For editors alone, as some receivers send back what they were sent; absent where the request, or a secret of the webhook, can no longer be read.';

const requestSchema = v.pipe(
  v.object({ method: v.string(), url: v.string(), headers: pairs, body: v.optional(v.string()) }),
  v.description('The request that is sent, with `***` in place of secrets.'),
);
export type SentRequest = AnswerOf<typeof requestSchema>;

export const attemptSchema = v.object({
  round: v.optional(v.pipe(v.number(), v.description('0 at first, 1 after the first resend.'))),
  number: v.number(),
  startedAt: timestamp,
  durationMs: v.number(),
  address: v.optional(v.string()),
  outcome: v.variant('kind', [
    v.object({
      kind: v.literal('answered'),
      status: v.number(),
      headers: v.optional(v.pipe(pairs, v.description(forEditors))),
      body: v.optional(v.pipe(v.string(), v.description(forEditors))),
      truncated: v.boolean(),
    }),
    v.object({ kind: v.literal('failed'), error: v.string(), message: v.string() }),
  ]),
});
export type ShownAttempt = AnswerOf<typeof attemptSchema>;

export const diagnosedSchema = v.object({ diagnostics: v.array(diagnosticSchema) });

export const previewSchema = v.object({
  diagnostics: v.array(diagnosticSchema),
  events: v.array(
    v.object({
      kind: v.picklist(['request', 'failure']),
      event: record,
      request: v.optional(requestSchema),
      curl: v.optional(v.string()),
      parts: v.optional(v.array(record)),
      body: v.optional(record),
      error: v.optional(v.object({ code: v.string(), message: v.string() })),
    }),
  ),
  coverage: record,
});
export type PreviewBody = AnswerOf<typeof previewSchema>;

export const testSchema = v.object({
  event: v.string(),
  request: requestSchema,
  attempt: v.pipe(attemptSchema, v.description('The only one: tests are not retried.')),
});
export type TestBody = AnswerOf<typeof testSchema>;

const shortOutcomeSchema = v.variant('kind', [
  v.object({ kind: v.literal('answered'), status: v.number() }),
  v.object({ kind: v.literal('failed'), error: v.string(), message: v.string() }),
]);
/** How an attempt ended, without what was answered. */
export type ShownOutcome = AnswerOf<typeof shortOutcomeSchema>;

export const messageStates = [
  'pending',
  'sending',
  'delivered',
  'failed',
  'gone',
  'refused',
  'cancelled',
] as const;

export const messageSchema = v.object({
  id: v.pipe(v.string(), v.description('The `webhook-id` of every attempt.')),
  state: v.picklist(messageStates),
  reason: v.optional(v.string()),
  endpoint: v.string(),
  webhook: v.optional(v.string()),
  name: v.optional(v.pipe(v.string(), v.description('The display name of its webhook.'))),
  event: v.optional(v.string()),
  profile: v.optional(v.string()),
  method: v.string(),
  host: v.string(),
  resent: v.number(),
  attempts: v.pipe(v.number(), v.description('Since it was enqueued or last resent.')),
  maxAttempts: v.pipe(v.number(), v.description('After so many attempts that fail it is given up.')),
  createdAt: timestamp,
  nextAttemptAt: v.optional(timestamp),
  heldBy: v.optional(
    v.pipe(
      v.object({ id: v.string(), event: v.optional(v.string()) }),
      v.description('The previous message of those that leave in order, for which this message waits.'),
    ),
  ),
  finishedAt: v.optional(timestamp),
  lastOutcome: v.optional(
    v.pipe(shortOutcomeSchema, v.description('How its last attempt ended, also one before it was resent.')),
  ),
});
export const messagePage = v.object({
  ...pageOf(messageSchema).entries,
  count: v.optional(
    v.pipe(v.number(), v.description('All that match, at most 10,000. Only where it was asked for.')),
  ),
  nextAttemptAt: v.optional(
    v.pipe(
      timestamp,
      v.description('The first attempt that any that match wait for. Only where they were counted.'),
    ),
  ),
});
export type ShownMessagePage = AnswerOf<typeof messagePage>;
export type ShownMessage = AnswerOf<typeof messageSchema>;
export type ShownMessageState = ShownMessage['state'];

export const resentSchema = v.object({ resent: v.number() });
export type ResentBody = AnswerOf<typeof resentSchema>;

export const messageDetailsSchema = v.object({
  ...messageSchema.entries,
  pid: v.optional(v.pipe(v.string(), v.description('The process that it is about.'))),
  history: v.array(attemptSchema),
  request: v.optional(requestSchema),
});
export type ShownMessageDetails = AnswerOf<typeof messageDetailsSchema>;

export const endpointSchema = v.object({
  id: v.string(),
  webhook: v.optional(v.string()),
  name: v.optional(v.pipe(v.string(), v.description('The display name of its webhook.'))),
  profile: v.optional(v.pipe(v.string(), v.description('The profile of its messages, if they have one.'))),
  givenName: v.optional(
    v.pipe(v.string(), v.description('The name given by the program that enqueues for it.')),
  ),
  former: v.pipe(v.boolean(), v.description('Whether its webhook was deleted, or sends elsewhere by now.')),
  origin: v.string(),
  places: v.pipe(v.number(), v.description('The maximum number of messages in flight to it at the moment.')),
  perSecond: v.optional(
    v.pipe(v.number(), v.description('The maximum number of messages sent per second, if limited.')),
  ),
  failures: v.pipe(v.number(), v.description('The number of failures since the last success.')),
  failingSince: v.optional(timestamp),
  lastSuccessAt: v.optional(timestamp),
  lastFailureAt: v.optional(timestamp),
  lastFailure: v.optional(
    v.pipe(shortOutcomeSchema, v.description('How its last attempt that failed ended.')),
  ),
  nextAttemptAt: v.optional(
    v.pipe(timestamp, v.description('The first attempt that a message to it waits for.')),
  ),
  disabledAt: v.optional(timestamp),
  disablesAt: v.optional(
    v.pipe(timestamp, v.description('The time at which it will be disabled if it keeps failing.')),
  ),
  disabledBecause: v.optional(v.picklist(['failing', 'gone', 'asked'])),
  disabledReason: v.optional(
    v.pipe(v.string(), v.description('The reason given by the person who disabled it.')),
  ),
  disabledBy: v.optional(v.pipe(v.string(), v.description('Who disabled it, if somebody did.'))),
});
export type ShownEndpoint = AnswerOf<typeof endpointSchema>;

export const endpointPage = pageOf(endpointSchema);

export const statsSchema = v.object({
  buckets: v.array(
    v.object({
      from: timestamp,
      enqueued: v.number(),
      attempts: v.number(),
      succeeded: v.pipe(
        v.number(),
        v.description('Attempts that were accepted, each of which delivers a message.'),
      ),
      failed: v.pipe(v.number(), v.description('Messages that were given up: failed, gone or refused.')),
    }),
  ),
  pending: v.number(),
  sending: v.number(),
  unopened: v.number(),
  oldestDueMs: v.number(),
  oldestMs: v.number(),
});
export type Stats = AnswerOf<typeof statsSchema>;

const perPeriod = v.array(count);

export const outcomesSchema = v.object({
  from: timestamp,
  periodMs: count,
  items: v.array(
    v.object({
      webhook: v.optional(v.pipe(v.string(), v.description('Absent for messages that no webhook made.'))),
      profile: v.optional(v.string()),
      delivered: v.pipe(perPeriod, v.description('For each period, by when its messages were delivered.')),
      failed: v.pipe(perPeriod, v.description('For each period, by when its messages were given up.')),
      retrying: v.pipe(count, v.description('Those that have failed and will be tried again.')),
      waiting: v.pipe(count, v.description('Those that wait for their first attempt.')),
      sending: v.pipe(count, v.description('Those whose first attempt is being made.')),
      cancelled: v.pipe(count, v.description('Those that somebody has ended.')),
    }),
  ),
});
export type OutcomesAnswer = AnswerOf<typeof outcomesSchema>;
export type WebhookOutcomes = OutcomesAnswer['items'][number];

export const listedProcessSchema = v.object({
  ...statusSchema.entries,
  profile: v.string(),
  createdAt: timestamp,
  instance: v.pipe(v.string(), v.description('The instance that holds it, or last held it.')),
});
export const processPage = pageOf(listedProcessSchema);
export type ListedProcess = AnswerOf<typeof listedProcessSchema>;

export const processDetailsSchema = v.object({
  ...statusSchema.entries,
  profile: v.optional(v.string()),
  createdAt: timestamp,
  events: v.array(
    v.object({
      event: v.string(),
      raisedAt: timestamp,
      messages: v.array(messageSchema),
    }),
  ),
});
export type ProcessDetails = AnswerOf<typeof processDetailsSchema>;
/** A process in a list or on its own: the fields that both answers have. */
export type Process = Omit<ProcessDetails, 'events'>;

export const flowSchema = v.object({
  projectId: v.string(),
  taskId: v.string(),
  profile: v.string(),
  api: v.optional(
    v.pipe(v.object({ enabled: v.boolean() }), v.description('Absent if its API is not set up.')),
  ),
});
export type Flow = AnswerOf<typeof flowSchema>;

export const flowApiSchema = v.object({
  projectId: v.string(),
  taskId: v.string(),
  profile: v.string(),
  baseUrl: v.pipe(v.string(), v.description('As configured; otherwise the address of this server.')),
  enabled: v.boolean(),
  parameters: v.record(v.string(), v.string()),
  sampleBody: v.optional(
    v.pipe(
      v.unknown(),
      v.description('The body of a test run; not shown to viewers, who cannot start anything.'),
    ),
  ),
  endpoints: v.array(
    v.object({
      method: v.picklist(['GET', 'POST']),
      path: v.pipe(v.string(), v.description('Appended to the base URL.')),
      curl: v.string(),
    }),
  ),
  version: v.number(),
  updatedAt: timestamp,
  updatedBy: v.string(),
});
export type ShownFlowApi = AnswerOf<typeof flowApiSchema>;

export const tokenSchema = v.object({
  id: v.string(),
  name: v.string(),
  role: v.picklist(roles),
  createdAt: timestamp,
  createdBy: v.string(),
  expiresAt: timestamp,
  lastUsedAt: v.optional(timestamp),
  events: v.optional(
    v.pipe(v.array(v.string()), v.description('The events that a reporter may report; absent for all.')),
  ),
  profiles: v.optional(
    v.pipe(v.array(v.string()), v.description('The profiles that it may report them for; absent for all.')),
  ),
});
export type Token = AnswerOf<typeof tokenSchema>;

export const newTokenSchema = v.object({ ...tokenSchema.entries, token: v.string() });
/** The secret is shown only this once. */
export type NewToken = AnswerOf<typeof newTokenSchema>;

const sourceSecret = v.object({
  set: v.pipe(v.boolean(), v.description('Whether one is stored. It is never shown again.')),
  formerUntil: v.optional(v.pipe(timestamp, v.description('Until then, the one before it counts as well.'))),
});

export const sourceSchema = v.object({
  id: v.pipe(v.string(), v.description('Stands in its address.')),
  kind: v.pipe(v.string(), v.description('The id of its kind, such as `github`.')),
  name: v.pipe(v.string(), v.description('The name of its kind for people.')),
  catalogue: v.optional(
    v.pipe(v.string(), v.description('The catalogue of its events; absent for the default one.')),
  ),
  profiles: v.pipe(v.array(v.string()), v.description('The profiles that it may report to.')),
  address: v.pipe(
    v.string(),
    v.description(
      'Where it sends what happens, with `{profile}` for the name of one of its profiles, percent-encoded.',
    ),
  ),
  version: v.number(),
  createdAt: timestamp,
  updatedAt: timestamp,
  updatedBy: v.string(),
  secret: sourceSecret,
  lastEventAt: v.optional(timestamp),
  lastRefusal: v.optional(
    v.pipe(
      v.object({
        at: timestamp,
        because: v.picklist(['no-secret', 'unsigned', 'untimely', 'wrong-signature', 'other-profile']),
      }),
      v.description(
        'The last call to its address that was refused with 401, to within ten seconds: it has no secret yet, nothing was signed, it was signed too long ago, or with another secret, or the address has another profile.',
      ),
    ),
  ),
  lastDay: v.object({
    events: v.pipe(count, v.description('Of the last 24 hours; at most 10,000 are counted.')),
    problems: v.pipe(count, v.description('Those of them that have a `problem`.')),
  }),
});
export type ShownSource = AnswerOf<typeof sourceSchema>;

export const newSourceSchema = v.object({
  ...sourceSchema.entries,
  madeSecret: v.optional(
    v.pipe(
      v.string(),
      v.description('The secret that the server has made, to paste into the sender; shown this once.'),
    ),
  ),
});
export type NewShownSource = AnswerOf<typeof newSourceSchema>;

export const eventSchema = v.object({
  id: v.string(),
  source: v.optional(
    v.pipe(v.string(), v.description('The id of the source that sent it; absent for what programs report.')),
  ),
  profile: v.pipe(v.string(), v.description('Empty for the webhooks without a profile.')),
  catalogue: v.optional(
    v.pipe(v.string(), v.description('The catalogue of the event; absent for the default one.')),
  ),
  event: v.optional(v.pipe(v.string(), v.description('Absent if none was made of what was sent.'))),
  problem: v.optional(v.pipe(v.string(), v.description('Why no event was made of it, in a sentence.'))),
  process: v.optional(v.pipe(v.string(), v.description('The pid of the process that raised it.'))),
  messages: v.optional(
    v.pipe(
      v.array(v.string()),
      v.description('The ids of the messages about it; absent until they are made.'),
    ),
  ),
  waitsFor: v.optional(
    v.pipe(
      v.picklist(['unknown-event', 'wrong-key', 'failed']),
      v.description(
        'Why its messages are not made yet, though a worker has tried: its catalogue does not have the event or its facts, it has no key for them, or the messages could not be stored.',
      ),
    ),
  ),
  happenedAt: timestamp,
  storedAt: timestamp,
  reportedBy: v.optional(v.pipe(v.string(), v.description('The caller who reported it, or the source.'))),
  replayOf: v.optional(v.pipe(v.string(), v.description('The event that was replayed.'))),
});
export const eventPage = v.object({
  ...pageOf(eventSchema).entries,
  retentionDays: v.pipe(count, v.description('The number of days for which an event is kept.')),
});
export type EventPage = AnswerOf<typeof eventPage>;
export type ShownEvent = AnswerOf<typeof eventSchema>;

export const eventDetailsSchema = v.object({
  ...eventSchema.entries,
  content: v.optional(
    v.pipe(
      v.unknown(),
      v.description(
        'Its facts, or what a source sent, with `***` in place of secrets: the headers that are kept, and `body`. Only with `include`.',
      ),
    ),
  ),
  facts: v.optional(
    v.pipe(
      record,
      v.description('The facts of the event, with `***` in place of secrets. Only with `include`.'),
    ),
  ),
});
export type EventDetails = AnswerOf<typeof eventDetailsSchema>;

export const keptEventSchema = v.object({
  id: v.pipe(v.string(), v.description('The id of the event; if it is repeated, of the first one.')),
  event: v.optional(v.string()),
  problem: v.optional(v.pipe(v.string(), v.description('Why no event was made of it, in a sentence.'))),
  repeated: v.optional(
    v.pipe(v.literal(true), v.description('It was stored before, and counts as it did then.')),
  ),
});

/** Sent on the stream of changes when an event is stored, and when its messages are made. */
export type EventChange = Pick<
  ShownEvent,
  'id' | 'source' | 'profile' | 'event' | 'problem' | 'process' | 'waitsFor' | 'reportedBy'
> & {
  /** The number of messages about it; absent until they are made. */
  readonly messages?: number | undefined;
};

/** Sent on the stream of changes while nothing happens. */
export interface Alive {
  /** The interval in milliseconds. */
  readonly everyMs: number;
}

/** Sent on the stream of changes when a process changes. */
export type ProcessChange = Pick<
  ListedProcess,
  'pid' | 'projectId' | 'taskId' | 'profile' | 'status' | 'recordsProcessed' | 'errorCount'
>;

/** Sent on the stream of changes when a message changes. */
export type MessageChange = Pick<
  ShownMessage,
  'id' | 'state' | 'webhook' | 'event' | 'profile' | 'host' | 'attempts'
>;

const subjects = [
  'webhook',
  'message',
  'endpoint',
  'event',
  'source',
  'flow',
  'process',
  'token',
  'session',
  'profile',
] as const;
export type Subject = (typeof subjects)[number];

export const auditEntrySchema = v.object({
  id: v.string(),
  at: timestamp,
  by: v.optional(v.pipe(v.string(), v.description('The caller; absent once the profile was erased.'))),
  tokenMadeBy: v.optional(v.pipe(v.string(), v.description('Who made the token of the caller.'))),
  address: v.optional(v.pipe(v.string(), v.description('The address of the caller, if it is known.'))),
  operation: v.pipe(v.string(), v.description('The `operationId` of the route.')),
  action: v.pipe(v.string(), v.description('The same in words.')),
  subject: v.pipe(v.picklist(subjects), v.description('The kind of thing that it was done to.')),
  subjectId: v.optional(v.pipe(v.string(), v.description('Its id; absent for acts on several.'))),
  profile: v.optional(v.pipe(v.string(), v.description('The profile that had it before.'))),
});
export type AuditEntry = AnswerOf<typeof auditEntrySchema>;
export const auditPage = v.object({
  ...pageOf(auditEntrySchema).entries,
  retentionDays: v.pipe(count, v.description('The number of days for which an entry is kept.')),
});
export type AuditPage = AnswerOf<typeof auditPage>;

const acceptedSchema = v.object({
  id: v.pipe(v.string(), v.description('The id of the event.')),
  repeated: v.pipe(
    v.boolean(),
    v.description('Whether an event with its id was there before: that one counts.'),
  ),
});
/** What became of reported events, in their order. */
export const acceptedEventsSchema = itemsOf(acceptedSchema);
