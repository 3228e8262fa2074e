import * as v from 'valibot';
import { mostHeaders, webhookConfigSchema } from '../../webhook/config/webhook-config-schema.ts';
import { pageOf, timestamp } from '../routes/page.ts';
import type { Catalogue } from './check-webhook.ts';

/** What stands for a secret that is there and not shown. */
const isSet = v.pipe(
  v.strictObject({ set: v.literal(true) }),
  v.description('A secret that is stored. Where one is given, this, or nothing, keeps it as it is.'),
);

const keptOrText = v.union([v.string(), isSet]);

/** A webhook's configuration as it is given: that of the package, but for its secrets. */
function configInputSchema(catalogue: Catalogue) {
  const { entries } = webhookConfigSchema(catalogue);
  return v.strictObject({
    ...entries,
    authentication: v.optional(v.strictObject({ username: v.string(), password: v.optional(keptOrText) })),
    headers: v.optional(
      v.pipe(
        v.array(
          v.strictObject({
            name: v.string(),
            value: v.optional(keptOrText),
            secret: v.optional(v.pipe(v.boolean(), v.description('Its value is never shown again.'))),
          }),
        ),
        v.maxLength(mostHeaders),
      ),
    ),
  });
}

/** What is checked beyond these by the engine itself: diagnostics say more than a schema can. */
const anyConfig = v.pipe(
  v.record(v.string(), v.unknown()),
  v.description('A configuration, perhaps half-written.'),
);

const signingSecret = v.optional(
  v.pipe(v.unknown(), v.description('`whsec_` and base64 of 24 to 64 bytes; `null` removes it.')),
);

export const webhookInput = v.strictObject({ config: anyConfig, signingSecret });

export function describedInput(catalogue: Catalogue) {
  return v.strictObject({
    config: configInputSchema(catalogue),
    signingSecret: v.optional(v.union([v.string(), isSet, v.null()])),
  });
}

const anId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/));

export const draftInput = v.strictObject({
  config: anyConfig,
  signingSecret,
  id: v.optional(
    v.pipe(anId, v.description('The stored webhook whose secrets are meant where none are given.')),
  ),
});

export const draftTestInput = v.strictObject({ ...draftInput.entries, event: v.optional(v.string()) });
export const testInput = v.strictObject({
  event: v.optional(v.pipe(v.string(), v.description('Default: the first of those that are on.'))),
});

export const webhookParams = v.strictObject({ id: anId });

export const diagnosticSchema = v.object({
  field: v.pipe(v.string(), v.description('`url`, `headers[0].value`; empty for the whole.')),
  code: v.string(),
  message: v.string(),
  severity: v.optional(v.picklist(['error', 'warning'])),
  facts: v.optional(v.record(v.string(), v.unknown())),
  events: v.optional(v.array(v.string())),
  range: v.optional(v.object({ start: v.number(), end: v.number() })),
  related: v.optional(v.array(v.record(v.string(), v.unknown()))),
  fixes: v.optional(v.array(v.record(v.string(), v.unknown()))),
});

const shownConfig = v.object({
  id: v.optional(v.string()),
  profile: v.optional(v.string()),
  channel: v.optional(v.string()),
  events: v.record(v.string(), v.boolean()),
  method: v.string(),
  url: v.string(),
  authentication: v.optional(v.object({ username: v.string(), password: isSet })),
  headers: v.optional(
    v.array(v.object({ name: v.string(), value: keptOrText, secret: v.optional(v.literal(true)) })),
  ),
  contentType: v.optional(v.string()),
  payload: v.optional(v.string()),
  output: v.optional(v.string()),
  timeZone: v.optional(v.string()),
});

export const webhookSchema = v.object({
  id: v.string(),
  profile: v.string(),
  version: v.number(),
  createdAt: timestamp,
  updatedAt: timestamp,
  updatedBy: v.string(),
  method: v.string(),
  host: v.pipe(v.string(), v.description('Where it leads; the rest of its URL is for editors.')),
  events: v.pipe(v.array(v.string()), v.description('Those that are on.')),
  config: v.optional(v.pipe(shownConfig, v.description('For editors alone.'))),
  signingSecret: v.optional(isSet),
  diagnostics: v.optional(v.pipe(v.array(diagnosticSchema), v.description('Warnings, for editors alone.'))),
});

export const webhookPage = pageOf(webhookSchema);

const versionSchema = v.object({
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

export type WebhookView = v.InferInput<typeof webhookSchema>;
export type ConfigView = v.InferInput<typeof shownConfig>;
export type VersionView = v.InferInput<typeof versionSchema>;
export type DiagnosticView = v.InferInput<typeof diagnosticSchema>;
