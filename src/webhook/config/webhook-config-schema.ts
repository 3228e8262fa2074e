import {
  array,
  boolean,
  description,
  type GenericSchema,
  literal,
  maxLength,
  optional,
  picklist,
  pipe,
  regex,
  strictObject,
  string,
  title,
} from 'valibot';
import type { AnyCatalogue, EventDescription } from '../events/event-catalogue.ts';
import { type AnyConfig, methods, payloadOutputs } from './webhook-config.ts';

/** More headers than this, and common servers answer 431. */
export const mostHeaders = 100;

/** A message of the webhook is named after it, and a dot there would end the name (Standard Webhooks). */
const webhookId = /^[A-Za-z0-9_-]{1,64}$/;

const header = strictObject({ name: string(), value: string() });
const authentication = strictObject({ username: string(), password: string() });

/** The structure of a configuration for the events of a catalogue; its JSON Schema is made from it. */
export function webhookConfigSchema({ names, events }: AnyCatalogue) {
  const hasProfile = names.every(name => Object.hasOwn(events[name]?.variables ?? {}, 'profile'));
  return strictObject({
    id: optional(pipe(string(), regex(webhookId))),
    profile: hasProfile ? string() : optional(string()),
    channel: optional(literal('Webhooks')),
    events: strictObject(Object.fromEntries(names.map(name => [name, optional(switchOf(events[name]))]))),
    method: picklist(methods),
    url: string(),
    authentication: optional(authentication),
    headers: optional(pipe(array(header), maxLength(mostHeaders))),
    contentType: optional(string()),
    payload: optional(string()),
    output: optional(picklist(payloadOutputs)),
    timeZone: optional(string()),
  }) satisfies GenericSchema<unknown, AnyConfig>;
}

function switchOf({ title: name = '', description: meaning }: Partial<EventDescription> = {}) {
  const named = pipe(boolean(), title(name));
  return meaning === undefined ? named : pipe(named, description(meaning));
}

/** All settings, of a configuration and of what is inside it; its events are those of a catalogue. */
export const knownSettings = {
  config: Object.keys(webhookConfigSchema({ names: [], events: {} }).entries),
  authentication: Object.keys(authentication.entries),
  header: Object.keys(header.entries),
} as const;
