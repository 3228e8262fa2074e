import {
  array,
  boolean,
  type GenericSchema,
  literal,
  maxLength,
  optional,
  picklist,
  pipe,
  regex,
  strictObject,
  string,
} from 'valibot';
import type { WebhookConfig } from './webhook-config.ts';

/** More headers than this, and common servers answer 431. */
export const mostHeaders = 100;

/** A message of the webhook is named after it, and a dot there would end the name (Standard Webhooks). */
const webhookId = /^[A-Za-z0-9_-]{1,64}$/;

const header = strictObject({ name: string(), value: string() });
const events = strictObject({
  Started: optional(boolean()),
  Completed: optional(boolean()),
  Errored: optional(boolean()),
});

/** The structure of a configuration; the JSON Schema next to this file is made from it. */
export const webhookConfigSchema = strictObject({
  id: optional(pipe(string(), regex(webhookId))),
  profile: string(),
  channel: optional(literal('Webhooks')),
  events,
  method: picklist(['GET', 'POST']),
  url: string(),
  headers: optional(pipe(array(header), maxLength(mostHeaders))),
  contentType: optional(string()),
  payload: optional(string()),
  timeZone: optional(string()),
}) satisfies GenericSchema<unknown, WebhookConfig>;

/** All settings, of the configuration and of what is inside it. */
export const knownSettings = {
  config: Object.keys(webhookConfigSchema.entries),
  events: Object.keys(events.entries),
  header: Object.keys(header.entries),
} as const;
