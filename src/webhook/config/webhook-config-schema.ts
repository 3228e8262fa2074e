import {
  array,
  boolean,
  type GenericSchema,
  literal,
  maxLength,
  optional,
  picklist,
  pipe,
  strictObject,
  string,
} from 'valibot';
import type { WebhookConfig } from './webhook-config.ts';

/** More headers than this, and common servers answer 431. */
export const mostHeaders = 100;

const header = strictObject({ name: string(), value: string() });
const events = strictObject({
  Started: optional(boolean()),
  Completed: optional(boolean()),
  Errored: optional(boolean()),
});

/** The structure of a configuration; the JSON Schema beside this file is made from it. */
export const webhookConfigSchema = strictObject({
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

/** The settings that there are, of the configuration and of what is inside it. */
export const knownSettings = {
  config: Object.keys(webhookConfigSchema.entries),
  events: Object.keys(events.entries),
  header: Object.keys(header.entries),
} as const;
