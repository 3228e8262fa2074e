import { type Diagnostic, hasErrors } from '../diagnostics/diagnostic.ts';
import { listMostOf, maxListed } from '../diagnostics/list-most.ts';
import { AllowList } from '../http/refused-addresses.ts';
import { type CheckedGroup, checkTemplates } from './check-templates.ts';
import { checkSettings } from './config/check-settings.ts';
import type { GivenConfig } from './config/given-config.ts';
import { meansField, readConfig } from './config/read-config.ts';
import { type AnyConfig, settings } from './config/settings.ts';
import { diagnoseField, type WebhookDiagnostic } from './diagnostic.ts';
import { withSoundFormats } from './escaping/sound-formats.ts';
import type { AnyCatalogue } from './events/event-catalogue.ts';
import { groupEvents } from './events/event-groups.ts';
import { type MessagePayload, saidOfWords, withPayload } from './message-payload.ts';
import { findPlaceholders } from './placeholders.ts';
import { findReceiverMistakes, receiverOf, schemaFor } from './receivers/named-receiver.ts';
import type { KnownReceiver } from './receivers/receiver.ts';
import { findRefusedAddresses } from './refused-address.ts';
import { readWebhookOptions, type WebhookOptions } from './webhook-options.ts';
import type { WebhookRequest } from './webhook-request.ts';
import { listTemplates, templatesOf } from './webhook-templates.ts';

export interface CheckedWebhook {
  /** In the order of the settings. */
  readonly diagnostics: readonly WebhookDiagnostic[];
  /** A copy that nobody else can change; undefined if a setting is missing or cannot be understood. */
  readonly config?: AnyConfig;
  /** The input for the compiler; undefined if there are errors. */
  readonly sound?: SoundWebhook;
}

/** A configuration without errors, and its templates as checked for each event. */
export interface SoundWebhook {
  /** With the payload that its message becomes in place of that. */
  readonly config: RequestConfig;
  readonly groups: readonly CheckedGroup[];
  /** What its message becomes; undefined if it has none. */
  readonly payload: MessagePayload | undefined;
}

/** A configuration of a request without a message. */
export type RequestConfig = Omit<AnyConfig, 'message' | 'messages' | 'method'> &
  Pick<WebhookRequest, 'method'>;

/**
 * Returns the errors and warnings of a configuration: at most 100, errors before warnings, followed by the number of
 * those left out. Each has its field, a range in that field's text, and the events that it applies to. Without errors,
 * no value can break the request of an event: at worst, a value that its place refuses leaves an event without a
 * request. Never throws because of the configuration.
 *
 * @throws {TypeError} for options that are unknown or invalid.
 */
export function validateWebhook(
  config: unknown,
  options?: WebhookOptions<AnyCatalogue>,
): readonly WebhookDiagnostic[] {
  const { events, allow, receivers } = readWebhookOptions(options);
  return checkWebhook(config, events, { allow, receivers }).diagnostics;
}

/** What a configuration is compared with besides its catalogue. */
export interface WebhookRules {
  /** Addresses that may be called although they are not public. Default: none. */
  readonly allow?: AllowList | undefined;
  /** The receivers that it may name. Default: none. */
  readonly receivers?: readonly KnownReceiver[] | undefined;
  /** How many diagnostics are listed, followed by the number of those left out. Default: 100. */
  readonly most?: number | undefined;
}

const publicOnly = new AllowList([]);

/** Reads a configuration and checks it, with each of its templates once per group of events. Never throws. */
export function checkWebhook(
  input: unknown,
  catalogue: AnyCatalogue,
  { allow = publicOnly, receivers = [], most = maxListed }: WebhookRules = {},
): CheckedWebhook {
  const { given: own, config, diagnostics: structure } = readConfig(input, catalogue);
  if (own === undefined) return { diagnostics: structure };
  const names = eventsToCheck(own, catalogue);
  const message = withPayload(own, catalogue, receivers, names);
  const given = message?.given ?? own;
  const payload = message?.payload;
  const sources = templatesOf(given, payload?.schema ?? schemaFor(receiverOf(given, receivers)));
  const texts = listTemplates(sources).map(([, { source }]) => source);
  const groups = groupEvents(catalogue, names, texts);
  const { groups: checked, diagnostics: inRequest } = checkTemplates(given, sources, groups);
  const inTemplates = inRequest.flatMap(each => {
    if (!payload || each.field !== 'payload') return each;
    return saidOfWords(each, payload, message.diagnostics) ?? [];
  });
  const payloads = checked.flatMap(({ group: { variables }, templates: { payload } }) =>
    payload ? [{ payload, variables }] : [],
  );
  const refused = new Map(
    checked
      .flatMap(({ templates }) => findRefusedAddresses(templates.url, given.url ?? '', allow))
      .map(each => [JSON.stringify([each.facts, each.range]), each]),
  );
  const found = [
    ...structure,
    ...(message?.diagnostics ?? []).filter(({ field }) => !isExplained(field, structure)),
    ...findEventMistakes(given, structure, catalogue),
    ...findReceiverMistakes(own, structure, receivers),
    ...refused.values(),
    ...findPlaceholders(own),
    ...checkSettings(given).map(each => withSoundFormats(each, given, payloads)),
    ...inTemplates.filter(({ field }) => !isExplained(field, structure)),
  ].sort((a, b) => rank(a.field) - rank(b.field));
  const diagnostics = listMostOf(found, inFieldOf, most);
  return {
    diagnostics,
    ...(config && { config }),
    ...(config &&
      !hasErrors(diagnostics) && {
        sound: { config: requestConfig(config, given), groups: checked, payload },
      }),
  };
}

/** What was added to a configuration was checked with it. */
function requestConfig(
  { message: _, messages: __, ...own }: AnyConfig,
  { settings: { method, contentType, payload } }: GivenConfig,
): RequestConfig {
  return {
    ...own,
    ...(contentType !== undefined && { contentType }),
    ...(payload !== undefined && { payload }),
    method,
  } as RequestConfig;
}

function inFieldOf(rest: Diagnostic, { field }: WebhookDiagnostic): WebhookDiagnostic {
  return { ...rest, field };
}

/** The events that are switched on; all events if none is. */
function eventsToCheck({ events = {} }: GivenConfig, { names }: AnyCatalogue): readonly string[] {
  const enabled = names.filter(name => events[name] === true);
  return enabled.length > 0 ? enabled : names;
}

function findEventMistakes(
  { events }: GivenConfig,
  structure: readonly WebhookDiagnostic[],
  { names }: AnyCatalogue,
): readonly WebhookDiagnostic[] {
  const isExplained = structure.some(({ field }) => field.startsWith('events'));
  if (events === undefined || isExplained || Object.values(events).includes(true)) return [];
  return [diagnoseField('events', 'no-event-enabled', { known: names })];
}

/** Whether a missing payload was already reported, because it is not text or has another name. */
function isExplained(field: string, structure: readonly WebhookDiagnostic[]): boolean {
  return structure.some(diagnostic => diagnostic.field === field || meansField(diagnostic, field));
}

const settingNames = Object.keys(settings);

/** Settings have their order, headers their own, and unknown settings come last. */
function rank(field: string): number {
  const [, setting = '', header = '0'] = /^(\w*)(?:\[(\d+)\])?/.exec(field) ?? [];
  const index = settingNames.indexOf(setting);
  return (index === -1 && field !== '' ? settingNames.length : index) * 1000 + Number(header);
}
