import {
  array,
  boolean,
  description,
  examples,
  type GenericSchema,
  literal,
  maxLength,
  metadata,
  optional,
  picklist,
  pipe,
  regex,
  strictObject,
  string,
  title,
} from 'valibot';
import type { AnyCatalogue, EventDescription } from '../events/event-catalogue.ts';
import { methods } from '../webhook-request.ts';
import { type AnyConfig, payloadOutputs } from './webhook-config.ts';

/** With more headers than this, common servers answer 431. */
export const maxHeaders = 100;

/** Without a dot, which would end the id of a message (Standard Webhooks). */
const webhookId = /^[A-Za-z0-9_-]{1,64}$/;

/** In one line, without blanks around it. */
export const webhookName = /^\S(?:.{0,62}\S)?$/;

const header = strictObject({
  name: pipe(string(), description('Sent as it is written.'), examples(['X-Event'])),
  value: pipe(string(), description('A template.'), examples(['$event$'])),
  secret: optional(
    pipe(boolean(), description('Never shown once it is stored; changes nothing of the request.')),
  ),
});
const authentication = strictObject({
  username: pipe(string(), description('Without a colon.'), examples(['ada'])),
  password: pipe(string(), description('Sent as it is written.'), metadata({ writeOnly: true })),
});

const id = pipe(
  string(),
  regex(webhookId),
  description('Tells the webhooks of a profile apart.'),
  examples(['chat']),
);
const name = pipe(
  string(),
  regex(webhookName),
  description('What people call it; unique within its profile.'),
  examples(['Team chat']),
);
const profile = pipe(
  string(),
  description('The profile whose events are reported.'),
  examples(['Acme nightly']),
);
const receiver = pipe(
  string(),
  description('The id of its receiver, which says what the payload must be.'),
  examples(['slack', 'pagerduty']),
);
const catalogue = pipe(
  string(),
  description('The name of the catalogue of its events; else those of the default one.'),
  examples(['alertmanager']),
);
const channel = pipe(literal('Webhooks'), description('There is only this one; it may be left out.'));
const method = pipe(picklist(methods), description('GET has no payload, and DELETE may do without.'));
const url = pipe(
  string(),
  description('A template; scheme, host and port are written out.'),
  examples(['https://chat.example.com/hooks/42', 'https://api.example.com/notify?event=$event$']),
);
const contentType = pipe(
  string(),
  description('Not for GET: a media type, which decides how the payload is checked.'),
  examples(['application/json', 'application/x-www-form-urlencoded', 'application/xml', 'text/plain']),
);
const payload = pipe(
  string(),
  description('Not for GET: a template.'),
  examples(['{"text":"$event$","at":"$date$"}']),
);
const output = pipe(
  picklist(payloadOutputs),
  description('Not for GET: what the payload is, where the content type does not say.'),
);
const timeZone = pipe(
  string(),
  description('The IANA time zone of dates without one; else UTC.'),
  examples(['Europe/Vienna']),
);

/** The structure of a configuration for the events of a catalogue; the source of its JSON Schema. */
export function webhookConfigSchema({ names, events }: AnyCatalogue) {
  const hasProfile = names.every(name => Object.hasOwn(events[name]?.variables ?? {}, 'profile'));
  return strictObject({
    id: optional(id),
    name: optional(name),
    profile: hasProfile ? profile : optional(profile),
    receiver: optional(receiver),
    catalogue: optional(catalogue),
    channel: optional(channel),
    events: pipe(
      strictObject(Object.fromEntries(names.map(name => [name, optional(switchOf(events[name]))]))),
      description('Only events that are true are sent.'),
    ),
    method,
    url,
    authentication: optional(
      pipe(authentication, description('Sent as Basic authentication; no templates.')),
    ),
    headers: optional(
      pipe(array(header), maxLength(maxHeaders), description('At most 100, each name once.')),
    ),
    contentType: optional(contentType),
    payload: optional(payload),
    output: optional(output),
    timeZone: optional(timeZone),
  }) satisfies GenericSchema<unknown, AnyConfig>;
}

function switchOf({ title: name = '', description: meaning }: Partial<EventDescription> = {}) {
  const named = pipe(boolean(), title(name));
  return meaning === undefined ? named : pipe(named, description(meaning));
}

/** The names of all settings, including nested ones; the catalogue has the names of events. */
export const knownSettings = {
  config: Object.keys(webhookConfigSchema({ names: [], events: {} }).entries),
  authentication: Object.keys(authentication.entries),
  header: Object.keys(header.entries),
} as const;
