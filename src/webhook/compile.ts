import { aFunction, aText, defineOptions, optional } from '../options/define-options.ts';
import { CompiledTemplate } from '../template/render/compiled-template.ts';
import { assertComplete, type Missing } from '../template/render/missing.ts';
import { basicAuthorization, buildRequest } from './build-request.ts';
import { checkWebhook, type SoundWebhook } from './check.ts';
import type { AnyConfig, WebhookConfig } from './config/settings.ts';
import type { WebhookDiagnostic } from './diagnostic.ts';
import { WebhookError } from './error.ts';
import type {
  AnyCatalogue,
  AnyEvent,
  Clock,
  Created,
  EventCatalogue,
  EventMap,
  EventOf,
} from './events/event-catalogue.ts';
import { eventNameReader } from './events/event-name.ts';
import type { ProcessEvents } from './events/process-events.ts';
import { readWebhookOptions, type WebhookOptions } from './webhook-options.ts';
import type { WebhookRequest } from './webhook-request.ts';
import { mapTemplates, type WebhookTemplates } from './webhook-templates.ts';

/** A compiled configuration. Its templates were proved. */
export interface Webhook<Catalogue extends AnyCatalogue = ProcessEvents> {
  /**
   * The request that reports an event; undefined if that event is switched off. The catalogue decides about the event's
   * name and constants, whatever the event itself says. The URL is normalised according to the WHATWG URL standard. The
   * content type of a body comes first, followed by the configured headers. The event's own profile makes no
   * difference.
   *
   * @throws {RenderError} for a value that its place refuses, such as `..` for a whole path segment, for an output
   * longer than `maxOutputBytes`, and for a missing value if the option `missing` rejects that.
   * @throws {TypeError} for anything that is not an event of the catalogue.
   */
  readonly requestFor: (event: EventOf<Catalogue>) => WebhookRequest | undefined;
  /**
   * The request that Test Connection sends: for the sample of an event, with the configured profile and the current
   * date. Undefined if that event is off. Values that the sample lacks are written as nothing.
   *
   * @throws {RenderError} for a value that its place refuses, and for an output longer than `maxOutputBytes`.
   */
  readonly testRequest: (options?: TestOptions<EventOf<Catalogue>['event']>) => WebhookRequest | undefined;
  /** Warnings; a configuration with errors does not compile. */
  readonly diagnostics: readonly WebhookDiagnostic[];
}

export interface TestOptions<Name extends string> extends Clock {
  /** Default: the first of the catalogue; for processes that is `Started`. */
  readonly event?: Name | undefined;
}

/**
 * Compiles a configuration. Later changes to it do not affect the webhook.
 *
 * @throws {WebhookError} where `validateWebhook` would report an error.
 * @throws {TypeError} for options that are unknown or invalid.
 */
export function compileWebhook<Catalogue extends AnyCatalogue = ProcessEvents>(
  config: WebhookConfig<NoInfer<Catalogue>>,
  options?: WebhookOptions<Catalogue>,
): Webhook<Catalogue> {
  const { events: catalogue, missing, maxOutputBytes, ...rules } = readWebhookOptions(options);
  const { sound, diagnostics } = checkWebhook(config, catalogue, rules);
  if (sound === undefined) throw new WebhookError(diagnostics);
  const { config: own } = sound;
  const compiled = compileTemplates(sound, { maxOutputBytes });
  const authorization = own.authentication && basicAuthorization(own.authentication);
  const nameOf = eventNameReader(...catalogue.names);
  function requestOf(event: AnyEvent, when: Missing): WebhookRequest | undefined {
    const name = nameOf(event);
    const found = compiled.get(name);
    if (found === undefined) return undefined;
    if (when === 'reject') assertComplete(catalogue.events[name]?.variables ?? {}, event);
    const texts = mapTemplates(found.templates, template => template.render(event, found.known));
    return buildRequest(own, texts, authorization);
  }
  return {
    requestFor: event => requestOf(event, missing),
    testRequest: given => {
      const { event = catalogue.names[0], now } = readTestOptions(given);
      if (event === undefined) return undefined;
      return requestOf(sampleEvent(own, catalogue, event, { now }), 'accept');
    },
    diagnostics,
  };
}

/** The templates of an event, and its known values: its name, which selects the templates, and its constants. */
export interface EventTemplates {
  readonly templates: WebhookTemplates<CompiledTemplate>;
  readonly known: object;
}

/** Compiles the templates of each event that is switched on. */
export function compileTemplates(
  { config, groups }: SoundWebhook,
  output: Pick<WebhookOptions, 'maxOutputBytes'>,
): ReadonlyMap<string, EventTemplates> {
  return new Map(
    groups.flatMap(({ group: { names, knownOf }, templates: checked }) => {
      const templates = mapTemplates(checked, each => new CompiledTemplate(each, output));
      return names
        .filter(name => config.events[name] === true)
        .map(name => [name, { templates, known: knownOf(name) }] as const);
    }),
  );
}

/** The sample of an event. If it has a profile, that of the configuration replaces it. */
export function sampleEvent(
  { profile }: AnyConfig,
  catalogue: EventCatalogue<EventMap>,
  name: string,
  clock: Clock,
): Created<AnyEvent> {
  const sample = catalogue.sample(name, clock);
  const hasProfile = Object.hasOwn(catalogue.events[name]?.variables ?? {}, 'profile');
  return hasProfile && profile !== undefined ? Object.freeze({ ...sample, profile }) : sample;
}

const readTestOptions = defineOptions<{
  readonly event: string | undefined;
  readonly now: () => number;
}>({
  event: optional(aText),
  now: optional(aFunction<() => number>(), Date.now),
});
